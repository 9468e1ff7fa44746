import { randomInt } from 'node:crypto';
import { DEMO_ACCOUNT, Username, USERNAME_MAX, usernameTaken } from '@daymark/contract/user';
import { Failure } from '../http/failure';
import type { Profiles } from '../store/profiles';

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
export const withNumber = (username: string, number: number): string =>
  withEnding(username, String(number));

const withEnding = (username: string, ending: string): string =>
  `${cut(username, USERNAME_MAX - ending.length)}${ending}`;

/** Returns the error for a username that is taken, with two similar names that are free. */
export async function usernameIsTaken(
  username: string,
  email: string,
  profiles: Pick<Profiles, 'isNameTaken'>,
): Promise<Failure> {
  const similar = similarUsernames(username, email);
  const areTaken = await Promise.all(
    similar.map(async (name) => {
      const key = usernameKey(name);
      return isReservedName(key) || (await profiles.isNameTaken(key));
    }),
  );
  const free = similar.filter((_, index) => !areTaken[index]);
  return new Failure(409, usernameTaken(username, free));
}

/**
 * Returns names similar to a username, the best ones first. A name of one word gets the initial of the e-mail address's
 * last part: "anna-k" for anna.kern@example.com. The last numbers are random, because the first ones may all be taken.
 */
function similarUsernames(username: string, email: string): string[] {
  const parts = email.replace(/@.*/s, '').split(/[^\p{L}]+/u);
  const initial = /^\p{L}+$/u.test(username) && parts.length > 1 ? parts.at(-1)?.[0] : undefined;
  return [
    withNumber(username, 2),
    ...(initial === undefined ? [] : [withEnding(username, `-${initial}`)]),
    withNumber(username, 3),
    withNumber(username, randomInt(10, 100)),
    withNumber(username, randomInt(100, 1_000)),
    withNumber(username, randomInt(1_000, 1_000_000)),
  ];
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
