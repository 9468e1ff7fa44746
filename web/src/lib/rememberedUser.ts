import { User } from '@daymark/contract/user';
import { REMEMBERED_USER as KEY } from './earlyUser';

/**
 * Who was last signed in on this browser, so that their screens can be drawn before anybody has answered, and without
 * a network at all. Only the server can say that it is no longer so.
 */
export const rememberedUser = {
  get(): User | null {
    try {
      const parsed = User.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
      return parsed.success ? parsed.data : null;
    } catch {
      return null;
    }
  },
  set(user: User | null): void {
    try {
      if (user) localStorage.setItem(KEY, JSON.stringify(user));
      else localStorage.removeItem(KEY);
    } catch {
      // Storage is blocked or full: the next start asks the server first.
    }
  },
};
