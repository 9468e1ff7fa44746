import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage, shows, toastText } from '../renderPage';
import { addDays, localDay } from '../../src/lib/time/dates';

const checkbox = (title: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: title });
const saved = () => screen.findByText('All changes saved');
const bar = () => screen.queryByRole('toolbar', { name: 'Selected tasks' });
const barButton = async (name: string) =>
  within(await screen.findByRole('toolbar', { name: 'Selected tasks' })).getByRole('button', {
    name,
  });
const TITLES = ['One', 'Two', 'Three', 'Four', 'Five'];

async function selectThree() {
  const page = await renderPage('/tasks', {
    seed: { tasks: TITLES.map((title) => ({ title })) },
  });
  const { user } = page;
  const listed = screen.getAllByRole('checkbox').map((one) => one.getAttribute('aria-label') ?? '');
  await user.keyboard('{Control>}');
  await user.click(screen.getByText(listed[0] ?? ''));
  await user.keyboard('{/Control}{Shift>}');
  await user.click(screen.getByText(listed[2] ?? ''));
  await user.keyboard('{/Shift}');
  await screen.findByText('3 tasks selected');
  return { ...page, selected: listed.slice(0, 3), others: listed.slice(3) };
}

test('clicks with Ctrl and Shift select tasks, and one Undo takes back the day that was set for them', async () => {
  const { user, server, selected, others } = await selectThree();
  for (const title of selected) expect(checkbox(title).checked).toBe(false);
  await user.click(await barButton('Day'));
  await user.click(await screen.findByRole('menuitem', { name: 'Tomorrow' }));
  await waitFor(() => expect(toastText()).toContain('3 tasks planned for tomorrow'));
  expect(bar()).toBeNull();
  await saved();
  const dayOf = (title: string) =>
    server.records('tasks').find((task) => task.title === title)?.plannedDay;
  const tomorrow = addDays(localDay(new Date()), 1);
  expect(selected.map(dayOf)).toEqual([tomorrow, tomorrow, tomorrow]);
  expect(others.map(dayOf)).toEqual([null, null]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(selected.map(dayOf)).toEqual([null, null, null]));
});

test('the selected tasks can be categorized, completed and deleted, each with one Undo', async () => {
  const { user, server, selected } = await selectThree();
  const fields = (field: 'categoryId' | 'completed') =>
    selected.map((title) => server.records('tasks').find((task) => task.title === title)?.[field]);
  await user.click(await barButton('Category'));
  await user.click(await screen.findByRole('menuitem', { name: 'Health' }));
  await waitFor(() => expect(fields('categoryId')).toEqual([4, 4, 4]));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(fields('categoryId')).toEqual([null, null, null]));

  const selectAgain = async () => {
    await user.keyboard('{Control>}');
    for (const title of selected) await user.click(screen.getByText(title));
    await user.keyboard('{/Control}');
  };
  await selectAgain();
  await user.click(await barButton('Complete'));
  await waitFor(() => expect(fields('completed')).toEqual([true, true, true]));
  await shows('3 tasks completed');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(fields('completed')).toEqual([false, false, false]));

  await selectAgain();
  await user.click(await barButton('Delete'));
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(2));
  await waitFor(() => expect(toastText()).toContain('3 tasks deleted'));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(5));
  await saved();
  expect(server.records('tasks')).toHaveLength(5);
});

test('Escape, Clear selection and another view clear the selection', async () => {
  const { user } = await selectThree();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(bar()).toBeNull());
  await user.keyboard('{Control>}');
  await user.click(screen.getByText('One'));
  await user.keyboard('{/Control}');
  await user.click(await barButton('Clear selection'));
  expect(bar()).toBeNull();
  await user.keyboard('{Control>}');
  await user.click(screen.getByText('One'));
  await user.keyboard('{/Control}');
  await screen.findByText('1 task selected');
  await user.click(screen.getByRole('link', { name: /^No day/ }));
  await waitFor(() => expect(bar()).toBeNull());
});
