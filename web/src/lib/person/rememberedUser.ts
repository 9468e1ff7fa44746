import { DEFAULT_DATES } from '@daymark/contract/time/defaultDates';
import { User } from '@daymark/contract/user';
import { browserStorage } from '../browser/browserStorage';
import { dateSettings } from '../time/dateSettings';
import { density } from '../browser/density';
import { rememberedPerson, REMEMBERED_USER_KEY as KEY } from './earlyUser';

/** The storage key of the time at which the server last confirmed the user. */
export const USER_HEARD_KEY = 'daymark.userAsked';

/**
 * The user who was last signed in on this browser, so that their screens can be drawn before the server has responded,
 * and offline. Only the server knows whether the session is still valid.
 */
export const rememberedUser = {
  get(): User | null {
    try {
      const parsed = User.safeParse(JSON.parse(browserStorage.get(KEY) ?? 'null'));
      return parsed.success ? parsed.data : null;
    } catch {
      return null;
    }
  },
  set(user: User | null): void {
    // Reset the date settings and the density before anything is shown to another person or to a visitor.
    if (user?.id !== rememberedPerson()?.id) {
      dateSettings.set(DEFAULT_DATES);
      density.set('comfortable');
    }
    if (user) {
      browserStorage.set(KEY, JSON.stringify(user));
      browserStorage.set(USER_HEARD_KEY, String(Date.now()));
    } else {
      browserStorage.remove(KEY);
      browserStorage.remove(USER_HEARD_KEY);
    }
  },
  /** Returns when the server last confirmed the user, in ms since 1970, or 0 if that is not known. */
  heardAtMs: (): number => Number(browserStorage.get(USER_HEARD_KEY)),
};
