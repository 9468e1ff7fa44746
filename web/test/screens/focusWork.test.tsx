import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Seed } from '../../e2e/fixtures';
import { renderPage, toastText } from '../renderPage';

const MINUTE = 60_000;
const TODAY = '2026-11-20';
const REPORT = { id: 5, title: 'Write report' };

const clock = () => screen.getByRole('timer').textContent;
const timer = () => within(screen.getByLabelText('Focus timer'));
const button = (name: string) => timer().getByRole('button', { name });
const titleOfTab = () => document.head.querySelector('title')?.textContent;
const pressUndo = async () => (await screen.findByRole('button', { name: 'Undo' })).click();

/** Opens /focus at nine in the morning, with a task that is chosen. */
async function openFocus(seed: Seed = { tasks: [REPORT] }) {
  // jsdom doesn't have `userActivation`.
  Object.defineProperty(navigator, 'userActivation', {
    value: { hasBeenActive: true },
    configurable: true,
  });
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T09:00:00`) });
  const page = await renderPage('/focus', { seed });
  const { server, user } = page;
  const choose = async (title: string) => {
    await user.click(screen.getByLabelText('Working on'));
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${title}`) }));
  };
  return {
    ...page,
    choose,
    sessions: () => server.records('focusSessions'),
    task: () => server.records('tasks').find(({ id }) => id === REPORT.id),
    minutes: () =>
      server
        .records('focusSessions')
        .map(({ actualSeconds }) => Math.round(Number(actualSeconds) / 60)),
  };
}

/** Moves the clock, as after the computer has slept. */
function pass(ms: number) {
  vi.setSystemTime(Date.now() + ms);
  document.dispatchEvent(new Event('visibilitychange'));
}

test('the tab’s title names the task of the focus session', async () => {
  const { user, choose } = await openFocus();
  await user.click(button('Start'));
  expect(titleOfTab()).toMatch(/^2[45]:\d\d · Focus · Daymark$/);
  await choose('Write report');
  pass(48_000);
  await waitFor(() => expect(titleOfTab()).toMatch(/^24:1\d · Write report$/));
  await user.click(button('Pause'));
  expect(titleOfTab()).toMatch(/^24:1\d \(paused\) · Write report$/);
});

test('full screen names the task of the focus session', async () => {
  const { user, choose } = await openFocus();
  await choose('Write report');
  await user.click(button('Start'));
  await user.keyboard('f');
  expect(timer().getAllByText('Write report', { selector: 'p' })).toHaveLength(1);
});

test('Done completes the task, ends the focus session and records it as completed', async () => {
  const { user, choose, sessions, task } = await openFocus();
  await choose('Write report');
  expect(timer().queryByRole('button', { name: 'Done' })).toBeNull();
  await user.click(button('Start'));
  pass(18 * MINUTE);
  await user.click(button('Done'));
  await waitFor(() => expect(toastText()).toContain('Write report · 18m focused'));
  expect(clock()).toBe('25:00');
  expect(document.activeElement).toBe(button('Start'));
  expect(screen.getByLabelText('Working on').textContent).toBe('No task');
  await waitFor(() => expect(task()).toMatchObject({ completed: true }));
  await waitFor(() =>
    expect(sessions()).toMatchObject([{ mode: 'focus', completed: true, taskId: REPORT.id }]),
  );
  expect(Math.floor(Number(sessions()[0]?.actualSeconds) / 60)).toBe(18);
  expect(screen.queryByText(/interrupted/)).toBeNull();
});

test('Undo after Done reopens the task and continues its focus session', async () => {
  const { user, choose, task, minutes } = await openFocus();
  await choose('Write report');
  await user.click(button('Start'));
  pass(18 * MINUTE);
  await user.click(button('Done'));
  await pressUndo();
  await waitFor(() => expect(task()).toMatchObject({ completed: false }));
  expect(screen.getByLabelText('Working on').textContent).toBe('Write report');
  expect(clock()).toMatch(/^0[67]:/);
  pass(8 * MINUTE);
  await screen.findByText('Focus completed!');
  await waitFor(() => expect(minutes()).toEqual([18, 7]));
});

