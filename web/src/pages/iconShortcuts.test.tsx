import { FocusTimerState } from '@daymark/contract/focusTimerState';
import { withDefaultSettings } from '@daymark/contract/settings';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPage, shows, toastText } from '../../test/renderPage';
import { iconShortcuts } from '../lib/iconShortcuts';

const address = () => location.pathname + location.search;
const clock = () => screen.getByRole('timer').textContent;
const timerButton = (name: string) =>
  within(screen.getByLabelText('Focus timer')).findByRole('button', { name });

/** The page on which the link was. */
function setReferrer(url: string) {
  Object.defineProperty(document, 'referrer', { value: url, configurable: true });
}
afterEach(() => setReferrer(''));

/** A focus session that another device has begun, paused after ten minutes or running. */
function timerElsewhere(isRunning: boolean, mode: FocusTimerState['mode'] = 'focus') {
  const at = Date.now() - 1_000;
  const timer: FocusTimerState = {
    mode,
    sessions: 0,
    run: { id: 5, startedAt: at, plannedMs: 600_000, leftMs: 300_000, at, isRunning },
    taskId: null,
    note: null,
    last: null,
    changedAt: at,
    device: 77,
  };
  return withDefaultSettings(1, { timer: FocusTimerState.parse(timer) });
}

test('issue 15: Add Task at the app’s icon opens /tasks with the line for new tasks ready to type', async () => {
  const { user } = await renderPage(iconShortcuts.addTask);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('New task')));
  expect(address()).toBe('/tasks');
  await user.keyboard('Water the ferns{Enter}');
  await screen.findByRole('checkbox', { name: 'Water the ferns' });
});

test('issue 15: Start Focus at the app’s icon starts a session; a reload does not start another', async () => {
  const page = await renderPage(iconShortcuts.startFocus);
  await timerButton('Pause');
  expect(address()).toBe('/focus');
  await shows('Focus started');
  await page.user.click(screen.getByRole('button', { name: 'Undo' }));
  await timerButton('Start');
  expect(clock()).toBe('25:00');
  await page.reload();
  await timerButton('Start');
  expect(toastText()).not.toContain('Focus started');
});

test('issue 15: Start Focus starts a focus session where a break would be next, for as long as the settings say', async () => {
  const page = await renderPage('/focus', { seed: { settings: { focusDuration: 40 } } });
  await page.user.click(screen.getByRole('tab', { name: 'Short Break' }));
  await page.reload(iconShortcuts.startFocus);
  await timerButton('Pause');
  expect(clock()).toMatch(/^(40:00|39:5\d)$/);
});

test('issue 15: Start Focus shows the session that runs, also one of another device that this one has not heard of', async () => {
  const page = await renderPage('/focus');
  page.server.put('settings', timerElsewhere(true));
  await page.reload(iconShortcuts.startFocus);
  await timerButton('Pause');
  expect(clock()).toMatch(/^04:5\d$/);
  expect(toastText()).not.toContain('Focus started');
});

test('issue 15: Start Focus resumes a session that is paused; Undo pauses it again', async () => {
  const page = await renderPage('/focus');
  page.server.put('settings', timerElsewhere(false));
  await page.reload(iconShortcuts.startFocus);
  await timerButton('Pause');
  expect(clock()).toMatch(/^(05:00|04:5\d)$/);
  await page.user.click(screen.getByRole('button', { name: 'Undo' }));
  await timerButton('Resume');
});

test('issue 15: Start Focus leaves a break that was paused as it is', async () => {
  const page = await renderPage('/focus');
  page.server.put('settings', timerElsewhere(false, 'shortBreak'));
  await page.reload(iconShortcuts.startFocus);
  await timerButton('Resume');
  expect(clock()).toBe('05:00');
});

test('issue 15: a link on another website starts nothing by itself', async () => {
  setReferrer('https://elsewhere.example/');
  await renderPage(iconShortcuts.startFocus);
  await waitFor(() => expect(address()).toBe('/focus'));
  await timerButton('Start');
  expect(clock()).toBe('25:00');
});
