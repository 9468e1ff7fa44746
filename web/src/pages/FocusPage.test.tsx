import { event } from '@daymark/contract/test/records';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { descriptionOf } from '../../test/descriptionOf';
import { renderPage, toastText } from '../../test/renderPage';
import { stubPush } from '../../test/stubPush';

const MINUTE = 60_000;

const clock = () => screen.getByRole('timer').textContent;
const timerButton = (name: string) =>
  within(screen.getByLabelText('Focus timer')).getByRole('button', { name });
const tab = (name: string) => screen.getByRole('tab', { name });
const sessions = () => within(screen.getByRole('list', { name: 'Sessions' }));

/** Opens /focus at nine in the morning. */
async function openFocus() {
  // jsdom doesn't have `userActivation`.
  Object.defineProperty(navigator, 'userActivation', {
    value: { hasBeenActive: true },
    configurable: true,
  });
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00') });
  return renderPage('/focus');
}

/** Moves the clock, as after the computer has slept. */
function pass(ms: number) {
  vi.setSystemTime(Date.now() + ms);
  document.dispatchEvent(new Event('visibilitychange'));
}

test('Reset restores the duration of the mode', async () => {
  const { user, server } = await openFocus();
  expect(clock()).toBe('25:00');
  await user.click(tab('Long Break'));
  expect(clock()).toBe('15:00');
  await user.click(tab('Short Break'));
  expect(clock()).toBe('05:00');
  await user.click(timerButton('Start'));
  pass(20_000);
  await waitFor(() => expect(clock()).toMatch(/^04:[34]/));
  await user.click(timerButton('Reset'));
  expect(clock()).toBe('05:00');
  expect(timerButton('Start')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'No sessions yet today' })).toBeTruthy();
  expect(server.records('focusSessions')).toEqual([]);
});

test('changing the mode while the timer runs asks for confirmation', async () => {
  const { user, server } = await openFocus();
  await user.click(timerButton('Start'));
  pass(2 * MINUTE);
  await user.click(tab('Long Break'));
  const dialog = await screen.findByRole('alertdialog', {
    name: 'Timer is running. Change mode?',
  });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(tab('Focus').getAttribute('aria-selected')).toBe('true');
  expect(timerButton('Pause')).toBeTruthy();
  await user.click(tab('Long Break'));
  await user.click(await screen.findByRole('button', { name: 'Change mode' }));
  expect(clock()).toBe('15:00');
  expect(timerButton('Start')).toBeTruthy();
  await waitFor(() =>
    expect(server.records('focusSessions')).toMatchObject([{ mode: 'focus', completed: false }]),
  );
  expect(sessions().getByRole('listitem').textContent).toContain('interrupted');
});

