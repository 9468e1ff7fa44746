import { isTopThreeFull } from '@daymark/contract/topThree';
import { repeatText } from '@daymark/contract/repeats/repeatText';
import {
  CalendarDays,
  Clock,
  Flag,
  Repeat2,
  Tag,
  Timer,
  TriangleAlert,
  X,
  type LucideIcon,
} from 'lucide-react';
import { Fragment, useSyncExternalStore } from 'react';
import { startOfDay, timeText, weekdayDateOf, type LocalDay } from '../../../lib/time/dates';
import { plainDuration } from '../../../lib/time/durationText';
import { useSync } from '../../../sync/useSync';
import css from './LineReadings.module.css';
import type { TypedTime } from '../../../domain/line/lineClocks';
import type { When } from '../../../domain/line/lineDates';
import { momentsOf, type Reading, type TaskLine } from '../../../domain/line/taskLine';
import type { TypedLine } from '../../../records/tasks/useTaskLine';

interface LineReadingsProps {
  typed: TypedLine;
  /** The field's horizontal scroll offset, in px. */
  scrolled: number;
  /** Called after a chip was used, to restore the focus. */
  onUsed: () => void;
}

/**
 * Shows what is understood of a typed line, marked in the field and as chips with absolute dates. Pressing a chip turns
 * its reading back into text. If a date can mean two days, the other day can be chosen.
 */
export default function LineReadings({ typed, scrolled, onUsed }: LineReadingsProps) {
  const { line, text, today, countPriorities, takeBack, chooseDay } = typed;
  const isTop3Full = useSyncExternalStore(
    useSync().subscribe,
    () => Boolean(line?.readings.some(saysPriority)) && isTopThreeFull(countPriorities()),
  );
  if (!line || line.readings.length === 0) return null;
  return (
    <>
      <div className={css.over} dir="auto" aria-hidden="true">
        <span style={{ transform: `translateX(${-scrolled}px)` }}>
          {marked(text, line.readings)}
        </span>
      </div>
      <ul className={css.chips} aria-label="Recognized words">
        {line.readings.map((reading) => {
          const { Icon, label, isWarning } = chipOf(reading, line, today, isTop3Full);
          return (
            <li key={reading.start}>
              <button
                type="button"
                data-warning={isWarning}
                title={`Keep “${reading.text}” as text`}
                onKeyDown={(event) => {
                  if (event.key !== 'Backspace' && event.key !== 'Delete') return;
                  event.preventDefault();
                  takeBack(reading);
                  onUsed();
                }}
                onClick={() => {
                  takeBack(reading);
                  onUsed();
                }}
              >
                <Icon size={13} aria-hidden="true" />
                {label}
                <X size={13} aria-label={`Keep “${reading.text}” as text`} />
              </button>
              {otherDays(reading).map((day) => (
                <button
                  key={day}
                  type="button"
                  data-other="true"
                  onClick={() => {
                    chooseDay(reading, day);
                    onUsed();
                  }}
                >
                  or {dateText(day, today)}
                </button>
              ))}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Returns the text with its readings marked. */
function marked(text: string, readings: readonly Reading[]) {
  return (
    <>
      {readings.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(readings[index - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(readings.at(-1)?.end)}
    </>
  );
}

const dateText = (day: LocalDay, today: LocalDay): string =>
  weekdayDateOf(startOfDay(day), startOfDay(today));

/** Returns the times of the block. On a day with a clock change, the times can differ from the typed ones. */
function blockText(time: TypedTime, day: LocalDay): string {
  const { start, end } = momentsOf(day, time);
  return time.to === null ? timeText(start) : `${timeText(start)} – ${timeText(end)}`;
}

/** Returns the other days that a reading could mean. */
const otherDays = (reading: Reading): LocalDay[] =>
  'candidates' in reading ? (reading.candidates ?? []).filter((day) => day !== reading.day) : [];

function chipOf(
  reading: Reading,
  line: TaskLine,
  today: LocalDay,
  isTop3Full: boolean,
): { Icon: LucideIcon; label: string; isWarning?: boolean } {
  const day = line.plannedDay === null ? '' : dateText(line.plannedDay, today);
  const blockTime =
    line.time && line.plannedDay !== null ? [blockText(line.time, line.plannedDay)] : [];
  switch (reading.kind) {
    case 'when': {
      const time = saysTime(reading) ? blockTime : [];
      return reading.day === null
        ? {
            Icon: Clock,
            label: line.readings.some(saysDay) ? time.join() : [day, ...time].join(', '),
          }
        : { Icon: CalendarDays, label: [day, ...time].join(', ') };
    }
    case 'deadline':
      return {
        Icon: TriangleAlert,
        label: `Due ${line.deadline === null ? '' : dateText(line.deadline, today)}`,
      };
    case 'estimate':
      return { Icon: Timer, label: plainDuration(reading.minutes) };
    case 'repeat': {
      const rule = line.repeat ?? reading.rule;
      const text = repeatText(rule, line.plannedDay ?? today);
      const from = line.readings.some(saysDay) ? [] : [`from ${day}`];
      const time = saysTime(reading) ? blockTime : [];
      return {
        Icon: Repeat2,
        label: [text.charAt(0).toUpperCase() + text.slice(1), ...from, ...time].join(', '),
      };
    }
    case 'category':
      return {
        Icon: Tag,
        label: reading.category.isNew ? `${reading.category.name} (new)` : reading.category.name,
      };
    case 'priority':
      return isTop3Full
        ? { Icon: Flag, label: 'Top 3 is full', isWarning: true }
        : { Icon: Flag, label: 'Top 3' };
  }
}

const saysPriority = (reading: Reading) => reading.kind === 'priority';
const saysDay = (reading: Reading) => reading.kind === 'when' && reading.day !== null;
const saysTime = ({ part, clock }: When) => part !== null || clock !== null;
