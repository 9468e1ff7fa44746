import { screen, waitFor, within } from '@testing-library/react';
import { idOfDay } from '@daymark/contract/primitives';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Seed } from '../../e2e/fixtures';
import { refusal, renderPage, shows, toastText } from '../renderPage';

/** A Monday, whose Friday evening it is. */
const WEEK = '2026-11-16';
const PATH = `/reflection?week=${WEEK}`;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T18:00:00') });
});

const instant = (time: string) => new Date(time).toISOString();
const work = { start: '09:00', end: '17:00' };
const settings: NonNullable<Seed['settings']> = {
  weekStart: 'monday',
  workingHours: [work, work, work, work, work, null, null],
};
const SEED: Seed = {
  settings,
  goals: [
    { id: 11, title: 'Publish the report', span: 'week', day: WEEK, outcome: 'done' },
    { id: 12, title: 'Ship version 2', span: 'month', day: '2026-11-01' },
  ],
  tasks: [
    {
      id: 77,
      title: 'Write the report',
      categoryId: 1,
      goalId: 11,
      plannedDay: '2026-11-18',
      completed: true,
      completedAt: instant('2026-11-18T10:00'),
    },
    { id: 78, title: 'Send the budget', plannedDay: '2026-11-19' },
  ],
  focusSessions: [
    {
      mode: 'focus',
      plannedSeconds: 3600,
      actualSeconds: 3600,
      completed: true,
      taskId: 77,
      start: instant('2026-11-18T09:00'),
      end: instant('2026-11-18T10:00'),
    },
  ],
  dayPlans: [
    {
      id: idOfDay('2026-11-18'),
      day: '2026-11-18',
      plan: {
        keptAt: instant('2026-11-18T08:30'),
        tasks: [
          { taskId: 77, title: 'Write the report', minutes: 90, isPriority: true },
          { taskId: 78, title: 'Send the budget', minutes: null, isPriority: false },
        ],
        times: [
          {
            eventId: '31',
            title: 'Send the budget',
            start: instant('2026-11-18T11:00'),
            end: instant('2026-11-18T12:00'),
            taskId: 78,
          },
          {
            eventId: '32',
            title: 'Write the report',
            start: instant('2026-11-18T09:00'),
            end: instant('2026-11-18T10:00'),
            taskId: 77,
          },
        ],
      },
    },
  ],
};

const area = (name: string) => screen.getByLabelText<HTMLTextAreaElement>(name);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const rendered = (options: Parameters<typeof renderPage>[1] = {}, path = PATH) =>
  renderPage(path, { seed: { settings }, ...options });

