import { quoted } from '../../lib/text/quoted';
import { Minus, Plus, X } from 'lucide-react';
import { use } from 'react';
import { MINUTE_MS } from '@daymark/contract/time/units';
import { timeLeftText } from '../../domain/tasks/taskPlan';
import { plainDuration } from '../../lib/time/durationText';
import { Button } from '../../ui/controls/Button';
import { IconButton } from '../../ui/controls/IconButton';
import { TimeInput } from '../../ui/fields/TimeInput';
import { TitleButton } from '../../ui/controls/TitleButton';
import { timesOnDay } from '../../domain/events/eventTimes';
import { unplacedReason } from '../../domain/planning/fillFreeTime';
import { openGaps } from '../../domain/planning/freeTime';
import { coveredMs, type TimeSpan } from '../../lib/time/timeSpans';
import { TaskPressContext } from '../../records/tasks/taskPress';
import css from './PlanStep.module.css';
import { placeWarning, type Placing } from '../../domain/planning/timeBlocks';
import type { DayPlanning } from './useDayPlanning';
import type { ApplyChange } from './usePlanChange';
import type { Placement } from './usePlacing';
import type { ShownEvent, ShownTask } from '../../domain/shownRecords';

const STEP_MS = 15 * MINUTE_MS;

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
  const { work, todays, capacity } = planning;
  const { all, proposal, fieldOf, fill, clear } = placement;
  const isOpen = all.some(({ block, spans }) => !block && spans.length === 0);
  const unplaced = (proposal?.unplaced ?? []).flatMap((one) => {
    const placing = all.find(({ task }) => task.id === one.id);
    const isLacking = placing && !placing.block && (placing.spans.length === 0) === !one.placed;
    return isLacking ? { ...one, task: placing.task } : [];
  });
  const timeLeft = (task: ShownTask) =>
    timeLeftText(planning.remaining(task), planning.estimate(task));
  const countAsFree = (event: ShownEvent | undefined) => {
    if (!event) return;
    onChange(`${quoted(event.title)} counts as free.`, {
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
          autoFocus={isOpen}
          aria-disabled={!isOpen}
          onClick={() => fill()}
        >
          Fill free time
        </Button>
        {all.some(
          (placing) => !placing.block && (placing.spans.length > 0 || fieldOf(placing, 0).text),
        ) && <Button onClick={clear}>Clear times</Button>}
      </div>
      <div role="status" className={css.text}>
        {proposal?.sentence}
        {proposal &&
          all.some(({ spans }) => spans.length > 0) &&
          ' Nothing is added until you accept.'}
        {unplaced.length > 0 && (
          <ul>
            {unplaced.map((one) => (
              <li key={one.id}>
                <bdi>{one.task.title}</bdi>
                {timeLeft(one.task) && `, ${timeLeft(one.task)}`}.{' '}
                {unplacedReason(one, capacity.workingHours)}
              </li>
            ))}
          </ul>
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

/** A task with the starts of its blocks. The arrow keys move a start by 15 minutes, as the buttons do. */
function PlaceRow({ placing, planning, placement, onOpen, firstFree }: PlaceRowProps) {
  const { task, block, spans } = placing;
  const { day } = planning;
  const left = planning.remaining(task);
  const onTaskPress = use(TaskPressContext);
  const warnings = spans.flatMap((span, part) =>
    placement.fieldOf(placing, part).error
      ? []
      : (placeWarning(span, planning, placement.all) ?? []),
  );
  return (
    <li className={css.place} onPointerDown={(press) => onTaskPress(task.id, press)}>
      <div className={css.title}>
        <TitleButton onOpen={() => onOpen(task)}>
          <span dir="auto">{task.title}</span>
        </TitleButton>
        <small>
          {block
            ? `On your calendar, ${timesOnDay(block, day)}`
            : (timeLeftText(left, planning.estimate(task)) ?? 'No estimate')}
          {blocksText(spans, left)}
        </small>
        {[...new Set(warnings)].map((warning) => (
          <small key={warning} data-warning>
            {warning}
          </small>
        ))}
      </div>
      {!block && (
        <div className={css.times}>
          {/* Without a proposed time there is one empty field. */}
          {Array.from({ length: Math.max(spans.length, 1) }, (_, part) => (
            <PartTime
              key={part}
              part={part}
              placing={placing}
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

/**
 * Returns ", in 2 parts" or ", in a block of 1h 15m" for proposed blocks. The length is given if it isn't what is left
 * of the task, in minutes.
 */
function blocksText(spans: readonly TimeSpan[], left: number | null): string {
  const minutes = coveredMs(spans) / MINUTE_MS;
  const length = minutes === left ? '' : plainDuration(minutes);
  if (spans.length > 1) return `, in ${spans.length} parts${length && `, ${length} in all`}`;
  return spans.length === 1 && length ? `, in a block of ${length}` : '';
}

interface PartTimeProps extends Omit<PlaceRowProps, 'onOpen'> {
  /** The index of the block among the task's proposed blocks. */
  part: number;
}

/** The start of one proposed block. */
function PartTime({ part, placing, planning, placement, firstFree }: PartTimeProps) {
  const { task, spans } = placing;
  const name = spans.length > 1 ? `${task.title}, part ${part + 1}` : task.title;
  const { text, start, error } = placement.fieldOf(placing, part);
  const move = (ms: number) =>
    placement.setStart(
      placing,
      part,
      start === undefined
        ? Math.ceil((firstFree() ?? planning.now.getTime()) / STEP_MS) * STEP_MS
        : start + ms,
    );
  return (
    <div className={css.time} role="group" aria-label={`Time of ${name}`}>
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
        label={`Remove the time of ${name}`}
        disabled={!text}
        onClick={() => placement.setStart(placing, part, undefined)}
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
