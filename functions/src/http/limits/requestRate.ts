import { createHash } from 'node:crypto';
import type { LookUp } from '../../handler';
import type { Ports } from '../../ports';
import { Failure } from '../failure';

/**
 * At most this many keys are counted at once. Beyond that, the first keys are forgotten, so that memory stays bounded.
 */
const KEYS_MAX = 50_000;

/** Returns a function that counts by key in windows of time, in this instance only. */
function counter() {
  let windowNow = 0;
  const counts = new Map<string, number>();

  /**
   * Counts one more for `text`. Returns a function that takes the count back.
   * @throws Failure 429 with Retry-After.
   */
  return (
    text: string,
    [most, seconds]: Ports['attemptLimits']['session'],
    now: Date,
  ): (() => void) => {
    // The key is hashed, because the text may be the secret of a calendar feed or a client's IP address.
    const key = createHash('sha256').update(text).digest('base64');
    const window = Math.floor(now.getTime() / 1000 / seconds);
    if (window !== windowNow) counts.clear();
    windowNow = window;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const [first] = counts.keys();
    if (counts.size > KEYS_MAX && first !== undefined) counts.delete(first);
    if (count > most) {
      const waitSeconds = Math.ceil((window + 1) * seconds - now.getTime() / 1000);
      throw new Failure(429, 'Too many requests. Please try again in a minute.', {
        'Retry-After': String(Math.max(1, waitSeconds)),
      });
    }
    return () => {
      const counted = counts.get(key);
      if (window === windowNow && counted !== undefined) counts.set(key, counted - 1);
    };
  };
}

const requests = counter();
const guesses = counter();

/**
 * Counts a request of a session, an API token or a calendar feed. Such a count limits what one browser, or a thief of
 * its cookie, can cost.
 * @throws Failure 429 with Retry-After.
 */
export function countRequest(key: string, { attemptLimits, now }: Ports): void {
  requests(key, attemptLimits.session, now());
}

/**
 * Returns a look-up that limits how often a client address may name something that does not exist, because each attempt
 * costs a read. The look-up counts before it reads, so that simultaneous guesses can't all pass.
 */
export const lookUpFor =
  (address: string, { attemptLimits, now }: Ports): LookUp =>
  async (find) => {
    const takeBack = guesses(address, attemptLimits.guesses, now());
    const found = await find().catch((error: unknown) => {
      takeBack();
      throw error;
    });
    if (found !== undefined) takeBack();
    return found;
  };
