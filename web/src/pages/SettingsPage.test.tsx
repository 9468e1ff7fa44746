import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { descriptionOf } from '../../test/descriptionOf';
import { refusal, renderPage, shows } from '../../test/renderPage';
import { dateSettings } from '../lib/time/dateSettings';
import { density } from '../lib/browser/density';
import { rememberedUser } from '../lib/person/rememberedUser';
import { colorMode } from '../ui/theme/colorMode';

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const type = (name: string, value: string) => {
  field(name).focus();
  fireEvent.change(field(name), { target: { value } });
};
const values = (day: string) => [field(`${day} start`).value, field(`${day} end`).value];
const choice = (group: string, name: string) =>
  within(screen.getByRole('group', { name: group })).getByRole<HTMLButtonElement>('button', {
    name,
  });
const isChosen = (group: string, name: string) =>
  choice(group, name).getAttribute('aria-pressed') === 'true';
/** Returns the text in a setting's row about whether the setting is saved. */
const noteOf = (title: string) =>
  screen
    .getAllByText(title)
    .map((element) => element.parentElement?.querySelector('[role="status"]')?.textContent)
    .find((text) => text !== undefined);
const saved = async (title: string) => waitFor(() => expect(noteOf(title)).toBe('Saved'));

test.each([
  [
    { password: true, google: false },
    true,
    ['••••••••', 'Not connected', 'Change password…', 'Connect…'],
  ],
  [
    { password: true, google: false },
    false,
    ['••••••••', 'Not connected. Confirm your email address first.', 'Change password…'],
  ],
  [{ password: true, google: true }, true, ['••••••••', 'Connected', 'Remove…']],
  [
    { password: false, google: true },
    true,
    ['Not set: you sign in with Google', 'Connected. Set a password before you remove it.'],
  ],
])('the profile says how the person signs in: %j, address confirmed: %s', async (...row) => {
  const [methods, emailVerified, texts] = row;
  await renderPage('/settings', {
    about: { emailVerified },
    respond: [/sign-in-methods/, () => Response.json(methods)],
  });
  for (const text of texts) expect(await screen.findAllByText(text)).not.toEqual([]);
  expect(screen.getByText('What Daymark calls you. No one else can use it.')).toBeTruthy();
});

const CHANGES = [
  ['Weeks start on', 'Monday', { weekStart: 'monday' }],
  ['Clock', '09:00', { hourFormat: '24h' }],
  ['Dates', '20 Nov 2026', { dateOrder: 'day' }],
  ['Theme', 'Dark', { theme: 'dark' }],
  ['Density', 'Compact', { density: 'compact' }],
] as const;

test.each(CHANGES)('%s saves by itself', async (title, name, fields) => {
  const { user, sent, reload } = await renderPage('/settings');
  expect(noteOf(title)).toBe('');
  await user.click(choice(title, name));
  await saved(title);
  expect(sent.find(({ line }) => line === 'PATCH /api/settings')?.body).toMatchObject(fields);
  // Only the changed setting shows "Saved".
  const others = CHANGES.filter(([other]) => other !== title);
  expect(others.map(([other]) => noteOf(other))).toEqual(['', '', '', '']);
  expect(document.activeElement).toBe(choice(title, name));
  await reload();
  expect(isChosen(title, name)).toBe(true);
});

test('week, clock and dates come from the browser until the person chooses', async () => {
  const { user, sent } = await renderPage('/settings', {
    seed: { settings: { hourFormat: '24h' } },
  });
  expect(isChosen('Weeks start on', 'From your browser (Sunday)')).toBe(true);
  expect(isChosen('Dates', 'From your browser (Nov 20, 2026)')).toBe(true);
  expect(isChosen('Clock', '09:00')).toBe(true);
  await user.click(choice('Clock', 'From your browser (9:00 AM)'));
  await saved('Clock');
  expect(sent.at(-1)?.body).toMatchObject({ hourFormat: null });
  expect(dateSettings.get().hourFormat).toBe('12h');
});

test('a setting that is changed offline is kept in this browser and sent later', async () => {
  const { user, setOnline, sent } = await renderPage('/settings');
  setOnline(false);
  await user.click(choice('Weeks start on', 'Monday'));
  await waitFor(() => expect(noteOf('Weeks start on')).toContain('Saved on this device.'));
  expect(isChosen('Weeks start on', 'Monday')).toBe(true);
  setOnline(true);
  await saved('Weeks start on');
  expect(sent.at(-1)?.body).toMatchObject({ weekStart: 'monday' });
});

