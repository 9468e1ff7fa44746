import { TOO_MANY_ATTEMPTS } from '@daymark/contract/user';
import { Failure } from '../http/failure';
import type { Ports } from '../ports';
import type { AttemptLimits } from './attemptLimits';

/**
 * Counts an attempt. Each counter belongs to an IP address, so nobody can lock another person's account: only clients
 * at that address have to wait.
 * Answers a function that takes the attempt back, for when it turns out not to be a guess.
 * @throws Failure 429 with Retry-After.
 */
export async function countAttempt(
  call: keyof AttemptLimits,
  { email, address }: { email: string; address: string },
  { stores, attemptLimits, now }: Ports,
): Promise<() => Promise<void>> {
  const limits = attemptLimits[call];
  const counted = await Promise.all(
    [
      { limit: limits.account, who: `${email.toLowerCase()} ${address}` },
      { limit: limits.address, who: address },
    ].map(async ({ limit: [attempts, seconds], who }) => {
      const window = Math.floor(now().getTime() / 1000 / seconds);
      const endsAtSeconds = (window + 1) * seconds;
      const key = `${call} ${window} ${who}`;
      const count = await stores.attempts.increment(key, new Date(endsAtSeconds * 1000));
      return {
        key,
        isTooMany: count > attempts,
        waitSeconds: Math.ceil(endsAtSeconds - now().getTime() / 1000),
      };
    }),
  );
  const exceeded = counted.filter(({ isTooMany }) => isTooMany);
  if (exceeded.length > 0) {
    const waitSeconds = Math.max(1, ...exceeded.map((one) => one.waitSeconds));
    throw new Failure(429, TOO_MANY_ATTEMPTS, { 'Retry-After': String(waitSeconds) });
  }
  return async () => {
    await Promise.all(counted.map(({ key }) => stores.attempts.decrement(key)));
  };
}
