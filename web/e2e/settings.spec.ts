import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import {
  allSaved,
  chooseAtPerson,
  expect,
  expectNoSideScroll,
  heading,
  collectErrors,
  PHONE,
  settle,
  settleAndListen,
  signUp,
  test,
} from './fixtures';

// Each setting saves by itself, also offline, and shows on the person's other devices.

const choice = (page: Page, group: string, name: string): Locator =>
  page.getByRole('group', { name: group, exact: true }).getByRole('button', { name, exact: true });

const section = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true });

const fieldIn = (page: Page, region: string, label: string): Locator =>
  section(page, region).getByLabel(label, { exact: true });

const zoneButton = (page: Page): Locator => page.getByRole('button', { name: /^Time zone: / });

/** Presses Tab until this control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  // Find the control once. The page is long, and finding it by its role after each key takes longer than the key.
  const element = await control.elementHandle();
  const hasFocus = () => element.evaluate((node) => node === document.activeElement);
  for (let steps = 0; steps < 120; steps++) {
    if (await hasFocus()) return;
    await page.keyboard.press('Tab');
  }
  expect(await hasFocus()).toBe(true);
}

async function pressChoice(page: Page, group: string, name: string): Promise<void> {
  await tabTo(page, choice(page, group, name));
  await page.keyboard.press('Enter');
  await expect(choice(page, group, name)).toHaveAttribute('aria-pressed', 'true');
  await expect(choice(page, group, name)).toBeFocused();
}

async function retype(page: Page, region: string, label: string, value: string): Promise<void> {
  await tabTo(page, fieldIn(page, region, label));
  // A time field selects nothing. Typing replaces its value from the hours on.
  if ((await fieldIn(page, region, label).getAttribute('type')) !== 'time')
    await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(value);
  await page.keyboard.press('Enter');
}

/**
 * A change of a setting that all devices share. `make` changes the setting by keys alone, and `expectShown` expects a
 * page to show the change.
 */
interface Change {
  make: (page: Page) => Promise<void>;
  expectShown: (page: Page) => Promise<void>;
}

const chosen = (group: string, name: string): Change => ({
  make: (page) => pressChoice(page, group, name),
  expectShown: (page) => expect(choice(page, group, name)).toHaveAttribute('aria-pressed', 'true'),
});

const typed = (where: string, label: string, keys: string, value = keys): Change => ({
  make: (page) => retype(page, where, label, keys),
  expectShown: (page) => expect(fieldIn(page, where, label)).toHaveValue(value),
});

const DAY_OFF: Change = {
  async make(page) {
    await tabTo(page, fieldIn(page, 'Day', 'Sunday'));
    await page.keyboard.press('Space');
  },
  expectShown: (page) => expect(fieldIn(page, 'Day', 'Sunday')).not.toBeChecked(),
};

const TIME_ZONE: Change = {
  async make(page) {
    await pressChoice(page, 'Time zone', 'Always the same');
    await tabTo(page, zoneButton(page));
    await page.keyboard.press('Enter');
    await page.keyboard.type('Tokyo');
    await page.keyboard.press('Enter');
    await expect(zoneButton(page)).toBeFocused();
  },
  expectShown: (page) => expect(zoneButton(page)).toContainText('Tokyo'),
};

/** Returns a change of each setting, in the order of the page. */
const changesOf = (name: string, theme: 'Light' | 'Dark'): Change[] => [
  typed('Profile', 'Name', name),
  chosen('Weeks start on', 'Monday'),
  chosen('Clock', '09:00'),
  TIME_ZONE,
  typed('Day', 'Monday start', '0730AM', '07:30'),
  typed('Day', 'Friday end', '0215PM', '14:15'),
  DAY_OFF,
  typed('Focus', 'Focus', '50'),
  typed('Focus', 'Short break', '10'),
  typed('Focus', 'Long break', '30'),
  typed('Focus', 'Long break after', '3'),
  chosen('Theme', theme),
  chosen('Density', 'Compact'),
];

/**
 * The number of settings that say whether they are saved. All working hours count as one, and so do the timer's
 * settings.
 */
const NOTES = 8;

/** The settings on the server after all changes, except the theme. */
const CHANGED = {
  weekStart: 'monday',
  hourFormat: '24h',
  timeZone: 'Asia/Tokyo',
  workingHours: [
    { start: '07:30', end: '17:00' },
    { start: '09:00', end: '17:00' },
    { start: '09:00', end: '17:00' },
    { start: '09:00', end: '17:00' },
    { start: '09:00', end: '14:15' },
    { start: '09:00', end: '17:00' },
    null,
  ],
  focusDuration: 50,
  shortBreakDuration: 10,
  longBreakDuration: 30,
  sessionsBeforeLongBreak: 3,
  density: 'compact',
};

