import fc from 'fast-check';
import { expect, test } from 'vitest';
import { composed, foldedIndexes, foldText } from './foldText';

test.each([
  ['Café ÅNGSTRÖM Łódź', 'cafe angstrom lodz'],
  ['Torstraße, STRASSE, ẞ', 'torstrasse, strasse, ss'],
  ['Ærø Œuvre Ǿ Đuro Þór', 'aero oeuvre o duro thor'],
  ['İstanbul, ısı, ISI', 'istanbul, isi, isi'],
  ['ﬁle Ａ１', 'file a1'],
  ['ΟΔΟΣ, οδός', 'οδοσ, οδοσ'],
  ['Ёлка', 'елка'],
  ['Cre\u0301me', 'creme'],
  ['שָׁלוֹם', 'שלום'],
  ['กิน ½', 'กิน 1⁄2'],
])('%s is searched as “%s”', (text, folded) => {
  expect(foldText(composed(text))).toBe(folded);
  expect(foldText(text)).toBe(folded);
});

test('each unit of a folded text has its index in the text', () => {
  const indexes = foldedIndexes('Maße ﬁ');
  expect(foldText('Maße ﬁ')).toBe('masse fi');
  expect(indexes).toEqual([0, 1, 2, 2, 3, 4, 5, 5, 6]);
});

test('each unit of any folded text has an index, and so does its end', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const indexes = foldedIndexes(text);
      expect(indexes).toHaveLength(foldText(text).length + 1);
      expect(indexes.at(-1)).toBe(text.length);
      expect(indexes).toEqual([...indexes].sort((a, b) => a - b));
    }),
  );
});
