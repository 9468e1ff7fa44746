import type { Page } from '@playwright/test';
import { expect, heading, saved, signUp, test, toast } from './fixtures';

const TITLE = 'Trip to Porto';

test('a note is created, opened formatted, safely, found, deleted after a confirm, and brought back', async ({
  page,
}) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).hostname === 'evil.example') outside.push(request.url());
  });
  await signUp(page);
  await page.goto('/notes');
  await expect(heading(page, 'Notes')).toBeVisible();
  await expect(page.getByText('No notes yet...')).toBeVisible();

  await page.getByRole('button', { name: 'New Note' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByLabel('Title')).toHaveAccessibleDescription('Title is required');
  await dialog.getByLabel('Title').fill('Crème brûlée');
  await dialog
    .getByRole('textbox', { name: 'Content' })
    .fill(
      '**Whisk** it <img src=https://evil.example/a onerror="document.title=1"> ![x](https://evil.example/b.png) [go](javascript:alert(1))',
    );
  await page.keyboard.press('Control+Enter');
  await expect(toast(page)).toContainText('Note created');

  await page.keyboard.press('/');
  await page.keyboard.type('BRULEE');
  await expect(page).toHaveURL(/q=BRULEE/);
  await page.getByRole('button', { name: 'Crème brûlée', exact: true }).click();
  await expect(dialog.locator('strong', { hasText: 'Whisk' })).toBeVisible();
  await expect(dialog.locator('img')).toHaveCount(0);
  await expect(dialog.getByRole('link', { name: 'go' })).toHaveCount(0);
  await expect(page).toHaveTitle(/^Notes/);
  await page.keyboard.press('Escape');

  page.once('dialog', (confirm) => confirm.accept());
  await page.getByRole('button', { name: 'Delete Crème brûlée' }).click();
  await expect(toast(page)).toContainText('Note deleted');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Crème brûlée', exact: true })).toBeVisible();
  expect(outside).toEqual([]);
});

test('§2 a card shows the title, the last-updated date as short month, day, year, and a preview of the content', async ({
  page,
}) => {
  await openNotes(page, TITLE, '# Plan\n\n- **Call** Ann');
  const card = page.getByRole('article').filter({ hasText: TITLE });
  await expect(card.getByRole('heading', { name: TITLE })).toBeVisible();
  await expect(card.getByText('Plan\nCall Ann')).toBeVisible();
  const today = await page.evaluate(() =>
    new Date().toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric' }),
  );
  expect(today).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
  await expect(card.getByText(today, { exact: true })).toBeVisible();
});

test('§8 the dialog edits a note (Note updated); deleting it requires a browser confirm, and no leaves it', async ({
  page,
}) => {
  await openNotes(page, TITLE, 'First');
  await open(page, TITLE);
  const dialog = page.getByRole('dialog', { name: 'Edit Note' });
  await dialog.getByRole('tab', { name: 'Write' }).click();
  await dialog.getByRole('textbox', { name: 'Content' }).fill('Second');
  await saved(page, 'PATCH', () => dialog.getByRole('button', { name: 'Save' }).click());
  await expect(toast(page)).toContainText('Note updated');
  await expect(dialog).toBeHidden();
  await expect(cardOpener(page, TITLE)).toBeFocused();
  await page.reload();
  await expect(page.getByText('Second')).toBeVisible();

  let asked = '';
  page.once('dialog', (confirm) => {
    asked = `${confirm.type()}: ${confirm.message()}`;
    void confirm.dismiss();
  });
  await open(page, TITLE);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  expect(asked).toContain('confirm: Delete the note');
  await expect(dialog).toBeVisible();
  page.once('dialog', (confirm) => confirm.accept());
  await saved(page, 'DELETE', () => dialog.getByRole('button', { name: 'Delete' }).click());
  await expect(toast(page)).toContainText('Note deleted');
  await expect(page.getByText('No notes yet...')).toBeVisible();
});

