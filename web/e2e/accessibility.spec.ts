import { addTask, expect, heading, PHONE, test } from './fixtures';
import { violations } from './violations';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [device, use] of [
    ['desktop', {}],
    ['phone', { viewport: PHONE, hasTouch: true, isMobile: true }],
  ] as const) {
    test.describe(`axe finds nothing in ${colorScheme} on a ${device}`, () => {
      // Fades end at once: axe would measure the contrast of half-drawn text.
      test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' }, ...use });

      for (const [path, title] of [
        ['/auth', 'The day, clearly marked.'],
        ['/login', 'Welcome back'],
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
          expect(await violations(page)).toEqual([]);
        });
      }

      test('in the reset dialog and the account picker', async ({ page }) => {
        await page.goto('/login');
        await page.getByRole('button', { name: 'Forgot password?' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Continue with Google' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        expect(await violations(page)).toEqual([]);
      });

      test('on every signed-in screen there is', async ({ page, person }) => {
        for (const path of ['/today', '/focus', '/calendar', '/notes', '/reflection']) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          expect(await violations(page), `${path} for ${person.username}`).toEqual([]);
        }
      });

      test('on /notes and in its dialogs', async ({ page, person }) => {
        await page.goto('/notes');
        await expect(page.getByText('No notes yet...')).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.getByRole('button', { name: 'New Note' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'Save' }).click();
        await expect(dialog.getByText('Title is required')).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await dialog.getByLabel('Title').fill(person.username);
        await dialog
          .getByRole('textbox', { name: 'Content' })
          .fill(
            '# Plan\n\n- [x] Done\n- [ ] **Open**\n\n> [A link](https://example.com) and `code`\n\n```\nmore\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |',
          );
        await page.keyboard.press('Escape');
        await expect(page.getByRole('alertdialog')).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.getByRole('button', { name: 'Keep Editing' }).click();
        await dialog.getByRole('tab', { name: 'Preview' }).click();
        await expect(dialog.getByRole('table')).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await dialog.getByRole('button', { name: 'Save' }).click();
        await expect(dialog).toBeHidden();
        await page.getByRole('searchbox').fill(person.username);
        await expect(page.locator('mark')).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.getByRole('searchbox').fill('nowhere');
        await expect(page.getByText('No notes match')).toBeVisible();
        expect(await violations(page)).toEqual([]);
      });

      test('on /reflection and in its modal', async ({ page, person }) => {
        await page.goto('/reflection?day=2026-01-05');
        await page.getByRole('radio', { name: '4 stars' }).check();
        await page.getByRole('button', { name: 'Save Reflection' }).first().click();
        await page.goto('/reflection');
        await expect(page.getByRole('img', { name: '4 of 5 stars' })).toBeVisible();
        await page.getByRole('radio', { name: '3 stars' }).check();
        await page.getByLabel('Accomplishments').fill(person.username);
        await expect(page.getByRole('button', { name: 'Discard draft' })).toBeVisible();
        expect(await violations(page)).toEqual([]);
        if (device === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByRole('button', { name: 'Daily Reflection' }).click();
        await expect(page.getByRole('dialog').getByLabel('Accomplishments')).toBeVisible();
        expect(await violations(page)).toEqual([]);
      });

      test('on /tasks, in its menu and its dialogs', async ({ page, person }) => {
        await addTask(page, 'With a category', 'Learning');
        const title = `Done by ${person.username}`;
        const row = await addTask(page, title, 'Work');
        await row.getByRole('checkbox').check();
        expect(await violations(page)).toEqual([]);
        await page.getByRole('button', { name: `More actions for ${title}` }).click();
        await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await expect(page.getByRole('alertdialog')).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Add Task' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Add Task' }).click();
        await expect(page.getByRole('alert')).toBeVisible();
        expect(await violations(page)).toEqual([]);
      });
    });
  }
}
