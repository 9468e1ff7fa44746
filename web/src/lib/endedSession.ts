import type { User } from '@daymark/contract/user';
import { tabStorage } from './browserStorage';

const KEY = 'daymark.endedSession';

/** The e-mail of the person whose session ended in this tab, until somebody signs in. Not of the demo: its copies end for good. */
export const endedSession = {
  email: (): string | null => tabStorage.get(KEY),
  set(user: User): void {
    if (user.expiresAt === null) tabStorage.set(KEY, user.email);
  },
  clear: (): void => tabStorage.remove(KEY),
};
