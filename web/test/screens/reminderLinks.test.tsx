import type { NewEvent } from '@daymark/contract/event';
import { eventNotification, PLAN_NOTIFICATION } from '@daymark/contract/reminders/notification';
import { occurrenceId } from '@daymark/contract/repeats/occurrences';
import { task } from '@daymark/contract/test/records';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { browserTimeZone, localDay, timeOnDay } from '../../src/lib/time/dates';
import { renderPage, toastText } from '../renderPage';

const today = localDay(new Date());
const event: NewEvent = {
  id: 1001,
  title: 'Stand-up',
  start: timeOnDay(today, 9 * 60).toISOString(),
  end: timeOnDay(today, 10 * 60).toISOString(),
};
const series: NewEvent = {
  ...event,
  repeat: {
    rule: { every: 'day', interval: 1, from: 'schedule' },
    until: null,
    count: null,
    timeZone: browserTimeZone(),
  },
};

/** Returns the address that a click on an event's reminder opens. */
const pathOf = (eventId: number, taskId: number | null = null) =>
  eventNotification(
    { id: 1001, title: '', place: null, taskId },
    undefined,
    { eventId, startMs: 0 },
    0,
    {
      hidesReminderTitles: false,
    },
  ).path;

const address = () => location.pathname + location.search;

test('a block’s reminder opens its task', async () => {
  await renderPage(pathOf(5, 1001), { seed: { tasks: [{ title: 'Water the ferns' }] } });
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Task details');
  expect(address()).toBe('/tasks');
});

test('an event’s reminder opens the event', async () => {
  await renderPage(pathOf(1001), { seed: { events: [event] } });
  await screen.findByRole('dialog', { name: 'Edit Event' });
  expect(screen.getByDisplayValue('Stand-up')).toBeTruthy();
  expect(address()).toBe('/calendar');
});

test('the reminder of one event of a series opens that event', async () => {
  await renderPage(pathOf(occurrenceId(1001, today)), { seed: { events: [series] } });
  await screen.findByRole('dialog', { name: 'Edit Event' });
  expect(screen.getByDisplayValue('Stand-up')).toBeTruthy();
});

test('the reminder of a deleted task says that the task is not found', async () => {
  await renderPage(pathOf(5, 77));
  await waitFor(() => expect(toastText()).toContain('Task not found'));
  expect(address()).toBe('/tasks');
});

test('a task that is new on another device is fetched and opened', async () => {
  const page = await renderPage('/today');
  page.server.put('tasks', task(1002, { title: 'Call the plumber' }));
  await page.reload(pathOf(5, 1002));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Task details');
});

test('the nudge to plan opens the planning of the day', async () => {
  await renderPage(PLAN_NOTIFICATION.path, { seed: { tasks: [{ title: 'Water the ferns' }] } });
  await screen.findByRole('dialog', { name: 'Plan the day' });
  expect(address()).toBe('/today');
});
