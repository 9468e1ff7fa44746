import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import {
  allSaved,
  expect,
  expectNoSideScroll,
  heading,
  noteErrors,
  PHONE,
  settle,
  signUp,
  skipQuietSeconds,
  test,
} from './fixtures';

// Issue 16: each setting saves by itself, offline too, and shows on the person's other devices.

const choice = (page: Page, group: string, name: string): Locator =>
  page.getByRole('group', { name: group, exact: true }).getByRole('button', { name, exact: true });

const fieldIn = (page: Page, region: string, label: string): Locator =>
  page.getByRole('region', { name: region, exact: true }).getByLabel(label, { exact: true });

/** Goes through the page with Tab until this has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  const hasFocus = () => control.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < 80; steps++) {
    if (await hasFocus()) return;
    await page.keyboard.press('Tab');
  }
  expect(await hasFocus()).toBe(true);
}

const DAY = [
  ['Weeks start on', 'Monday'],
  ['Clock', '09:00'],
] as const;
const LOOK = [
  ['Theme', 'Dark'],
  ['Density', 'Compact'],
] as const;

test('by keyboard, and a second device shows each change while it is open', async ({
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
  noteErrors(second, errors, expectedErrors);
  await second.clock.install();
  await settle(second);
  const listening = second.waitForResponse(/Listen\/channel/);
  await skipQuietSeconds(second);
  await listening;
  await second.getByRole('link', { name: 'Calendar', exact: true }).first().click();
  const header = second.getByRole('columnheader').first();
  await expect(header).toHaveText('Su');

  await page.goto('/settings');
  const choose = async (choices: typeof DAY | typeof LOOK) => {
    for (const [group, name] of choices) {
      await tabTo(page, choice(page, group, name));
      await page.keyboard.press('Enter');
      await expect(choice(page, group, name)).toHaveAttribute('aria-pressed', 'true');
      await expect(choice(page, group, name)).toBeFocused();
    }
  };
  const retype = async (on: Page, region: string, label: string, value: string) => {
    await tabTo(on, fieldIn(on, region, label));
    await on.keyboard.press('ControlOrMeta+a');
    await on.keyboard.type(value);
    await on.keyboard.press('Enter');
  };
  await retype(page, 'Profile', 'Name', `${username} II`);
  await choose(DAY);
  await retype(page, 'Focus', 'Focus', '50');
  await choose(LOOK);
  await allSaved(page);
  await expect(header).toHaveText('Mo');
  await expect(second.locator('html')).toHaveAttribute('data-mode', 'dark');
  await expect(second.locator('html')).toHaveAttribute('data-density', 'compact');
  await second.getByRole('link', { name: 'Today', exact: true }).first().click();
  await expect(second.getByRole('main')).toContainText('09:30');
  await expect(second.getByText(`${username} II`, { exact: true })).toBeVisible();
  await second.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(fieldIn(second, 'Focus', 'Focus')).toHaveValue('50');
  await other.close();
  expect(errors).toEqual([]);

  // At the next start nothing is first shown in another way.
  await page.goto('/calendar', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');
  await expect(page.getByRole('columnheader').first()).toHaveText('Mo');
});

/** Today at this time, in the zone of the tests. */
const at = (time: string) => new Date(`${new Date().toDateString()} ${time}`).toISOString();

test.describe('without a network', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_INTERNET|Failed to fetch/ });

  test('a setting is kept in this browser, is there after it, and is sent when the network is back', async ({
    page,
    context,
  }) => {
    await signUp(page);
    // The browser has the settings: without them it could not show what was set.
    await settle(page);
    await page.goto('/settings');
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await context.setOffline(true);
    await choice(page, 'Clock', '09:00').click();
    await expect(page.getByText('Saved in this browser.')).toBeVisible();
    await expect(choice(page, 'Clock', '09:00')).toHaveAttribute('aria-pressed', 'true');
    await context.setOffline(false);
    await allSaved(page);
    const stored = await page.evaluate(async () => (await fetch('/api/settings')).json());
    expect(stored).toMatchObject({ hourFormat: '24h' });
  });
});

test.describe('a browser in another zone', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('where Los Angeles is chosen, today, the calendar, the clock line and a new event are in its time', async ({
    page,
  }) => {
    await signUp(page, { settings: { timeZone: 'America/Los_Angeles' } });
    // In Berlin it is the morning of the 20th.
    await page.clock.install({ time: '2026-11-20T07:30:00+01:00' });
    await page.goto('/today');
    await expect(heading(page, 'Good evening')).toBeVisible();
    await expect(page.getByText('Thursday, November 19').first()).toBeVisible();
    await page.goto('/calendar?view=day');
    await expect(page.getByText('Thursday, November 19, 2026')).toBeVisible();
    await expect(page.getByTitle('10:30 PM')).toBeAttached();
    await page.getByRole('button', { name: 'Add Event' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Call');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: /^Call .*9:00 AM – 10:00 AM/ })).toBeVisible();
    await allSaved(page);
    const events = await page.evaluate(async () => (await fetch('/api/events')).json());
    expect(events).toMatchObject([
      { start: '2026-11-19T09:00:00-08:00', end: '2026-11-19T10:00:00-08:00' },
    ]);
  });
});

test('on a phone, in dark, nothing is too wide, and axe finds nothing', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signUp(page);
  await page.goto('/settings');
  await choice(page, 'Time zone', 'Always the same').click();
  await page.getByRole('button', { name: /^Time zone: / }).click();
  await expect(page.getByRole('listbox', { name: 'Time zones' })).toBeVisible();
  await expectNoSideScroll(page);
  // In light: planning.spec.ts.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});