test('Escape, Cancel or a click outside the dialog asks before what was written is discarded', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/notes');
  await page.getByRole('button', { name: 'New Note' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Note' });
  const content = dialog.getByRole('textbox', { name: 'Content' });
  await dialog.getByLabel('Title').fill(TITLE);
  await content.fill('An hour of thought');
  const ask = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await leave();
    await expect(ask.getByRole('button', { name: 'Keep Editing' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(ask).toBeHidden();
    await expect(content).toHaveValue('An hour of thought');
  }
  await content.focus();
  await page.keyboard.press('Escape');
  await ask.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('No notes yet...')).toBeVisible();
  // Nothing was written, so nothing is asked.
  await page.getByRole('button', { name: 'New Note' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'New Note' })).toBeFocused();
});

test('what is written in a note survives a reload and the Back button, and is saved from there', async ({
  page,
}) => {
  await openNotes(page, TITLE, 'First');
  await page.goto('/tasks');
  await page.getByRole('link', { name: 'Notes', exact: true }).click();
  await open(page, TITLE);
  const dialog = page.getByRole('dialog', { name: 'Edit Note' });
  const content = dialog.getByRole('textbox', { name: 'Content' });
  await dialog.getByRole('tab', { name: 'Write' }).click();
  await content.fill('Second');
  await page.reload();
  await expect(content).toHaveValue('Second');
  await content.fill('Third');
  await page.goBack();
  await expect(heading(page, 'Task Management')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.goForward();
  await expect(content).toHaveValue('Third');
  // It is still unsaved.
  await content.press('Escape');
  await page.getByRole('button', { name: 'Keep Editing' }).click();
  await saved(page, 'PATCH', () => dialog.getByRole('button', { name: 'Save' }).click());
  await expect(page.getByText('Third')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Third')).toBeVisible();
  await expect(dialog).toBeHidden();

  // The same for a new note; a discarded one is gone.
  await page.getByRole('button', { name: 'New Note' }).click();
  const fresh = page.getByRole('dialog', { name: 'New Note' });
  await fresh.getByLabel('Title').fill('Half a thought');
  await page.reload();
  await expect(fresh.getByLabel('Title')).toHaveValue('Half a thought');
  await fresh.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(fresh).toBeHidden();
  await page.reload();
  await expect(cardOpener(page, TITLE)).toBeVisible();
  await expect(fresh).toBeHidden();
});

test('hostile Markdown runs nothing, requests nothing and links nowhere', async ({ page }) => {
  await openNotes(
    page,
    TITLE,
    [
      '<script>window.hurt = 1</script><svg onload="window.hurt = 1"><iframe src="https://evil.example/f"></iframe>',
      '<img src=x onerror="window.hurt = 1"> <style>body{display:none}</style>',
      '![pixel](https://evil.example/p.png) ![b][ref]',
      '[a](javascript:window.hurt=1) [b](JaVaScRiPt&colon;window.hurt=1) [c](data:text/html,<script>1</script>)',
      '<javascript:window.hurt=1> [d](vbscript:x) [e](//evil.example) [f][ref]',
      '[ref]: javascript:window.hurt=1 "t"',
    ].join('\n\n'),
  );
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).hostname));
  await open(page, TITLE);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('link', { name: 'pixel' })).toBeVisible();
  for (const link of await dialog.getByRole('link').all()) {
    await expect(link).toHaveAttribute('href', /^https?:/);
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  }
  await expect(dialog.locator('script, svg[onload], iframe, img, style')).toHaveCount(0);
  expect(await page.evaluate(() => 'hurt' in window)).toBe(false);
  await expect(page.locator('body')).toBeVisible();
  expect([...origins].filter((name) => name !== '127.0.0.1')).toEqual([]);
});

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test('§8 Error: Failed to create note., Failed to update note., Failed to delete note.', async ({
    page,
  }) => {
    await openNotes(page, TITLE, 'First');
    await page.route('**/api/notes**', (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 400, contentType: 'text/plain', body: 'Not this one.' }),
    );
    const says = async (sentence: string) => {
      await expect(toast(page)).toContainText('Error');
      await expect(toast(page)).toContainText(sentence);
    };
    await open(page, TITLE);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Other');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await says('Failed to update note.');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'New Note' }).click();
    await dialog.getByLabel('Title').fill('New one');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await says('Failed to create note.');
    await expect(cardOpener(page, 'New one')).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    page.once('dialog', (confirm) => confirm.accept());
    await page.getByRole('button', { name: `Delete ${TITLE}` }).click();
    await says('Failed to delete note.');
    await expect(cardOpener(page, TITLE)).toBeVisible();
  });
});

test.describe('offline', () => {
  // Firestore's SDK asks Google whether there is a network.
  test.use({
    expectedErrors: /Failed to load resource|ERR_INTERNET|Failed to fetch|cleardot\.gif/,
  });

  test('a note is written and changed offline, and sent once the network is back', async ({
    page,
    context,
  }) => {
    await openNotes(page, TITLE, 'Before');
    // The code of the dialog and of the toast must have been fetched before the network goes.
    await open(page, TITLE);
    await page.getByRole('dialog').getByLabel('Title').press('Control+Enter');
    await expect(toast(page)).toContainText('Note updated');
    await expect(page.getByRole('dialog')).toBeHidden();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'New Note' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Tunnel');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await open(page, TITLE);
    await dialog.getByRole('tab', { name: 'Write' }).click();
    await dialog.getByRole('textbox', { name: 'Content' }).fill('After');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Offline · 2 changes waiting')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('All changes saved')).toBeAttached({ timeout: 30_000 });
    const notes = await page.evaluate(async () => (await fetch('/api/notes')).json() as unknown);
    expect(notes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: 'Tunnel', content: '' }),
        expect.objectContaining({ title: TITLE, content: 'After' }),
      ]),
    );
  });
});

const cardOpener = (page: Page, title: string) =>
  page.getByRole('button', { name: title, exact: true });

const open = async (page: Page, title: string) => {
  await cardOpener(page, title).click();
  await expect(page.getByRole('dialog', { name: 'Edit Note' })).toBeVisible();
};

/** Opens /notes as somebody new who has one note. */
async function openNotes(page: Page, title: string, content: string): Promise<void> {
  await signUp(page, { notes: [{ title, content }] });
  await page.goto('/notes');
  await expect(cardOpener(page, title)).toBeVisible();
}
