import { TOO_MANY_ATTEMPTS } from '@daymark/contract/user';
import { Failure } from '../http/failure';
import type { Ports } from '../ports';
import type { AttemptLimits } from './attemptLimits';

/**
 * Counts an attempt. If the caller passes an IP address, the attempts for an account are counted separately for each IP
 * address. Only clients at the same IP address then have to wait, so nobody can lock another person's account. Returns
 * a function that takes the attempt back. Call this function if the attempt turns out not to be a guess.
 * @throws Failure 429 with Retry-After if there were too many attempts.
 */
export async function countAttempt(
  call: Exclude<keyof AttemptLimits, 'session' | 'guesses'>,
  { email = '', address = '' }: { email?: string; address?: string },
  { stores, attemptLimits, now }: Ports,
): Promise<() => Promise<void>> {
  const { account, address: ofAddress }: Partial<AttemptLimits['login']> = attemptLimits[call];
  const counted = await Promise.all(
    [
      { limit: account, who: `${email} ${address}` },
      { limit: ofAddress, who: address },
    ].map(async ({ limit, who }) => {
      if (!limit) return [];
      const [attempts, seconds] = limit;
      const window = Math.floor(now().getTime() / 1000 / seconds);
      const endsAtSeconds = (window + 1) * seconds;
      const key = `${call} ${window} ${who}`;
      const count = await stores.attempts.increment(key, new Date(endsAtSeconds * 1000));
      const waitSeconds = Math.ceil(endsAtSeconds - now().getTime() / 1000);
      return [{ key, isTooMany: count > attempts, waitSeconds }];
    }),
  );
  const counters = counted.flat();
  const exceeded = counters.filter(({ isTooMany }) => isTooMany);
  if (exceeded.length > 0) {
    const waitSeconds = Math.max(1, ...exceeded.map((one) => one.waitSeconds));
    throw new Failure(429, TOO_MANY_ATTEMPTS, { 'Retry-After': String(waitSeconds) });
  }
  return async () => {
    await Promise.all(counters.map(({ key }) => stores.attempts.decrement(key)));
  };
}
