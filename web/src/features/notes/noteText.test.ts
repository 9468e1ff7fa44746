import { expect, test } from 'vitest';
import { excerptFor, isMatch, splitAtMatches, previewText, searchWords } from './noteText';

test.each([
  ['# Plan\n\n- **Call** Ann\n- [ ] Pay', 'Plan\nCall Ann\nPay'],
  ['See [the site](https://a.example) and ![a cat](cat.png)', 'See the site and a cat'],
  ['```js\nlet a = 1;\n```', 'let a = 1;'],
  ['> quoted\n\n1. one\n2) two', 'quoted\none\ntwo'],
  ['the *pricing copy*, _now_ and *a*', 'the pricing copy, now and a'],
  ['a_b_c and 2 * 3 * 4', 'a_b_c and 2 * 3 * 4'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['', ''],
])('a card shows Markdown as plain text: %j', (content, shown) => {
  expect(previewText(content)).toBe(shown);
});

test('a preview of the longest note is at most 280 characters, and takes less than 500 ms for six notes', () => {
  const began = performance.now();
  for (const sign of ['*', '[', '`', '_ ', '> ', '- '])
    expect(previewText(sign.repeat(50_000)).length).toBeLessThanOrEqual(280);
  expect(performance.now() - began).toBeLessThan(500);
});

test.each([
  ['creme', true],
  ['CRÈME BRULEE', true],
  ['brulee list', true],
  ['bread', false],
  ['', true],
])('search ignores case and accents, and needs every word: %j', (query, found) => {
  const note = { title: 'Crème brûlée', content: 'Shopping list' };
  expect(isMatch(note, searchWords(query))).toBe(found);
});

test.each([
  ['Crème brûlée', 'creme', ['Crème']],
  ['Cre\u0301me', 'creme', ['Cre\u0301me']],
  ['İstanbul STRASSE', 'strasse', ['STRASSE']],
  ['a 😀 b', 'b', ['b']],
])('matches are marked in their original spelling: %j', (text, query, marked) => {
  const found = splitAtMatches(text, searchWords(query));
  expect(found.filter((piece) => piece.isMatch).map((piece) => piece.text)).toEqual(marked);
  expect(found.map((piece) => piece.text).join('')).toBe(text);
});

test('a card shows the part around a match far down in the note', () => {
  const content = `${'word '.repeat(400)}\nThe needle is here`;
  expect(excerptFor(content, ['needle'])).toBe('…The needle is here');
});
