import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { NO_CALENDAR } from '../modelServer';
import { descriptionOf } from '../descriptionOf';
import { refusal, renderPage, shows, toastText } from '../renderPage';

const TASK = 'Add your first task';
const HOURS = 'When do you work?';
const CALENDAR = 'Connect Google Calendar';
const FOCUS = 'Start a focus session';

const region = () => screen.queryByRole('region', { name: 'Getting started' });
const offered = () =>
  [...(region()?.querySelectorAll('[data-suggestion] strong') ?? [])].map((one) => one.textContent);
const suggests = (...titles: string[]) => waitFor(() => expect(offered()).toEqual(titles));
/** Returns the button whose name begins with this text. */
const suggestion = (name: string) =>
  screen.findByRole('button', { name: (found) => found.startsWith(name) });
const settings = ({ server }: Awaited<ReturnType<typeof renderPage>>) =>
  server.records('settings')[0] as Record<string, unknown>;
const saved = () => screen.findByText('All changes saved');

const SESSION = {
  mode: 'focus' as const,
  start: '2026-11-20T09:00:00Z',
  end: '2026-11-20T09:25:00Z',
  plannedSeconds: 1500,
  actualSeconds: 1500,
  completed: true,
};
const CONNECTED = { ...NO_CALENDAR, isConnected: true, status: 'connected' };
const connected = () => Response.json(CONNECTED);

// Load the code now, because the app loads it after the first paint.
beforeAll(() =>
  Promise.all([
    import('../../src/features/suggestions/Suggestions'),
    import('../../src/features/planning/WorkQuestion'),
  ]),
);

test('a new person sees four suggestions on /today, each with its action and a way to dismiss it', async () => {
  await renderPage('/today');
  await suggests(TASK, HOURS, CALENDAR, FOCUS);
  const list = within(region()!).getByRole('list', { name: 'Getting started' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(4);
  expect(screen.queryByRole('dialog')).toBeNull();
  for (const title of [TASK, HOURS, CALENDAR, FOCUS]) {
    await suggestion(`${title} `);
    await suggestion(`Dismiss “${title}”`);
  }
});

test('“Add your first task” focuses the quick-entry line and is gone once there is a task', async () => {
  const { user } = await renderPage('/today');
  await user.click(await suggestion(TASK));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('New task')));
  await user.keyboard('Water the ferns{Enter}');
  await suggests(HOURS, CALENDAR, FOCUS);
  await user.keyboard('A second one');
  expect(screen.getByLabelText<HTMLInputElement>('New task').value).toBe('A second one');
});

test('“When do you work?” is answered in place, once, with days, hours and a lunch break', async () => {
  const page = await renderPage('/today');
  const { user } = page;
  await user.click(await suggestion(HOURS));
  const form = within(await screen.findByRole('form', { name: HOURS }));
  await user.click(form.getByRole('checkbox', { name: 'Friday' }));
  await user.clear(form.getByLabelText('From'));
  await user.type(form.getByLabelText('From'), '8');
  await user.click(form.getByRole('checkbox', { name: 'Lunch break' }));
  await user.click(form.getByRole('button', { name: 'Save hours' }));
  await suggests(TASK, CALENDAR, FOCUS);
  expect(document.activeElement).toBe(await suggestion(CALENDAR));
  await saved();
  const time = { start: '08:00', end: '17:00', break: { start: '12:00', end: '13:00' } };
  expect(settings(page)).toMatchObject({
    workingHours: [time, time, time, time, null, null, null],
    hoursSuggestionDismissed: true,
  });
  await page.reload();
  await suggests(TASK, CALENDAR, FOCUS);
  await user.keyboard('{Control>}z{/Control}');
  await suggests(TASK, CALENDAR, FOCUS);
});

test('a wrong answer to “When do you work?” is reported at its field and stays typed', async () => {
  const page = await renderPage('/today');
  const { user } = page;
  await user.click(await suggestion(HOURS));
  const form = within(await screen.findByRole('form', { name: HOURS }));
  await user.click(form.getByRole('checkbox', { name: 'Lunch break' }));
  const type = async (name: string, text: string) => {
    await user.clear(form.getByLabelText(name));
    await user.type(form.getByLabelText(name), text);
  };
  const save = () => user.click(form.getByRole('button', { name: 'Save hours' }));
  await type('To', '8am');
  await save();
  expect(descriptionOf(form.getByLabelText('To'))).toBe('The end must be after the start.');
  await type('To', '16:00');
  await type('Break from', '17:00');
  await type('Break to', '18:00');
  await save();
  const late = 'The break must be within your working hours.';
  expect(descriptionOf(form.getByLabelText('Break to'))).toBe(late);
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await user.click(form.getByRole('checkbox', { name: day }));
  await save();
  await screen.findByText('Choose at least one day.');
  expect(settings(page)).toMatchObject({ hoursSuggestionDismissed: false });
  await page.reload();
  await user.click(await suggestion(HOURS));
  expect((await screen.findByLabelText<HTMLInputElement>('Break to')).value).toBe('6:00 PM');
});

test('the question about working hours is not asked if they are set', async () => {
  const workingHours = Array(7).fill({ start: '10:00', end: '17:00' });
  await renderPage('/today', { seed: { settings: { workingHours } } });
  await suggests(TASK, CALENDAR, FOCUS);
});

test('“Connect Google Calendar” opens the dialog that connects a calendar', async () => {
  const { user } = await renderPage('/today');
  await user.click(await suggestion(CALENDAR));
  await screen.findByRole('dialog', { name: 'Google Calendar Integration' });
});

