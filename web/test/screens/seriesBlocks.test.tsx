import type { Event } from '@daymark/contract/event';
import type { Task } from '@daymark/contract/task';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { localInstant } from '../../src/lib/time/dates';
import { renderPage, toastText } from '../renderPage';

const FRIDAY = '2026-11-20';
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(`${FRIDAY}T09:00:00`);
});
afterEach(() => void vi.useRealTimers());

const at = (clock: string, day = FRIDAY) => localInstant(new Date(`${day}T${clock}:00`));
const SERIES = {
  id: 1,
  title: 'Gym',
  plannedDay: FRIDAY,
  seriesId: 1,
  seriesDay: FRIDAY,
  repeat: { every: 'week', interval: 1, weekdays: [1, 5], from: 'schedule' },
  blockTime: { start: '18:00', minutes: 45 },
} as const;
const BLOCK = { id: 5, title: 'Gym', start: at('18:00'), end: at('18:45'), taskId: 1 };

type Page = Awaited<ReturnType<typeof renderPage>>;
const tasks = ({ server }: Page) => server.records('tasks') as unknown as Task[];
const open = (page: Page) =>
  tasks(page).filter(({ completed, skippedAt }) => !completed && !skippedAt);
/** The blocks of open tasks: the task's day, then the block's start and end on this device's clock. */
const blocks = (page: Page) =>
  (page.server.records('events') as unknown as Event[]).map(({ start, end }) =>
    [start, end].map((moment) => localInstant(new Date(moment)).slice(0, 16)).join(' '),
  );
const openPage = (path: string, seed: { tasks?: readonly object[]; events?: readonly object[] }) =>
  renderPage(path, { seed: seed as never });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const saved = () => screen.findByText('All changes saved');
const question = async () => within(await screen.findByRole('alertdialog'));
const answer = async ({ user }: Page, name: string) =>
  user.click((await question()).getByRole('button', { name }));

