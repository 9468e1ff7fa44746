import { expandEvents } from '@daymark/contract/repeats/occurrences';
import type { Event } from '@daymark/contract/event';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { byStart } from '../../src/domain/events/eventDays';
import { descriptionOf } from '../descriptionOf';
import { renderPage } from '../renderPage';

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

const STANDUP = {
  id: 7,
  title: 'Standup',
  start: `${MONDAY}T09:15:00-08:00`,
  end: `${MONDAY}T09:30:00-08:00`,
  repeat: {
    rule: { every: 'week', interval: 1, weekdays: [1, 2, 3, 4, 5], from: 'schedule' },
    timeZone: 'America/Los_Angeles',
    until: null,
    count: null,
  },
} as const;

type Page = Awaited<ReturnType<typeof renderPage>>;
const openCalendar = (events: readonly object[] = [STANDUP], day = MONDAY, view = 'week') =>
  renderPage(`/calendar?view=${view}&date=${day}`, { seed: { events } as never });
/** Returns the week's events on the server, as day, clock time and title. */
const stored = ({ server }: Page) =>
  expandEvents(server.records('events') as unknown as Event[], {
    from: '2026-11-17',
    to: '2026-11-19',
  })
    .toSorted(byStart)
    .map(({ start, title }) => `${start.slice(8, 10)} ${start.slice(11, 16)} ${title}`);
const box = (day: string) => {
  const found = document.querySelector<HTMLElement>(`section[data-day="${day}"] [data-event]`);
  if (!found) throw new Error(`There is no event on ${day}.`);
  return found;
};
const form = async () => within(await screen.findByRole('dialog', { name: /Event$/ }));
const question = async () => within(await screen.findByRole('alertdialog'));
const answer = async ({ user }: Page, name: string) =>
  user.click((await question()).getByRole('button', { name }));
async function openEvent({ user }: Page, day: string) {
  box(day).focus();
  await user.keyboard('{Enter}');
  return form();
}
async function rename(page: Page, day: string, title: string, scope: string) {
  const dialog = await openEvent(page, day);
  await page.user.clear(dialog.getByLabelText('Title'));
  await page.user.type(dialog.getByLabelText('Title'), title);
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  await answer(page, scope);
}
const undo = async ({ user }: Page) => user.click(screen.getByRole('button', { name: 'Undo' }));

test('an event that repeats every weekday is on each weekday', async () => {
  const page = await openCalendar([]);
  await page.user.click(screen.getByRole('button', { name: 'Add Event' }));
  const dialog = await form();
  await page.user.type(dialog.getByLabelText('Title'), 'Standup');
  await page.user.selectOptions(dialog.getByLabelText('Start time'), '9:15 AM');
  await page.user.selectOptions(dialog.getByLabelText('End time'), '9:30 AM');
  await page.user.selectOptions(dialog.getByLabelText('Repeat'), 'Every weekday');
  await page.user.click(dialog.getByRole('button', { name: 'Create Event' }));
  await waitFor(() => expect(document.querySelectorAll('[data-event]')).toHaveLength(5));
  await waitFor(() => expect(page.server.records('events')).toHaveLength(1));
  expect(stored(page).slice(0, 3)).toEqual([
    '16 09:15 Standup',
    '17 09:15 Standup',
    '18 09:15 Standup',
  ]);
});

describe('a new title', () => {
  test.each([
    ['This one', ['Standup', 'Standup', 'Daily', 'Standup', 'Standup']],
    ['This and later ones', ['Standup', 'Standup', 'Daily', 'Daily', 'Daily']],
    ['All', ['Daily', 'Daily', 'Daily', 'Daily', 'Daily']],
  ])('for “%s”, with Undo', async (scope, titles) => {
    const page = await openCalendar();
    await rename(page, '2026-11-18', 'Daily', scope);
    await waitFor(() =>
      expect(stored(page).map((line) => line.replace(/^\S+ \S+ /, ''))).toEqual(titles),
    );
    await undo(page);
    await waitFor(() =>
      expect(stored(page).map((line) => line.replace(/^\S+ \S+ /, ''))).toEqual(
        titles.map(() => 'Standup'),
      ),
    );
  });

  test('is not lost if the question is left unanswered', async () => {
    const page = await openCalendar();
    const dialog = await openEvent(page, '2026-11-18');
    await page.user.type(dialog.getByLabelText('Title'), ' with Ana');
    await page.user.click(dialog.getByRole('button', { name: 'Save' }));
    await question();
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('Standup with Ana');
  });
});

