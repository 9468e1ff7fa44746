import type { FocusSession } from '@daymark/contract/focusSession';
import { MINUTE_MS } from '@daymark/contract/time/units';
import { localInstant, timeText } from '../../lib/time/dates';
import type { TimeSpan } from '../../lib/time/timeSpans';
import { MODE_NAMES } from '@daymark/contract/focusTimerState';
import { type Timer, type TimerMode } from './focusTimer';

/** The time that a recorded session takes, pauses included, or the time so far of the run that is under way. */
export interface TakenSession extends TimeSpan {
  mode: TimerMode;
  isUnderWay?: boolean;
}

/** Returns the times that a session must not overlap: those of the other sessions, and of the run under way. */
export function takenBy(
  sessions: readonly FocusSession[],
  { mode, run }: Pick<Timer, 'mode' | 'run'>,
  now: number,
  ownId?: number,
): TakenSession[] {
  const recorded = sessions
    .filter(({ id }) => id !== ownId)
    .map((one) => ({ mode: one.mode, from: Date.parse(one.start), to: Date.parse(one.end) }));
  if (!run) return recorded;
  const to = run.isRunning ? now : run.at;
  return [...recorded, { mode, from: run.startedAt, to, isUnderWay: true }];
}

/** Returns the ids of the sessions that overlap another one, because two devices recorded or changed them offline. */
export const overlapping = (sessions: readonly FocusSession[]): ReadonlySet<number> =>
  new Set(
    sessions
      .filter(({ id, start, end }) =>
        sessions.some(
          (other) =>
            other.id !== id &&
            Date.parse(other.start) < Date.parse(end) &&
            Date.parse(other.end) > Date.parse(start),
        ),
      )
      .map(({ id }) => id),
  );

/** Longest session that a person can enter, in ms: one day. */
const LONGEST_MS = 24 * 60 * MINUTE_MS;

interface SessionProblem {
  field: 'start' | 'end';
  message: string;
}

/** Returns why a session can't have these times, as a sentence for one of the two fields, or undefined if it can. */
export function sessionProblem(
  { from, to }: TimeSpan,
  taken: readonly TakenSession[],
  now: number,
): SessionProblem | undefined {
  if (from > now) return { field: 'start', message: 'A session can’t start in the future.' };
  if (to <= from) return { field: 'end', message: 'A session must end after it starts.' };
  if (to > now) return { field: 'end', message: 'A session can’t end in the future.' };
  if (to - from > LONGEST_MS) return { field: 'end', message: 'A session lasts at most a day.' };
  const other = taken.find((one) => one.from < to && one.to > from);
  if (!other) return undefined;
  const field = other.from <= from ? 'start' : 'end';
  return { field, message: `This overlaps ${takenText(other)}.` };
}

/** Returns for example "the focus session from 9:00 AM to 9:25 AM". */
function takenText({ mode, from, to, isUnderWay }: TakenSession): string {
  const name = mode === 'focus' ? 'the focus session' : `the ${MODE_NAMES[mode].toLowerCase()}`;
  const start = timeText(new Date(from));
  return isUnderWay
    ? `${name} that began at ${start} and isn’t over`
    : `${name} from ${start} to ${timeText(new Date(to))}`;
}

/**
 * Returns the start that a person means who typed a time in whole minutes. If another session ended during that minute,
 * the start is that end, so that the two don't overlap by a few seconds.
 */
export const startAfter = (typed: number, taken: readonly TakenSession[]): number =>
  Math.max(typed, ...taken.map(({ to }) => to).filter((to) => to < typed + MINUTE_MS));

/** The fields of a session that depend on when it was. */
type SessionTimes = Pick<FocusSession, 'start' | 'end' | 'plannedSeconds' | 'actualSeconds'>;

/**
 * Returns the times of a session that the person changed or added. The pauses of a changed session stay as long as they
 * were, but at most so long that a minute of work is left. A session without a planned end has none afterwards.
 */
export function timesOf({ from, to }: TimeSpan, before?: SessionTimes): SessionTimes {
  const seconds = Math.round((to - from) / 1000);
  const actualSeconds = before
    ? Math.max(seconds - pausedSeconds(before), Math.min(seconds, 60))
    : seconds;
  const isPlanned = before && before.plannedSeconds !== before.actualSeconds;
  return {
    start: localInstant(new Date(from)),
    end: localInstant(new Date(to)),
    plannedSeconds: isPlanned ? before.plannedSeconds : actualSeconds,
    actualSeconds,
  };
}

/** Returns how long a session was paused, in seconds. */
export const pausedSeconds = ({
  start,
  end,
  actualSeconds,
}: Omit<SessionTimes, 'plannedSeconds'>) =>
  Math.max(0, Math.round((Date.parse(end) - Date.parse(start)) / 1000) - actualSeconds);
