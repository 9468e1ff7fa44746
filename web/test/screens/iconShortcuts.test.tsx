import { FocusTimerState } from '@daymark/contract/focusTimerState';
import { withDefaultSettings } from '@daymark/contract/settings';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../renderPage';
import { iconShortcuts } from '../../src/lib/iconShortcuts';

const address = () => location.pathname + location.search;
const clock = () => screen.getByRole('timer').textContent;
const timerButton = (name: string) =>
  within(screen.getByLabelText('Focus timer')).findByRole('button', { name });

/** Returns the settings with a focus session of another device that runs or is paused, with five minutes left. */
function timerElsewhere(isRunning: boolean) {
  const at = Date.now() - 1_000;
  const timer: FocusTimerState = {
    mode: 'focus',
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

test('Add Task at the app’s icon opens /tasks with the quick-entry line focused', async () => {
  const { user } = await renderPage(iconShortcuts.addTask);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('New task')));
  expect(address()).toBe('/tasks');
  await user.keyboard('Water the ferns{Enter}');
  await screen.findByRole('checkbox', { name: 'Water the ferns' });
});

test('Start Focus at the app’s icon focuses the button that starts a focus session', async () => {
  const { user } = await renderPage(iconShortcuts.startFocus);
  const start = await timerButton('Start');
  await waitFor(() => expect(document.activeElement).toBe(start));
  expect(address()).toBe('/focus');
  await user.keyboard('{Enter}');
  await timerButton('Pause');
});

test('an address that asks for a focus session doesn’t start one by itself', async () => {
  await renderPage(iconShortcuts.startFocus);
  await waitFor(() => expect(address()).toBe('/focus'));
  await timerButton('Start');
  expect(clock()).toBe('25:00');
});

test('an address that asks for a focus session leaves a paused one paused', async () => {
  const page = await renderPage('/focus');
  page.server.put('settings', timerElsewhere(false));
  await page.reload(iconShortcuts.startFocus);
  await timerButton('Resume');
  expect(clock()).toBe('05:00');
});

test('Start Focus shows the focus session that runs on another device', async () => {
  const page = await renderPage('/focus');
  page.server.put('settings', timerElsewhere(true));
  await page.reload(iconShortcuts.startFocus);
  await timerButton('Pause');
  expect(clock()).toMatch(/^04:5\d$/);
});
