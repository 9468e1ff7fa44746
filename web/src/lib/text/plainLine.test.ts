import { expect, test } from 'vitest';
import { hostileTexts } from '../../../test/hostileTexts';
import { lineKey, listLines, listTitles, plainLines } from './plainLine';

test('list markers, final punctuation and letter case are ignored', () => {
  expect(plainLines('- [ ] Call Noor\n1. call noor!\n\n• Sow')).toEqual(['Call Noor', 'Sow']);
});

test.each(hostileTexts(100_000))('a line with %s in it is one line', (_, text) => {
  const line = `Call ${text.replaceAll(/[\r\n]/g, '!')} Noor`;
  expect(plainLines(`${line}\n${line}.`)).toEqual([line]);
  expect(lineKey(`${line}...!`)).toBe(line.toLocaleLowerCase());
});

test('equal lines of a list are kept', () => {
  expect(listTitles('Lunge\r\nRest\n\n- Plank\n  \nrest.\n')).toEqual([
    'Lunge',
    'Rest',
    'Plank',
    'rest.',
  ]);
});

test.each([
  ['A\n  B\n\tC\nD', [false, true, true, false]],
  ['  - A\n    - B\n  - C', [false, true, false]],
  ['    A\nB\n  C', [false, false, true]],
  ['A\nB', [false, false]],
])('lines that are indented further are inner ones: %j', (text, inner) => {
  expect(listLines(text).map(({ isInner }) => isInner)).toEqual(inner);
});
