import { DEMO_ACCOUNT, Username, USERNAME_MAX } from '@daymark/contract/user';
import { Failure } from '../http/failure';

/** Longest key, in UTF-16 units. NFKC can turn one character into eighteen, and a document id holds 1,500 bytes. */
const KEY_MAX = 300;

/**
 * Returns the key by which usernames are compared. Compatibility forms and letter case don't count. The detour through
 * upper case folds letters that lower case keeps apart (ß and ss, σ and ς).
 * @throws Failure 400 if the key is too long or empty.
 */
export function usernameKey(username: string): string {
  const folded = username.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase();
  const key = folded.normalize('NFKC').trim();
  if (key.length > KEY_MAX || key.length === 0)
    throw new Failure(400, 'This username can’t be used. Please choose another one.');
  return key;
}

/** Returns whether a name is reserved for copies of the demo. */
export const isReservedName = (key: string) => key === usernameKey(DEMO_ACCOUNT.username);

/**
 * Returns a username for an account whose name comes from Google or Firebase: that name, or else the local part of the
 * e-mail address, cut to length. Returns 'user' if neither is valid.
 */
export function fittingUsername(name: string | undefined, email: string): string {
  const candidates = [name, email.split('@')[0]].map((candidate) =>
    Username.safeParse(cut(candidate?.trim() ?? '', USERNAME_MAX)),
  );
  return candidates.find(({ success }) => success)?.data ?? 'user';
}

/** Returns `username` with `number` appended, shortened to fit the maximum length. */
export function withNumber(username: string, number: number): string {
  return `${cut(username, USERNAME_MAX - String(number).length)}${number}`;
}

/** Returns the start of a text in at most `maxLength` UTF-16 units, without splitting a character. */
function cut(text: string, maxLength: number): string {
  let start = '';
  for (const character of text) {
    if (start.length + character.length > maxLength) break;
    start += character;
  }
  return start;
}
