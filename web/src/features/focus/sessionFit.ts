import { mergedSpans, type TimeSpan } from '../../lib/timeSpans';
import { durationMs, type TimerRules } from './focusTimer';

/** A time that is taken already, by whatever calendar. */
export interface TakenTime extends TimeSpan {
  title: string;
}

/** What fits before the next event begins. */
export interface SessionFit {
  /** Until when there is time, and what begins then. */
  next: TakenTime;
  /** Whole minutes until then. */
  minutes: number;
  /** Of focus; the settings' own, unless only a shorter session fits. */
  focusMinutes: number;
  /** Of the break after it; 0 where none fits. */
  breakMinutes: number;
  /** It is shorter than the settings say: only for whoever accepts it. */
  isShorter: boolean;
}

const MINUTE_MS = 60_000;
/** What begins later than that is no reason to hurry. */
const AHEAD_MS = 3 * 60 * MINUTE_MS;
/** Shorter sessions aren't worth starting; others end on the five minutes. */
const SHORTEST_MINUTES = 10;
const STEP_MINUTES = 5;

/**
 * What fits between now and the next event. Undefined while an event is on, when none begins soon, and when there is
 * no time for anything. What is suggested never overlaps an event.
 */
export function sessionFit(
  taken: readonly TakenTime[],
  now: number,
  rules: TimerRules,
): SessionFit | undefined {
  if (mergedSpans(taken).some(({ from, to }) => from <= now && now < to)) return undefined;
  const next = taken
    .filter(({ from }) => from > now && from <= now + AHEAD_MS)
    .reduce<TakenTime | undefined>(
      (first, one) => (first && first.from <= one.from ? first : one),
      undefined,
    );
  if (!next) return undefined;
  const minutes = Math.floor((next.from - now) / MINUTE_MS);
  const focus = durationMs('focus', rules) / MINUTE_MS;
  const rest = durationMs('shortBreak', rules) / MINUTE_MS;
  if (minutes >= focus)
    return {
      ...{ next, minutes, focusMinutes: focus, isShorter: false },
      breakMinutes: minutes >= focus + rest ? rest : 0,
    };
  const shorter = minutes - (minutes % STEP_MINUTES);
  if (shorter < SHORTEST_MINUTES) return undefined;
  return { next, minutes, focusMinutes: shorter, breakMinutes: 0, isShorter: true };
}

/** "38 min until Design review: 25 + 5 fits". */
export function fitText({ next, minutes, focusMinutes, breakMinutes }: SessionFit): string {
  const rest = breakMinutes > 0 ? ` + ${breakMinutes}` : '';
  return `${minutesText(minutes)} until ${next.title}: ${focusMinutes}${rest} fits`;
}

function minutesText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
}
