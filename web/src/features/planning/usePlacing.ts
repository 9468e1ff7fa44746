import { useState } from 'react';
import { clockMinutes, clockText } from '../../lib/time/clockText';
import { minutesAfterMidnight, timeOnDay, type LocalDay } from '../../lib/time/dates';
import { eventSpan } from '../../domain/events/eventSpan';
import { countText } from '../../lib/text/numbers';
import { isExternal } from '../../domain/events/externalEvent';
import { isBusy, openGaps, workingSpan, type DayOfWork } from '../../domain/planning/freeTime';
import {
  filled,
  hasPassed,
  placings,
  renewed,
  type Placing,
  type Starts,
} from '../../domain/planning/timeBlocks';
import type { DayPlanning } from './useDayPlanning';
import type { CalendarEvent, ShownEvent, ShownTask } from '../../domain/shownRecords';

const SHORTEST_BLOCK_MS = 15 * 60_000;

/** The last proposal. */
interface Proposal {
  sentence: string;
  /** The ids of the tasks that don't fit into the free time. */
  unplaced: readonly number[];
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
  starts: Starts,
  onStarts: (starts: Record<string, number>) => void,
) {
  const { day } = planning;
  const [proposal, setProposal] = useState<Proposal>();
  /** Times that had already passed when they were typed, by task id. */
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const all = placings(planning, starts);

  const setStart = ({ id }: ShownTask, start: number | undefined) => {
    if (start !== undefined && hasPassed(start, new Date())) {
      setRefused({ ...refused, [id]: fieldText(start) });
      return;
    }
    setRefused(without(refused, [id]));
    onStarts({ ...without(starts, [id]), ...(start !== undefined && { [id]: start }) });
  };
  return {
    all,
    proposal,
    /** Returns the text of a task's start field, the field's error, and the moment that the text means. */
    fieldOf({ task, span }: Placing) {
      const typed = refused[task.id];
      return typed === undefined
        ? { text: span ? fieldText(span.from) : '', start: span?.from }
        : {
            text: typed,
            start: typedMoment(typed, day),
            error: 'This time has passed. Choose a later one.',
          };
    },
    /** Handles typing in a task's start field. */
    type: (task: ShownTask, typed: string): void => setStart(task, typedMoment(typed, day)),
    setStart,
    /** Fills the free time with proposed blocks. `free` is an event that has just been set to count as free. */
    fill(free?: ShownEvent): void {
      const work = { ...planning.work, events: planning.work.events.filter((one) => one !== free) };
      const { spans, unplaced } = filled({ ...planning, work }, starts);
      const filling = spans.size === 0 ? fillingEvent(work) : undefined;
      const sentence =
        spans.size > 0
          ? `${countText(spans.size, 'time block')} proposed.`
          : noTimeText(work, filling);
      const isOwn = filling && !isExternal(filling);
      setProposal({ sentence, unplaced, ...(isOwn && { filling }) });
      setRefused(without(refused, [...spans.keys()]));
      onStarts({ ...starts, ...startsOf(spans) });
    },
    clear(): void {
      setProposal(undefined);
      setRefused({});
      onStarts({});
    },
    /**
     * Checks whether all times can be accepted now. 'refused' means that a time had already passed when it was typed.
     * 'renewed' means that a time has passed since it was typed or proposed, so a new proposal was made.
     */
    check(): 'accepted' | 'refused' | 'renewed' {
      if (all.some(({ task, block }) => !block && task.id in refused)) return 'refused';
      const now = new Date();
      const { passed, spans, unplaced } = renewed(
        { ...planning, work: { ...planning.work, now } },
        starts,
      );
      if (passed.length === 0) return 'accepted';
      const titles = all.flatMap(({ task }) => (passed.includes(task.id) ? task.title : []));
      setProposal({ sentence: renewedSentence(titles, spans.size), unplaced });
      onStarts({ ...without(starts, passed), ...startsOf(spans) });
      return 'renewed';
    },
  };
}

/** Returns the busy event that covers all of a day's working hours. */
function fillingEvent({ day, hours, events }: DayOfWork): CalendarEvent | undefined {
  const working = workingSpan(day, hours);
  return events.find((event) => {
    const { from, to } = eventSpan(event);
    return working && isBusy(event) && from <= working.from && to >= working.to;
  });
}

/** Returns a sentence that says why there is no free time for a block. */
function noTimeText(work: DayOfWork, filling: CalendarEvent | undefined): string {
  if (!workingSpan(work.day, work.hours)) return 'Today is a day off.';
  if (openGaps(work).some(({ from, to }) => to - from >= SHORTEST_BLOCK_MS))
    return 'No free time is long enough.';
  return filling ? `“${filling.title}” fills today.` : 'No free time is left today.';
}

export type Placement = ReturnType<typeof usePlacing>;

/** Returns a record without some of its keys. */
function without<Value>(
  record: Readonly<Record<string, Value>>,
  ids: readonly number[],
): Record<string, Value> {
  const keys = new Set(ids.map(String));
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.has(key)));
}

const startsOf = (spans: ReadonlyMap<number, { from: number }>): Record<string, number> =>
  Object.fromEntries([...spans].map(([id, { from }]) => [String(id), from]));

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
