import { expect, test } from 'vitest';
import { hostileTexts } from '../../test/hostileTexts';
import { lineKey, plainLines } from './plainLine';

test('what sets lines off, their full stops and their case don’t count', () => {
  expect(plainLines('- [ ] Call Noor\n1. call noor!\n\n• Sow')).toEqual(['Call Noor', 'Sow']);
});

test.each(hostileTexts(100_000))('a line with %s in it is one line', (_, text) => {
  const line = `Call ${text.replaceAll(/[\r\n]/g, '!')} Noor`;
  expect(plainLines(`${line}\n${line}.`)).toEqual([line]);
  expect(lineKey(`${line}...!`)).toBe(line.toLocaleLowerCase());
});
