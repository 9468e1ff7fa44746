import { expectAccessible } from './axe';
import { expect, heading, signUp, test } from './fixtures';

test.describe('axe finds nothing in light and dark, on a desktop and on a phone', () => {
  for (const [path, title] of [
    ['/auth', 'The day, clearly marked.'],
    ['/signup', 'Create your account'],
    ['/landing', 'The day, clearly marked.'],
    ['/about', 'About Daymark'],
    ['/features', 'Everything a working day needs'],
    ['/privacy', 'Privacy Policy'],
    ['/not-there', '404 Page Not Found'],
  ] as const) {
    test(`on ${path}`, async ({ page }) => {
      await page.goto(path);
      await expect(heading(page, title)).toBeVisible();
      await expectAccessible(page);
    });
  }

  test('on /login, in the reset dialog and in the account picker', async ({ page }) => {
    await page.goto('/login');
    await expect(heading(page, 'Welcome back')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(page.getByRole('dialog', { name: 'Choose a Google account' })).toBeVisible();
    await expectAccessible(page);
  });

  test('on /notes and in its dialogs', async ({ page }) => {
    const { username } = await signUp(page);
    await page.goto('/notes');
    await expect(page.getByText('No notes yet...')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'New Note' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Title is required')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Title').fill(username);
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
    await page.getByRole('searchbox').fill(username);
    await expect(page.locator('mark')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('searchbox').fill('nowhere');
    await expect(page.getByText('No notes match')).toBeVisible();
    await expectAccessible(page);
  });

  test('on /reflection and in its modal', async ({ page }) => {
    await signUp(page, {
      reflections: [{ date: '2026-01-05T00:00:00Z', productivityRating: 4 }],
    });
    await page.goto('/reflection');
    await expect(page.getByRole('img', { name: '4 of 5 stars' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('radio', { name: '3 stars' }).check();
    await page.getByLabel('Accomplishments').fill('Shipped');
    await expect(page.getByRole('button', { name: 'Discard draft' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Daily Reflection' }).click();
    await expect(page.getByRole('dialog').getByLabel('Accomplishments')).toBeVisible();
    await expectAccessible(page);
  });

  test('on /tasks, in its menu and its dialogs', async ({ page }) => {
    await signUp(page, {
      tasks: [
        { title: 'With a category', categoryId: 3 },
        { title: 'Done', categoryId: 1, completed: true },
      ],
    });
    await page.goto('/tasks');
    await expect(page.getByRole('checkbox', { name: 'Done' })).toBeChecked();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'More actions for Done' }).click();
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add Task' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add Task' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page);
  });
});
