import { useState } from 'react';
import { clockMinutes, clockText } from '../../lib/time/clockText';
import { minutesAfterMidnight, timeOnDay, type LocalDay } from '../../lib/time/dates';
import { eventSpan } from '../../domain/events/eventSpan';
import { unplacedText, type Filling } from '../../domain/planning/fillFreeTime';
import { MINUTE_MS } from '@daymark/contract/time/units';
import { countText } from '../../lib/text/numbers';
import { isExternal } from '../../domain/events/externalEvent';
import { isBusy, openGaps, workingSpan, type DayOfWork } from '../../domain/planning/freeTime';
import {
  filled,
  hasPassed,
  placings,
  renewed,
  type Placing,
  type ProposedBlock,
  type Proposals,
} from '../../domain/planning/timeBlocks';
import type { DayPlanning } from './useDayPlanning';
import type { CalendarEvent, ShownEvent, ShownTask } from '../../domain/shownRecords';

const SHORTEST_BLOCK_MS = 15 * 60_000;

/** The last proposal. */
interface Proposal {
  sentence: string;
  /** Why each task that doesn't fit into the free time doesn't, by task id. */
  reasons: ReadonlyMap<number, string>;
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
  proposals: Proposals,
  onPropose: (proposals: Record<string, ProposedBlock[]>) => void,
) {
  const { day } = planning;
  const [proposal, setProposal] = useState<Proposal>();
  /** Times that had already passed when they were typed, by the key of their field. */
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const all = placings(planning, proposals);

  const propose = (next: Proposals) =>
    onPropose(Object.fromEntries(Object.entries(next).map(([id, blocks]) => [id, [...blocks]])));
  /** Sets the start of a block of a task, or removes the block. `part` counts the task's blocks from 0. */
  const setStart = ({ task, minutes }: Placing, part: number, start: number | undefined) => {
    const key = fieldKey(task, part);
    if (start !== undefined && hasPassed(start, new Date())) {
      setRefused({ ...refused, [key]: fieldText(start) });
      return;
    }
    setRefused(without(refused, [key]));
    const blocks = [...(proposals[task.id] ?? [])];
    const length = blocks[part]?.minutes ?? minutes;
    blocks.splice(part, 1, ...(start === undefined ? [] : [{ start, minutes: length }]));
    propose({
      ...without(proposals, [String(task.id)]),
      ...(blocks.length > 0 && { [task.id]: blocks }),
    });
  };
  return {
    all,
    proposal,
    /** Returns the text of a block's start field, the field's error, and the moment that the text means. */
    fieldOf({ task, spans }: Placing, part: number) {
      const typed = refused[fieldKey(task, part)];
      const span = spans[part];
      return typed === undefined
        ? { text: span ? fieldText(span.from) : '', start: span?.from }
        : {
            text: typed,
            start: typedMoment(typed, day),
            error: 'This time has passed. Choose a later one.',
          };
    },
    /** Handles typing in a block's start field. */
    type: (placing: Placing, part: number, typed: string): void =>
      setStart(placing, part, typedMoment(typed, day)),
    setStart,
    /** Fills the free time with proposed blocks. `free` is an event that has just been set to count as free. */
    fill(free?: ShownEvent): void {
      const work = { ...planning.work, events: planning.work.events.filter((one) => one !== free) };
      const { spans, unplaced } = filled({ ...planning, work }, proposals);
      const filling = spans.size === 0 ? fillingEvent(work) : undefined;
      const sentence =
        spans.size > 0
          ? `${countText(blockCount(spans), 'time block')} proposed.`
          : noTimeText(work, filling);
      const isOwn = filling && !isExternal(filling);
      setProposal({ sentence, reasons: reasonsOf(unplaced), ...(isOwn && { filling }) });
      const ids = new Set([...spans.keys()].map(String));
      setRefused(
        without(
          refused,
          Object.keys(refused).filter((key) => ids.has(taskOf(key))),
        ),
      );
      propose({ ...proposals, ...proposalsOf(spans) });
    },
    clear(): void {
      setProposal(undefined);
      setRefused({});
      propose({});
    },
    /**
     * Checks whether all times can be accepted now. 'refused' means that a time had already passed when it was typed.
     * 'renewed' means that a time has passed since it was typed or proposed, so a new proposal was made.
     */
    check(): 'accepted' | 'refused' | 'renewed' {
      const isRefused = ({ task, block }: Placing) =>
        !block && Object.keys(refused).some((key) => taskOf(key) === String(task.id));
      if (all.some(isRefused)) return 'refused';
      const now = new Date();
      const { passed, spans, unplaced } = renewed(
        { ...planning, work: { ...planning.work, now } },
        proposals,
      );
      if (passed.length === 0) return 'accepted';
      const titles = all.flatMap(({ task }) => (passed.includes(task.id) ? task.title : []));
      setProposal({
        sentence: renewedSentence(titles, spans.size),
        reasons: reasonsOf(unplaced),
      });
      propose({ ...without(proposals, passed.map(String)), ...proposalsOf(spans) });
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
  keys: readonly string[],
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}

/** Returns the key of the start field of a task's block. */
const fieldKey = ({ id }: ShownTask, part: number): string => `${id} ${part}`;

/** Returns the id of the task of a start field, as text. */
const taskOf = (key: string): string => key.split(' ', 1)[0] ?? '';

const proposalsOf = (spans: Filling['spans']): Record<string, ProposedBlock[]> =>
  Object.fromEntries(
    [...spans].map(([id, parts]) => [
      String(id),
      parts.map(({ from, to }) => ({ start: from, minutes: (to - from) / MINUTE_MS })),
    ]),
  );

const blockCount = (spans: Filling['spans']): number => [...spans.values()].flat().length;

const reasonsOf = (unplaced: Filling['unplaced']): ReadonlyMap<number, string> =>
  new Map(unplaced.map((one) => [one.id, unplacedText(one)]));

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
