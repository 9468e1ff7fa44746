import type { FocusSession } from '@daymark/contract/focusSession';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { addDays, personsDay, type LocalDay, longDate, startOfDay } from '../../lib/time/dates';
import { durationText } from '../../lib/time/durationText';
import { IconButton } from '../../ui/controls/IconButton';
import { Panel } from '../../ui/layout/Panel';
import { workingSpans, type WorkingHours } from '../../domain/planning/freeTime';
import { dayParts, type DayParts } from '../../domain/insights/dayParts';
import css from './WhereTheDayWent.module.css';
import type { CalendarEvent } from '../../domain/shownRecords';

const PARTS = [
  { part: 'focused', label: 'Focused' },
  { part: 'inEvents', label: 'Events' },
  { part: 'onBreaks', label: 'On breaks' },
  { part: 'other', label: 'Other time (within working hours)' },
] as const satisfies readonly { part: keyof DayParts; label: string }[];

interface WhereTheDayWentProps {
  sessions: readonly FocusSession[];
  events: readonly CalendarEvent[];
  hours: WorkingHours;
  now: Date;
  /** The earliest day that can be chosen. */
  from: LocalDay;
  /** The latest day that can be chosen. */
  to: LocalDay;
  /** The day that is shown until the person chooses another one. */
  initial: LocalDay;
}

/** Shows one day's working hours and the time recorded outside them. Each moment is counted once. */
export function WhereTheDayWent({
  sessions,
  events,
  hours,
  now,
  from,
  to,
  initial,
}: WhereTheDayWentProps) {
  const today = personsDay(now);
  const [chosen = initial, setChosen] = useState<LocalDay>();
  const day = chosen < from ? from : chosen > to ? to : chosen;
  const id = useId();
  const parts = dayParts(day, { sessions, events, working: workingSpans(day, hours, events) }, now);
  const name = day === today ? 'Today' : longDate(startOfDay(day));
  return (
    <Panel className={css.panel} aria-labelledby={id}>
      <header>
        <h2 id={id}>Where the day went</h2>
        <div>
          <IconButton
            label="Previous day"
            aria-disabled={day <= from}
            onClick={() => setChosen(addDays(day, -1))}
          >
            <ChevronLeft size={18} aria-hidden="true" />
          </IconButton>
          <IconButton
            label="Next day"
            aria-disabled={day >= to}
            onClick={() => setChosen(addDays(day, 1))}
          >
            <ChevronRight size={18} aria-hidden="true" />
          </IconButton>
        </div>
      </header>
      <p role="status">
        {name} · {parts.all === 0 ? 'nothing recorded' : durationText(parts.all / 60_000)}
        {day === today && ' so far'}
      </p>
      <div className={css.bar} aria-hidden="true">
        {PARTS.map(({ part }) => (
          <i key={part} data-part={part} style={{ flexGrow: parts[part] / parts.all || 0 }} />
        ))}
      </div>
      <dl aria-label={`${name}, by activity`}>
        {PARTS.map(({ part, label }) => (
          <div key={part} data-part={part}>
            <dt>{label}</dt>
            <dd>{durationText(parts[part] / 60_000)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
