import { expect, test } from 'vitest';
import { hostileTexts } from '../../../test/hostileTexts';
import { linkTargets } from './noteLinks';
import {
  excerptFor,
  foldedNote,
  isMatch,
  previewText,
  searchWords,
  splitAtMatches,
  textOfLine,
} from './noteText';

test.each([
  ['# Plan\n\n- **Call** Ann\n- [ ] Pay', 'Plan\nCall Ann\nPay'],
  ['See [the site](https://a.example) and ![a cat](cat.png)', 'See the site and a cat'],
  ['```js\nlet a = 1;\n```', 'let a = 1;'],
  ['> quoted\n\n1. one\n2) two', 'quoted\none\ntwo'],
  ['the *pricing copy*, _now_ and *a*', 'the pricing copy, now and a'],
  ['a_b_c and 2 * 3 * 4', 'a_b_c and 2 * 3 * 4'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['', ''],
  ['[Plan](https://example.com/a_(b)) is *final*', 'Plan is final'],
  ['[Plan](https://example.com/a_(b_(c))_d) is final', 'Plan is final'],
  ['([Plan](https://example.com/a)) is final', '(Plan) is final'],
  ['[Plan](<https://example.com/a b)>) is final', 'Plan is final'],
  ['[Plan](https://example.com "The (whole) plan") is final', 'Plan is final'],
  ["[Plan](https://example.com 'x') and [B](/b (c))", 'Plan and B'],
  ['[Plan \\[draft\\]](https://example.com) is final', 'Plan [draft] is final'],
  ['[Plan [draft]](https://example.com) is final', 'Plan [draft] is final'],
  ['\\[Plan\\](https://example.com) 2 \\* 3 \\* 4', '[Plan](https://example.com) 2 * 3 * 4'],
  ['![A cat](https://example.com/cat_(1).png "Tom") sleeps', 'A cat sleeps'],
  ['[![A cat](cat.png)](https://example.com/(1)) sleeps', 'A cat sleeps'],
  [
    '<https://example.com/a_(b)> and <ada@example.com>',
    'https://example.com/a_(b) and ada@example.com',
  ],
  ['https://example.com/_a_/*b* *now*', 'https://example.com/_a_/*b* now'],
  ['Type `[a](b) \\* **c**` now', 'Type [a](b) \\* **c** now'],
  ['a [b] (c) and [x](', 'a [b] (c) and [x]('],
  ['[**Bold**](https://example.com/(x)) text', 'Bold text'],
])('a card shows Markdown as plain text: %j', (content, shown) => {
  expect(previewText(content)).toBe(shown);
});

test.each(hostileTexts(100_000))(
  'a note of %s can be previewed, searched and ticked',
  (_, text) => {
    const content = `Begin\n- [ ] ${text}\n\nthe end`;
    const targets = linkTargets([], []);
    expect(previewText(content).length).toBeLessThanOrEqual(280);
    expect(previewText(content)).toMatch(/^Begin/);
    expect(textOfLine(content, 1).length).toBeLessThanOrEqual(2_000);
    expect(isMatch(foldedNote({ title: '', content }), searchWords('END begin'))).toBe(true);
    const shown = excerptFor(content, searchWords('the end'), targets);
    expect(typeof shown === 'string' ? shown : shown.map((line) => line.text).join()).toMatch(
      /the end$|^Begin/,
    );
  },
);

test.each(hostileTexts(100_000))(
  'a search for %s finds the note that begins with it',
  (_, text) => {
    const words = searchWords(text);
    const note = { title: text.slice(0, 200), content: '' };
    expect(isMatch(foldedNote(note), words)).toBe(true);
    expect(
      splitAtMatches(note.title, words)
        .map((part) => part.text)
        .join(''),
    ).toBe(note.title);
  },
);

test('accents are ignored in any order and number', () => {
  const marks = '\u0301\u0323';
  const content = `Cre${marks.repeat(200_000)}me`;
  expect(isMatch(foldedNote({ title: '', content }), searchWords('creme'))).toBe(true);
  expect(isMatch(foldedNote({ title: 'Creme', content: '' }), searchWords(`cre${marks}me`))).toBe(
    true,
  );
});

test.each([
  ['creme', true],
  ['CRÈME BRULEE', true],
  ['brulee list', true],
  ['bread', false],
  ['strasse', true],
  ['', true],
])('search ignores case and accents, and needs every word: %j', (query, found) => {
  const note = { title: 'Crème brûlée', content: 'Shopping list, Torstraße' };
  expect(isMatch(foldedNote(note), searchWords(query))).toBe(found);
});

test.each([
  ['Crème brûlée', 'creme', ['Crème']],
  ['Cre\u0301me', 'creme', ['Cre\u0301me']],
  ['İstanbul STRASSE', 'strasse', ['STRASSE']],
  ['a 😀 b', 'b', ['b']],
  ['Straße und Gasse', 'ss', ['ß', 'ss']],
])('matches are marked in their original spelling: %j', (text, query, marked) => {
  const found = splitAtMatches(text, searchWords(query));
  expect(found.filter((piece) => piece.isMatch).map((piece) => piece.text)).toEqual(marked);
  expect(found.map((piece) => piece.text).join('')).toBe(text);
});

test('a card shows the part around a match far down in the note', () => {
  const content = `${'word '.repeat(400)}\nThe needle is here`;
  expect(excerptFor(content, ['needle'])).toBe('…The needle is here');
});

test('a card shows the first lines of a note with checkboxes', () => {
  const content = '# Trip\n\n- [ ] **Book** it\n- Pack\n  1. [x] Boots\n- [ ] Go';
  expect(excerptFor(content, [])).toEqual([
    { text: 'Trip', line: 0, isDone: undefined },
    { text: 'Book it', line: 2, isDone: false },
    { text: 'Pack', line: 3, isDone: undefined },
    { text: 'Boots', line: 4, isDone: true },
  ]);
  expect(excerptFor('```\n- [ ] no\n```', [])).toBe('no');
  const long = `${'word '.repeat(400)}\n- [ ] needle`;
  expect(excerptFor(long, ['needle'])).toEqual([{ text: 'needle', line: 1, isDone: false }]);
});

test('a card shows the current titles of the note’s links', () => {
  const targets = linkTargets([{ id: 1, title: 'New' }], []);
  expect(excerptFor('See [Old](daymark:note/1), [[new]] and [[none]].', [], targets)).toBe(
    'See New, New and [[none]].',
  );
});

test('a search does not find the address of a link', () => {
  const note = { title: 'x', content: '[Old](daymark:note/1)' };
  expect([isMatch(foldedNote(note), ['old']), isMatch(foldedNote(note), ['daymark'])]).toEqual([
    true,
    false,
  ]);
});

test('the name of a checkbox is its text, without the address of a link', () => {
  const content =
    '- [ ] [Menu](https://example.com/menu_(3) "Third") order\n1. [x] \\[Sic\\] `a*b*`';
  expect([0, 1].map((line) => textOfLine(content, line))).toEqual(['Menu order', '[Sic] a*b*']);
});
