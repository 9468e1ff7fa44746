import type { User } from '@daymark/contract/user';

type Named = Pick<User, 'username' | 'email'>;

/**
 * The name that a person is greeted with (product §1): a spaced name's first word; else the part before the hyphen; else
 * the username if it is letters only; else the first dotted segment of the e-mail's local part; else the username.
 */
export function firstName({ username, email }: Named): string {
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
export function initials({ username, email }: Named): string {
  const name = username.trim();
  const words = name.split(/\s+/);
  const parts = name.split('-').filter(Boolean);
  const letters =
    words.length > 1
      ? first(words[0]) + first(words.at(-1))
      : parts.length > 1
        ? first(parts[0]) + first(parts[1])
        : first(name) || first(email.trim()) || '?';
  return letters.toUpperCase();
}

const graphemes = new Intl.Segmenter();

function first(text = ''): string {
  const [grapheme] = graphemes.segment(text);
  return grapheme?.segment ?? '';
}
