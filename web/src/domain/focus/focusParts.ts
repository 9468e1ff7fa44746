import type { FocusSession } from '@daymark/contract/focusSession';
import type { LocalDay } from '../../lib/time/dates';
import { daySpan, partsByDay, sessionSpan } from '../insights/insightDays';

/** A part of a focus session on one day. Parts never overlap. */
export interface FocusPart<Session = FocusSession> {
  session: Session;
  day: LocalDay;
  /** In ms since 1970, both in whole seconds. */
  from: number;
  to: number;
}

type Recorded = Pick<FocusSession, 'id' | 'mode' | 'start' | 'end' | 'actualSeconds'>;

/**
 * Returns the parts of the focus sessions on some days, in order of time. The days are consecutive. A session across
 * midnight is divided.
 *
 * Time that several sessions share counts once. It belongs to the session that began last, as a run of the timer ends
 * the earlier run. If several began in the same second, it belongs to the one with the greatest id. The parts don't
 * depend on the order of the sessions.
 */
export function focusParts<Session extends Recorded>(
  sessions: readonly Session[],
  days: readonly LocalDay[],
): FocusPart<Session>[] {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [begin, end] = [daySpan(first).from, daySpan(last).to];
  const runs = sessions
    .filter(({ mode }) => mode === 'focus')
    .map((session) => ({ session, ...sessionSpan(session) }))
    .filter(({ from, to }) => from < to && to > begin && from < end)
    .sort((a, b) => a.from - b.from || a.session.id - b.session.id);

  const parts: FocusPart<Session>[] = [];
  /** The runs that have begun and may go on, the latest at the end. */
  const begun: typeof runs = [];
  let at = -Infinity;
  const goTo = (until: number) => {
    for (let run = begun.at(-1); run && at < until; run = begun.at(-1)) {
      const to = Math.min(run.to, until);
      if (to > at)
        for (const { day, part } of partsByDay({ from: at, to }))
          if (day >= first && day <= last) parts.push({ session: run.session, day, ...part });
      at = Math.max(at, to);
      if (run.to <= at) begun.pop();
    }
    at = until;
  };
  for (const run of runs) {
    goTo(run.from);
    begun.push(run);
  }
  goTo(Infinity);
  return parts;
}

/** Returns the seconds of focus in some parts. */
export const secondsOf = (parts: readonly Pick<FocusPart, 'from' | 'to'>[]): number =>
  parts.reduce((ms, { from, to }) => ms + to - from, 0) / 1000;
