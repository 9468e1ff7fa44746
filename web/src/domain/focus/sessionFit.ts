import type { TimerSettings } from '@daymark/contract/settings';
import { MINUTE_MS } from '@daymark/contract/time/units';
import { mergedSpans, type TimeSpan } from '../../lib/time/timeSpans';
import { durationMs } from './focusTimer';

/** A span of time that an event of any calendar takes. */
export interface TakenTime extends TimeSpan {
  title: string;
}

/** The focus session that fits before the next event begins. */
export interface SessionFit {
  /** The next event. */
  next: TakenTime;
  /** Whole minutes until the next event begins. */
  minutes: number;
  /** Minutes of focus: the settings' focus duration, or less if only a shorter session fits. */
  focusMinutes: number;
  /** Minutes of the break after the session, or 0 if the break doesn't fit. */
  breakMinutes: number;
  /** Whether the session is shorter than the settings' focus duration. The person has to accept a shorter session. */
  isShorter: boolean;
}

/** Longest time until the next event, in ms. An event that begins later is ignored. */
const AHEAD_MS = 3 * 60 * MINUTE_MS;
/** Shortest session that is suggested, in minutes. A shortened session is a multiple of `STEP_MINUTES`. */
const SHORTEST_MINUTES = 10;
const STEP_MINUTES = 5;

/**
 * Returns the focus session that fits between now and the next event. The session never overlaps an event. Returns
 * undefined during an event, if no event begins soon, or if there is too little time.
 */
export function sessionFit(
  taken: readonly TakenTime[],
  now: number,
  rules: TimerSettings,
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
      next,
      minutes,
      focusMinutes: focus,
      breakMinutes: minutes >= focus + rest ? rest : 0,
      isShorter: false,
    };
  const shorter = minutes - (minutes % STEP_MINUTES);
  if (shorter < SHORTEST_MINUTES) return undefined;
  return { next, minutes, focusMinutes: shorter, breakMinutes: 0, isShorter: true };
}

/** Returns the text that says what fits: "38 min until Design review: 25 + 5 fits". */
export function fitText({ next, minutes, focusMinutes, breakMinutes }: SessionFit): string {
  const rest = breakMinutes > 0 ? ` + ${breakMinutes}` : '';
  return `${minutesText(minutes)} until ${next.title}: ${focusMinutes}${rest} fits`;
}

function minutesText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
}
