import { tabStorage } from '../browser/browserStorage';

const KEY = 'daymark.accountDeleted';

/** Whether an account was deleted in this tab and nobody has signed in since. */
export const deletedAccount = {
  is: (): boolean => tabStorage.get(KEY) !== null,
  set: (): void => tabStorage.set(KEY, '1'),
  clear: (): void => tabStorage.remove(KEY),
};