const storedSettings = (page: Page): Promise<unknown> =>
  page.evaluate(async () => (await fetch('/api/settings')).json());

test('each setting can be changed by keyboard, and an open second device shows each change', async ({
  page,
  browser,
  expectedErrors,
}) => {
  const { username } = await signUp(page, {
    events: [{ title: 'Stand-up', start: at('09:30'), end: at('10:00') }],
  });
  const other = await browser.newContext({
    storageState: { cookies: await page.context().cookies(), origins: [] },
    serviceWorkers: 'block',
  });
  const second = await other.newPage();
  const errors: string[] = [];
  collectErrors(second, errors, expectedErrors);
  await settleAndListen(second);
  await second.getByRole('link', { name: 'Calendar', exact: true }).first().click();
  const header = second.getByRole('columnheader').first();
  await expect(header).toHaveText('Su');

  await page.goto('/settings');
  const changes = changesOf(`${username} II`, 'Dark');
  for (const change of changes.filter((one) => one !== TIME_ZONE)) await change.make(page);
  await allSaved(page);
  await expect(header).toHaveText('Mo');
  await expect(second.locator('html')).toHaveAttribute('data-mode', 'dark');
  await expect(second.locator('html')).toHaveAttribute('data-density', 'compact');
  await second.getByRole('link', { name: 'Today', exact: true }).first().click();
  await expect(second.getByRole('main')).toContainText('09:30');
  await expect(second.getByText(`${username} II`, { exact: true })).toBeVisible();
  await chooseAtPerson(second, 'Settings');
  // Start at the section's beginning instead of going around the whole page.
  await section(page, 'Day').focus();
  await TIME_ZONE.make(page);
  for (const change of changes) await change.expectShown(second);
  await other.close();
  expect(errors).toEqual([]);
  await allSaved(page);
  expect(await storedSettings(page)).toMatchObject({ ...CHANGED, theme: 'dark' });

  // At the next start, the page shows the changed settings from the beginning.
  await page.goto('/calendar', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');
  await expect(page.getByRole('columnheader').first()).toHaveText('Mo');
});

/** Returns the moment of this time today, in the zone of the tests. */
const at = (time: string) => new Date(`${new Date().toDateString()} ${time}`).toISOString();

test.describe('without a network', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_INTERNET|Failed to fetch/ });

  test('settings changed offline by keyboard are kept in this browser and sent later @long', async ({
    page,
    context,
  }) => {
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'dark' });
    const { username } = await signUp(page);
    // Load the settings first. Without the settings, the browser could not show the changes.
    await settle(page);
    await page.goto('/settings');
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await context.setOffline(true);
    const changes = changesOf(`${username} II`, 'Light');
    for (const change of changes) {
      await change.make(page);
      await change.expectShown(page);
    }
    await expect(page.getByText('Saved on this device.')).toHaveCount(NOTES);
    await expect(page.locator('html')).toHaveAttribute('data-mode', 'light');
    await context.setOffline(false);
    await expect(page.getByText('Saved', { exact: true })).toHaveCount(NOTES);
    expect(await storedSettings(page)).toMatchObject({ ...CHANGED, theme: 'light' });
    await page.reload();
    for (const change of changes) await change.expectShown(page);
  });
});

test.describe('a browser in another zone', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('shows today, the calendar, the current time and a new event in the chosen zone', async ({
    page,
  }) => {
    await signUp(page, { settings: { timeZone: 'America/Los_Angeles' } });
    // In Berlin it is the morning of the 20th, and in Los Angeles the evening of the 19th.
    await page.clock.install({ time: '2026-11-20T07:30:00+01:00' });
    await page.goto('/today');
    await expect(heading(page, 'Good evening')).toBeVisible();
    await expect(page.getByText('Thursday, November 19').first()).toBeVisible();
    await page.goto('/calendar?view=day');
    await expect(page.getByText('Thu, Nov 19, 2026')).toBeVisible();
    await expect(page.getByTitle('10:30 PM')).toBeAttached();
    await page.getByRole('button', { name: 'Add Event' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Call');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: /^Call .*11:00 PM/ })).toBeVisible();
    await allSaved(page);
    const events = await page.evaluate(async () => (await fetch('/api/events')).json());
    expect(events).toMatchObject([
      { start: '2026-11-19T23:00:00-08:00', end: '2026-11-20T00:00:00-08:00' },
    ]);
  });
});

test('the settings are not wider than a phone, and axe finds nothing in them', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signUp(page);
  await page.goto('/settings');
  await choice(page, 'Time zone', 'Always the same').click();
  await page.getByRole('button', { name: /^Time zone: / }).click();
  await expect(page.getByRole('listbox', { name: 'Time zones' })).toBeVisible();
  await expectNoSideScroll(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});
