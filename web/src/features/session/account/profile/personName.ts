import type { User } from '@daymark/contract/user';

type NameSource = Pick<User, 'username' | 'email'>;

/**
 * The name in the greeting (product §1): a spaced name's first word; else the part before the hyphen; else
 * the username if it is letters only; else the first dotted segment of the e-mail's local part; else the username.
 */
export function firstName({ username, email }: NameSource): string {
  const name = username.trim();
  if (/\s/.test(name)) return name.split(/\s+/)[0] ?? name;
  if (name.includes('-')) return name.split('-')[0] || name;
  if (/^[\p{L}\p{M}]+$/u.test(name)) return name;
  return email.split('@')[0]?.split('.')[0] || name;
}

/**
 * The avatar's letters (product §1): first letters of the first and last words; of the first two hyphenated parts;
 * otherwise the first letter of the username, of the e-mail, or '?'. Whole characters, never half an emoji.
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

/** A letter that another one of these follows, or nothing, is a whole character: the first Segmenter of a page is slow. */
const PLAIN_START = /^[ -~](?:[ -~]|$)/;

function firstCharacter(text = ''): string {
  if (PLAIN_START.test(text)) return text.charAt(0);
  const [grapheme] = new Intl.Segmenter().segment(text);
  return grapheme?.segment ?? '';
}
