import type { User } from '@daymark/contract/user';
import { useNavigate } from 'react-router-dom';
import { offeredWeekPlan } from '../../../domain/planning/weekPlanOffer';
import { planOfferKey } from '../../../lib/person/drafts';
import { weekPath, type OpenState } from '../../../lib/paths';
import { addDays, personsDay, startOfWeek } from '../../../lib/time/dates';
import { useDaysOff } from '../../../records/events/eventQueries';
import { useWorkingHours } from '../../../records/settings/useWorkingHours';
import { useRecords } from '../../../sync/useSync';
import { WeekOffer } from '../../../ui/controls/WeekOffer';

interface WeekPlanOfferProps {
  now: Date;
  user: Pick<User, 'id' | 'createdAt'>;
}

const PLANS: OpenState = { plansWeek: true };

/** Offers to plan the week from its first working day on, until it is planned or 'Not now' is chosen. */
export function WeekPlanOffer({ now, user: { id, createdAt } }: WeekPlanOfferProps) {
  const navigate = useNavigate();
  const goals = useRecords('goals').data;
  const { hours, isPending } = useWorkingHours();
  const first = startOfWeek(personsDay(now));
  const events = useDaysOff(first, addDays(first, 6));
  if (!goals || isPending) return null;
  const since = personsDay(new Date(createdAt));
  const week = offeredWeekPlan({ now, hours, events, since, goals });
  if (week === undefined) return null;
  return (
    <WeekOffer
      week={week}
      storageKey={planOfferKey(id)}
      action="Plan the week"
      refusal="Not now, no plan of the week"
      onAccept={() => void navigate(weekPath(), { state: PLANS })}
    />
  );
}
