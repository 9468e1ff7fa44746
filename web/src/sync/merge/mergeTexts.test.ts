import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeTexts } from './mergeTexts';

const base = 'Water the ferns.\nCall Ann.\nBuy seeds.\n';

test.each([
  [
    'lines added at different places',
    'Start.\n' + base,
    base + 'Rest.\n',
    'Start.\n' + base + 'Rest.\n',
  ],
  [
    'different words of a line',
    base.replace('Water', 'Spray'),
    base.replace('ferns', 'roses'),
    base.replace('Water the ferns', 'Spray the roses'),
  ],
  [
    'a word and a line after it',
    base.replace('the ferns', 'the ferns twice'),
    base.replace('Call Ann.', 'Call Ann today.'),
    base.replace('the ferns', 'the ferns twice').replace('Call Ann.', 'Call Ann today.'),
  ],
  [
    'a deleted line and another edit',
    base.replace('Call Ann.\n', ''),
    base.replace('seeds', 'pots'),
    'Water the ferns.\nBuy pots.\n',
  ],
  ['the same edit twice', base + 'Rest.\n', base + 'Rest.\n', base + 'Rest.\n'],
  ['an edit of one side only', base, base + 'Rest.\n', base + 'Rest.\n'],
])('merges %s', (_what, mine, theirs, merged) => {
  expect(mergeTexts(base, mine, theirs)).toBe(merged);
  expect(mergeTexts(base, theirs, mine)).toBe(merged);
});

test.each([
  ['the same word', base.replace('ferns', 'roses'), base.replace('ferns', 'cacti')],
  ['the end of the text', base + 'Rest.\n', base + 'Sleep.\n'],
  ['a line that the other deleted', base.replace('Ann', 'Bob'), base.replace('Call Ann.\n', '')],
])('leaves two edits of %s to the person', (_what, mine, theirs) => {
  expect(mergeTexts(base, mine, theirs)).toBeUndefined();
});

test('the tick of an item that the other side deleted does not go to another item', () => {
  const both = '- [ ] Ann\n- [ ] Bob';
  const ticked = '- [x] Ann\n- [ ] Bob';
  const other = '- [ ] Bob\n- [ ] Cora';
  expect(mergeTexts(both, ticked, other)).toBe(other);
  expect(mergeTexts(both, other, ticked)).toBe(other);
});

test('two texts that were written into an empty one are not merged', () => {
  expect(mergeTexts('', 'Good day.', 'Bad day.')).toBeUndefined();
});

test('a merged text has every line of both versions', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 });
  fc.assert(
    fc.property(lines, lines, lines, (old, own, other) => {
      const text = (of: string[], mark: string) => of.map((line) => `${mark}${line}\n`).join('');
      const before = text(old, '');
      // Lines that only one version has are prefixed.
      const mine = before + text(own, 'mine ');
      const theirs = text(other, 'theirs ') + before;
      const merged = mergeTexts(before, mine, theirs);
      if (merged === undefined) return;
      for (const line of (mine + theirs).split('\n')) expect(merged).toContain(line);
    }),
  );
});

test('long and repetitive texts are not merged', () => {
  const long = 'a '.repeat(50_000);
  expect(mergeTexts(long, `${long}x`, `y${long}`)).toBeUndefined();
});

test('in a text of many lines, edits close together are merged and edits far apart are not', () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `Line ${index}\n`);
  const long = lines.join('');
  const edited = (line: number) => lines.with(line, 'Edited\n').join('');
  const both = lines.with(9_000, 'Edited\n').with(9_009, 'Edited\n').join('');
  expect(mergeTexts(long, edited(9_000), edited(9_009))).toBe(both);
  expect(mergeTexts(long, edited(1), edited(19_999))).toBeUndefined();
});

const list = '- [ ] Rest\n- [ ] Lunge\n- [ ] Rest\n- [x] Plank\n';

