import { addDays, longDate, startOfDay } from '../../lib/time/dates';
import { useExternalEvents } from '../../records/googleCalendar/calendarQueries';
import { CapacityLine } from './CapacityLine';
import css from './PlanStep.module.css';
import { useDayPlanning, type DayPlanning } from './useDayPlanning';

/** The date and the capacity of the day after the one that `planning` is about. */
export function TomorrowCapacity({ planning }: { planning: DayPlanning }) {
  const day = addDays(planning.day, 1);
  const { externalEvents } = useExternalEvents({ from: day, to: day });
  const { capacity } = useDayPlanning(planning.now, externalEvents, day, planning.day);
  const isOff = capacity.workingHours === 'none';
  return (
    <>
      <p className={css.text}>
        {longDate(startOfDay(day))}
        {isOff && ', a day off'}
      </p>
      {!isOff && <CapacityLine capacity={capacity} isLive />}
    </>
  );
}