test('a setting that another device changes is shown and applied', async () => {
  const { server, sync } = await renderPage('/settings');
  const record = sync().records('settings').data![0]!;
  server.put('settings', {
    ...record,
    weekStart: 'monday',
    hourFormat: '24h',
    dateOrder: 'day',
    timeZone: 'Asia/Kolkata',
    theme: 'dark',
    density: 'compact',
  });
  await sync().pull();
  for (const [title, name] of CHANGES)
    await waitFor(() => expect(isChosen(title, name)).toBe(true));
  expect(isChosen('Time zone', 'Always the same')).toBe(true);
  expect(noteOf('Clock')).toBe('');
  expect(dateSettings.get()).toEqual({
    weekStart: 'monday',
    hourFormat: '24h',
    dateOrder: 'day',
    timeZone: 'Asia/Kolkata',
    dayEndMinutes: 0,
  });
  expect(density.get()).toBe('compact');
  expect(colorMode.current()).toBe('dark');
});

test('this browser forgets a person’s settings together with the person', async () => {
  await renderPage('/settings', { seed: { settings: { hourFormat: '24h', density: 'compact' } } });
  expect(dateSettings.get().hourFormat).toBe('24h');
  expect(density.get()).toBe('compact');
  rememberedUser.set(null);
  expect(dateSettings.get().hourFormat).toBe('12h');
  expect(density.get()).toBe('comfortable');
  expect(['daymark.dates', 'daymark.density'].map((key) => localStorage.getItem(key))).toEqual([
    null,
    null,
  ]);
});

