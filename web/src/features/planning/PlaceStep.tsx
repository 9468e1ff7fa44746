import { Minus, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { localInstant, minutesAfterMidnight, timeOnDay, type LocalDay } from '../../lib/dates';
import { durationText } from '../../lib/durationText';
import { countText } from '../../lib/numbers';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import { TextInput } from '../../ui/TextInput';
import { byStart } from '../events/eventDays';
import { timesOnDay } from '../events/eventTimes';
import { clockMinutes, openGaps, takesTime } from './freeTime';
import css from './PlanStep.module.css';
import { filled, placeWarning, placings, type Placing, type Starts } from './timeBlocks';
import type { DayPlanning } from './useDayPlanning';

const STEP_MS = 15 * 60_000;

interface PlaceStepProps {
  planning: DayPlanning;
  starts: Starts;
  onStarts: (starts: Record<string, number>) => void;
}

/** The third step: when each task is done, by hand or with Fill free time. Nothing is added until it is accepted. */
export function PlaceStep({ planning, starts, onStarts }: PlaceStepProps) {
  const { work, todays } = planning;
  const [filling, setFilling] = useState<{ placed: number; unplaced: readonly number[] }>();
  const all = placings(planning, starts);
  const isOpen = all.some(({ block, span }) => !block && !span);
  const setStart = ({ task }: Placing, start: number | undefined) => {
    const { [task.id]: _, ...others } = starts;
    onStarts(start === undefined ? others : { ...others, [task.id]: start });
  };
  const fill = () => {
    const { spans, unplaced } = filled(planning, starts);
    setFilling({ placed: spans.size, unplaced });
    const added = [...spans].map(([id, { from }]) => [String(id), from] as const);
    onStarts({ ...starts, ...Object.fromEntries(added) });
  };
  const unplaced = all.filter(
    ({ task, block, span }) => !block && !span && filling?.unplaced.includes(task.id),
  );
  if (todays.length === 0)
    return <p className={css.empty}>Nothing is planned for today. Go back to choose something.</p>;
  return (
    <>
      <div className={css.fill}>
        <Button variant="outlined" disabled={!isOpen} onClick={fill}>
          Fill free time
        </Button>
        {Object.keys(starts).length > 0 && (
          <Button
            onClick={() => {
              setFilling(undefined);
              onStarts({});
            }}
          >
            Clear times
          </Button>
        )}
      </div>
      <div role="status" className={css.text}>
        {filling &&
          `${countText(filling.placed, 'time block')} proposed. ${unplaced.length > 0 ? '' : 'Nothing is added until you accept.'}`}
        {unplaced.length > 0 && (
          <>
            {countText(unplaced.length, 'task')} {unplaced.length === 1 ? 'does' : 'do'} not fit
            into your free time:
            <ul>
              {unplaced.map(({ task, minutes }) => (
                <li key={task.id}>
                  <bdi>{task.title}</bdi>, {durationText(minutes)}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <ul className={css.list} aria-label="Today’s tasks">
        {all.map((placing) => (
          <PlaceRow
            key={placing.task.id}
            placing={placing}
            planning={planning}
            warning={placeWarning(placing, planning, all)}
            onStart={(start) => setStart(placing, start)}
            firstFree={() =>
              openGaps(
                work,
                all.flatMap(({ span }) => span ?? []),
              )[0]?.from
            }
          />
        ))}
      </ul>
      <DayList planning={planning} placings={all} />
    </>
  );
}

interface PlaceRowProps {
  placing: Placing;
  planning: DayPlanning;
  warning: string | undefined;
  onStart: (start: number | undefined) => void;
  /** The first moment that is free; undefined if there is none. */
  firstFree: () => number | undefined;
}

/** A task with the time at which its block begins. The arrow keys move it by 15 minutes, as the buttons do. */
function PlaceRow({ placing, planning, warning, onStart, firstFree }: PlaceRowProps) {
  const { task, minutes, block, span } = placing;
  const { day, now } = planning;
  const length =
    planning.remaining(task) === null
      ? `${durationText(minutes)}, no estimate`
      : durationText(minutes);
  const move = (ms: number) => {
    const start = span ? span.from + ms : (firstFree() ?? now.getTime());
    onStart(span ? start : Math.ceil(start / STEP_MS) * STEP_MS);
  };
  return (
    <li className={css.place}>
      <div className={css.title}>
        <span dir="auto">{task.title}</span>
        <small>{block ? `On your calendar, ${timesOnDay(block, day)}` : length}</small>
        {warning && <small data-warning>{warning}</small>}
      </div>
      {!block && (
        <div className={css.time} role="group" aria-label={`Time of ${task.title}`}>
          <IconButton label="15 minutes earlier" onClick={() => move(-STEP_MS)}>
            <Minus size={18} aria-hidden="true" />
          </IconButton>
          <TextInput
            label={`Start of ${task.title}`}
            hideLabel
            type="time"
            value={span ? clockText(span.from) : ''}
            onChange={({ target }) => onStart(typedMoment(target.value, day))}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
              event.preventDefault();
              move(event.key === 'ArrowUp' ? STEP_MS : -STEP_MS);
            }}
          />
          <IconButton label="15 minutes later" onClick={() => move(STEP_MS)}>
            <Plus size={18} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={`No time for ${task.title}`}
            disabled={!span}
            onClick={() => onStart(undefined)}
          >
            <X size={16} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </li>
  );
}

/** A moment as a time field has it: "09:30". */
function clockText(moment: number): string {
  const minutes = minutesAfterMidnight(new Date(moment));
  return [Math.floor(minutes / 60), minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

const typedMoment = (typed: string, day: LocalDay): number | undefined =>
  typed === '' ? undefined : timeOnDay(day, clockMinutes(typed)).getTime();

/** The day as it would be: its events, and the blocks that are proposed. */
function DayList({
  planning,
  placings: all,
}: {
  planning: DayPlanning;
  placings: readonly Placing[];
}) {
  const { day, work } = planning;
  const events = work.events
    .filter(takesTime)
    .map(({ id, title, start, end }) => ({ id: String(id), title, start, end, isProposed: false }));
  const proposed = all.flatMap(({ task, span }) =>
    span
      ? {
          id: `proposed ${task.id}`,
          title: task.title,
          start: localInstant(new Date(span.from)),
          end: localInstant(new Date(span.to)),
          isProposed: true,
        }
      : [],
  );
  const entries = [...events, ...proposed].sort(byStart);
  if (entries.length === 0) return null;
  return (
    <section className={css.day}>
      <h4>Your day</h4>
      <ol aria-label="Your day">
        {entries.map((entry) => (
          <li key={entry.id} data-proposed={entry.isProposed}>
            <span>{timesOnDay(entry, day)}</span>
            <span dir="auto">{entry.title}</span>
            {entry.isProposed && <small>Proposed</small>}
          </li>
        ))}
      </ol>
    </section>
  );
}
