import { useState } from 'react';
import { hideWeekOffer, isWeekOfferHidden } from '../../lib/person/drafts';
import type { LocalDay } from '../../lib/time/dates';
import { Button } from './Button';

interface WeekOfferProps {
  /** The first day of the week that the offer is for. */
  week: LocalDay;
  /** The storage key of the last week for which the person didn't want the offer. */
  storageKey: string;
  /** The button that accepts the offer. */
  action: string;
  /** The accessible name of 'Not now', because several offers have this button. */
  refusal: string;
  onAccept: () => void;
}

/** Two buttons that offer something once a week. 'Not now' hides them for the week, in this browser. */
export function WeekOffer({ week, storageKey, action, refusal, onAccept }: WeekOfferProps) {
  const [hidden, setHidden] = useState<LocalDay>();
  if (hidden === week || isWeekOfferHidden(storageKey, week)) return null;
  const hide = () => {
    hideWeekOffer(storageKey, week);
    setHidden(week);
    document.getElementById('main')?.focus();
  };
  return (
    <>
      <Button size="small" aria-label={refusal} onClick={hide}>
        Not now
      </Button>
      <Button size="small" variant="contained" onClick={onAccept}>
        {action}
      </Button>
    </>
  );
}