test('the theme in the menu at the person’s name is the setting of all devices', async () => {
  const { user, sent } = await renderPage('/settings');
  await user.click(within(screen.getByRole('main')).getAllByRole('button', { name: 'Light' })[0]!);
  await saved('Theme');
  await user.click(screen.getByRole('button', { name: /ada@example.com/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Theme: dark' }));
  await waitFor(() =>
    expect(sent.findLast(({ line }) => line === 'PATCH /api/settings')?.body).toMatchObject({
      theme: colorMode.current(),
    }),
  );
  expect(colorMode.current()).toBe('dark');
  expect(isChosen('Theme', 'Light')).toBe(false);
});

test('a time zone is found and chosen by keyboard', async () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const { user, sent } = await renderPage('/settings');
  const last = () => sent.findLast(({ line }) => line === 'PATCH /api/settings')?.body;
  expect(screen.getByText(/in Europe\/Berlin, GMT\+[12]/)).toBeTruthy();
  choice('Time zone', 'Always the same').focus();
  await user.keyboard('{Enter}');
  await saved('Time zone');
  expect(last()).toMatchObject({ timeZone: 'Europe/Berlin' });
  screen.getByRole('button', { name: /^Time zone: Europe\/Berlin/ }).focus();
  await user.keyboard('{Enter}');
  const search = screen.getByRole('combobox', { name: 'Search time zones' });
  expect(document.activeElement).toBe(search);
  await user.keyboard('nowhere');
  expect(screen.getAllByText('No time zone matches “nowhere”.')).toHaveLength(2);
  await user.clear(search);
  await user.keyboard('los ang');
  const zones = within(screen.getByRole('listbox', { name: 'Time zones' }));
  expect(zones.getAllByRole('option')).toHaveLength(1);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(last()).toMatchObject({ timeZone: 'America/Los_Angeles' }));
  expect(document.activeElement?.textContent).toMatch(/^America\/Los Angeles, GMT-[78]$/);
  expect(dateSettings.get().timeZone).toBe('America/Los_Angeles');
  // Escape leaves everything as it is.
  await user.keyboard('{Enter}tokyo{Escape}');
  expect(document.activeElement?.textContent).toMatch(/^America\/Los Angeles/);
});

test('the server learns the device’s time zone only if the person’s time zone follows the device', async () => {
  const { user, sent, reload } = await renderPage('/settings', {
    seed: { settings: { timeZone: 'Asia/Kolkata' } },
    about: { timeZone: 'Asia/Kolkata' },
  });
  const zones = () => sent.filter(({ line }) => line === 'PATCH /api/user').map(({ body }) => body);
  await waitFor(() => expect(sent.some(({ line }) => line === 'GET /api/user')).toBe(true));
  expect(zones()).toEqual([]);
  await user.click(choice('Time zone', 'Follow this device'));
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  await waitFor(() => expect(zones()).toEqual([{ timeZone: here }]));
  await reload();
});

test('working hours are 9 to 5 on every day until they are changed', async () => {
  const { user, reload, sent } = await renderPage('/settings');
  for (const day of ['Monday', 'Sunday']) expect(values(day)).toEqual(['9:00 AM', '5:00 PM']);
  await user.click(field('Saturday'));
  await saved('Working hours');
  type('Monday start', '08:30');
  await user.tab();
  // Not sent yet, because the end of the same day may still have to be corrected.
  expect(sent.filter(({ line }) => line === 'PATCH /api/settings')).toHaveLength(1);
  await user.tab();
  await waitFor(() =>
    expect(sent.filter(({ line }) => line === 'PATCH /api/settings')).toHaveLength(2),
  );
  await saved('Working hours');
  const body = sent.findLast(({ line }) => line === 'PATCH /api/settings')?.body;
  const usual = { start: '09:00', end: '17:00' };
  expect(body).toMatchObject({
    workingHours: [{ start: '08:30', end: '17:00' }, usual, usual, usual, usual, null, usual],
  });
  await reload();
  expect(values('Monday')).toEqual(['8:30 AM', '5:00 PM']);
  expect(field('Saturday').checked).toBe(false);
  expect(screen.getByText('Day off')).toBeTruthy();
});

test('a time field accepts a time written as 8:15 am, 815, 8.15 or 08:15', async () => {
  const { user, sent } = await renderPage('/settings', {
    seed: { settings: { hourFormat: '24h' } },
  });
  expect(values('Monday')).toEqual(['09:00', '17:00']);
  for (const typed of ['8:15 am', '815', '8.15', '08:15']) {
    await user.clear(field('Monday start'));
    await user.type(field('Monday start'), typed);
    await user.click(field('Tuesday start'));
    expect(values('Monday'), typed).toEqual(['08:15', '17:00']);
  }
  await user.clear(field('Monday start'));
  await user.type(field('Monday start'), '7{Enter}');
  expect(values('Monday')).toEqual(['07:00', '17:00']);
  await waitFor(() =>
    expect(sent.findLast(({ line }) => line === 'PATCH /api/settings')?.body).toMatchObject({
      workingHours: { 0: { start: '07:00', end: '17:00' } },
    }),
  );
  await user.type(field('Monday start'), 'soon');
  await user.tab();
  expect(values('Monday')).toEqual(['07:00', '17:00']);
});

test('an end before its start is reported at its field', async () => {
  const { user, sent } = await renderPage('/settings');
  const hours = () =>
    sent.findLast(({ line }) => line === 'PATCH /api/settings')?.body.workingHours;
  type('Tuesday start', '18:00');
  expect(descriptionOf(field('Tuesday end'))).toBe('');
  field('Friday').focus();
  await shows('The end must be after the start.');
  expect(descriptionOf(field('Tuesday end'))).toBe('The end must be after the start.');
  expect(values('Tuesday')).toEqual(['6:00 PM', '5:00 PM']);
  expect(hours()).toBeUndefined();
  type('Friday end', '15:00');
  await user.tab();
  await saved('Working hours');
  expect(hours()).toMatchObject({ 1: { start: '09:00' }, 4: { end: '15:00' } });
  expect(values('Tuesday')).toEqual(['6:00 PM', '5:00 PM']);
  type('Tuesday end', '00:00');
  await user.keyboard('{Enter}');
  // Midnight as an end means the end of the day.
  await waitFor(() => expect(hours()).toMatchObject({ 1: { start: '18:00', end: '24:00' } }));
  await saved('Working hours');
  expect(descriptionOf(field('Tuesday end'))).toBe('');
});

test('the lunch break is the same on every day whose hours contain it', async () => {
  const usual = { start: '09:00', end: '17:00' };
  const { user, sent, reload } = await renderPage('/settings', {
    seed: {
      settings: { workingHours: [...Array(6).fill(usual), { start: '13:00', end: '18:00' }] },
    },
  });
  const hours = () =>
    sent.findLast(({ line }) => line === 'PATCH /api/settings')?.body.workingHours;
  await user.click(field('Lunch break'));
  await saved('Working hours');
  const lunch = { start: '12:00', end: '13:00' };
  expect(hours()).toMatchObject({ 0: { ...usual, break: lunch }, 6: { start: '13:00' } });
  type('Lunch break end', '11:00');
  await user.tab();
  await shows('The end must be after the start.');
  type('Lunch break start', '18:00');
  type('Lunch break end', '19:00');
  await user.tab();
  const late = 'The break must be within your working hours.';
  expect(descriptionOf(field('Lunch break end'))).toBe(late);
  await reload();
  expect(field('Lunch break end').value).toBe('7:00 PM');
  type('Lunch break start', '12:30');
  type('Lunch break end', '13:00');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(hours()).toMatchObject({ 0: { break: { start: '12:30' } } }));
  // Another day's hours don't remove it.
  type('Monday start', '08:00');
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(hours()).toMatchObject({ 0: { start: '08:00', break: { start: '12:30' } } }),
  );
  await user.click(field('Lunch break'));
  await waitFor(() => expect(JSON.stringify(hours())).not.toContain('break'));
  expect(hours()).toMatchObject({ 0: { start: '08:00', end: '17:00' } });
});