test('Week beside Day opens the review of this week, and the arrows lead to the week before', async () => {
  const { user } = await rendered({}, '/reflection');
  await user.click(button('Week'));
  expect(location.search).toBe(`?week=${WEEK}`);
  await screen.findByRole('heading', { name: 'This week, Nov 16 – 22, 2026' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Week Review');
  expect(button('Week after').ariaDisabled).toBe('true');
  await user.click(button('Week before'));
  await screen.findByRole('heading', { name: 'Last week, Nov 9 – 15, 2026' });
  expect(location.search).toBe('?week=2026-11-09');
  await user.click(button('Day'));
  expect(location.search).toBe('');
});

test('an address with any day of a week shows that week, and a bad one this week', async () => {
  const { reload } = await rendered({}, '/reflection?week=2026-11-12');
  expect(await screen.findByRole('heading', { name: 'Last week, Nov 9 – 15, 2026' })).toBeTruthy();
  await reload('/reflection?week=2026-02-31');
  expect(await screen.findByRole('heading', { name: 'This week, Nov 16 – 22, 2026' })).toBeTruthy();
});

test('Draft from the week adds what was done and what slipped, once', async () => {
  const { user } = await rendered({ seed: SEED });
  await user.type(area('Done'), 'A good week');
  for (let clicks = 0; clicks < 2; clicks++) {
    await user.click(button('Draft from the week'));
    expect(area('Done').value).toBe(
      'A good week\n1 of 2 planned blocks done\nGoal reached: Publish the report\nPublish the report: Write the report',
    );
    expect(area('Slipped').value).toBe('1h moved\nLeft over: Send the budget (not begun)');
  }
  const lines = within(
    screen.getByRole('list', { name: 'Slipped, from the records', hidden: true }),
  );
  expect(lines.getByText('Left over: Send the budget (not begun)')).toBeTruthy();
});

test('the week’s focus is shown by goal and category, and each plan beside its day', async () => {
  await rendered({ seed: SEED });
  const figures = within(screen.getByRole('region', { name: 'Focus 1h' }));
  const times = figures.getAllByRole('term').map((term) => term.parentElement?.textContent);
  expect(times).toEqual(['Publish the report1h 0m', 'Work1h 0m']);
  const row = figures.getByRole('row', { name: /Wed, Nov 18/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['1 of 2', '1h 30m', '1h']);
  expect(figures.getByRole('cell', { name: '1h moved' })).toBeTruthy();
  expect(figures.getByRole('link', { name: 'Wed, Nov 18' }).getAttribute('href')).toBe(
    '/reflection?day=2026-11-18',
  );
});

test('a draft survives a reload until it is saved, and the saved review is found again', async () => {
  const { user, server, reload } = await rendered();
  await user.type(area('Next week'), 'Fewer meetings');
  await user.click(screen.getByRole('radio', { name: '4 stars' }));
  await reload();
  expect(area('Next week').value).toBe('Fewer meetings');
  expect(server.records('weekReviews')).toEqual([]);
  await user.click(button('Save Review'));
  await waitFor(() => expect(toastText()).toContain('Your review of the week has been saved.'));
  await waitFor(() =>
    expect(server.records('weekReviews')).toMatchObject([
      { id: idOfDay(WEEK), day: WEEK, nextWeek: 'Fewer meetings', rating: 4, done: null },
    ]),
  );
  // Not `disabled`, which would take the focus from it.
  expect(button('Save Review')).toMatchObject({ ariaDisabled: 'true', disabled: false });
  expect(document.activeElement).toBe(button('Save Review'));
  await reload('/reflection?week=2026-11-09');
  const weeks = within(screen.getByRole('navigation', { name: 'Reviews of weeks' }));
  await user.click(weeks.getByRole('link', { name: /This week/ }));
  await waitFor(() => expect(area('Next week').value).toBe('Fewer meetings'));
});

test('saving without an answer saves an empty review', async () => {
  const { user, server } = await rendered();
  await user.click(button('Save Review'));
  await waitFor(() =>
    expect(server.records('weekReviews')).toMatchObject([{ day: WEEK, done: null, rating: null }]),
  );
});

test('a review that can’t be saved keeps its text, and its toast leads to its week', async () => {
  const { user, respond, setOnline } = await rendered({}, '/reflection?week=2026-11-09');
  setOnline(false);
  await user.type(area('Done'), 'My words');
  await user.click(button('Save Review'));
  await waitFor(() => expect(toastText()).toContain('Saved on this device.'));
  await user.click(screen.getByRole('link', { name: 'Notes' }));
  await screen.findByRole('button', { name: 'New Note' });
  respond(/^(POST|PATCH)/, () => refusal(400, 'Not this one.'));
  setOnline(true);
  await waitFor(() => expect(toastText()).toContain('Error'));
  await user.click(button('Show'));
  await waitFor(() => expect(location.search).toBe('?week=2026-11-09'));
  await shows('Not saved', () => screen.getByRole('main'));
  expect(area('Done').value).toBe('My words');
});

test('a review keeps its week when weeks begin on another day', async () => {
  await rendered(
    {
      seed: {
        settings,
        weekReviews: [{ id: 20261115, day: '2026-11-15', done: 'From Sunday on' }],
      },
    },
    '/reflection?week=2026-11-15',
  );
  await waitFor(() => expect(area('Done').value).toBe('From Sunday on'));
});

test('the goals of the month and the quarter are one line each, edited in place', async () => {
  const { user, server } = await rendered({ seed: SEED });
  const line = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  const month = () => line('Goal for November 2026');
  expect(month().value).toBe('Ship version 2');
  await user.type(month(), '.1{Escape}');
  expect(month().value).toBe('Ship version 2');
  await user.type(month(), '.1{Enter}');
  expect(month().value).toBe('Ship version 2.1');
  await user.type(line('Goal for October to December 2026'), 'Ten customers{Enter}');
  expect(document.activeElement).toBe(line('Goal for October to December 2026'));
  await waitFor(() =>
    expect(server.records('goals')).toMatchObject([
      { id: 11 },
      { id: 12, title: 'Ship version 2.1', span: 'month' },
      { title: 'Ten customers', span: 'quarter', day: '2026-10-01' },
    ]),
  );
  await user.clear(month());
  await user.tab();
  await waitFor(() => expect(toastText()).toContain('Goal deleted'));
  expect(month().value).toBe('');
  await user.click(button('Undo'));
  expect(month().value).toBe('Ship version 2.1');
});

/** Chooses an entry of a goal's menu. */
async function choose(
  user: Awaited<ReturnType<typeof renderPage>>['user'],
  goal: string,
  entry: string,
) {
  await user.click(button(`More for ${goal}`));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
}

test('the goals of the week are closed as in its plan, and the draft names them', async () => {
  const goals = ['Publish the report', 'Hire a designer', 'Sell the car'].map((title, index) => ({
    id: 21 + index,
    title,
    span: 'week' as const,
    day: WEEK,
  }));
  const { user, server } = await rendered({ seed: { settings, goals } });
  await choose(user, 'Publish the report', 'Reached');
  await choose(user, 'Hire a designer', 'Drop');
  await choose(user, 'Sell the car', 'Carry to next week');
  await waitFor(() =>
    expect(server.records('goals')).toMatchObject([
      { id: 21, outcome: 'done' },
      { id: 22, outcome: 'dropped' },
      { id: 23, outcome: 'carried' },
      { title: 'Sell the car', day: '2026-11-23', outcome: null },
    ]),
  );
  await user.click(button('Draft from the week'));
  expect(area('Done').value).toBe('Goal reached: Publish the report');
});

test('a review offers neither new goals nor those of the week before', async () => {
  await rendered({
    seed: { settings, goals: [{ title: 'Sell the car', span: 'week', day: '2026-11-09' }] },
  });
  expect(screen.getByLabelText('Goal for November 2026')).toBeTruthy();
  expect(screen.queryByText('Goals of the week')).toBeNull();
  expect(screen.queryByText('Sell the car')).toBeNull();
});

const offer = () => screen.findByRole('button', { name: 'Review the week' });

test('the review waits on Friday evening until the day is closed', async () => {
  await rendered({ seed: SEED }, '/today');
  await screen.findByRole('button', { name: 'Finish the day' });
  expect(screen.queryByRole('button', { name: 'Review the week' })).toBeNull();
});

test('/today offers the review on the weekend, until it is written', async () => {
  vi.setSystemTime(new Date('2026-11-21T10:00:00'));
  const { user, reload } = await rendered({ seed: SEED }, '/today');
  await user.click(await offer());
  await screen.findByRole('heading', { name: /^This week/ });
  await user.click(button('Draft from the week'));
  await user.click(button('Save Review'));
  await screen.findByText('Your review of the week has been saved.');
  await reload('/today');
  expect(screen.queryByRole('button', { name: 'Review the week' })).toBeNull();
});

test('“Not now” hides the offer for this week', async () => {
  vi.setSystemTime(new Date('2026-11-21T10:00:00'));
  const { user, reload } = await rendered({}, '/today');
  await user.click(await screen.findByRole('button', { name: 'Not now, no review of the week' }));
  expect(screen.queryByRole('button', { name: 'Review the week' })).toBeNull();
  await reload();
  expect(screen.queryByRole('button', { name: 'Review the week' })).toBeNull();
  vi.setSystemTime(new Date('2026-11-28T10:00:00'));
  await reload();
  expect(await offer()).toBeTruthy();
});
