import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, heading, openTasks, PHONE, signUp, test } from './fixtures';

/* Tests the first seconds of a first visit without a network, when the dialogs and the palette are not loaded yet. */

test.use({
  expectedErrors: /Failed to load resource|ERR_INTERNET|PartNotLoaded/,
});

const notice = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'This can’t be opened offline yet' });

/** Signs up a person and installs Playwright's clock in the page. */
async function firstSeconds(page: Page): Promise<void> {
  await signUp(page);
  await page.clock.install();
}

/** Returns the addresses of the enabled stylesheets that have not arrived. */
const missingStyles = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
      .filter(({ sheet, disabled }) => !sheet && !disabled)
      .map(({ href }) => href),
  );

for (const [device, viewport] of Object.entries({
  desktop: { width: 1280, height: 800 },
  phone: PHONE,
}))
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('New Note pressed offline says that it can’t be opened yet, and opens once the network is back', async ({
      page,
      context,
    }) => {
      await firstSeconds(page);
      await page.goto('/notes');
      await expect(heading(page, 'Notes')).toBeVisible();
      await context.setOffline(true);
      await page.getByRole('button', { name: 'New Note' }).first().click();
      await expect(notice(page)).toBeVisible();
      await expectAccessible(page);
      await context.setOffline(false);
      const dialog = page.getByRole('dialog', { name: 'New Note' });
      await expect(dialog.getByLabel('Title')).toBeVisible();
      await expect(notice(page)).toHaveCount(0);
      await expect.poll(() => missingStyles(page)).toEqual([]);
    });
  });

test('Add Task opens with the text of the quick-entry line once the network is back', async ({
  page,
  context,
}) => {
  await firstSeconds(page);
  await openTasks(page);
  await context.setOffline(true);
  await page.getByLabel('New task').fill('Call the plumber');
  await page.getByRole('button', { name: 'Show all fields' }).click();
  await expect(notice(page)).toBeVisible();
  await context.setOffline(false);
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await expect(dialog.getByLabel('Title')).toHaveValue('Call the plumber');
});

test('the text typed for Add Task survives a reload that comes before the dialog has loaded', async ({
  page,
  context,
}) => {
  await firstSeconds(page);
  await openTasks(page);
  await context.setOffline(true);
  await page.getByLabel('New task').fill('Call the plumber');
  await page.getByRole('button', { name: 'Show all fields' }).click();
  await expect(notice(page)).toBeVisible();
  await context.setOffline(false);
  await page.goto('/tasks');
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await expect(dialog.getByLabel('Title')).toHaveValue('Call the plumber');
});

test('keys go to the screen while the palette waits for the network', async ({ page, context }) => {
  await firstSeconds(page);
  await openTasks(page);
  await context.setOffline(true);
  await page.keyboard.press('Control+k');
  await expect(notice(page)).toBeVisible();
  await page.getByLabel('New task').focus();
  await page.keyboard.type('Call');
  await expect(page.getByLabel('New task')).toHaveValue('Call');
  await context.setOffline(false);
  await expect(page.getByRole('dialog')).toBeVisible();
});
