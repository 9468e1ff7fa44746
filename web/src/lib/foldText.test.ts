import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from './foldText';

test('case and accents do not count', () => {
  expect(foldText('Café ÅNGSTRÖM Łódź')).toBe('cafe angstrom łodz');
});

test('a folded text is as long as the text, so that matches are at the same place', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(foldText(text)).toHaveLength(text.length);
    }),
  );
  expect(foldText('İstanbul ß ﬁ 𐐀')).toHaveLength('İstanbul ß ﬁ 𐐀'.length);
});
