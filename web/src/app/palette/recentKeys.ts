import * as z from 'zod/mini';
import { browserStorage } from '../../lib/browser/browserStorage';
import { recentKey } from '../../lib/person/drafts';

/** At most this many keys are remembered. */
const REMEMBERED_MAX = 40;

const Recent = z.array(z.tuple([z.string(), z.number()]));

/**
 * Returns the keys of what the person opened or ran in the palette, the latest first, with the time in ms since 1970.
 * Only this browser stores the keys, which don't contain titles of records.
 */
export function recentKeys(userId: number): ReadonlyMap<string, number> {
  try {
    const stored: unknown = JSON.parse(browserStorage.get(recentKey(userId)) ?? '[]');
    return new Map(Recent.safeParse(stored).data);
  } catch {
    return new Map();
  }
}

/** Stores a key as the latest one. */
export function rememberKey(userId: number, key: string): void {
  const others = [...recentKeys(userId)].filter(([other]) => other !== key);
  const latest = [[key, Date.now()], ...others].slice(0, REMEMBERED_MAX);
  browserStorage.set(recentKey(userId), JSON.stringify(latest));
}
