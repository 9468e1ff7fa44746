import { useState } from 'react';
import { MINUTE_MS } from '@daymark/contract/time/units';
import { clockMinutes, clockText } from '../../lib/time/clockText';
import { minutesAfterMidnight, timeOnDay, type LocalDay } from '../../lib/time/dates';
import { eventSpan } from '../../domain/events/eventSpan';
import { countText } from '../../lib/text/numbers';
import { isExternal } from '../../domain/events/externalEvent';
import { isBusy, openGaps, workingSpan, type DayOfWork } from '../../domain/planning/freeTime';
import type { Unplaced } from '../../domain/planning/fillFreeTime';
import type { TimeSpan } from '../../lib/time/timeSpans';
import {
  filled,
  hasPassed,
  placings,
  renewed,
  type Placing,
  type Proposed,
} from '../../domain/planning/timeBlocks';
import type { DayPlanning } from './useDayPlanning';
import type { CalendarEvent, ShownEvent, ShownTask } from '../../domain/shownRecords';

const SHORTEST_BLOCK_MS = 15 * 60_000;

/** The last proposal. */
interface Proposal {
  sentence: string;
  /** The tasks that don't wholly fit into the free time. */
  unplaced: readonly Unplaced[];
  /** The person's own event that fills the working hours. The person can let this event count as free. */
  filling?: ShownEvent;
}

/**
 * Manages the times of the blocks that are not on the calendar yet. The times are proposed or typed, and then accepted.
 * A time that has passed is never accepted. If it had already passed when it was typed, it stays in its field with an
 * error. If it passes later, it is replaced by a new proposal.
 */
export function usePlacing(
  planning: DayPlanning,
  proposed: Proposed,
  onProposed: (proposed: Record<string, TimeSpan[]>) => void,
) {
  const { day } = planning;
  const [proposal, setProposal] = useState<Proposal>();
  /** Times that had already passed when they were typed, by task id and part. */
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const all = placings(planning, proposed);

  /** Sets one part of a task's proposed time, or takes it off. A task without a proposed time has the part 0. */
  const setSpan = ({ id }: ShownTask, part: number, span: TimeSpan | undefined) => {
    const key = partKey(id, part);
    if (span && hasPassed(span.from, new Date())) {
      setRefused({ ...refused, [key]: fieldText(span.from) });
      return;
    }
    setRefused(without(refused, [key]));
    const parts = (proposed[id] ?? []).toSpliced(part, 1, ...(span ? [span] : []));
    onProposed({
      ...without(editable(proposed), [String(id)]),
      ...(parts.length > 0 && { [id]: parts }),
    });
  };
  /** Moves one part of a task's proposed time to this start. Without a time, the task gets a block of its length. */
  const setStart = ({ task, minutes, spans }: Placing, part: number, start: number | undefined) => {
    const span = spans[part];
    const length = span ? span.to - span.from : minutes * MINUTE_MS;
    setSpan(task, part, start === undefined ? undefined : { from: start, to: start + length });
  };
  return {
    all,
    proposal,
    /** Returns the text of a start field, the field's error, and the moment that the text means. */
    fieldOf({ task, spans }: Placing, part: number) {
      const typed = refused[partKey(task.id, part)];
      const span = spans[part];
      return typed === undefined
        ? { text: span ? fieldText(span.from) : '', start: span?.from }
        : {
            text: typed,
            start: typedMoment(typed, day),
            error: 'This time has passed. Choose a later one.',
          };
    },
    /** Handles typing in a start field. */
    type: (placing: Placing, part: number, typed: string): void =>
      setStart(placing, part, typedMoment(typed, day)),
    setStart,
    setSpan,
    /** Fills the free time with proposed blocks. `free` is an event that has just been set to count as free. */
    fill(free?: ShownEvent): void {
      const work = { ...planning.work, events: planning.work.events.filter((one) => one !== free) };
      const { spans, unplaced } = filled({ ...planning, work }, proposed);
      const filling = spans.size === 0 ? fillingEvent(work) : undefined;
      const sentence =
        spans.size > 0
          ? `${countText([...spans.values()].flat().length, 'time block')} proposed.`
          : noTimeText(work, filling);
      const isOwn = filling && !isExternal(filling);
      setProposal({ sentence, unplaced, ...(isOwn && { filling }) });
      setRefused({});
      onProposed({ ...editable(proposed), ...byTask(spans) });
    },
    clear(): void {
      setProposal(undefined);
      setRefused({});
      onProposed({});
    },
    /**
     * Checks whether all times can be accepted now. 'refused' means that a time had already passed when it was typed.
     * 'renewed' means that a time has passed since it was typed or proposed, so a new proposal was made.
     */
    check(): 'accepted' | 'refused' | 'renewed' {
      const isRefused = ({ task, block, spans }: Placing) =>
        !block && [0, ...spans.keys()].some((part) => partKey(task.id, part) in refused);
      if (all.some(isRefused)) return 'refused';
      const now = new Date();
      const { passed, spans, unplaced } = renewed(
        { ...planning, work: { ...planning.work, now } },
        proposed,
      );
      if (passed.length === 0) return 'accepted';
      const titles = all.flatMap(({ task }) => (passed.includes(task.id) ? task.title : []));
      setProposal({ sentence: renewedSentence(titles, spans.size), unplaced });
      onProposed({ ...without(editable(proposed), passed.map(String)), ...byTask(spans) });
      return 'renewed';
    },
  };
}

