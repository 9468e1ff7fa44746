import { expect, test } from 'vitest';
import { createSearchIndex, type Searched } from './searchIndex';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const DAY_MS = 86_400_000;

const item = (title: string, more: Partial<Searched> = {}): Searched => ({
  key: title,
  kind: 'task',
  title,
  at: NOW - 100 * DAY_MS,
  ...more,
});

/** The titles that a search finds among some items, the best first. */
function find(query: string, items: readonly Searched[], boost = (_: string) => 0): string[] {
  const index = createSearchIndex();
  for (const one of items) index.put(one);
  index.work(Infinity);
  return index.search(query, NOW, boost).map((hit) => hit.item.title);
}

test('case and accents do not count: "cafe" finds "Café", and "CAFÉ" finds "cafe"', () => {
  expect(find('cafe', [item('Meet at the Café')])).toEqual(['Meet at the Café']);
  expect(find('CAFÉ', [item('meet at the cafe')])).toEqual(['meet at the cafe']);
  expect(find('привет', [item('Привет, мир')])).toEqual(['Привет, мир']);
});

test('words are found in any order, by their beginnings', () => {
  const items = [item('Review the budget plan'), item('Budget'), item('Plan')];
  expect(find('plan bud', items)).toEqual(['Review the budget plan']);
});

test('a search that looks like one of another program’s means what it says', () => {
  expect(find('-budget "plan"', [item('Budget plan')])).toEqual(['Budget plan']);
  expect(find('a b c d e f', [item('f e d c b a')]), 'more words than are ordered').toHaveLength(1);
});

test('one wrong letter in a word is tolerated: missing, doubled, swapped or another one', () => {
  const items = [item('Quarterly budget'), item('Groceries')];
  for (const typed of ['budgt', 'buddget', 'budgte', 'bodget'])
    expect(find(typed, items), typed).toEqual(['Quarterly budget']);
});

test('the quality of a match comes before recency, and recency before the rest', () => {
  const inside = item('Overbudgeting', { at: NOW });
  const old = item('Budget');
  expect(find('budget', [inside, old])).toEqual(['Budget', 'Overbudgeting']);
  const recent = item('Budget 2', { at: NOW });
  expect(find('budget', [item('Budget 1'), recent])).toEqual(['Budget 2', 'Budget 1']);
  const opened = (key: string) => (key === 'Budget 1' ? 12 : 0);
  expect(find('budget', [item('Budget 1'), recent], opened)).toEqual(['Budget 1', 'Budget 2']);
  const done = item('Budget 3', { at: NOW, isPast: true });
  expect(find('budget', [done, recent])).toEqual(['Budget 2', 'Budget 3']);
});

test('of more than can be compared closely, those that begin with it are found', () => {
  const many = Array.from({ length: 3000 }, (_, n) => item(`Call abc ${n}`, { key: `${n}` }));
  expect(find('a', [...many, item('Apples')])[0]).toBe('Apples');
});

test('a note is found by the words of its text, and its title counts more', () => {
  const index = createSearchIndex();
  index.put(item('Minutes', { kind: 'note', text: 'We met.\n\nThe *Gärtner* proposes hedges.' }));
  index.put(item('Garden', { kind: 'note', text: 'Nothing' }));
  index.work(Infinity);
  const [first, second] = index.search('gar', NOW, () => 0);
  expect(first?.item.title).toBe('Garden');
  expect(first?.ranges).toEqual([0, 3]);
  expect(second?.item.title).toBe('Minutes');
  expect(second?.textAt).toBe('We met.\n\nThe *'.length);
  expect(
    index.search('artner', NOW, () => 0),
    'the middle of a word',
  ).toEqual([]);
});

test('other words find a command, and only its title is marked', () => {
  const index = createSearchIndex();
  index.put(item('Theme: dark', { keywords: 'night color' }));
  index.work(Infinity);
  expect(index.search('night', NOW, () => 0).map(({ ranges }) => ranges)).toEqual([[]]);
});

test('at most eight of a kind are shown, so that one kind does not hide the others', () => {
  const tasks = Array.from({ length: 20 }, (_, n) => item(`Budget ${n}`));
  const found = find('budget', [...tasks, item('A budget', { kind: 'note' })]);
  expect(found).toHaveLength(9);
  expect(found).toContain('A budget');
});

test('the index follows what is changed and removed, in slices', () => {
  const index = createSearchIndex();
  for (const title of ['One', 'Two', 'Three']) index.put(item(title, { key: title }));
  expect(index.work(-1), 'a slice without time works in one').toBe(false);
  expect(index.isComplete()).toBe(false);
  index.work(Infinity);
  index.put(item('Four', { key: 'Two' }));
  index.work(Infinity);
  index.remove('One');
  const titles = (query: string) => index.search(query, NOW, () => 0).map((hit) => hit.item.title);
  expect(titles('two')).toEqual([]);
  expect(titles('four')).toEqual(['Four']);
  expect(titles('one')).toEqual([]);
  expect(titles('three')).toEqual(['Three']);
});