test('the timer works from the keyboard', async () => {
  const { user } = await openFocus();
  await user.keyboard('2');
  expect(clock()).toBe('05:00');
  await user.keyboard('1 ');
  expect(timerButton('Pause')).toBeTruthy();
  await user.keyboard('3');
  await screen.findByRole('alertdialog');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await user.keyboard(' ');
  expect(timerButton('Resume')).toBeTruthy();
  await user.keyboard('r');
  expect(timerButton('Start')).toBeTruthy();
  // On a button the space bar presses that button.
  timerButton('Reset').focus();
  await user.keyboard(' ');
  expect(timerButton('Start')).toBeTruthy();
  const settings = screen.getByRole('button', { name: 'Settings' });
  settings.focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Timer settings' });
  within(dialog).getByLabelText('Focus').focus();
  await user.keyboard('3');
  // Typed text is not discarded without asking.
  await user.keyboard('{Escape}');
  (await screen.findByRole('button', { name: 'Discard' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(settings);
  expect(tab('Focus').getAttribute('aria-selected')).toBe('true');
});

test('the settings report values out of bounds at their fields', async () => {
  const { user, server, reload } = await openFocus();
  await user.click(timerButton('Start'));
  pass(5000);
  await user.click(screen.getByRole('button', { name: 'Settings' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Timer settings' }));
  const save = () => user.click(dialog.getByRole('button', { name: 'Save' }));
  const type = async (label: string, typed: string) => {
    const field = dialog.getByLabelText(label);
    await user.clear(field);
    if (typed) await user.type(field, typed);
    return field;
  };
  for (const [label, typed, error] of [
    ['Focus', '0', 'Whole minutes, 1 to 180'],
    ['Short break', '181', 'Whole minutes, 1 to 180'],
    ['Short break', '2.5', 'Whole minutes, 1 to 180'],
    ['Long break', '', 'Whole minutes, 1 to 180'],
    ['Long break after', '13', 'Whole sessions, 1 to 12'],
  ] as const) {
    const field = await type(label, typed);
    await save();
    await waitFor(() => expect(descriptionOf(field)).toContain(error));
  }
  await type('Focus', '50');
  await type('Short break', '10');
  await type('Long break', '30');
  await type('Long break after', '2');
  await save();
  expect(await screen.findByText('Timer settings saved')).toBeTruthy();
  await waitFor(() =>
    expect(server.records('settings')).toMatchObject([
      {
        focusDuration: 50,
        shortBreakDuration: 10,
        longBreakDuration: 30,
        sessionsBeforeLongBreak: 2,
      },
    ]),
  );
  expect(clock()).toMatch(/^24:/);
  await user.click(timerButton('Reset'));
  expect(clock()).toBe('50:00');
  expect(screen.getByText(/long break after 2 more/)).toBeTruthy();
  await reload();
  expect(clock()).toBe('50:00');
});

test('a run that completes offline is sent later', async () => {
  const { user, server, setOnline } = await openFocus();
  await user.click(timerButton('Start'));
  setOnline(false);
  pass(25 * MINUTE);
  expect(await screen.findByText('Focus completed!')).toBeTruthy();
  expect(tab('Short Break').getAttribute('aria-selected')).toBe('true');
  expect(sessions().getAllByRole('listitem')).toHaveLength(1);
  expect(server.records('focusSessions')).toEqual([]);
  setOnline(true);
  await waitFor(() =>
    expect(server.records('focusSessions')).toMatchObject([
      { mode: 'focus', completed: true, actualSeconds: 1500 },
    ]),
  );
});

test('Undo after Reset continues the run', async () => {
  const { user } = await openFocus();
  await user.click(timerButton('Start'));
  pass(5 * MINUTE);
  await user.click(timerButton('Reset'));
  expect(clock()).toBe('25:00');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(timerButton('Pause')).toBeTruthy();
  expect(clock()).toMatch(/^(20:00|19:5)/);
});

test('when a focus run ends on another screen, the small timer offers a break', async () => {
  const { user } = await openFocus();
  await user.click(timerButton('Start'));
  await user.click(screen.getByRole('link', { name: 'Notes' }));
  await screen.findByRole('heading', { level: 1, name: 'Notes' });
  pass(25 * MINUTE);
  const small = () => within(screen.getByRole('region', { name: 'Focus timer' }));
  await waitFor(() => expect(small().getByText('Finished?')).toBeTruthy());
  // The first toast loads the code of toasts.
  await waitFor(() => expect(toastText()).toContain('Start break'));
  await user.click(small().getByRole('button', { name: 'Break' }));
  await waitFor(() =>
    expect(small().getByRole('link').textContent).toMatch(/^0[45]:.*Short Break/),
  );
});

test('the button of the small timer names the mode that it starts', async () => {
  const { user } = await openFocus();
  await user.click(timerButton('Start'));
  pass(25 * MINUTE);
  await screen.findByText('Focus completed!');
  await user.click(tab('Focus'));
  await user.click(screen.getByRole('link', { name: 'Notes' }));
  const small = within(await screen.findByRole('region', { name: 'Focus timer' }));
  const start = await small.findByRole('button', { name: 'Start focus' });
  start.focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(small.getByRole('button', { name: 'Pause timer' }));
  expect(small.getByRole('link').textContent).toContain('Focus');
});

test('a shorter session that fits before the next event is offered', async () => {
  const { user, server, reload } = await openFocus();
  const review = (from: string) =>
    event(5, {
      title: 'Design review',
      start: new Date(`2026-11-20T${from}:00`).toISOString(),
      end: new Date('2026-11-20T10:30:00').toISOString(),
      color: '#3B82F6',
    });
  server.put('events', review('09:38'));
  await reload();
  await screen.findByText('38 min until Design review: 25 + 5 fits');
  server.put('events', review('09:18'));
  await reload();
  await screen.findByText('18 min until Design review: 15 fits');
  expect(clock()).toBe('25:00');
  await user.click(timerButton('Start 15 min'));
  await waitFor(() => expect(clock()).toBe('15:00'));
  await user.click(timerButton('Reset'));
  expect(clock()).toBe('25:00');
});

test('the permission for notifications is requested only after a click in the settings', async () => {
  const browser = stubPush();
  const { user } = await openFocus();
  await user.click(screen.getByRole('button', { name: 'Settings' }));
  const box = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: /^Reminders in this browser/,
  });
  expect(box.checked).toBe(false);
  expect(browser.timesAsked).toBe(0);
  await user.click(box);
  await waitFor(() => expect(box.checked).toBe(true));
  expect(browser.timesAsked).toBe(1);
  await user.click(box);
  await waitFor(() => expect(box.checked).toBe(false));
  expect(browser.timesAsked).toBe(1);
  expect(toastText()).toBe('');
});

test('Stop and save records the minutes of a focus session', async () => {
  const { user, server } = await openFocus();
  expect(screen.queryByRole('button', { name: 'Stop and save' })).toBeNull();
  await user.click(timerButton('Start'));
  pass(20_000);
  await user.click(timerButton('Stop and save'));
  expect(toastText()).toContain('Nothing to save yet');
  expect(timerButton('Pause')).toBeTruthy();
  pass(12 * MINUTE - 20_000);
  await waitFor(() => expect(clock()).toMatch(/^1[23]:/));
  await user.click(timerButton('Stop and save'));
  await waitFor(() => expect(toastText()).toContain('Session saved'));
  expect(toastText()).toContain('12m');
  expect(clock()).toBe('25:00');
  expect(document.activeElement).toBe(timerButton('Start'));
  await waitFor(() =>
    expect(server.records('focusSessions')).toMatchObject([{ mode: 'focus', completed: false }]),
  );
  const [session] = server.records('focusSessions');
  expect(Math.floor(Number(session?.actualSeconds) / 60)).toBe(12);
});

test('a break has no Stop and save', async () => {
  const { user } = await openFocus();
  await user.click(tab('Short Break'));
  await user.click(timerButton('Start'));
  expect(screen.queryByRole('button', { name: 'Stop and save' })).toBeNull();
});

test('while a focus session runs, the subtitle names its task', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00') });
  const { user } = await renderPage('/focus', { seed: { tasks: [{ id: 5, title: 'Offer' }] } });
  const subtitle = () =>
    screen.getByRole('heading', { level: 1 }).parentElement?.querySelector('p');
  const technique = 'Focused work and short breaks: the Pomodoro technique.';
  expect(subtitle()?.textContent).toBe(technique);
  await user.click(screen.getByLabelText('Working on'));
  await user.click(await screen.findByRole('option', { name: /^Offer/ }));
  expect(subtitle()?.textContent).toBe(technique);
  await user.click(timerButton('Start'));
  expect(subtitle()?.textContent).toBe('Offer');
  await user.click(timerButton('Reset'));
  expect(subtitle()?.textContent).toBe(technique);
});

test('the count of sessions includes only today’s completed sessions', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T18:00:00') });
  const run = (time: string, minutes: number, completed = true, mode = 'focus' as const) => ({
    mode,
    plannedSeconds: 1500,
    actualSeconds: minutes * 60,
    completed,
    taskId: null,
    start: new Date(`2026-11-${time}`).toISOString(),
    end: new Date(Date.parse(`2026-11-${time}`) + minutes * MINUTE).toISOString(),
  });
  await renderPage('/focus', {
    seed: {
      focusSessions: [
        run('19T09:00:00', 25),
        run('20T09:00:00', 25),
        run('20T10:00:00', 25),
        run('20T11:00:00', 12, false),
      ],
    },
  });
  expect(sessions().getAllByRole('listitem')).toHaveLength(3);
  expect(screen.getByText(/2 sessions completed/)).toBeTruthy();
});