/** Returns the busy event that covers all of a day's working hours. */
function fillingEvent({ day, hours, events }: DayOfWork): CalendarEvent | undefined {
  const working = workingSpan(day, hours, events);
  return events.find((event) => {
    const { from, to } = eventSpan(event);
    return working && isBusy(event) && from <= working.from && to >= working.to;
  });
}

/** Returns a sentence that says why there is no free time for a block. */
function noTimeText(work: DayOfWork, filling: CalendarEvent | undefined): string {
  if (!workingSpan(work.day, work.hours, work.events)) return 'Today is a day off.';
  if (openGaps(work).some(({ from, to }) => to - from >= SHORTEST_BLOCK_MS))
    return 'No free time is long enough.';
  return filling ? `“${filling.title}” fills today.` : 'No free time is left today.';
}

export type Placement = ReturnType<typeof usePlacing>;

/** Returns a record without some of its keys. */
function without<Value>(
  record: Readonly<Record<string, Value>>,
  names: readonly string[],
): Record<string, Value> {
  const keys = new Set(names);
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.has(key)));
}

const partKey = (taskId: number, part: number): string => `${taskId} ${part}`;

const editable = (proposed: Proposed): Record<string, TimeSpan[]> =>
  Object.fromEntries(Object.entries(proposed).map(([id, spans]) => [id, [...spans]]));

const byTask = (spans: ReadonlyMap<number, readonly TimeSpan[]>): Record<string, TimeSpan[]> =>
  Object.fromEntries([...spans].map(([id, parts]) => [String(id), [...parts]]));

/** Returns a sentence about times that had passed, and how many of them were moved. */
function renewedSentence(titles: readonly string[], moved: number): string {
  const [title] = titles;
  const isOne = titles.length === 1;
  const times = isOne ? `The time of “${title}”` : `${titles.length} times`;
  if (moved === 0) return `${times} ${isOne ? 'has' : 'have'} passed.`;
  if (isOne) return `${times} had passed and was moved to the next free one.`;
  return moved === titles.length
    ? `${times} had passed and were moved to the next free ones.`
    : `${times} had passed, and ${moved} of them ${moved === 1 ? 'was' : 'were'} moved to the next free time.`;
}

/** Returns a moment in the format of a time field: "09:30". */
const fieldText = (moment: number): string => clockText(minutesAfterMidnight(new Date(moment)));

const typedMoment = (typed: string, day: LocalDay): number | undefined =>
  typed === '' ? undefined : timeOnDay(day, clockMinutes(typed)).getTime();