test('“Apply to all days” copies one day’s hours to all days', async () => {
  const { user, sent } = await renderPage('/settings');
  expect(screen.queryByText('Apply to all days')).toBeNull();
  await user.click(field('Sunday'));
  type('Wednesday start', '10:00');
  await user.click(button('Apply to all days: Wednesday’s hours'));
  for (const day of ['Monday', 'Wednesday', 'Sunday'])
    expect(values(day)).toEqual(['10:00 AM', '5:00 PM']);
  await saved('Working hours');
  expect(sent.findLast(({ line }) => line === 'PATCH /api/settings')?.body).toMatchObject({
    workingHours: Array(7).fill({ start: '10:00', end: '17:00' }),
  });
});

test('working hours that are being typed survive a reload', async () => {
  const { reload } = await renderPage('/settings');
  type('Monday end', '08:00');
  type('Friday end', '15:00');
  await reload();
  expect(values('Friday')).toEqual(['9:00 AM', '3:00 PM']);
  await saved('Working hours');
  expect(values('Monday')).toEqual(['9:00 AM', '8:00 AM']);
  expect(descriptionOf(field('Monday end'))).toBe('The end must be after the start.');
});

test('a refused setting can be discarded', async () => {
  const { user } = await renderPage('/settings', {
    respond: [/PATCH \/api\/settings/, () => refusal(400, 'These hours are not accepted.')],
    seed: { settings: {} },
  });
  type('Friday end', '15:00');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(noteOf('Working hours')).toContain('These hours are not accepted.'));
  expect(noteOf('Clock')).toBe('');
  await user.click(button('Discard'));
  await waitFor(() => expect(values('Friday')).toEqual(['9:00 AM', '5:00 PM']));
  expect(noteOf('Working hours')).toBe('');
});

test('the timer’s settings are saved when the focus leaves their fields', async () => {
  const { user, sent } = await renderPage('/settings');
  const last = () => sent.findLast(({ line }) => line === 'PATCH /api/settings')?.body;
  const focus = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Focus' });
  await user.clear(focus());
  await user.type(focus(), '50');
  expect(last()).toBeUndefined();
  await user.tab();
  await saved('Timer');
  expect(last()).toMatchObject({ focusDuration: 50 });
  await user.clear(field('Short break'));
  await user.type(field('Short break'), '500');
  await user.tab();
  expect(descriptionOf(field('Short break'))).toBe('Whole minutes, 1 to 180');
  expect(field('Short break').value).toBe('500');
  expect(last()).toMatchObject({ focusDuration: 50 });
  await user.clear(field('Short break'));
  await user.type(field('Short break'), '7{Enter}');
  await waitFor(() => expect(last()).toMatchObject({ shortBreakDuration: 7 }));
  expect(descriptionOf(field('Short break'))).toBe('minutes');
});
