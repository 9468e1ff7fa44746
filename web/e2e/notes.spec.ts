import { expect, heading, saved, signUp, test, toast } from './fixtures';

const HOSTILE = [
  '**Whisk** it',
  '<script>window.hurt = 1</script><svg onload="window.hurt = 1"><iframe src="https://evil.example/f"></iframe>',
  '<img src=x onerror="window.hurt = 1"> <style>body{display:none}</style>',
  '![pixel](https://evil.example/p.png) ![b][ref]',
  '[a](javascript:window.hurt=1) [b](JaVaScRiPt&colon;window.hurt=1) [c](data:text/html,<script>1</script>)',
  '<javascript:window.hurt=1> [d](vbscript:x) [e](//evil.example) [f][ref]',
  '[ref]: javascript:window.hurt=1 "t"',
].join('\n\n');

test('a note is created, found, opened formatted, safely, survives a reload and the Back button while it is changed, is deleted after a confirm, and brought back', async ({
  page,
}) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
  await signUp(page);
  await page.goto('/tasks');
  await page.getByRole('link', { name: 'Notes', exact: true }).click();
  await expect(heading(page, 'Notes')).toBeVisible();
  await expect(page.getByText('No notes yet...')).toBeVisible();
  const opener = page.getByRole('button', { name: 'Crème brûlée', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Edit Note' });
  const content = dialog.getByRole('textbox', { name: 'Content' });

  await test.step('created', async () => {
    await page.keyboard.press('n');
    const fresh = page.getByRole('dialog', { name: 'New Note' });
    await expect(fresh.getByLabel('Title')).toBeFocused();
    await fresh.getByLabel('Title').fill('Crème brûlée');
    await fresh.getByRole('textbox', { name: 'Content' }).fill(HOSTILE);
    await saved(page, 'POST', () => page.keyboard.press('Control+Enter'));
    await expect(toast(page)).toContainText('Note created');
  });

  await test.step('hostile Markdown runs nothing, requests nothing and links nowhere', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('BRULEE');
    await opener.click();
    await expect(dialog.locator('strong', { hasText: 'Whisk' })).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'pixel' })).toBeVisible();
    for (const link of await dialog.getByRole('link').all()) {
      await expect(link).toHaveAttribute('href', /^https?:/);
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    }
    await expect(dialog.locator('script, svg[onload], iframe, img, style')).toHaveCount(0);
    await expect(page.locator('body')).toBeVisible();
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false);
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false);
  });

  await test.step('a reload and the Back button', async () => {
    await dialog.getByRole('tab', { name: 'Write' }).click();
    await content.fill('Second');
    await page.reload();
    await expect(content).toHaveValue('Second');
    await content.fill('Third');
    // Back asks as Escape does, and stays.
    for (const leave of [() => page.goBack(), () => content.press('Escape')]) {
      await leave();
      await page.getByRole('button', { name: 'Keep Editing' }).click();
      await expect(content).toHaveValue('Third');
    }
    await saved(page, 'PATCH', () => dialog.getByRole('button', { name: 'Save' }).click());
    await expect(page.getByText('Third')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Third')).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step('deleted and brought back', async () => {
    let asked = '';
    page.once('dialog', (confirm) => {
      asked = confirm.type();
      void confirm.accept();
    });
    await saved(page, 'DELETE', () =>
      page.getByRole('button', { name: 'Delete Crème brûlée' }).click(),
    );
    expect(asked).toBe('confirm');
    await expect(toast(page)).toContainText('Note deleted');
    await saved(page, 'POST', () => toast(page).getByRole('button', { name: 'Undo' }).click());
    await expect(opener).toBeVisible();
  });
  expect([...hosts].filter((name) => name !== '127.0.0.1')).toEqual([]);
});
