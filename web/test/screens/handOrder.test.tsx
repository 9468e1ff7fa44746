import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../renderPage';
import { localDay } from '../../src/lib/time/dates';

const list = (name: string) => screen.getByRole('list', { name });
const titlesIn = (name: string) =>
  within(list(name))
    .getAllByRole('checkbox')
    .map((one) => one.getAttribute('aria-label'));
/** Waits for the code that handles a list's keys, which is loaded once the list is painted. */
const keysOf = (name: string) => waitFor(() => expect(list(name).dataset.rows).toBe('ready'));
const checkbox = (title: string) => screen.getByRole('checkbox', { name: title });
const saved = () => screen.findByText('All changes saved');

test('Alt and the arrow keys reorder the tasks of a day, and the order survives a reload', async () => {
  const plannedDay = localDay(new Date());
  const { user, server, reload } = await renderPage('/tasks?view=today', {
    seed: { tasks: ['One', 'Two', 'Three'].map((title) => ({ title, plannedDay })) },
  });
  await keysOf('Tasks');
  const before = titlesIn('Tasks');
  const [first, second, third] = before as [string, string, string];
  checkbox(first).focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await waitFor(() => expect(titlesIn('Tasks')).toEqual([second, first, third]));
  await waitFor(() => expect(document.activeElement).toBe(checkbox(first)));
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await waitFor(() => expect(titlesIn('Tasks')).toEqual([second, third, first]));
  await waitFor(() => expect(document.activeElement).toBe(checkbox(first)));
  expect(await screen.findByText(`${first} is now 3 of 3`)).toBeTruthy();
  await saved();
  expect(server.records('tasks').filter(({ position }) => position !== null)).toHaveLength(1);
  await reload();
  expect(titlesIn('Tasks')).toEqual([second, third, first]);
});

test('Alt and the arrow keys reorder the Top 3, but not the list of all tasks', async () => {
  const { user, server, reload } = await renderPage('/today', {
    seed: {
      tasks: ['One', 'Two', 'Three'].map((title, order) => ({ title, isPriority: true, order })),
    },
  });
  expect(titlesIn('Priorities')).toEqual(['One', 'Two', 'Three']);
  await keysOf('Priorities');
  checkbox('Three').focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() => expect(titlesIn('Priorities')).toEqual(['One', 'Three', 'Two']));
  await waitFor(() => expect(document.activeElement).toBe(checkbox('Three')));
  await saved();
  const moved = server.records('tasks').filter((task) => task.priorityPosition !== null);
  expect(moved.map(({ title }) => title)).toEqual(['Three']);
  await reload('/tasks');
  await keysOf('Tasks');
  const before = titlesIn('Tasks');
  checkbox(before[0] ?? '').focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(titlesIn('Tasks')).toEqual(before);
});
