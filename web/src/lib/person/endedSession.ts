import type { User } from '@daymark/contract/user';
import { tabStorage } from '../browser/browserStorage';
import { dataOwners, type Unsent } from './dataOwners';

const KEY = 'daymark.endedSession';

/** Only in memory: nothing that names a person stays in the browser after their session. */
let email: string | null = null;

/** The person whose session ended in this tab, until somebody signs in. Not of the demo: its copies end for good. */
export const endedSession = {
  is: (): boolean => tabStorage.get(KEY) !== null,
  /** Null after a reload. */
  email: (): string | null => (tabStorage.get(KEY) === null ? null : email),
  /** What waits in this browser for that person. */
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
