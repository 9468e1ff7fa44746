import type { FocusSession } from '@daymark/contract/focusSession';
import { MINUTE_MS } from '@daymark/contract/time/units';
import { chosenInstant } from '../../domain/events/eventTimes';
import {
  sessionProblem,
  startAfter,
  timesOf,
  type TakenSession,
} from '../../domain/focus/sessionEdit';
import { clockMinutes, clockText } from '../../lib/time/clockText';
import {
  isLocalDay,
  localDay,
  localInstant,
  minutesAfterMidnight,
  personsDay,
  startOfPersonsDay,
  timeOnDay,
  type LocalDay,
} from '../../lib/time/dates';
import type { TimeSpan } from '../../lib/time/timeSpans';
import type { SessionFields } from '../../records/focus/focusQueries';
import type { TypedSession } from './sessionDrafts';

export type SessionErrors = Partial<Record<'start' | 'end', string>>;

const timeOf = (date: Date) => clockText(minutesAfterMidnight(date));

/** Returns a session's fields for the dialog. */
export function typedOf({ taskId, start, end, note }: FocusSession): TypedSession {
  const [from, to] = [new Date(start), new Date(end)];
  return {
    taskId,
    startDay: localDay(from),
    startTime: timeOf(from),
    endDay: localDay(to),
    endTime: timeOf(to),
    note: note ?? '',
  };
}

/** Length of the session that the dialog proposes, in ms. */
const PROPOSED_MS = 25 * MINUTE_MS;

/**
 * Returns the fields of a new session on a day. Today it is the time up to now since the last session, or 25 minutes.
 * On another day the person enters the times.
 */
export function newTypedSession(
  day: LocalDay,
  now: Date,
  taken: readonly TakenSession[],
): TypedSession {
  const isToday = day === personsDay(now);
  // After midnight, a day that goes on has its sessions on the next date.
  const date = isToday ? localDay(now) : day;
  const fields = { taskId: null, startDay: date, endDay: date, note: '' };
  if (!isToday) return { ...fields, startTime: '', endTime: '' };
  const earliest = Math.max(startOfPersonsDay(day).getTime(), now.getTime() - PROPOSED_MS);
  const from = Math.max(earliest, ...taken.map(({ to }) => to));
  // Without a whole minute there is nothing to propose.
  if (now.getTime() - from < MINUTE_MS) return { ...fields, startTime: '', endTime: timeOf(now) };
  const start = new Date(from);
  return { ...fields, startDay: localDay(start), startTime: timeOf(start), endTime: timeOf(now) };
}

/**
 * Returns the fields that the person changed, or the errors of the fields. Times that stay as they were are not
 * checked, because the person may only want to change the note.
 */
export function readTyped(
  typed: TypedSession,
  before: FocusSession | null,
  taken: readonly TakenSession[],
  now: Date,
): { fields: Partial<SessionFields>; span: TimeSpan | undefined } | { errors: SessionErrors } {
  const known = before && typedOf(before);
  const { taskId, startDay, startTime, endDay, endTime } = typed;
  const note = typed.note.trim() || null;
  const fields: Partial<SessionFields> = {
    ...(taskId !== (before?.taskId ?? null) && { taskId }),
    ...(note !== (before?.note?.trim() || null) && { note }),
  };
  const names = ['startDay', 'startTime', 'endDay', 'endTime'] as const;
  if (known && names.every((name) => known[name] === typed[name]))
    return { fields, span: undefined };
  const errors: SessionErrors = {
    ...requiredError('start', startDay, startTime),
    ...requiredError('end', endDay, endTime),
  };
  if (Object.keys(errors).length > 0) return { errors };
  const typedStart = momentOf(startDay, startTime, before?.start);
  const isStartKept = typedStart === Date.parse(before?.start ?? '');
  const span = {
    from: isStartKept ? typedStart : startAfter(typedStart, taken),
    to: momentOf(endDay, endTime, before?.end),
  };
  const problem = sessionProblem(span, taken, now.getTime());
  if (problem) return { errors: { [problem.field]: problem.message } };
  return { fields: { ...fields, ...timesOf(span, before ?? undefined) }, span };
}

function requiredError(field: 'start' | 'end', day: string, time: string): SessionErrors {
  const name = field === 'start' ? 'Start' : 'End';
  if (!isLocalDay(day)) return { [field]: `${name} date is required` };
  return time === '' ? { [field]: `${name} time is required` } : {};
}

/** Returns the moment of a day and a time. A stored moment that is shown with these values keeps its seconds. */
const momentOf = (day: LocalDay, time: string, stored: string | undefined): number =>
  Date.parse(
    stored === undefined
      ? localInstant(timeOnDay(day, clockMinutes(time)))
      : chosenInstant(day, clockMinutes(time), stored),
  );
