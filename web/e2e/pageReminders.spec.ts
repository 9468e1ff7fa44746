import type { NewEvent } from '@daymark/contract/event';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, signUp, test, WITH_NOTIFICATIONS } from './fixtures';

// This Chromium can't subscribe to push messages, because it doesn't reach Google's push service.

test.use({
  // Tests run in private windows, in which Chromium warns of this.
  expectedErrors: /does not support the Push API in incognito mode/,
  ...WITH_NOTIFICATIONS,
});

const SECOND_MS = 1000;

/** Returns events of which one begins every half minute from now on. */
const soon = (): NewEvent[] =>
  Array.from({ length: 8 }, (_, index) => {
    const start = Date.now() + index * 30 * SECOND_MS;
    return {
      title: `Stand-up ${index + 1}`,
      start: new Date(start).toISOString(),
      end: new Date(start + 1800 * SECOND_MS).toISOString(),
    };
  });

/** Returns the notifications that the browser shows. */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.getRegistration();
    const notifications = (await worker?.getNotifications()) ?? [];
    return notifications.map(({ title, body, tag, data }) => ({
      title,
      body,
      tag,
      path: (data as { path?: string } | null)?.path,
    }));
  });

test('a browser that can’t subscribe says so, and the open page shows what is due', async ({
  page,
}) => {
  await signUp(page, { events: soon() });
  await page.goto('/settings');
  await page.getByLabel('Monday start').waitFor();
  // Not `check`, because the box is ticked only when the browser has answered.
  await page.getByRole('checkbox', { name: 'Reminders in this browser' }).click();
  const section = page.getByRole('region', { name: 'Reminders', exact: true });
  await expect(section).toContainText(
    'This browser can’t get reminders while Daymark is closed. They appear while Daymark is open.',
  );
  await expect(section).toContainText('No device gets reminders while Daymark is closed.');
  await expectAccessible(page, { within: '#notifications' });
  // The page looks once a minute.
  await expect.poll(() => shown(page), { timeout: 80_000 }).not.toEqual([]);
  const [first] = await shown(page);
  expect(first?.title).toMatch(/^Stand-up \d$/);
  expect(first?.body).toMatch(/^(Now|Started 1 minute ago)$/);
  expect(first?.path).toMatch(/^\/calendar\?opens=\d+$/);
  expect(first?.tag).toMatch(/^event-\d+$/);
});
