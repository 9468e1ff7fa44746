import { Username, USERNAME_MAX } from '@daymark/contract/user';
import { Failure } from '../http/failure';

/** Longest key in UTF-16 units: NFKC can make eighteen of one, and a document id holds 1,500 bytes. */
const KEY_MAX = 300;

/**
 * What makes two usernames the same one: compatibility forms and letter case do not count. Going
 * through upper case folds what lower case keeps apart (ß and ss, σ and ς).
 * @throws Failure 400 for a name that grows out of bounds.
 */
export function usernameKey(username: string): string {
  const folded = username.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase();
  const key = folded.normalize('NFKC').trim();
  if (key.length > KEY_MAX || key.length === 0)
    throw new Failure(400, 'This username cannot be used. Please choose another one.');
  return key;
}

/**
 * The username of an account that comes with a name from elsewhere (Google's, or one given at Firebase itself): that
 * name if it could have been registered here, cut to length; else the local part of the e-mail; else 'user'.
 */
export function fittingUsername(name: string | undefined, email: string): string {
  const candidates = [name, email.split('@')[0]].map((candidate) =>
    Username.safeParse(cut(candidate?.trim() ?? '', USERNAME_MAX)),
  );
  return candidates.find(({ success }) => success)?.data ?? 'user';
}

/** `username` with `number` appended, cut in front of it to the longest a username may be. */
export function numbered(username: string, number: number): string {
  return `${cut(username, USERNAME_MAX - String(number).length)}${number}`;
}

/** The start of a text, in at most `room` UTF-16 units, no character cut in two. */
function cut(text: string, room: number): string {
  let start = '';
  for (const character of text) {
    if (start.length + character.length > room) break;
    start += character;
  }
  return start;
}