describe('a repeating task with a time', () => {
  test('typed in the line, has its block on each of its days', async () => {
    const page = await openPage('/tasks', {});
    await page.user.type(screen.getByLabelText('New task'), 'Gym every mon, fri 18:00 45m{Enter}');
    await waitFor(() => expect(blocks(page)).toEqual([`${FRIDAY}T18:00 ${FRIDAY}T18:45`]));
    await page.user.click(screen.getByRole('checkbox', { name: 'Gym' }));
    await waitFor(() => expect(open(page)).toMatchObject([{ plannedDay: '2026-11-23' }]));
    await waitFor(() => expect(blocks(page)).toEqual(['2026-11-23T18:00 2026-11-23T18:45']));
  });

  test('skipped, has its block on the next day; Undo takes that back', async () => {
    const page = await openPage('/tasks', { tasks: [SERIES], events: [BLOCK] });
    await page.user.click(button('More actions for Gym'));
    await page.user.click(await screen.findByRole('menuitem', { name: 'Skip this one' }));
    await waitFor(() => expect(blocks(page)).toEqual(['2026-11-23T18:00 2026-11-23T18:45']));
    await page.user.click(button('Undo'));
    await waitFor(() => expect(blocks(page)).toEqual([`${FRIDAY}T18:00 ${FRIDAY}T18:45`]));
    await saved();
    expect(open(page)).toMatchObject([{ id: 1 }]);
  });

  test('reopened and completed again, has one block on the next day', async () => {
    const page = await openPage('/tasks', { tasks: [SERIES], events: [BLOCK] });
    const tick = async (index: number) =>
      page.user.click(screen.getAllByRole('checkbox', { name: 'Gym' })[index]!);
    await tick(0);
    await waitFor(() => expect(blocks(page)).toEqual(['2026-11-23T18:00 2026-11-23T18:45']));
    await page.reload('/tasks?view=completed');
    await tick(0);
    await waitFor(() => expect(blocks(page)).toEqual([]));
    expect(open(page)).toMatchObject([{ id: 1 }]);
    await page.reload('/tasks');
    await tick(0);
    await waitFor(() => expect(blocks(page)).toEqual(['2026-11-23T18:00 2026-11-23T18:45']));
  });

  test('keeps its clock time where the clocks change', async () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const page = await openPage('/tasks', {
      tasks: [{ ...SERIES, repeat: { every: 'month', interval: 5, day: 20, from: 'schedule' } }],
    });
    await page.user.click(screen.getByRole('checkbox', { name: 'Gym' }));
    await waitFor(() => expect(blocks(page)).toEqual(['2027-04-20T18:00 2027-04-20T18:45']));
    vi.unstubAllEnvs();
  });

  test('scheduled for the first time, is at this time from then on', async () => {
    const page = await openPage('/tasks', { tasks: [{ ...SERIES, blockTime: null }] });
    await page.user.click(button('More actions for Gym'));
    await page.user.click(await screen.findByRole('menuitem', { name: 'Schedule…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Task' }));
    await page.user.selectOptions(dialog.getByLabelText('Time'), '3:00 PM');
    await page.user.click(dialog.getByRole('button', { name: 'Schedule' }));
    await waitFor(() => expect(blocks(page)).toEqual([`${FRIDAY}T15:00 ${FRIDAY}T15:30`]));
    await page.user.click(screen.getByRole('checkbox', { name: 'Gym' }));
    await waitFor(() => expect(blocks(page)).toEqual(['2026-11-23T15:00 2026-11-23T15:30']));
  });

  test('a task that begins to repeat does so at the time of its block', async () => {
    const page = await openPage('/tasks', {
      tasks: [{ id: 1, title: 'Gym', plannedDay: FRIDAY }],
      events: [BLOCK],
    });
    await page.user.click(button('More actions for Gym'));
    await page.user.click(await screen.findByRole('menuitem', { name: 'Details…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Task details' }));
    await page.user.selectOptions(dialog.getByLabelText('Repeat'), 'Every weekday');
    await page.user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(tasks(page)).toMatchObject([{ blockTime: { start: '18:00', minutes: 45 } }]),
    );
  });
});