test.each([
  [
    'a reworded line',
    '- [ ] Pause\n- [ ] Squat 12 times\n',
    list.replace('[ ] Lunge', '[x] Lunge'),
  ],
  [
    'a deleted line',
    '- [ ] Rest\n- [ ] Rest\n- [x] Plank\n',
    list.replace('[ ] Lunge', '[x] Lunge'),
  ],
  ['no line that is left', 'All done.\n', list.replace('[ ] Lunge', '[x] Lunge')],
])(
  'a tick whose line is missing in the other text leaves the other text as it is: %s',
  (_what, other, ticked) => {
    expect(mergeTexts(list, ticked, other)).toBe(other);
    expect(mergeTexts(list, other, ticked)).toBe(other);
  },
);

test.each([
  [
    'a line above it',
    list.replace('- [ ] Lunge', '- [ ] Squat\n- [ ] Lunge'),
    list.replace('- [ ] Lunge', '- [ ] Squat\n- [x] Lunge'),
  ],
  [
    'its line moved',
    '- [ ] Lunge\n- [ ] Rest\n- [ ] Rest\n- [x] Plank\n',
    '- [x] Lunge\n- [ ] Rest\n- [ ] Rest\n- [x] Plank\n',
  ],
  ['everything else rewritten', 'New plan\n\n- [ ] Lunge\n', 'New plan\n\n- [x] Lunge\n'],
  [
    'another tick',
    list.replace('[x] Plank', '[ ] Plank'),
    '- [ ] Rest\n- [x] Lunge\n- [ ] Rest\n- [ ] Plank\n',
  ],
  [
    'its line further in',
    list.replace('- [ ] Lunge', '  - [ ] Lunge'),
    list.replace('- [ ] Lunge', '  - [x] Lunge'),
  ],
])('a tick goes to its line beside another edit: %s', (_what, other, merged) => {
  const ticked = list.replace('[ ] Lunge', '[x] Lunge');
  expect(mergeTexts(list, ticked, other)).toBe(merged);
  expect(mergeTexts(list, other, ticked)).toBe(merged);
});

test('a tick goes to the right one of several equal lines', () => {
  const ticked = '- [ ] Rest\n- [ ] Lunge\n- [x] Rest\n- [x] Plank\n';
  const other = 'Warm up\n- [ ] Rest\n- [ ] Rest\n- [ ] Plank\n';
  expect(mergeTexts(list, ticked, other)).toBe('Warm up\n- [ ] Rest\n- [x] Rest\n- [ ] Plank\n');
});

test('a tick reaches its line in a text that is too long to compare', () => {
  const long = `${list}${'- [ ] Run\n'.repeat(3_000)}`;
  const ticked = long.replace('[ ] Lunge', '[x] Lunge');
  const other = `Start\n${long.replaceAll('Rest', 'Pause')}End\n`;
  expect(mergeTexts(long, ticked, other)).toBe(other.replace('[ ] Lunge', '[x] Lunge'));
});

test('a tick goes to the right one of several equal lines when another equal line is inserted', () => {
  const days = 'Monday\n- [ ] Run\n- [ ] Rest\nTuesday\n- [ ] Run\n- [ ] Rest\n';
  const ticked = days.replace(/Tuesday\n- \[ \]/, 'Tuesday\n- [x]');
  const other = `Sunday\n- [ ] Run\n${days}`;
  expect(mergeTexts(days, ticked, other)).toBe(`Sunday\n- [ ] Run\n${ticked}`);
});

test('a tick and an edit of other words are both kept', () => {
  const mine = list.replace('[ ] Lunge', '[x] Lunge').replace('Plank', 'Plank for a minute');
  const other = list.replace('- [ ] Lunge', '- [ ] Squat\n- [ ] Lunge');
  expect(mergeTexts(list, mine, other)).toBe(
    '- [ ] Rest\n- [ ] Squat\n- [x] Lunge\n- [ ] Rest\n- [x] Plank for a minute\n',
  );
});
