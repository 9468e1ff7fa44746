import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../renderPage';

const TODAY = '2026-11-20';
const at = (day: number, time: string) => new Date(`2026-11-${day}T${time}:00`).toISOString();
const block = (taskId: number, day: number, from: string, to: string) => ({
  title: 'x',
  taskId,
  start: at(day, from),
  end: at(day, to),
});
const seed = {
  tasks: [
    { id: 81, title: 'Offer', plannedDay: TODAY, position: 'a1' },
    { id: 82, title: 'Standup', plannedDay: TODAY, position: 'a3' },
    { id: 83, title: 'Shopping', plannedDay: TODAY, position: 'a2' },
    { id: 84, title: 'Mail', plannedDay: TODAY, position: 'a0' },
    { id: 85, title: 'Slides', plannedDay: '2026-11-21' },
    { id: 86, title: 'Review', isPriority: true, order: 0, plannedDay: TODAY },
  ],
  events: [
    block(81, 20, '14:00', '15:30'),
    block(82, 20, '09:15', '09:45'),
    block(85, 21, '09:15', '09:45'),
    block(86, 20, '10:00', '11:00'),
    block(86, 21, '10:00', '11:00'),
  ],
};

/** Returns a task's checkbox in a list of tasks. The rail of hours has another one for its block. */
const checkbox = (title: string) =>
  screen
    .getAllByRole('checkbox', { name: title })
    .find((one) => one.closest('[data-task]')) as HTMLElement;
const row = (title: string) => checkbox(title).closest('li');
const titlesIn = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('checkbox')
    .map((one) => one.getAttribute('aria-label'));
const ready = () =>
  waitFor(() => expect(screen.getByRole('list', { name: 'Tasks' }).dataset.rows).toBe('ready'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(`${TODAY}T09:00:00`);
});

test('rows say when their task’s block is, on /today, /tasks and in the Top 3', async () => {
  const { reload } = await renderPage('/today', { seed });
  expect(row('Standup')?.textContent).toContain('9:15 – 9:45 AM');
  expect(row('Review')?.textContent).toContain('10 – 11 AM');
  await reload('/tasks');
  expect(row('Slides')?.textContent).toContain('Tomorrow 9:15 AM');
});

test('a row shows today’s past block until its task has another one', async () => {
  vi.setSystemTime(`${TODAY}T12:00:00`);
  await renderPage('/today', { seed });
  const was = within(row('Standup') as HTMLElement);
  expect(was.getByLabelText('Was scheduled').parentElement?.textContent).toBe('9:15 – 9:45 AM');
  expect(row('Review')?.textContent).toContain('Tomorrow 10:00 AM');
});

test.each(['/today', '/tasks?view=today'])(
  'today’s tasks are listed by time, then by hand, on %s',
  async (path) => {
    await renderPage(path, { seed });
    const listed = titlesIn('Tasks').filter((title) => title !== 'Review');
    expect(listed).toEqual(['Standup', 'Offer', 'Mail', 'Shopping']);
  },
);

test('Alt and the arrow keys move a task among those without a time', async () => {
  const { user } = await renderPage('/today', { seed });
  await ready();
  checkbox('Shopping').focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() => expect(titlesIn('Tasks')).toEqual(['Standup', 'Offer', 'Shopping', 'Mail']));
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(titlesIn('Tasks')).toEqual(['Standup', 'Offer', 'Shopping', 'Mail']);
});

test('a task with a time that is moved by hand says that it keeps its place', async () => {
  const { user, server } = await renderPage('/today', { seed });
  await ready();
  checkbox('Offer').focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await screen.findByText('“Offer” keeps its place by its time, 2 – 3:30 PM.');
  expect(titlesIn('Tasks')).toEqual(['Standup', 'Offer', 'Mail', 'Shopping']);
  expect(server.records('tasks')[0]).toMatchObject({ position: 'a1' });
  expect(row('Offer')?.querySelector('[title="Drag to move"]')).toBeNull();
  expect(row('Mail')?.querySelector('[title="Drag to move"]')).toBeTruthy();
});

test('a task that is ticked keeps its place, although its block is removed', async () => {
  const { user, server } = await renderPage('/today', { seed });
  await user.click(checkbox('Standup'));
  await waitFor(() => expect(server.records('events')).toHaveLength(4));
  expect(titlesIn('Tasks')).toEqual(['Standup', 'Offer', 'Mail', 'Shopping']);
});

test('planning the day shows the times of tasks', async () => {
  const { user } = await renderPage('/today', { seed });
  await user.click(screen.getByRole('button', { name: 'Plan the day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan the day' }));
  // The hours beside the list also have a checkbox for the block.
  await dialog.findByRole('checkbox', { name: 'Standup' });
  const list = within(dialog.getByRole('list', { name: 'Today' }));
  const choice = list.getByRole('checkbox', { name: /^Standup/ });
  expect(choice.closest('li')?.textContent).toContain('9:15 – 9:45 AM');
});
