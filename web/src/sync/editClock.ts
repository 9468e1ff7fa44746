import type { Platform } from './platform';

const OFFSET_KEY = 'daymark.clockOffset';
const LAST_EDIT_KEY = 'daymark.lastEdit';

/** A response's Date header has no fractions of a second. */
const DATE_PRECISION_MS = 1_000;

/**
 * The times of this browser's edits, by the server's clock: of two edits of a field the later one wins. It is a hybrid
 * logical clock: the times follow the clock, and each is later than all before it in this browser, also in another tab,
 * after a reload, and when the clock was set back in between.
 */
export function createEditClock({ now: deviceNow, values }: Pick<Platform, 'now' | 'values'>) {
  let offsetMs = Number(values.get(OFFSET_KEY)) || 0;
  let lastEditMs = 0;
  const now = () => new Date(deviceNow() + offsetMs);

  return {
    /** The server's time, as far as this browser knows it. */
    now,

    /** The time of an edit that is made now. */
    nextEdit(): string {
      const stored = Number(values.get(LAST_EDIT_KEY)) || 0;
      lastEditMs = Math.max(now().getTime(), lastEditMs + 1, stored + 1);
      values.set(LAST_EDIT_KEY, String(lastEditMs));
      return new Date(lastEditMs).toISOString();
    },

    /**
     * Learns from a response, and from when its request was made, in ms since 1970, how far the server's clock is ahead.
     * The server answered at some moment in between, so a slow connection leaves the offset uncertain: it changes only as
     * far as the response proves it wrong.
     */
    learn(sentAtMs: number, { headers }: Response): void {
      const answeredAt = Date.parse(headers.get('Date') ?? '');
      if (Number.isNaN(answeredAt)) return;
      const least = answeredAt - deviceNow();
      const most = answeredAt + DATE_PRECISION_MS - sentAtMs;
      // The clock was set while the request was under way.
      if (least > most) return;
      offsetMs = Math.min(Math.max(offsetMs, least), most);
      values.set(OFFSET_KEY, String(offsetMs));
      // The server counts a later time as its own, so no edit that it has is later than this. Otherwise a clock that was
      // once ahead would give all edits of this browser times in the future.
      const latest = answeredAt + DATE_PRECISION_MS;
      lastEditMs = Math.min(lastEditMs, latest);
      if ((Number(values.get(LAST_EDIT_KEY)) || 0) > latest)
        values.set(LAST_EDIT_KEY, String(latest));
    },
  };
}
