import { DEFAULT_CATEGORIES } from '@daymark/contract/category';
import { expect, test } from 'vitest';
import { contrast, visibleColor } from '../../lib/visibleColor';
import { CATEGORY_COLORS, unusedColor } from './categoryColors';

test('the default categories are Work, Personal, Learning and Health, each with its color', () => {
  expect(DEFAULT_CATEGORIES.map(({ name, color }) => `${name} ${color}`)).toEqual([
    'Work #3B82F6',
    'Personal #EC4899',
    'Learning #EAB308',
    'Health #10B981',
  ]);
});

test('a new category gets a color that no other category has, as long as there is one', () => {
  expect(unusedColor([])).toBe('#3B82F6');
  expect(unusedColor(DEFAULT_CATEGORIES)).toBe('#8B5CF6');
  expect(unusedColor([{ color: '#3b82f6' }])).toBe('#EC4899');
  expect(unusedColor(CATEGORY_COLORS.map(({ value }) => ({ color: value })))).toBe('#3B82F6');
});

test('each color that is offered can be seen on the panels of both themes', () => {
  for (const { value, name } of CATEGORY_COLORS) {
    expect(contrast(visibleColor(value, 'light'), '#ffffff'), name).toBeGreaterThanOrEqual(3);
    expect(contrast(visibleColor(value, 'dark'), '#1d2025'), name).toBeGreaterThanOrEqual(3);
  }
});
