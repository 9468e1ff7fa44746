import { DEFAULT_REMINDERS } from '@daymark/contract/reminders/reminderSettings';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { descriptionOf } from '../../../test/descriptionOf';
import { allDayTimes } from '../../domain/events/allDay';
import EventDialog from './EventDialog';
import type { ShownEvent } from '../../domain/shownRecords';

afterEach(cleanup);

/** Renders the dialog of a new event from 9:00 to 10:00. */
function openDialog() {
  const onCreate = vi.fn();
  const nothing = vi.fn();
  render(
    <EventDialog
      times={{
        start: new Date(2026, 10, 20, 9).toISOString(),
        end: new Date(2026, 10, 20, 10).toISOString(),
      }}
      reminders={{ userId: 1, ...DEFAULT_REMINDERS }}
      onType={nothing}
      onCreate={onCreate}
      onUpdate={nothing}
      onDelete={nothing}
      onDeleteInSeries={nothing}
      onRetry={nothing}
      onDiscard={nothing}
      onClose={nothing}
    />,
  );
  return onCreate;
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

test('moving an event’s start moves its end', async () => {
  openDialog();
  await userEvent.selectOptions(field('Start time'), '11:30 AM');
  expect(field('End time').value).toBe(String(12.5 * 60));
  fireEvent.change(field('Start date'), { target: { value: '2026-11-21' } });
  expect(field('End date').value).toBe('2026-11-21');
  // Changing the end alone makes the event longer.
  await userEvent.selectOptions(field('End time'), '2:00 PM');
  expect(field('Start time').value).toBe(String(11.5 * 60));
});

test('title, start and end are required', async () => {
  const onCreate = openDialog();
  const choose = (label: string, day: string) =>
    fireEvent.change(field(label), { target: { value: day } });
  const create = screen.getByRole('button', { name: 'Create Event' });
  choose('Start date', '');
  choose('End date', '');
  await userEvent.click(create);
  expect(descriptionOf(field('Title'))).toBe('Title is required');
  expect(descriptionOf(field('Start date'))).toBe('Start time is required');
  expect(descriptionOf(field('End date'))).toBe('End time is required');

  await userEvent.type(field('Title'), 'Backwards');
  choose('Start date', '2026-11-20');
  choose('End date', '2026-11-20');
  await userEvent.selectOptions(field('End time'), '8:00 AM');
  expect(screen.getByRole('status').textContent).toContain('This event ends before it starts.');
  await userEvent.click(create);
  const [event] = onCreate.mock.calls[0] as [{ title: string; start: string; end: string }];
  expect(event.title).toBe('Backwards');
  expect(Date.parse(event.start) - Date.parse(event.end)).toBe(3_600_000);
});

describe('All day', () => {
  const allDay = () => userEvent.click(screen.getByRole('checkbox', { name: 'All day' }));
  const shownFields = () =>
    ['Start date', 'Start time', 'End date', 'End time'].filter((label) =>
      screen.queryByLabelText(label),
    );
  const setDay = (label: string, day: string) =>
    fireEvent.change(field(label), { target: { value: day } });
  const save = () => userEvent.click(screen.getByRole('button', { name: /^(Create Event|Save)$/ }));

  test('makes an all-day event whose end is sent as the day after its last day', async () => {
    const onCreate = openDialog();
    await userEvent.type(field('Title'), 'Trip');
    await allDay();
    expect(shownFields()).toEqual(['Start date', 'End date']);
    setDay('Start date', '2026-11-24');
    expect(field('End date').value).toBe('2026-11-24');
    setDay('End date', '2026-11-26');
    await save();
    expect(onCreate.mock.calls[0]).toMatchObject([
      { title: 'Trip', ...allDayTimes({ start: '2026-11-24', end: '2026-11-27' }) },
    ]);
  });

  test('is free unless the person chooses Busy', async () => {
    const onCreate = openDialog();
    await userEvent.type(field('Title'), 'Trip');
    expect(field('Show as').value).toBe('busy');
    await allDay();
    expect(field('Show as').value).toBe('free');
    await save();
    expect(onCreate.mock.lastCall).toMatchObject([{ busy: null }]);

    await userEvent.selectOptions(field('Show as'), 'Busy');
    await save();
    expect(onCreate.mock.lastCall).toMatchObject([{ busy: true }]);

    await allDay();
    expect(field('Show as').value).toBe('busy');
    await userEvent.selectOptions(field('Show as'), 'Free');
    await save();
    expect(onCreate.mock.lastCall).toMatchObject([{ busy: false, days: null }]);
  });

  test('shows an end before the start as an error at the field', async () => {
    const onCreate = openDialog();
    await userEvent.type(field('Title'), 'Trip');
    await allDay();
    setDay('End date', '2026-11-19');
    await save();
    expect(onCreate).not.toHaveBeenCalled();
    expect(descriptionOf(field('End date'))).toBe('The end date is before the start date');
    expect(field('End date').value).toBe('2026-11-19');
    setDay('Start date', '');
    await save();
    expect(descriptionOf(field('Start date'))).toBe('Start date is required');
  });

  test('gives the event its times back when it is switched off again', async () => {
    const onCreate = openDialog();
    await userEvent.type(field('Title'), 'Night');
    await userEvent.selectOptions(field('Start time'), '9:00 PM');
    setDay('End date', '2026-11-21');
    await userEvent.selectOptions(field('End time'), '12:00 AM');
    await allDay();
    expect([field('Start date').value, field('End date').value]).toEqual([
      '2026-11-20',
      '2026-11-20',
    ]);
    await allDay();
    await save();
    const [event] = onCreate.mock.calls[0] as [ShownEvent];
    expect(event).toMatchObject({ days: null });
    expect([new Date(event.start), new Date(event.end)]).toEqual([
      new Date(2026, 10, 20, 21),
      new Date(2026, 10, 21),
    ]);
  });
});