test('a focus session without a task has no Done', async () => {
  const { user } = await openFocus();
  await user.click(button('Start'));
  expect(timer().queryByRole('button', { name: 'Done' })).toBeNull();
  expect(button('Stop and save')).toBeTruthy();
});

test('the small timer shows the task and its Done', async () => {
  const { user, choose, task, sessions } = await openFocus();
  await choose('Write report');
  await user.click(button('Start'));
  await user.click(screen.getByRole('link', { name: 'Notes' }));
  await screen.findByRole('heading', { level: 1, name: 'Notes' });
  expect(timer().getByRole('link').textContent).toMatch(/^2[45]:\d\d Write report/);
  pass(12 * MINUTE);
  expect(button('Stop and save')).toBeTruthy();
  await user.click(button('Done'));
  await waitFor(() => expect(task()).toMatchObject({ completed: true }));
  await waitFor(() => expect(sessions()).toHaveLength(1));
  expect(screen.queryByLabelText('Focus timer')).toBeNull();
});

test('Stop and save in the small timer records the minutes and leaves the task open', async () => {
  const { user, choose, task, minutes } = await openFocus();
  await choose('Write report');
  await user.click(button('Start'));
  await user.click(screen.getByRole('link', { name: 'Notes' }));
  await screen.findByRole('heading', { level: 1, name: 'Notes' });
  pass(12 * MINUTE);
  await user.click(button('Stop and save'));
  await waitFor(() => expect(minutes()).toEqual([12]));
  expect(task()).toMatchObject({ completed: false });
});

test('at zero the timer asks “Finished?”, and Done completes the task', async () => {
  const { user, choose, task, sessions } = await openFocus();
  await choose('Write report');
  await user.click(button('Start'));
  pass(25 * MINUTE);
  await waitFor(() =>
    expect(timer().getByRole('status').textContent).toBe('Finished? Write report'),
  );
  expect(button('Break')).toBeTruthy();
  await user.click(button('Done'));
  await waitFor(() => expect(task()).toMatchObject({ completed: true }));
  expect(timer().queryByText(/Finished/)).toBeNull();
  expect(document.activeElement).toBe(button('Start'));
  expect(sessions()).toHaveLength(1);
});

test('+10 min continues the same task, and each minute is recorded once', async () => {
  const { user, choose, sessions, minutes } = await openFocus();
  await choose('Write report');
  await user.click(button('Start'));
  pass(25 * MINUTE);
  await screen.findByText('Focus completed!');
  pass(2 * MINUTE);
  await user.click(button('+10 min'));
  expect(clock()).toMatch(/^(10:00|09:5)/);
  expect(screen.getByRole('tab', { name: 'Focus' }).getAttribute('aria-selected')).toBe('true');
  expect(document.activeElement).toBe(button('Pause'));
  pass(10 * MINUTE);
  await waitFor(() => expect(minutes()).toEqual([25, 10]));
  expect(sessions()).toMatchObject([
    { taskId: REPORT.id, completed: true },
    { taskId: REPORT.id, completed: true },
  ]);
  // Both belong to one session on the way to the long break.
  expect(screen.getByText(/long break after 3 more/)).toBeTruthy();
});

test('Break starts the break', async () => {
  const { user } = await openFocus();
  await user.click(button('Start'));
  pass(25 * MINUTE);
  await waitFor(() => expect(timer().getByText(/Finished/)).toBeTruthy());
  expect(timer().queryByRole('button', { name: 'Done' })).toBeNull();
  await user.click(button('Break'));
  expect(clock()).toMatch(/^0[45]:/);
  expect(timer().queryByText(/Finished/)).toBeNull();
});

