import { TOO_MANY_ATTEMPTS } from '@daymark/contract/user';
import { Failure } from '../http/failure';
import type { Ports } from '../ports';
import type { AttemptLimits } from './attemptLimits';

/**
 * Counts a try. Each counter belongs to an address, so nobody can lock another person's account: only
 * whoever tries too often is kept waiting, and only at that address.
 * Answers how to take the try back, once it proved not to be a guess.
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
    ].map(async ({ limit: [most, seconds], who }) => {
      const window = Math.floor(now().getTime() / 1000 / seconds);
      const ends = (window + 1) * seconds;
      const key = `${call} ${window} ${who}`;
      const count = await stores.attempts.add(key, new Date(ends * 1000));
      return { key, isTooMany: count > most, wait: Math.ceil(ends - now().getTime() / 1000) };
    }),
  );
  const refusing = counted.filter(({ isTooMany }) => isTooMany);
  if (refusing.length > 0) {
    const wait = Math.max(1, ...refusing.map(({ wait }) => wait));
    throw new Failure(429, TOO_MANY_ATTEMPTS, { 'Retry-After': String(wait) });
  }
  return async () => {
    await Promise.all(counted.map(({ key }) => stores.attempts.forgive(key)));
  };
}
