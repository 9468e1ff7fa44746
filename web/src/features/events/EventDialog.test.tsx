import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { descriptionOf } from '../../../test/descriptionOf';
import EventDialog from './EventDialog';

afterEach(cleanup);

/** The dialog of a new event, from nine to ten. */
function openDialog() {
  const onCreate = vi.fn();
  const nothing = vi.fn();
  render(
    <EventDialog
      times={{
        start: new Date(2026, 10, 20, 9).toISOString(),
        end: new Date(2026, 10, 20, 10).toISOString(),
      }}
      onType={nothing}
      onCreate={onCreate}
      onUpdate={nothing}
      onDelete={nothing}
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
  // The end alone makes it longer.
  await userEvent.selectOptions(field('End time'), '2:00 PM');
  expect(field('Start time').value).toBe(String(11.5 * 60));
});

test('§5 title, start and end are required; an end before the start is pointed out and accepted', async () => {
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
