import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Seed } from '../../e2e/fixtures';
import { renderPage } from '../renderPage';

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  vi.useFakeTimers({ toFake: ['Date'] });
  // A Wednesday.
  vi.setSystemTime(new Date('2026-11-18T08:00:00'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const settings = { weekStart: 'monday' } as const;

const tasks = [
  { title: 'Write the report', plannedDay: '2026-11-19', estimateMinutes: 60, categoryId: null },
  { title: 'Call the bank', plannedDay: '2026-11-16', categoryId: null },
  { title: 'Pay the rent', deadline: '2026-11-20', categoryId: null },
  { title: 'Read the book', categoryId: null },
];

async function planWeek(seed: Seed = { tasks }) {
  const page = await renderPage('/calendar?view=week', { seed: { ...seed, settings } });
  await page.user.click(await screen.findByRole('button', { name: 'Plan the week' }));
  await screen.findByRole('heading', { name: 'Plan the week' });
  return page;
}

const region = (name: string | RegExp) => screen.getByRole('region', { name });
const plannedDayOf = (page: Awaited<ReturnType<typeof planWeek>>, title: string) =>
  page.server.records('tasks').find((task) => task.title === title)?.plannedDay;

test('shows the tasks of the days, and those that are left over, due or without a day', async () => {
  await planWeek();
  expect(within(region(/Thursday/)).getByText('Write the report')).toBeTruthy();
  expect(within(region('Left over')).getByText('Call the bank')).toBeTruthy();
  expect(within(region('Due')).getByText('Pay the rent')).toBeTruthy();
  expect(within(region('No day')).getByText('Read the book')).toBeTruthy();
});

test('shows how much of a day’s free time is planned', async () => {
  await planWeek();
  expect(within(region(/Thursday/)).getByText('1h of 8h')).toBeTruthy();
});

test('plans a task for a day from its menu, and takes it back with Undo', async () => {
  const page = await planWeek();
  await page.user.click(screen.getByRole('button', { name: 'Move Read the book' }));
  await page.user.click(await screen.findByRole('menuitemradio', { name: 'Friday' }));
  expect(within(region(/Friday/)).getByText('Read the book')).toBeTruthy();
  await waitFor(() => expect(plannedDayOf(page, 'Read the book')).toBe('2026-11-20'));
  await page.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(plannedDayOf(page, 'Read the book')).toBeNull());
});

test('moves a task by days with the keyboard and keeps the focus on it', async () => {
  const page = await planWeek();
  screen.getByRole('button', { name: 'Move Write the report' }).focus();
  await page.user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  expect(within(region(/Friday/)).getByText('Write the report')).toBeTruthy();
  expect(document.activeElement).toBe(
    screen.getByRole('button', { name: 'Move Write the report' }),
  );
  await page.user.keyboard('{Alt>}{ArrowLeft}{ArrowLeft}{ArrowLeft}{/Alt}');
  expect(within(region('No day')).getByText('Write the report')).toBeTruthy();
});

test('shows the events of a day, and the start of a task’s block with the task', async () => {
  const at = (hour: number) => new Date(`2026-11-19T${hour}:00:00`).toISOString();
  const times = (hour: number) => ({ start: at(hour), end: at(hour + 1) });
  await planWeek({
    tasks: [{ id: 5, title: 'Write the report', plannedDay: '2026-11-19', categoryId: null }],
    events: [
      { title: 'Standup', ...times(10) },
      { title: 'Write the report', taskId: 5, ...times(14) },
    ],
  });
  const thursday = within(region(/Thursday/));
  expect(thursday.getByRole('list', { name: 'Events' }).textContent).toMatch(/10:00 AM.*Standup/);
  expect(thursday.getByRole('list', { name: 'Tasks' }).textContent).toContain('2:00 PM');
  expect(thursday.getAllByText('Write the report')).toHaveLength(1);
});

test('folds a past day to the number of its completed tasks', async () => {
  const completedAt = new Date('2026-11-16T12:00:00').toISOString();
  await planWeek({ tasks: [{ title: 'Sow', completed: true, completedAt, categoryId: null }] });
  expect(within(region(/Monday/)).getByText('1 done')).toBeTruthy();
  expect(within(region(/Monday/)).queryByText('Sow')).toBeNull();
});

test('makes a day of the week a day off', async () => {
  const page = await planWeek();
  await page.user.click(screen.getByRole('button', { name: 'Make Friday a day off' }));
  expect(within(region(/Friday/)).getByText('Day off')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Make Friday a day off' })).toBeNull();
});

test('offers three goals', async () => {
  const page = await planWeek();
  for (const title of ['One', 'Two', 'Three'])
    await page.user.type(await screen.findByLabelText('New goal'), `${title}{Enter}`);
  expect(screen.queryByLabelText('New goal')).toBeNull();
  await waitFor(() => expect(page.server.records('goals')).toHaveLength(3));
});

test('a goal shows the goal of the month that it serves, which is edited beside it', async () => {
  const page = await planWeek();
  await page.user.type(await screen.findByLabelText('New goal'), 'Ship it{Enter}');
  await page.user.type(screen.getByLabelText('Goal for November 2026'), 'Version 2{Enter}');
  await page.user.click(screen.getByRole('button', { name: 'More for Ship it' }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Serves “Version 2”' }));
  expect(within(region('Goals of the week')).getByText('Serves “Version 2”')).toBeTruthy();
  const stored = (title: string) =>
    page.server.records('goals').find((goal) => goal.title === title);
  await waitFor(() => {
    expect(stored('Version 2')).toMatchObject({ span: 'month', day: '2026-11-01' });
    expect(stored('Ship it')?.servesId).toBe(stored('Version 2')?.id);
  });
});

test('carries a goal to the next week from its menu', async () => {
  const page = await planWeek();
  await page.user.type(await screen.findByLabelText('New goal'), 'Ship it{Enter}');
  await page.user.click(screen.getByRole('button', { name: 'More for Ship it' }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Carry to next week' }));
  expect(within(region('Goals of the week')).getByText('Carried forward')).toBeTruthy();
  await page.user.click(screen.getByRole('button', { name: 'Next week' }));
  expect(await screen.findByRole('textbox', { name: 'Goal: Ship it' })).toBeTruthy();
});

test('returns to the hours and to the button when planning is done', async () => {
  const page = await planWeek();
  await page.user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('region', { name: 'Goals of the week' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Plan the week' }));
});

test('a task serves a goal that is chosen in its details', async () => {
  const page = await planWeek();
  await page.user.type(await screen.findByLabelText('New goal'), 'Ship it{Enter}');
  await page.user.click(screen.getByRole('button', { name: 'Done' }));
  await page.user.click(await screen.findByRole('button', { name: /^Write the report/ }));
  await page.user.selectOptions(await screen.findByLabelText('Goal'), 'Ship it');
  const [goal] = page.server.records('goals');
  await waitFor(() =>
    expect(page.server.records('tasks').find(({ goalId }) => goalId !== null)).toMatchObject({
      title: 'Write the report',
      goalId: goal?.id,
    }),
  );
});

test('the palette opens the planning of the week on another screen', async () => {
  const page = await renderPage('/today', { seed: { tasks, settings } });
  await page.user.keyboard('{Control>}k{/Control}');
  await page.user.type(await screen.findByRole('combobox'), 'Plan the week');
  await page.user.click(await screen.findByRole('option', { name: /Plan the week/ }));
  expect(await screen.findByRole('heading', { name: 'Plan the week' })).toBeTruthy();
});

test('a week has three goals, also if goals of last week are carried forward', async () => {
  const goals = ['One', 'Two', 'Three', 'Four'].map((title) => ({
    title,
    span: 'week' as const,
    day: '2026-11-09',
  }));
  const page = await planWeek({ tasks, goals });
  for (const title of ['One', 'Two', 'Three']) {
    await page.user.click(screen.getByRole('button', { name: `Carry forward ${title}` }));
    expect(document.activeElement?.textContent).toBe('Goals of the week');
  }
  expect(screen.getByText('Four')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Carry forward/ })).toBeNull();
});

const refusal = { name: 'Not now, no plan of the week' };

test('/today offers the planning of the week until the person ends it', async () => {
  const page = await renderPage('/today', { seed: { tasks, settings } });
  await page.user.click(await screen.findByRole('button', { name: 'Not now' }));
  await page.user.click(await screen.findByRole('button', { name: 'Plan the week' }));
  await screen.findByRole('heading', { name: 'Plan the week' });
  expect(screen.queryByRole('button', refusal)).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Done' }));
  await page.reload('/today');
  await screen.findByRole('button', { name: 'Plan the day' });
  expect(screen.queryByRole('button', refusal)).toBeNull();
});

test('/today offers the planning of the week only after that of the day', async () => {
  await renderPage('/today', { seed: { tasks, settings } });
  await screen.findByRole('button', { name: 'Not now' });
  expect(screen.queryByRole('button', refusal)).toBeNull();
});

test('“Not now” hides the offer until the next week', async () => {
  const page = await renderPage('/today', { seed: { tasks, settings } });
  await page.user.click(await screen.findByRole('button', { name: 'Not now' }));
  await page.user.click(await screen.findByRole('button', refusal));
  expect(screen.queryByRole('button', refusal)).toBeNull();
  vi.setSystemTime(new Date('2026-11-23T08:00:00'));
  await page.reload('/today');
  await page.user.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(await screen.findByRole('button', refusal)).toBeTruthy();
});
