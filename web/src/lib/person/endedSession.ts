import type { User } from '@daymark/contract/user';
import { tabStorage } from '../browser/browserStorage';
import { dataOwners, type Unsent } from './dataOwners';

const KEY = 'daymark.endedSession';

/** In memory only, because nothing that names a person stays in the browser after their session. */
let email: string | null = null;

/**
 * The person whose session ended in this tab, until someone signs in. A copy of the demo is left out, because nobody
 * can sign in to it again.
 */
export const endedSession = {
  is: (): boolean => tabStorage.get(KEY) !== null,
  /** Returns the person's e-mail address, or null after a reload. */
  email: (): string | null => (tabStorage.get(KEY) === null ? null : email),
  /** Returns the number of changes and drafts that wait in this browser for that person. */
  unsent: (): Unsent | undefined => dataOwners.all().get(Number(tabStorage.get(KEY))),
  set(user: User): void {
    if (user.expiresAt !== null) return;
    tabStorage.set(KEY, String(user.id));
    email = user.email;
  },
  clear(): void {
    tabStorage.remove(KEY);
    email = null;
  },
};
