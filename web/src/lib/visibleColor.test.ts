import { DEFAULT_CATEGORIES } from '@daymark/contract/category';
import { EVENT_COLORS } from '@daymark/contract/event';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, visibleColor } from './visibleColor';

const tokens = readFileSync(new URL('../ui/theme/tokens.css', import.meta.url), 'utf8');

/** Returns the values of a token of ui/theme/tokens.css in both themes. */
function token(name: string): { light: string; dark: string } {
  const [, light = '', dark = ''] =
    new RegExp(`${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? [];
  return { light, dark };
}

const SURFACES = ['--paper', '--sheet', '--ground', '--accent-wash'].map(token);

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const leastContrast = (color: string) =>
    Math.min(...SURFACES.map((surface) => contrast(visibleColor(color, theme), surface[theme])));

  test('each color of an event can be seen on every surface', () => {
    for (const { value } of EVENT_COLORS)
      expect(leastContrast(value), value).toBeGreaterThanOrEqual(3);
  });

  test('any color that a person picks can be seen on every surface', () => {
    const color = fc
      .integer({ min: 0, max: 0xffffff })
      .map((number) => `#${number.toString(16).padStart(6, '0')}`);
    fc.assert(fc.property(color, (picked) => leastContrast(picked) >= 3));
    for (const extreme of ['#000000', '#FFFFFF', '#1d2025', '#e1f1f3', '#ffff00', '#0000ff'])
      expect(leastContrast(extreme), extreme).toBeGreaterThanOrEqual(3);
  });
});

test('a color that can be seen stays as it is', () => {
  expect(visibleColor('#3B82F6', 'light')).toBe('#3B82F6');
  expect(visibleColor('#EAB308', 'dark')).toBe('#EAB308');
});

test('a color keeps its hue', () => {
  const [red, green, blue] = [1, 3, 5].map((at) =>
    Number.parseInt(visibleColor(DEFAULT_CATEGORIES[2].color, 'light').slice(at, at + 2), 16),
  ) as [number, number, number];
  expect(red).toBeGreaterThan(green);
  expect(green).toBeGreaterThan(blue);
});

test('the contrast is computed as in WCAG', () => {
  expect(contrast('#000000', '#FFFFFF')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