test('“Connect Google Calendar” is not suggested if a calendar is or may be connected', async () => {
  const page = await renderPage('/today', { respond: [/calendar\/settings/, connected] });
  await suggests(TASK, HOURS, FOCUS);
  page.respond(/calendar\/settings/, () => refusal(503, 'Not now.'));
  await page.reload();
  await suggests(TASK, HOURS, FOCUS);
});

test('“Connect Google Calendar” is not suggested in a copy of the demo', async () => {
  await renderPage('/today', { about: { expiresAt: '2027-01-01T00:00:00Z' } });
  await suggests(TASK, HOURS, FOCUS);
});

test('“Start a focus session” starts a session and is gone for good, even after Undo', async () => {
  const page = await renderPage('/today');
  await page.user.click(await suggestion(FOCUS));
  await suggests(TASK, HOURS, CALENDAR);
  expect(document.activeElement).toBe(await suggestion(CALENDAR));
  expect(toastText()).toContain('Focus started25m');
  await screen.findByRole('region', { name: 'Focus timer' });
  await saved();
  expect(settings(page).timer).toMatchObject({ mode: 'focus', run: { isRunning: true } });
  await page.user.click(await suggestion('Undo'));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Focus timer' })).toBeNull());
  await saved();
  expect(settings(page).timer).toMatchObject({ run: null });
  expect(page.server.records('focusSessions')).toEqual([]);
  expect(offered()).toEqual([TASK, HOURS, CALENDAR]);
});

test('a recorded focus session removes its suggestion, but a break doesn’t', async () => {
  const page = await renderPage('/today', {
    seed: { focusSessions: [{ ...SESSION, mode: 'shortBreak' }] },
  });
  await suggests(TASK, HOURS, CALENDAR, FOCUS);
  page.server.put('focusSessions', { id: 9, userId: 1, taskId: null, note: null, ...SESSION });
  await act(() => page.sync().pull());
  await suggests(TASK, HOURS, CALENDAR);
});

test('a dismissed suggestion stays gone offline, after a reload and on other devices', async () => {
  const page = await renderPage('/today');
  await suggestion(TASK);
  page.setOnline(false);
  await page.user.click(await suggestion(`Dismiss “${TASK}”`));
  await suggests(HOURS, CALENDAR, FOCUS);
  await shows('Offline · 1 change waiting');
  page.setOnline(true);
  await act(() => page.sync().start());
  await saved();
  await page.reload();
  await suggests(HOURS, CALENDAR, FOCUS);
  expect(settings(page)).toMatchObject({
    taskSuggestionDismissed: true,
    calendarSuggestionDismissed: false,
  });
  page.server.put('settings', { ...settings(page), id: 1, focusSuggestionDismissed: true });
  await act(() => page.sync().pull());
  await suggests(HOURS, CALENDAR);
});

test('dismissing moves the focus to the next suggestion, and to the screen after the last one', async () => {
  const { user } = await renderPage('/today');
  (await suggestion(`Dismiss “${FOCUS}”`)).focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(await suggestion(`Dismiss “${CALENDAR}”`));
  await user.keyboard('{Enter}{Enter}{Enter}');
  await waitFor(() => expect(region()).toBeNull());
  expect(document.activeElement?.id).toBe('main');
  await saved();
});

test('Undo restores a dismissed suggestion', async () => {
  const page = await renderPage('/today');
  await page.user.click(await suggestion(`Dismiss “${CALENDAR}”`));
  await suggests(TASK, HOURS, FOCUS);
  await shows('Suggestion dismissed');
  await page.user.click(await suggestion('Undo'));
  await suggests(TASK, HOURS, CALENDAR, FOCUS);
  await saved();
  expect(settings(page)).toMatchObject({ calendarSuggestionDismissed: false });
});

test('a person who has done everything never sees a suggestion, even while their data loads', async () => {
  const seen: (string | null)[] = [];
  const watch = new MutationObserver(() => seen.push(...offered()));
  watch.observe(document.body, { childList: true, subtree: true });
  const page = await renderPage('/today', {
    seed: { tasks: [{ title: 'Water the ferns' }], focusSessions: [SESSION] },
    respond: [/calendar\/settings/, connected],
  });
  await page.reload();
  await shows('Water the ferns');
  watch.disconnect();
  expect(seen).toEqual([]);
});

test('nothing is suggested until it is known whether a calendar is connected', async () => {
  let reply = (_: Response) => {};
  const held = new Promise<Response>((resolve) => (reply = resolve));
  await renderPage('/today', { respond: [/calendar\/settings/, () => held], wait: false });
  await shows('No tasks yet');
  expect(region()).toBeNull();
  reply(Response.json(NO_CALENDAR));
  await suggests(TASK, HOURS, CALENDAR, FOCUS);
});

test('no sentence appears twice on an empty day', async () => {
  await renderPage('/today');
  await suggests(TASK, HOURS, CALENDAR, FOCUS);
  const sentences = [...document.querySelectorAll('main :is(p, h2, small, strong)')]
    .map((one) => one.textContent)
    .filter((text) => text !== '');
  expect(sentences).toEqual([...new Set(sentences)]);
});

test('an account with tasks gets no suggestions in a browser that is new to it', async () => {
  const page = await renderPage('/today', { seed: { tasks: [{ title: 'Water the ferns' }] } });
  await page.reload();
  await shows('Water the ferns');
  expect(region()).toBeNull();
});

test('the remaining suggestions stay after the first task and after a reload', async () => {
  const { user, reload } = await renderPage('/today');
  await user.click(await suggestion(TASK));
  await user.keyboard('Water the ferns{Enter}');
  await suggests(HOURS, CALENDAR, FOCUS);
  await saved();
  await reload();
  await suggests(HOURS, CALENDAR, FOCUS);
});
