import type { Platform } from './platform';

/** The storage key of how far the server's clock is ahead, in ms. */
export const OFFSET_KEY = 'daymark.clockOffset';
/** The storage key of the time of the last edit, in ms. */
export const LAST_EDIT_KEY = 'daymark.lastEdit';

/** The precision of a response's Date header, in ms. */
const DATE_PRECISION_MS = 1_000;

/**
 * Creates the clock for the times of this browser's edits, which follows the server's clock. If two edits of a field
 * conflict, the later one wins. The edit clock is a hybrid logical clock. Each of its times is later than all earlier
 * ones in this browser, even in another tab, after a reload, or after the device's clock was set back. The only
 * exception is a time that was in the future, which `learn` resets.
 */
export function createEditClock({ now: deviceNow, values }: Pick<Platform, 'now' | 'values'>) {
  let offsetMs = Number(values.get(OFFSET_KEY)) || 0;
  let lastEditMs = 0;
  const now = () => new Date(deviceNow() + offsetMs);

  return {
    /** Returns the server's time, as far as this browser knows it. */
    now,

    /** Returns the time of an edit that is made now, in ISO 8601. */
    nextEdit(): string {
      const stored = Number(values.get(LAST_EDIT_KEY)) || 0;
      lastEditMs = Math.max(now().getTime(), lastEditMs + 1, stored + 1);
      values.set(LAST_EDIT_KEY, String(lastEditMs));
      return new Date(lastEditMs).toISOString();
    },

    /**
     * Learns from a response how far the server's clock is ahead. `sentAtMs` is the time of the request, in ms since
     * 1970. The server responded at some moment between the request and now, so the offset changes only as far as the
     * response proves it wrong.
     */
    learn(sentAtMs: number, { headers }: Response): void {
      const respondedAt = Date.parse(headers.get('Date') ?? '');
      if (Number.isNaN(respondedAt)) return;
      const least = respondedAt - deviceNow();
      const most = respondedAt + DATE_PRECISION_MS - sentAtMs;
      // If `least` is greater than `most`, the device's clock was set during the request.
      if (least > most) return;
      offsetMs = Math.min(Math.max(offsetMs, least), most);
      values.set(OFFSET_KEY, String(offsetMs));
      // Reset a last edit time that is in the future. Otherwise a clock that was once ahead would give all later edits
      // times in the future. The server replaces such a time with its own, so no edit on the server is later than
      // `latest`.
      const latest = respondedAt + DATE_PRECISION_MS;
      lastEditMs = Math.min(lastEditMs, latest);
      if ((Number(values.get(LAST_EDIT_KEY)) || 0) > latest)
        values.set(LAST_EDIT_KEY, String(latest));
    },
  };
}