describe('a move by keyboard', () => {
  test('moves this one, and on request later ones', async () => {
    const page = await openCalendar();
    box('2026-11-18').focus();
    await page.user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await question();
    await waitFor(() => expect(stored(page)).toContain('18 09:30 Standup'));
    expect(stored(page)).toContain('19 09:15 Standup');
    await answer(page, 'This and later ones');
    await waitFor(() => expect(stored(page)).toContain('19 09:30 Standup'));
    expect(stored(page)).toContain('17 09:15 Standup');
  });
});

describe('deleting', () => {
  test.each([
    ['This one', ['16', '17', '19', '20']],
    ['This and later ones', ['16', '17']],
    ['All', []],
  ])('“%s” of a series, with Undo', async (scope, days) => {
    const page = await openCalendar();
    const daysLeft = () => stored(page).map((line) => line.slice(0, 2));
    const dialog = await openEvent(page, '2026-11-18');
    await page.user.click(dialog.getByRole('button', { name: 'Delete' }));
    await answer(page, scope);
    await waitFor(() => expect(daysLeft()).toEqual(days));
    await undo(page);
    await waitFor(() => expect(daysLeft()).toEqual(['16', '17', '18', '19', '20']));
  });
});

describe('bad input is refused at its field and kept', () => {
  async function saveWith(ends: string, label: string, value: string) {
    const page = await openCalendar();
    const dialog = await openEvent(page, '2026-11-18');
    await page.user.selectOptions(dialog.getByLabelText('Ends'), ends);
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
    await page.user.click(dialog.getByRole('button', { name: 'Save' }));
    const field = dialog.getByLabelText<HTMLInputElement>(label);
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(field.value).toBe(value);
    return descriptionOf(field);
  }

  test('an end before the first day', async () => {
    expect(await saveWith('On a day', 'Last day', '2026-11-01')).toBe(
      'The last day is before the first day',
    );
  });

  test.each(['0', '10000'])('%s times', async (count) => {
    expect(await saveWith('After', 'Times', count)).toBe('Choose 1 to 999 times.');
  });

  test('a link that is no link', async () => {
    const page = await openCalendar();
    const dialog = await openEvent(page, '2026-11-18');
    await page.user.type(dialog.getByLabelText('Place or link'), 'https://');
    await page.user.click(dialog.getByRole('button', { name: 'Save' }));
    const field = dialog.getByLabelText<HTMLInputElement>('Place or link');
    await waitFor(() =>
      expect(descriptionOf(field)).toBe(
        'This link is not complete. A link looks like https://example.com/room.',
      ),
    );
    expect(field.value).toBe('https://');
  });
});

test('a change of the rule is for this and later ones, or for all', async () => {
  const page = await openCalendar();
  const dialog = await openEvent(page, '2026-11-18');
  await page.user.selectOptions(dialog.getByLabelText('Ends'), 'After');
  await page.user.type(dialog.getByLabelText('Times'), '2');
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  const asked = await question();
  expect(asked.queryByRole('button', { name: 'This one' })).toBeNull();
  await page.user.click(asked.getByRole('button', { name: 'This and later ones' }));
  await waitFor(() =>
    expect(stored(page).map((line) => line.slice(0, 2))).toEqual(['16', '17', '18', '19']),
  );
});

describe('a meeting’s link can be joined', () => {
  const place = 'https://meet.google.com/abc-defg-hij';
  const joins = async () =>
    (await screen.findAllByRole<HTMLAnchorElement>('link', { name: 'Join Standup' })).map(
      ({ href }) => href,
    );

  test('from Next Up and the hours of today', async () => {
    await renderPage('/today', { seed: { events: [{ ...STANDUP, place }] } as never });
    await waitFor(async () => expect(await joins()).toEqual([place, place]));
  });

  test('from Next Up and the list of a phone', async () => {
    const seed = { events: [{ ...STANDUP, place }] } as never;
    await renderPage('/today', { seed, phone: true, wait: false });
    await waitFor(async () => expect(await joins()).toEqual([place, place]));
  });

  test('not if the place is a room, which the list names', async () => {
    const seed = { events: [{ ...STANDUP, place: 'Room 5' }] } as never;
    await renderPage('/today', { seed, phone: true, wait: false });
    await waitFor(() => expect(document.body.textContent).toContain('9:30 AM · Room 5'));
    expect(screen.queryByRole('link', { name: 'Join Standup' })).toBeNull();
  });
});
