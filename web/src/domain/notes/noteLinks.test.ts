import { expect, test } from 'vitest';
import { hostileTexts } from '../../../test/hostileTexts';
import {
  linkTargets,
  linkTo,
  notesLinkingTo,
  targetAt,
  withoutAddresses,
  withTitles,
} from './noteLinks';

const task = (id: number, title: string, completed = false) => ({ id, title, completed });
const note = (id: number, title: string, content = '') => ({ id, title, content });

test.each([
  ['daymark:note/7', { type: 'note', id: 7 }],
  ['daymark:task/4503599627370495', { type: 'task', id: 4503599627370495 }],
  ['daymark:event/7', undefined],
  ['daymark:note/', undefined],
  ['daymark:note/07', undefined],
  ['daymark:note/7?x', undefined],
  ['daymark:note/../7', undefined],
  ['DAYMARK:note/7', undefined],
  ['javascript:daymark:note/7', undefined],
])('a “daymark:” address names a note or a task, and nothing else: %j', (address, target) => {
  expect(targetAt(address)).toEqual(target);
});

test('a link by title finds the note, or else the open task, whatever the case and accents', () => {
  const { named } = linkTargets(
    [note(1, 'Crème  brûlée'), note(2, 'Talk')],
    [task(3, 'talk'), task(4, 'Call Ann', true), task(5, 'Call Ann')],
  );
  expect(named('CREME BRULEE ')).toEqual({ type: 'note', id: 1 });
  expect(named('Talk')).toEqual({ type: 'note', id: 2 });
  expect(named('call ann')).toEqual({ type: 'task', id: 5 });
  expect(named('Call')).toBeUndefined();
});

test('notes that link to a record are found by its id and by its title, but not in code', () => {
  const notes = [
    note(1, 'Itself', '[[Itself]] [x](daymark:note/1)'),
    note(2, 'By id', 'See [an old title](daymark:note/1).'),
    note(3, 'By title', '- [[itself]]'),
    note(4, 'Another', '[x](daymark:note/11) [x](daymark:task/1) daymark:note/1'),
    note(5, 'In code', '`[[Itself]]`\n```\n[[Itself]]\n```\n`` [x](daymark:note/1) ``'),
    note(6, 'After code', '```\ncode\n```\n`code` [[Itself]]'),
    note(7, 'An open fence', '~~~\n[[Itself]]'),
  ];
  const targets = linkTargets(notes, [task(1, 'Task')]);
  const ids = (type: 'note' | 'task', id: number) =>
    notesLinkingTo([{ type, id }], notes, targets).map((one) => one.id);
  expect(ids('note', 1)).toEqual([2, 3, 6]);
  expect(ids('task', 1)).toEqual([4]);
});

// The texts are longer than a note may be, but reading them must not take disproportionately long.
test.each(hostileTexts(400_000))('links before and after %s are found', (_, text) => {
  const notes = [
    note(1, 'Target', ''),
    note(2, 'Before', `[[target]]\n${text}`),
    note(3, 'After', `${text}\n\n[x](daymark:note/1)`),
  ];
  const targets = linkTargets(notes, []);
  const found = notesLinkingTo([{ type: 'note', id: 1 }], notes, targets).map(({ id }) => id);
  // A fence that is never closed goes to the end.
  expect(found).toEqual(/^(?:`{3}|~{3})/.test(text) && !isClosed(text) ? [2] : [2, 3]);
  expect(withTitles(text, targets)).toBe(text);
  expect(withoutAddresses(text)).toBe(text);
});

/** Whether the fences of a text come in pairs. */
const isClosed = (text: string) =>
  text.split('\n').filter((line) => /^[`~]{3,}$/.test(line)).length % 2 === 0;

test.each([
  ['a longer fence is not closed by a shorter one', '````\n```\n[[Itself]]', false],
  ['a longer fence closes a shorter one', '```\n````\n[[Itself]]', true],
  ['tildes don’t close backticks', '```\n~~~\n[[Itself]]', false],
  ['a line with code in it is no fence', '```code``` text\n[[Itself]]', true],
  [
    'a fence can be in an item and in a quote',
    '- ```\n  [[Itself]]\n  ```\n> ~~~\n> [[Itself]]',
    false,
  ],
])('code in notes: %s', (_, content, isFound) => {
  const notes = [note(1, 'Itself', ''), note(2, 'Other', content)];
  const found = notesLinkingTo([{ type: 'note', id: 1 }], notes, linkTargets(notes, []));
  expect(found).toHaveLength(isFound ? 1 : 0);
});

test('a line shows the current titles of its links', () => {
  const targets = linkTargets([note(1, 'New title')], [task(2, 'Call [Ann]')]);
  const line = `${linkTo({ type: 'note', id: 1 }, 'Old')}, ${linkTo({ type: 'task', id: 2 }, 'Call [Ann]')}, ${linkTo({ type: 'note', id: 9 }, 'A [b] *c*')}`;
  expect(line).toContain('[Call \\[Ann\\]](daymark:task/2)');
  expect(withTitles(line, targets)).toBe('New title, Call [Ann], A [b] *c*');
  expect(withTitles('[[new TITLE]], [[nothing]]', targets)).toBe('New title, [[nothing]]');
});

test('only the address of a link is blanked out', () => {
  const content = 'a [b](daymark:note/123) daymark:note/1';
  expect(withoutAddresses(content)).toBe(
    'a [b](                ) daymark:note/1'.replace(/ {16}/, ' '.repeat(16)),
  );
  expect(withoutAddresses(content)).toHaveLength(content.length);
});
