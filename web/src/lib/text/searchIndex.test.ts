import { DAY_MS } from '@daymark/contract/time/units';
import { expect, test } from 'vitest';
import { hostileTexts } from '../../../test/hostileTexts';
import { createSearchIndex, type Searched } from './searchIndex';

const NOW = Date.parse('2026-11-24T12:00:00Z');

const item = (title: string, more: Partial<Searched> = {}): Searched => ({
  key: title,
  kind: 'task',
  title,
  at: NOW - 100 * DAY_MS,
  ...more,
});

/** Returns the titles that a search finds among some items, the best first. */
function find(query: string, items: readonly Searched[], boost = (_: string) => 0): string[] {
  const index = createSearchIndex();
  for (const one of items) index.put(one);
  index.work(Infinity);
  return index.search(query, NOW, boost).map((hit) => hit.item.title);
}

test('case and accents are ignored: "cafe" finds "Café", and "CAFÉ" finds "cafe"', () => {
  expect(find('cafe', [item('Meet at the Café')])).toEqual(['Meet at the Café']);
  expect(find('CAFÉ', [item('meet at the cafe')])).toEqual(['meet at the cafe']);
  expect(find('привет', [item('Привет, мир')])).toEqual(['Привет, мир']);
});

test.each([
  ['torstrasse', 'Dentist, Torstraße 12', 'Torstraße'],
  ['TORSTRAẞE', 'Dentist, Torstrasse 12', 'Torstrasse'],
  ['straße', 'Torstraße 12', 'straße'],
  ['aeroe', 'Ferry to Ærøe', 'Ærøe'],
  ['lodz', 'Train to Łódź', 'Łódź'],
  ['istanbul', 'İstanbul', 'İstanbul'],
  ['noor', 'Maße for Noor', 'Noor'],
])('“%s” finds “%s” and highlights the match', (query, title, marked) => {
  const index = createSearchIndex();
  index.put(item(title));
  index.work(Infinity);
  const [hit] = index.search(query, NOW, () => 0);
  expect(hit?.ranges.length).toBe(2);
  expect(title.slice(hit?.ranges[0], hit?.ranges[1])).toBe(marked);
});

test('a word after an “ß” is found at its index in a note', () => {
  const index = createSearchIndex();
  const text = 'Große Straße.\nThe Gärtner';
  index.put(item('Minutes', { kind: 'note', text }));
  index.work(Infinity);
  expect(index.search('gartner', NOW, () => 0)[0]?.textAt).toBe(text.indexOf('Gärtner'));
  expect(index.search('strasse', NOW, () => 0)[0]?.textAt).toBe(text.indexOf('Straße'));
});

test('words are found in any order, by their beginnings', () => {
  const items = [item('Review the budget plan'), item('Budget'), item('Plan')];
  expect(find('plan bud', items)).toEqual(['Review the budget plan']);
});

test('operators of other search programs are ordinary text', () => {
  expect(find('-budget "plan"', [item('Budget plan')])).toEqual(['Budget plan']);
  expect(find('a b c d e f', [item('f e d c b a')]), 'more words than are ordered').toHaveLength(1);
});

test('one wrong letter in a word is tolerated: missing, doubled, swapped or replaced', () => {
  const items = [item('Quarterly budget'), item('Groceries')];
  for (const typed of ['budgt', 'buddget', 'budgte', 'bodget'])
    expect(find(typed, items), typed).toEqual(['Quarterly budget']);
});

test('the quality of a match counts more than recency', () => {
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

test('among more titles than can be compared closely, those that begin with the query are found', () => {
  const many = Array.from({ length: 3000 }, (_, n) => item(`Call abc ${n}`, { key: `${n}` }));
  expect(find('a', [...many, item('Apples')])[0]).toBe('Apples');
});

test('a note is found by the beginnings of the words in its text', () => {
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

test('keywords find a command and are not highlighted', () => {
  const index = createSearchIndex();
  index.put(item('Theme: dark', { keywords: 'night color' }));
  index.work(Infinity);
  expect(index.search('night', NOW, () => 0).map(({ ranges }) => ranges)).toEqual([[]]);
});

test('at most eight results of a kind are shown, so that one kind does not hide the other kinds', () => {
  const tasks = Array.from({ length: 20 }, (_, n) => item(`Budget ${n}`));
  const found = find('budget', [...tasks, item('A budget', { kind: 'note' })]);
  expect(found).toHaveLength(9);
  expect(found).toContain('A budget');
});

test('the index follows changed and removed items, in slices', () => {
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

test.each(hostileTexts(100_000))(
  'a search for %s finds the title that begins with it',
  (_, text) => {
    const index = createSearchIndex();
    const own = `Budget ${text.slice(0, 490)}`;
    index.put(item(own, { key: 'own' }));
    index.put(item('Budget', { text }));
    index.work(Infinity);
    const found = (query: string) => index.search(query, NOW, () => 0).map((hit) => hit.item.key);
    expect(found('budget')).toEqual(expect.arrayContaining(['own', 'Budget']));
    expect(found(`budget ${text}`)).toContain('own');
    expect(found(text)).toEqual(/[\p{L}\d']/u.test(text) ? expect.arrayContaining(['own']) : []);
  },
);

test.each([
  ['common words, and one that is only before them', 'aaaaa aaaaab aaaaba zzzzz'],
  ['the same word again and again', 'aaaaa '.repeat(50)],
  ['single letters', 'a b a b a b z'],
  ['a word longer than any', 'a'.repeat(400)],
  ['letters and digits in turns', 'aaaaa1'.repeat(20)],
])('a title of repeated letters is found by %s', (_, query) => {
  const title = `zzzzz b aaaaab aaaaba ${'a'.repeat(200)} ${'aaaaa1'.repeat(40)}`;
  expect(find(query, [item(title)])).toEqual([title]);
});

test('the placeholder of uFuzzy is searched for like any other word', () => {
  expect(find('eexxaacctt', [item('eexxaacctt'), item('Other')])).toEqual(['eexxaacctt']);
});

test('accents are ignored even if there are too many to sort', () => {
  const marks = '\u0301\u0323'.repeat(200_000);
  const index = createSearchIndex();
  index.put(item('Minutes', { kind: 'note', text: `We met${marks} in the garden` }));
  index.work(Infinity);
  expect(index.search('garden', NOW, () => 0)).toHaveLength(1);
  expect(index.search(`minutes ${marks}`, NOW, () => 0)).toHaveLength(1);
});

test('a title in which each searched word begins a word comes first', () => {
  const items = [item('Garden and a call'), item('Garden, call Noor')];
  expect(find('call n', items)[0]).toBe('Garden, call Noor');
  expect(find('n call', items)[0]).toBe('Garden, call Noor');
});

test('a misspelled word beside others is highlighted', () => {
  const index = createSearchIndex();
  index.put(item('Review the budget plan'));
  index.work(Infinity);
  const [hit] = index.search('plan budgte', NOW, () => 0);
  expect(hit?.ranges).toEqual([11, 17, 18, 22]);
});
