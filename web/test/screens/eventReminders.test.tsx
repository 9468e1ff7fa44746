import type { Event } from '@daymark/contract/event';
import { expandEvents } from '@daymark/contract/repeats/occurrences';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { byStart } from '../../src/domain/events/eventDays';
import { renderPage, toastText } from '../renderPage';
import { stubPush } from '../stubPush';

/** A Monday. */
const MONDAY = '2026-11-16';

beforeEach(() => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${MONDAY}T08:00:00-08:00`) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const times = (day: string) => ({
  start: `${day}T09:15:00-08:00`,
  end: `${day}T09:30:00-08:00`,
});
const REVIEW = { id: 7, title: 'Review', ...times(MONDAY) };
const STANDUP = {
  ...REVIEW,
  title: 'Stand-up',
  repeat: {
    rule: { every: 'day', interval: 1, from: 'schedule' },
    timeZone: 'America/Los_Angeles',
    until: '2026-11-18',
    count: null,
  },
};

type Page = Awaited<ReturnType<typeof renderPage>>;
const openCalendar = (events: readonly object[], settings = {}, tasks: readonly object[] = []) =>
  renderPage(`/calendar?view=week&date=${MONDAY}`, { seed: { events, settings, tasks } as never });
const form = async () => within(await screen.findByRole('dialog', { name: /Event|Time Block/ }));
async function openEvent({ user }: Page, day = MONDAY) {
  document.querySelector<HTMLElement>(`section[data-day="${day}"] [data-event]`)?.focus();
  await user.keyboard('{Enter}');
  return form();
}
const select = (dialog: Awaited<ReturnType<typeof form>>) =>
  dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Remind me' });
const shownChoice = (dialog: Awaited<ReturnType<typeof form>>) =>
  select(dialog).selectedOptions[0]?.textContent;
const stored = ({ server }: Page) => server.records('events') as unknown as Event[];

test('an event reminds as the settings say until the person chooses', async () => {
  const page = await openCalendar([REVIEW], { reminderMinutes: 10 });
  let dialog = await openEvent(page);
  expect(shownChoice(dialog)).toBe('As in settings (10 minutes before)');
  await page.user.selectOptions(select(dialog), '5 minutes before');
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(stored(page)[0]?.reminder).toBe(5));
  await page.user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(stored(page)[0]?.reminder).toBeNull());
  dialog = await openEvent(page);
  expect(shownChoice(dialog)).toBe('As in settings (10 minutes before)');
});

test.each([
  ['Not at all', 'none'],
  ['At the start', 0],
] as const)('a new event is created with the reminder “%s”', async (choice, reminder) => {
  const page = await openCalendar([]);
  await page.user.click(screen.getByRole('button', { name: 'Add Event' }));
  const dialog = await form();
  await page.user.type(dialog.getByLabelText('Title'), 'Review');
  await page.user.selectOptions(select(dialog), choice);
  await page.user.click(dialog.getByRole('button', { name: 'Create Event' }));
  await waitFor(() => expect(stored(page)).toMatchObject([{ title: 'Review', reminder }]));
});

test('a chosen reminder survives a reload as a draft', async () => {
  const page = await openCalendar([REVIEW]);
  await page.user.selectOptions(select(await openEvent(page)), '1 hour before');
  await page.reload();
  expect(shownChoice(await form())).toBe('1 hour before');
});

test('an all-day event has no reminder', async () => {
  const page = await openCalendar([{ ...REVIEW, reminder: 10 }]);
  const dialog = await openEvent(page);
  await page.user.click(dialog.getByRole('checkbox', { name: 'All day' }));
  expect(dialog.queryByRole('combobox', { name: 'Remind me' })).toBeNull();
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(stored(page)[0]?.reminder).toBeNull());
});

test('a time block has a reminder of its own', async () => {
  const block = { ...REVIEW, taskId: 5 };
  const page = await openCalendar([block], {}, [{ id: 5, title: 'Write the report' }]);
  const dialog = await openEvent(page);
  await page.user.selectOptions(select(dialog), '15 minutes before');
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(stored(page)[0]?.reminder).toBe(15));
});

test.each([
  ['This one', [null, 30, null]],
  ['This and later ones', [null, 30, 30]],
  ['All', [30, 30, 30]],
])('the reminder of a series changes for “%s”', async (scope, reminders) => {
  const page = await openCalendar([STANDUP]);
  const dialog = await openEvent(page, '2026-11-17');
  await page.user.selectOptions(select(dialog), '30 minutes before');
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  const question = within(await screen.findByRole('alertdialog'));
  await page.user.click(question.getByRole('button', { name: scope }));
  await waitFor(() =>
    expect(
      expandEvents(stored(page), { from: MONDAY, to: '2026-11-18' })
        .toSorted(byStart)
        .map(({ reminder }) => reminder),
    ).toEqual(reminders),
  );
});

test('with reminders of events off, the field says so', async () => {
  const page = await openCalendar([{ ...REVIEW, reminder: 10 }], { remindsOfEvents: false });
  const dialog = await openEvent(page);
  expect(select(dialog).disabled).toBe(true);
  expect(shownChoice(dialog)).toBe('Reminders of events are off in Settings');
  await page.user.type(dialog.getByLabelText('Title'), '!');
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(stored(page)).toMatchObject([{ title: 'Review!', reminder: 10 }]));
});

test('one click in the dialog turns reminders on in this browser', async () => {
  const browser = stubPush();
  const page = await openCalendar([REVIEW]);
  const dialog = await openEvent(page);
  expect(browser.timesAsked).toBe(0);
  await page.user.click(dialog.getByRole('button', { name: 'Turn on reminders here' }));
  await waitFor(() => expect(toastText()).toContain('Reminders are on in this browser'));
  await waitFor(() => expect(document.activeElement).toBe(select(dialog)));
  expect(dialog.queryByRole('button', { name: 'Turn on reminders here' })).toBeNull();
  expect(browser.subscription).not.toBeNull();
});
