import type { User } from '@daymark/contract/user';

type NameSource = Pick<User, 'username' | 'email'>;

/**
 * Returns the name for the greeting (product §1): the first word of a name with spaces, or the part before a hyphen.
 * Any other name is used whole if it has letters only. Otherwise the email's local part up to its first dot is used, or
 * the username if that part is empty.
 */
export function firstName({ username, email }: NameSource): string {
  const name = username.trim();
  if (/\s/.test(name)) return name.split(/\s+/)[0] ?? name;
  if (name.includes('-')) return name.split('-')[0] || name;
  if (/^[\p{L}\p{M}]+$/u.test(name)) return name;
  return email.split('@')[0]?.split('.')[0] || name;
}

/**
 * Returns the avatar's letters (product §1): the first letters of the first and last words, or of the first two
 * hyphenated parts. Otherwise, returns the first letter of the username, or else of the email, or else '?'. An emoji is
 * never cut.
 */
export function initials({ username, email }: NameSource): string {
  const name = username.trim();
  const words = name.split(/\s+/);
  const parts = name.split('-').filter(Boolean);
  const letters =
    words.length > 1
      ? firstCharacter(words[0]) + firstCharacter(words.at(-1))
      : parts.length > 1
        ? firstCharacter(parts[0]) + firstCharacter(parts[1])
        : firstCharacter(name) || firstCharacter(email.trim()) || '?';
  return letters.toUpperCase();
}

/**
 * Matches a single ASCII character, or text whose first two characters are ASCII. A second character that isn't ASCII
 * may be an accent of the first letter. Matched text needs no Segmenter, and a page's first Segmenter is slow.
 */
const PLAIN_START = /^[ -~](?:[ -~]|$)/;

function firstCharacter(text = ''): string {
  if (PLAIN_START.test(text)) return text.charAt(0);
  const [grapheme] = new Intl.Segmenter().segment(text);
  return grapheme?.segment ?? '';
}
