import { Minus, Plus, X } from 'lucide-react';
import { MINUTE_MS } from '@daymark/contract/time/units';
import { localInstant } from '../../lib/time/dates';
import { durationText } from '../../lib/time/durationText';
import { countText } from '../../lib/text/numbers';
import { Button } from '../../ui/controls/Button';
import { IconButton } from '../../ui/controls/IconButton';
import { TimeInput } from '../../ui/fields/TimeInput';
import { TitleButton } from '../../ui/controls/TitleButton';
import { byStart } from '../../domain/events/eventDays';
import { timesOnDay } from '../../domain/events/eventTimes';
import { openGaps, takesTime } from '../../domain/planning/freeTime';
import css from './PlanStep.module.css';
import { placeWarning, type Placing } from '../../domain/planning/timeBlocks';
import type { DayPlanning } from './useDayPlanning';
import type { ApplyChange } from './usePlanChange';
import type { Placement } from './usePlacing';
import type { ShownEvent, ShownTask } from '../../domain/shownRecords';

const STEP_MS = 15 * 60_000;

interface PlaceStepProps {
  planning: DayPlanning;
  placement: Placement;
  onChange: ApplyChange;
  /** Opens a task's details. */
  onOpen: (task: ShownTask) => void;
}

/**
 * The step in which each task gets a time, by hand or with Fill free time. No block is added until the person accepts
 * the times.
 */
export function PlaceStep({ planning, placement, onChange, onOpen }: PlaceStepProps) {
  const { work, todays } = planning;
  const { all, proposal, fieldOf, fill, clear } = placement;
  const isOpen = all.some(({ block, spans }) => !block && spans.length === 0);
  const unplaced = all.flatMap(({ task, block }) => {
    const reason = block ? undefined : proposal?.reasons.get(task.id);
    return reason === undefined ? [] : { task, reason };
  });
  const countAsFree = (event: ShownEvent | undefined) => {
    if (!event) return;
    onChange(`“${event.title}” counts as free.`, {
      requests: [{ kind: 'update', collection: 'events', id: event.id, fields: { busy: false } }],
    });
    fill(event);
  };
  if (todays.length === 0)
    return <p className={css.empty}>Nothing is planned for today. Go back to choose something.</p>;
  return (
    <>
      <div className={css.fill}>
        {/* Not disabled, because the button has just been pressed and must keep the focus. */}
        <Button
          variant="outlined"
          aria-disabled={!isOpen}
          onClick={() => {
            if (isOpen) fill();
          }}
        >
          Fill free time
        </Button>
        {all.some((placing) => !placing.block && fieldOf(placing, 0).text) && (
          <Button onClick={clear}>Clear times</Button>
        )}
      </div>
      <div role="status" className={css.text}>
        {proposal &&
          `${proposal.sentence} ${unplaced.length > 0 ? '' : 'Nothing is added until you accept.'}`}
        {unplaced.length > 0 && (
          <>
            {countText(unplaced.length, 'task')} {unplaced.length === 1 ? 'does' : 'do'} not fit
            into your free time, or not as a whole:
            <ul>
              {unplaced.map(({ task, reason }) => (
                <li key={task.id}>
                  <bdi>{task.title}</bdi>, {reason}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {proposal?.filling && (
        <div className={css.fill}>
          <span>Count it as free?</span>
          <Button variant="outlined" size="small" onClick={() => countAsFree(proposal.filling)}>
            Count as free
          </Button>
        </div>
      )}
      <ul className={css.list} aria-label="Today’s tasks">
        {all.map((placing) => (
          <PlaceRow
            key={placing.task.id}
            placing={placing}
            planning={planning}
            placement={placement}
            onOpen={onOpen}
            firstFree={() =>
              openGaps(
                work,
                all.flatMap(({ spans }) => spans),
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
  placement: Placement;
  onOpen: (task: ShownTask) => void;
  /** Returns the first free moment, or undefined if there is none. */
  firstFree: () => number | undefined;
}

/** A task with the start of its block, or of each of its blocks if it is split. */
function PlaceRow({ placing, planning, placement, onOpen, firstFree }: PlaceRowProps) {
  const { task, minutes, block, spans } = placing;
  const { day } = planning;
  const parts = Array.from({ length: Math.max(1, spans.length) }, (_, part) => part);
  const warnings = spans.flatMap((span, part) =>
    placement.fieldOf(placing, part).error
      ? []
      : (placeWarning(task, span, planning, placement.all) ?? []),
  );
  const length =
    planning.remaining(task) === null
      ? `${durationText(minutes)}, no estimate`
      : durationText(minutes);
  return (
    <li className={css.place}>
      <div className={css.title}>
        <TitleButton onOpen={() => onOpen(task)}>
          <span dir="auto">{task.title}</span>
        </TitleButton>
        <small>{block ? `On your calendar, ${timesOnDay(block, day)}` : length}</small>
        {warnings.map((warning) => (
          <small key={warning} data-warning>
            {warning}
          </small>
        ))}
      </div>
      {!block && (
        <div className={css.parts}>
          {parts.map((part) => (
            <PartTime
              key={part}
              placing={placing}
              part={part}
              planning={planning}
              placement={placement}
              firstFree={firstFree}
            />
          ))}
        </div>
      )}
    </li>
  );
}

interface PartTimeProps extends Omit<PlaceRowProps, 'onOpen'> {
  /** Which of the task's blocks it is, counted from 0. */
  part: number;
}

/** The start of a proposed block. The arrow keys move the start by 15 minutes, as the buttons do. */
function PartTime({ placing, part, planning, placement, firstFree }: PartTimeProps) {
  const { task, spans } = placing;
  const { text, start, error } = placement.fieldOf(placing, part);
  const name = spans.length > 1 ? `${task.title}, part ${part + 1}` : task.title;
  const move = (ms: number) =>
    placement.setStart(
      placing,
      part,
      start === undefined
        ? Math.ceil((firstFree() ?? planning.now.getTime()) / STEP_MS) * STEP_MS
        : start + ms,
    );
  const span = spans[part];
  return (
    <div className={css.time} role="group" aria-label={`Time of ${name}`}>
      {spans.length > 1 && span && <small>{durationText((span.to - span.from) / MINUTE_MS)}</small>}
      <IconButton label="15 minutes earlier" onClick={() => move(-STEP_MS)}>
        <Minus size={18} aria-hidden="true" />
      </IconButton>
      <TimeInput
        label={`Start of ${name}`}
        hideLabel
        value={text}
        error={error}
        onChange={(typed) => placement.type(placing, part, typed)}
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
        label={`Clear the time of ${name}`}
        disabled={!text}
        onClick={() => placement.setStart(placing, part, undefined)}
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** The day as it would be: its events and the proposed blocks. */
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
  const proposed = all.flatMap(({ task, spans }) =>
    spans.map(({ from, to }) => ({
      id: `proposed ${task.id} ${from}`,
      title: task.title,
      start: localInstant(new Date(from)),
      end: localInstant(new Date(to)),
      isProposed: true,
    })),
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
