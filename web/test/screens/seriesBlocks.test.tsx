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
/** Returns the start and end of each time block, on this device's clock. */
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
  test('has a block on each of its days when typed in the quick-entry line', async () => {
    const page = await openPage('/tasks', {});
    await page.user.type(screen.getByLabelText('New task'), 'Gym every mon, fri 18:00 45m{Enter}');
    await waitFor(() => expect(blocks(page)).toEqual([`${FRIDAY}T18:00 ${FRIDAY}T18:45`]));
    await page.user.click(screen.getByRole('checkbox', { name: 'Gym' }));
    await waitFor(() => expect(open(page)).toMatchObject([{ plannedDay: '2026-11-23' }]));
    await waitFor(() => expect(blocks(page)).toEqual(['2026-11-23T18:00 2026-11-23T18:45']));
  });

  test('moves its block to the next day when skipped, and Undo moves it back', async () => {
    const page = await openPage('/tasks', { tasks: [SERIES], events: [BLOCK] });
    await page.user.click(button('More actions for Gym'));
    await page.user.click(await screen.findByRole('menuitem', { name: 'Skip this one' }));
    await waitFor(() => expect(blocks(page)).toEqual(['2026-11-23T18:00 2026-11-23T18:45']));
    await page.user.click(button('Undo'));
    await waitFor(() => expect(blocks(page)).toEqual([`${FRIDAY}T18:00 ${FRIDAY}T18:45`]));
    await saved();
    expect(open(page)).toMatchObject([{ id: 1 }]);
  });

  test('has one block on the next day after being reopened and completed again', async () => {
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

  test('keeps its clock time when the clocks change', async () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const page = await openPage('/tasks', {
      tasks: [{ ...SERIES, repeat: { every: 'month', interval: 5, day: 20, from: 'schedule' } }],
    });
    await page.user.click(screen.getByRole('checkbox', { name: 'Gym' }));
    await waitFor(() => expect(blocks(page)).toEqual(['2027-04-20T18:00 2027-04-20T18:45']));
    vi.unstubAllEnvs();
  });

  test.each([
    {
      line: 'Standup every weekday 9:15 15m',
      zone: 'Europe/Berlin',
      now: '2027-03-26T08:00:00',
      blocks: ['2027-03-26T09:15 2027-03-26T09:30', '2027-03-29T09:15 2027-03-29T09:30'],
    },
    {
      line: 'Standup every weekday 9:15 15m',
      zone: 'America/New_York',
      now: '2026-10-30T08:00:00',
      blocks: ['2026-10-30T09:15 2026-10-30T09:30', '2026-11-02T09:15 2026-11-02T09:30'],
    },
    {
      line: 'Gym every tue and thu from 18 to 19:30',
      zone: 'Europe/Berlin',
      now: '2026-10-22T08:00:00',
      blocks: ['2026-10-22T18:00 2026-10-22T19:30', '2026-10-27T18:00 2026-10-27T19:30'],
    },
    {
      line: 'Backup every day 2:30am-3am',
      zone: 'Europe/Berlin',
      now: '2027-03-27T01:00:00',
      // The clocks go from 2:00 to 3:00 on March 28.
      blocks: ['2027-03-27T02:30 2027-03-27T03:00', '2027-03-28T03:30 2027-03-28T04:00'],
    },
  ])('$line keeps its time and length over a clock change in $zone', async (typed) => {
    vi.stubEnv('TZ', typed.zone);
    vi.setSystemTime(new Date(typed.now));
    const page = await openPage('/tasks', {});
    await page.user.type(screen.getByLabelText('New task'), `${typed.line}{Enter}`);
    await waitFor(() => expect(blocks(page)).toEqual([typed.blocks[0]]));
    await page.user.click(screen.getByRole('checkbox', { name: /Standup|Gym|Backup/ }));
    await waitFor(() => expect(blocks(page)).toEqual([typed.blocks[1]]));
    vi.unstubAllEnvs();
  });

  test('keeps the time at which it is first scheduled', async () => {
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

  test('takes the time of its block when it begins to repeat', async () => {
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

test('Fill free time puts a missed daily task at its own time, not into the first gap', async () => {
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
  await page.user.click(dialog.getByRole('button', { name: 'Next' }));
  await page.user.click(dialog.getByRole('button', { name: 'Fill free time' }));
  const start = (title: string) =>
    dialog.getByLabelText<HTMLInputElement>(`Start of ${title}`).value;
  await waitFor(() => expect([start('Gym'), start('Report')]).toEqual(['6:00 PM', '9:00 AM']));
});

describe('moving or deleting a repeating task’s block', () => {
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

  test('with “This one” keeps the series’ time for the next task', async () => {
    const page = await openDay();
    await page.user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await answer(page, 'This one');
    await waitFor(() => expect(blocks(page)).toEqual([`${FRIDAY}T18:15 ${FRIDAY}T19:00`]));
    await complete(page);
    await waitFor(() => expect(blocks(page)).toEqual(['2026-11-23T18:00 2026-11-23T18:45']));
  });

  test('with “This and later ones” sets the time of the next task, and asks only once', async () => {
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

  test('with “This and later ones” is undone for the block and for the later tasks', async () => {
    const page = await openDay();
    await page.user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await answer(page, 'This and later ones');
    await waitFor(() => expect(toastText()).toContain('Time of later ones changed'));
    await page.user.click(button('Undo'));
    await waitFor(() => expect(blocks(page)).toEqual([`${FRIDAY}T18:00 ${FRIDAY}T18:45`]));
    expect(tasks(page)).toMatchObject([{ blockTime: { start: '18:00', minutes: 45 } }]);
  });

  test('to another day asks nothing after a move with “This one”', async () => {
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

  test('asks nothing if the task is completed', async () => {
    const done = { ...SERIES, completed: true, completedAt: `${FRIDAY}T08:00:00Z` };
    const page = await openPage('/calendar?view=day', { tasks: [done], events: [BLOCK] });
    await focusBlock();
    await page.user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(blocks(page)).toEqual([`${FRIDAY}T18:15 ${FRIDAY}T19:00`]));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('is kept for a next task that the server doesn’t know yet', async () => {
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

  test('asks about the later tasks on a delete, and can leave them without a block', async () => {
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