test('Fill free time puts a daily task that was missed at its own time, not into the first gap', async () => {
  const daily = {
    ...SERIES,
    plannedDay: '2026-11-19',
    seriesDay: '2026-11-19',
    repeat: { every: 'day', interval: 1, from: 'schedule' },
  };
  const page = await openPage('/today', {
    tasks: [daily, { id: 2, title: 'Report', plannedDay: FRIDAY, estimateMinutes: 30 }],
  });
  await page.user.click(button('Plan the day'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan the day' }));
  await page.user.click(dialog.getByRole('button', { name: 'Next' }));
  await page.user.click(dialog.getByRole('button', { name: 'Fill free time' }));
  const start = (title: string) =>
    dialog.getByLabelText<HTMLInputElement>(`Start of ${title}`).value;
  await waitFor(() => expect([start('Gym'), start('Report')]).toEqual(['6:00 PM', '9:00 AM']));
});

describe('moving a repeating task’s block', () => {
  const focusBlock = () =>
    waitFor(() => {
      const box = document.querySelector<HTMLElement>('section[data-day] [data-event]');
      box?.focus();
      expect(document.activeElement).toBe(box);
    });
  const openDay = async () => {
    const page = await openPage('/calendar?view=day', { tasks: [SERIES], events: [BLOCK] });
    await focusBlock();
    return page;
  };
  const complete = async (page: Page) => {
    await page.reload('/tasks');
    await page.user.click(screen.getByRole('checkbox', { name: 'Gym' }));
  };

  test('this one only: the next one is at the series’ time', async () => {
    const page = await openDay();
    await page.user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await answer(page, 'This one');
    await waitFor(() => expect(blocks(page)).toEqual([`${FRIDAY}T18:15 ${FRIDAY}T19:00`]));
    await complete(page);
    await waitFor(() => expect(blocks(page)).toEqual(['2026-11-23T18:00 2026-11-23T18:45']));
  });

  test('this and later ones: the next one is at the new time; it is asked once for several keys', async () => {
    const page = await openDay();
    await page.user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await answer(page, 'This and later ones');
    await waitFor(() => expect(document.activeElement?.getAttribute('data-event')).toBe('5'));
    await page.user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await waitFor(() =>
      expect(tasks(page)).toMatchObject([{ blockTime: { start: '18:30', minutes: 45 } }]),
    );
    await complete(page);
    await waitFor(() => expect(blocks(page)).toEqual(['2026-11-23T18:30 2026-11-23T19:15']));
  });

  test('Undo after “this and later ones” takes both back', async () => {
    const page = await openDay();
    await page.user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await answer(page, 'This and later ones');
    await waitFor(() => expect(toastText()).toContain('Time of later ones changed'));
    await page.user.click(button('Undo'));
    await waitFor(() => expect(blocks(page)).toEqual([`${FRIDAY}T18:00 ${FRIDAY}T18:45`]));
    expect(tasks(page)).toMatchObject([{ blockTime: { start: '18:00', minutes: 45 } }]);
  });

  test('to another day after a move of this one only asks nothing', async () => {
    const page = await openDay();
    await page.user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await answer(page, 'This one');
    await waitFor(() => expect(blocks(page)).toEqual([`${FRIDAY}T18:15 ${FRIDAY}T19:00`]));
    await page.reload('/calendar?view=day');
    await focusBlock();
    await page.user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await waitFor(() => expect(blocks(page)).toEqual(['2026-11-21T18:15 2026-11-21T19:00']));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('of a task that is completed asks nothing', async () => {
    const done = { ...SERIES, completed: true, completedAt: `${FRIDAY}T08:00:00Z` };
    const page = await openPage('/calendar?view=day', { tasks: [done], events: [BLOCK] });
    await focusBlock();
    await page.user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(blocks(page)).toEqual([`${FRIDAY}T18:15 ${FRIDAY}T19:00`]));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('of the next one before the server knows of it, is kept', async () => {
    const page = await openPage('/tasks', { tasks: [SERIES], events: [BLOCK] });
    page.setOnline(false);
    await page.user.click(screen.getByRole('checkbox', { name: 'Gym' }));
    await waitFor(() => expect(toastText()).toContain('Next: Mon, Nov 23'));
    await page.user.click(screen.getAllByRole('link', { name: 'Calendar' })[0]!);
    const cell = await waitFor(() => {
      const found = document.querySelector('[role="gridcell"][data-day="2026-11-23"]');
      expect(found).toBeTruthy();
      return found!;
    });
    await page.user.click(cell);
    await page.user.click(await screen.findByRole('button', { name: 'Edit Gym' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Time Block' }));
    await page.user.selectOptions(dialog.getByLabelText('Start time'), '6:15 PM');
    await page.user.click(dialog.getByRole('button', { name: 'Save' }));
    await answer(page, 'This one');
    page.setOnline(true);
    await waitFor(() => expect(blocks(page)).toEqual(['2026-11-23T18:15 2026-11-23T19:00']));
  });

  test('to another day at the same time asks nothing', async () => {
    const page = await openDay();
    await page.user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await waitFor(() => expect(blocks(page)).toEqual(['2026-11-21T18:00 2026-11-21T18:45']));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('deleting it asks, too: without a time, later ones have no block', async () => {
    const page = await openDay();
    await page.user.keyboard('{Delete}');
    await answer(page, 'Delete');
    await answer(page, 'This and later ones');
    await waitFor(() => expect(tasks(page)).toMatchObject([{ blockTime: null }]));
    expect(blocks(page)).toEqual([]);
    await complete(page);
    await waitFor(() => expect(open(page)).toMatchObject([{ plannedDay: '2026-11-23' }]));
    expect(blocks(page)).toEqual([]);
  });
});
