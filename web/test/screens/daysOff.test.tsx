import { event as anyEvent, focusSession, task } from '@daymark/contract/test/records';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDays } from '../../src/lib/time/dates';
import { renderPage, shows, toastText } from '../renderPage';

// jsdom can't draw charts. Their tables are read.
vi.mock('../../src/features/insights/InsightChart', () => ({ default: () => null }));

const TODAY = '2026-11-20';

beforeEach(() => {
  vi.stubEnv('TZ', 'America/New_York');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T09:30:00`) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const dayOff = (id: number, day: string, title: string, fields = {}) =>
  anyEvent(id, {
    title,
    start: `${day}T00:00:00-05:00`,
    end: `${addDays(day, 1)}T00:00:00-05:00`,
    days: { start: day, end: addDays(day, 1) },
    dayOff: true,
    ...fields,
  });

const sessionOn = (id: number, day: string) =>
  focusSession(id, {
    start: `${day}T10:00:00-05:00`,
    end: `${day}T10:25:00-05:00`,
    completed: true,
  });

type Page = Awaited<ReturnType<typeof renderPage>>;

async function runCommand({ user }: Page, name: string) {
  await user.keyboard('{Control>}k{/Control}');
  const palette = within(await screen.findByRole('dialog', { name: 'Search and commands' }));
  await user.type(palette.getByRole('combobox'), name);
  await palette.findByRole('option', { name: new RegExp(name) });
  await user.keyboard('{Enter}');
}

const planBar = () => screen.getByRole('region', { name: 'Plan of the day' });

test('a day off has no capacity, and planning isn’t offered', async () => {
  await renderPage('/today', { seed: { events: [dayOff(1, TODAY, 'Holiday')] } });
  await waitFor(() => expect(planBar().textContent).toContain('A day off'));
  expect(within(planBar()).queryByRole('button', { name: 'Not now' })).toBeNull();
});

test('a command takes today off, and Undo gives it back', async () => {
  const page = await renderPage('/today');
  await runCommand(page, 'Take today off');
  await waitFor(() => expect(planBar().textContent).toContain('A day off'));
  await waitFor(() => expect(toastText()).toContain('Day off added'));
  await runCommand(page, 'Take today off');
  await waitFor(() => expect(toastText()).toContain('Today is already a day off'));
  await page.user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(planBar().textContent).not.toContain('A day off'));
});

test('the calendar’s day becomes a day off with its button', async () => {
  const page = await renderPage('/calendar?view=day');
  await page.user.click(await screen.findByRole('button', { name: /^Make .* a day off$/ }));
  await waitFor(() => expect(page.server.records('events')).toMatchObject([{ dayOff: true }]));
  expect(screen.queryByRole('button', { name: /^Make .* a day off$/ })).toBeNull();
});

test('the settings list the coming days off, which can be added and removed', async () => {
  const repeat = {
    rule: { every: 'year' as const, interval: 1, day: 25, from: 'schedule' as const },
    timeZone: 'America/New_York',
    until: null,
    count: null,
  };
  const events = [
    dayOff(1, '2026-11-01', 'Past'),
    dayOff(2, '2026-11-27', 'Long weekend'),
    dayOff(3, '2024-12-25', 'Christmas', { repeat }),
  ];
  const { user } = await renderPage('/settings', { seed: { events } });
  const list = () => screen.findByRole('list', { name: 'Coming days off' });
  const texts = async () =>
    within(await list())
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(await texts()).toEqual([
    'Long weekendFri, Nov 27Remove',
    expect.stringMatching(/^ChristmasFri, Dec 25 · .*year.*Remove$/i),
  ]);
  await user.click(screen.getByRole('button', { name: 'Remove Long weekend' }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(async () => expect(await texts()).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Add day off' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Event' }));
  expect(dialog.getByLabelText<HTMLInputElement>('All day').checked).toBe(true);
  expect(dialog.getByLabelText<HTMLSelectElement>('Show as').value).toBe('off');
  await user.type(dialog.getByLabelText('Title'), 'Bridge day');
  await user.click(dialog.getByRole('button', { name: 'Create Event' }));
  await waitFor(async () => expect((await texts())[0]).toBe('Bridge dayFri, Nov 20Remove'));
});

test('the month names days off to screen readers', async () => {
  await renderPage('/calendar', { seed: { events: [dayOff(1, '2026-11-27', 'Long weekend')] } });
  const cell = await screen.findByRole('gridcell', { name: /November 27, day off, 1 event/ });
  expect(cell.dataset.off).toBe('true');
});

test('a day off doesn’t break the streak on /insights', async () => {
  await renderPage('/insights', {
    seed: {
      events: [dayOff(1, '2026-11-19', 'Holiday')],
      focusSessions: [sessionOn(1, '2026-11-17'), sessionOn(2, '2026-11-18')],
    },
  });
  await shows('longest 2 days');
  expect(screen.getByText('Streak').closest('section')?.textContent ?? '').toContain('2 days');
});

test('until the day ends, a task ticked after midnight counts for the day before', async () => {
  vi.setSystemTime(new Date('2026-11-21T00:30:00'));
  const { user } = await renderPage('/today', {
    seed: {
      settings: { dayEndMinutes: 120 },
      tasks: [task(1, { title: 'Late work', plannedDay: TODAY })],
    },
  });
  await shows('Friday, November 20');
  await user.click(await screen.findByRole('checkbox', { name: /Late work/ }));
  await shows('1 of 1');
  vi.setSystemTime(new Date('2026-11-21T02:00:00'));
  document.dispatchEvent(new Event('visibilitychange'));
  await shows('Saturday, November 21');
});
