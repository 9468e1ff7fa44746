import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostileTexts } from '../../../test/hostileTexts';
import { checkboxesIn, withCheckbox } from './noteCheckboxes';
import { checkboxOf, parseNote } from './noteMarkdown';

/** Returns the checkboxes that the Markdown parser finds, by their line. */
const parsed = (content: string) =>
  new Map(
    parseNote(content).flatMap((token): [number, boolean][] => {
      const box = token.type === 'list_item_open' ? checkboxOf(token) : null;
      return box ? [[box.line, box.isDone]] : [];
    }),
  );

test.each<[string, string, [number, boolean][]]>([
  [
    'a list',
    '- [ ] Sow\n- [x] Water\n* [X] Reap',
    [
      [0, false],
      [1, true],
      [2, true],
    ],
  ],
  [
    'ordered lists',
    '1. [ ] Sow\n2. [x] Water\n\n7) [ ] Reap',
    [
      [0, false],
      [1, true],
      [3, false],
    ],
  ],
  [
    'nested lists',
    '- Garden\n  - [ ] Sow\n    1. [x] Beans\n\t- [ ] Water',
    [
      [1, false],
      [2, true],
      [3, false],
    ],
  ],
  ['a list on the line of a list item', '- 1. [ ] Sow\n- - x', [[0, false]]],
  [
    'duplicates',
    '- [ ] Sow\n- [ ] Sow\n- [ ] Sow',
    [
      [0, false],
      [1, false],
      [2, false],
    ],
  ],
  ['fenced code', '```\n- [ ] Sow\n```\n- [ ] Water\n~~~\n- [ ] Reap', [[3, false]]],
  [
    'fenced code in a list',
    '- [ ] Sow\n  ```\n  - [ ] no\n  ```\n- [x] Water',
    [
      [0, false],
      [4, true],
    ],
  ],
  ['indented code', 'Text\n\n    - [ ] no\n\n- [ ] Sow', [[4, false]]],
  ['indented code in an item', '-     [ ] no\n- [ ] Sow', [[1, false]]],
  ['a continued paragraph', 'Text\n    - [ ] no\n2. [ ] no', []],
  [
    'a mark that is not at the beginning of an item',
    '[ ] no\n- no [ ] no\n- \\[ ] no\n- [y] no\n- [ ]',
    [],
  ],
  ['a table', '- [ ] a | b\n  --|--\n  1 | 2', []],
  ['a title', '- [ ] a\n  ---', []],
  ['a link definition', '- [x] a\n\n[x]: https://a.example', []],
  [
    'line breaks of other systems',
    'a\r\n\r\n- [ ] Sow\r- [x] Water',
    [
      [2, false],
      [3, true],
    ],
  ],
])('%s: the checkboxes are found with their lines', (_what, content, boxes) => {
  expect([...parsed(content)]).toEqual(boxes);
  expect([...checkboxesIn(content)]).toEqual(boxes);
});

test('a box in a quote is a checkbox in the open note only', () => {
  expect([...parsed('> - [ ] Sow')]).toEqual([[0, false]]);
  expect([...checkboxesIn('> - [ ] Sow')]).toEqual([]);
});

/** Parts of notes, separated by bars. */
const PIECES =
  '- |* |+ |1. |2) |10. |-\t|-|1.|> |>|  |   |    |\t|[ ] a|[x] b|[ ] |[ ]|[x]: c|```|~~~|```js|---|***|- - -|===|a |b|# d|#|text|`|\\'
    .split('|')
    .concat('a | b', '-|-');
const line = fc
  .array(fc.constantFrom(...PIECES), { minLength: 0, maxLength: 4 })
  .map((pieces) => pieces.join(''));
const note = fc.array(line, { minLength: 1, maxLength: 9 }).map((lines) => lines.join('\n'));

test('the Markdown parser finds every checkbox that a card shows', () => {
  let found = 0;
  let shown = 0;
  fc.assert(
    fc.property(note, (content) => {
      const all = parsed(content);
      const mine = checkboxesIn(content);
      found += all.size;
      shown += mine.size;
      for (const [at, isDone] of mine) expect(all.get(at)).toBe(isDone);
    }),
    { numRuns: 5_000, seed: 1 },
  );
  // Most checkboxes are found, even in unrealistic notes. Nearly all other checkboxes are in quotes.
  expect(shown / found).toBeGreaterThan(0.7);
});

test('a tick changes the mark of one checkbox and nothing else of the note', () => {
  fc.assert(
    fc.property(note, fc.boolean(), (content, isDone) => {
      for (const [at] of parsed(content)) {
        const ticked = withCheckbox(content, at, isDone);
        expect(parsed(ticked)).toEqual(new Map(parsed(content)).set(at, isDone));
        expect(ticked.replace(/\[x\]/g, '[ ]')).toBe(content.replace(/\[x\]/g, '[ ]'));
        expect(withCheckbox(ticked, at, isDone)).toBe(ticked);
      }
    }),
    { numRuns: 2_000, seed: 1 },
  );
});

test('a line without a checkbox stays as it is', () => {
  expect(withCheckbox('a\n[ ] b', 0, true)).toBe('a\n[ ] b');
  expect(withCheckbox('- [ ] a', 7, true)).toBe('- [ ] a');
  expect(withCheckbox('a\r\n> 1. - [ ] b\r\n', 1, true)).toBe('a\r\n> 1. - [x] b\r\n');
});

test.each(hostileTexts(20_000))(
  'before %s, the Markdown parser finds every checkbox that a card shows',
  (_, text) => {
    const content = `- [x] Sow\n\n${text}`;
    const all = parsed(content);
    const mine = checkboxesIn(content);
    for (const [at, isDone] of mine) expect(all.get(at)).toBe(isDone);
    expect(withCheckbox(content, 0, false)).toBe(`- [ ] Sow\n\n${text}`);
  },
);

test('a note with lists nested too deeply to be shown has no checkbox', () => {
  expect([...checkboxesIn(`- [x] Sow\n\n${'- '.repeat(50_000)}[ ] a`)]).toEqual([]);
});
