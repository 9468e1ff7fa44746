import { screen, waitFor, within } from '@testing-library/react';
import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { descriptionOf } from '../../test/descriptionOf';
import { refusal, renderPage, shows, toastText } from '../../test/renderPage';

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const values = (day: string) => [field(`${day} start`).value, field(`${day} end`).value];

test('working hours are 9 to 5 on every day until they are changed; each day can be turned off', async () => {
  const { user, reload, sent } = await renderPage('/settings');
  for (const day of ['Monday', 'Sunday']) expect(values(day)).toEqual(['09:00', '17:00']);
  expect(button('Save').disabled).toBe(true);
  await user.click(field('Saturday'));
  type('Monday start', '08:30');
  await user.click(button('Save'));
  await waitFor(() => expect(toastText()).toContain('Working hours saved'));
  await screen.findByText('All changes saved');
  const body = sent.find(({ line }) => line === 'PATCH /api/settings')?.body;
  const usual = { start: '09:00', end: '17:00' };
  expect(body).toMatchObject({
    workingHours: [{ start: '08:30', end: '17:00' }, usual, usual, usual, usual, null, usual],
  });
  await reload();
  expect(values('Monday')).toEqual(['08:30', '17:00']);
  expect(field('Saturday').checked).toBe(false);
  expect(screen.getByText('Day off')).toBeTruthy();
});

test('an end before its start is named at the field, and what was typed is kept', async () => {
  const { user, sent } = await renderPage('/settings');
  type('Tuesday start', '18:00');
  await user.click(button('Save'));
  expect(descriptionOf(field('Tuesday end'))).toBe('The end must be after the start.');
  expect(document.activeElement).toBe(field('Tuesday end'));
  expect(values('Tuesday')).toEqual(['18:00', '17:00']);
  expect(sent.some(({ line }) => line === 'PATCH /api/settings')).toBe(false);
  type('Tuesday end', '00:00');
  await user.click(button('Save'));
  await screen.findByText('All changes saved');
  // Midnight as an end is the end of the day.
  expect(sent.find(({ line }) => line === 'PATCH /api/settings')?.body).toMatchObject({
    workingHours: { 1: { start: '18:00', end: '24:00' } },
  });
});

test('one day’s hours apply to all days', async () => {
  const { user } = await renderPage('/settings');
  expect(screen.queryByText('Apply to all days')).toBeNull();
  await user.click(field('Sunday'));
  type('Wednesday start', '10:00');
  await user.click(button('Apply to all days: Wednesday’s hours'));
  for (const day of ['Monday', 'Wednesday', 'Sunday'])
    expect(values(day)).toEqual(['10:00', '17:00']);
  await user.click(button('Discard changes'));
  expect(values('Wednesday')).toEqual(['09:00', '17:00']);
});

test('what was typed is there again after a reload, until it is discarded', async () => {
  const { user, reload } = await renderPage('/settings');
  type('Friday end', '15:00');
  await reload();
  expect(values('Friday')).toEqual(['09:00', '15:00']);
  expect(screen.getByText('Not saved yet')).toBeTruthy();
  await user.click(button('Discard changes'));
  await reload();
  expect(values('Friday')).toEqual(['09:00', '17:00']);
});

test('what the server refuses is said, and can be discarded', async () => {
  const { user } = await renderPage('/settings', {
    answer: [/PATCH \/api\/settings/, () => refusal(400, 'These hours are not accepted.')],
    seed: { settings: {} },
  });
  type('Friday end', '15:00');
  await user.click(button('Save'));
  await shows('These hours are not accepted.');
  await user.click(button('Discard'));
  await waitFor(() => expect(values('Friday')).toEqual(['09:00', '17:00']));
});

test('Settings is at the person’s name, and not in the bottom tabs', async () => {
  const { user } = await renderPage('/today');
  await user.click(
    within(screen.getByRole('navigation', { name: 'You' })).getByRole('link', { name: 'Settings' }),
  );
  await screen.findByRole('heading', { name: 'Settings', level: 1 });
});