test('in the small timer, +10 min continues the work', async () => {
  const { user, choose, minutes } = await openFocus();
  await choose('Write report');
  await user.click(button('Start'));
  await user.click(screen.getByRole('link', { name: 'Notes' }));
  await screen.findByRole('heading', { level: 1, name: 'Notes' });
  pass(25 * MINUTE);
  await waitFor(() => expect(timer().getByRole('link').textContent).toBe('Finished?Write report'));
  await user.click(button('+10 min'));
  expect(timer().getByRole('link').textContent).toMatch(/^(10:00|09:5\d) Write report/);
  expect(document.activeElement).toBe(button('Pause timer'));
  pass(10 * MINUTE);
  await waitFor(() => expect(minutes()).toEqual([25, 10]));
});

test('a focus session without an end counts up until it is stopped', async () => {
  const { user, choose, minutes, sessions, reload } = await openFocus();
  await user.click(button('No end'));
  expect(clock()).toBe('00:00');
  await choose('Write report');
  await user.click(button('Start'));
  pass(95 * MINUTE);
  await waitFor(() => expect(clock()).toMatch(/^95:0\d/));
  expect(titleOfTab()).toMatch(/^95:0\d · Write report$/);
  await reload();
  expect(clock()).toMatch(/^95:0\d/);
  await user.click(button('Stop and save'));
  await waitFor(() => expect(minutes()).toEqual([95]));
  const { plannedSeconds, actualSeconds } = sessions()[0]!;
  expect(sessions()).toMatchObject([{ completed: true, taskId: REPORT.id }]);
  expect(plannedSeconds).toBe(actualSeconds);
  expect(await screen.findByText('1h 35m focused')).toBeTruthy();
  expect(screen.queryByText(/interrupted/)).toBeNull();
  // The choice stays for the next session, until the person changes it.
  expect(clock()).toBe('00:00');
  await user.click(button('25 min'));
  expect(clock()).toBe('25:00');
});

test('the minutes of a session without an end count for the estimate while it runs', async () => {
  const { user, choose } = await openFocus({ tasks: [{ ...REPORT, estimateMinutes: 60 }] });
  await choose('Write report');
  expect(timer().getByText(/1h left of its estimate/)).toBeTruthy();
  await user.click(button('No end'));
  await user.click(button('Start'));
  pass(20 * MINUTE);
  await user.click(screen.getByRole('link', { name: 'Tasks' }));
  expect(await screen.findByText('20m of 1h')).toBeTruthy();
});

test('the picker offers today’s tasks first, in the order of today’s list', async () => {
  const { user } = await openFocus({
    tasks: [
      { id: 1, title: 'Someday' },
      { id: 2, title: 'Second', plannedDay: TODAY, position: 'b' },
      { id: 3, title: 'First', plannedDay: TODAY, position: 'a' },
      { id: 4, title: 'Outline', parentId: 3 },
      { id: 6, title: 'Finished', completed: true },
    ],
  });
  await user.click(screen.getByLabelText('Working on'));
  const options = () => screen.getAllByRole('option').map((one) => one.textContent);
  expect(options()).toEqual(['FirstToday', 'OutlineFirst', 'SecondToday', 'Someday']);
});

test('the picker is searched and left by keyboard', async () => {
  const { user } = await openFocus({
    tasks: [{ id: 1, title: 'Café order' }, REPORT, { id: 3, title: 'Report card' }],
  });
  const field = () => screen.getByLabelText('Working on');
  field().focus();
  await user.keyboard('{Enter}');
  await user.keyboard('report');
  expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual([
    'Report card',
    'Write report',
  ]);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(field().textContent).toBe('Write report');
  expect(document.activeElement).toBe(field());
  await user.keyboard('{Enter}');
  await user.keyboard('cafe{Escape}');
  expect(field().textContent).toBe('Write report');
  await user.keyboard('{Enter}');
  await user.keyboard('nothing like it');
  expect(screen.getByRole('combobox').closest('div')?.parentElement?.textContent).toContain(
    'No open task matches “nothing like it”.',
  );
  await user.keyboard('{Escape}');
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('option', { name: 'No task' }));
  expect(field().textContent).toBe('No task');
});
