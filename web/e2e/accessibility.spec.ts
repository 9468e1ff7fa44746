import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, heading, signUp, test } from './fixtures';

const SOURCES = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src');

test.describe('axe finds nothing in light and dark, on a desktop and on a phone', () => {
  test('on the public pages, in the reset dialog and in the account picker', async ({ page }) => {
    for (const [path, title] of [
      ['/auth', 'The day, clearly marked.'],
      ['/signup', 'Create your account'],
      ['/landing', 'The day, clearly marked.'],
      ['/about', 'About Daymark'],
      ['/features', 'Everything a working day needs'],
      ['/privacy', 'Privacy Policy'],
      ['/not-there', '404 Page Not Found'],
      ['/login', 'Welcome back'],
    ] as const)
      await test.step(path, async () => {
        await page.goto(path);
        await expect(heading(page, title)).toBeVisible();
        await expectAccessible(page);
      });
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(page.getByRole('dialog', { name: 'Choose a Google account' })).toBeVisible();
    await expectAccessible(page);
  });

  test('on /tasks, /notes and /reflection, in their menus and dialogs', async ({ page }) => {
    // Axe checks many states here, each at two widths, which takes long on a busy machine.
    test.setTimeout(180_000);
    await signUp(page, {
      tasks: [
        { title: 'With a category', categoryId: 3 },
        { title: 'Done', categoryId: 1, completed: true },
      ],
      reflections: [{ date: '2026-01-05T00:00:00Z', productivityRating: 4 }],
    });
    await page.goto('/tasks');
    await test.step('/tasks', () => checkTasks(page));
    await page.getByRole('link', { name: 'Notes', exact: true }).click();
    await test.step('/notes', () => checkNotes(page));
    await page.getByRole('link', { name: 'Reflection', exact: true }).click();
    await test.step('/reflection', () => checkReflection(page));
  });
});

async function checkTasks(page: Page) {
  await expect(page.getByRole('checkbox', { name: 'Done' })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'More actions for Done' }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Category…' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'No category' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add Task' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add Task' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

async function checkNotes(page: Page) {
  await expect(page.getByText('No notes yet...')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New Note' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Title is required')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Title').fill('Harvest');
  await dialog
    .getByRole('textbox', { name: 'Content' })
    .fill(
      '# Plan\n\n- [x] Done\n- [ ] **Open**\n\n> [A link](https://example.com) and `code`\n\n```\nmore\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep Editing' }).click();
  await dialog.getByRole('tab', { name: 'Preview' }).click();
  await expect(dialog.getByRole('table')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('searchbox').fill('Harvest');
  await expect(page.locator('mark')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('searchbox').fill('nowhere');
  await expect(page.getByText('No notes match')).toBeVisible();
  await expectAccessible(page);
}

async function checkReflection(page: Page) {
  await expect(page.getByRole('img', { name: '4 of 5 stars' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio', { name: '3 stars' }).check();
  await page.getByLabel('Accomplishments').fill('Shipped');
  await expect(page.getByRole('button', { name: 'Discard draft' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Daily Reflection' }).click();
  await expect(page.getByRole('dialog').getByLabel('Accomplishments')).toBeVisible();
  await expectAccessible(page);
}

test('no stylesheet queries the screen’s orientation, so none can lock it', () => {
  const styles = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  );
  expect(styles.length).toBeGreaterThan(50);
  for (const name of styles)
    expect(readFileSync(join(SOURCES, name), 'utf8'), name).not.toContain('orientation');
});

test('with reduced motion a change shows at once, without a transition', async ({ page }) => {
  await page.goto('/login');
  const size = await page.getByRole('heading', { level: 1 }).evaluate((title) => {
    title.style.fontSize = '50px';
    return getComputedStyle(title).fontSize;
  });
  expect(size).toBe('50px');
});
