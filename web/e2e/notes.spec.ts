import type { Locator } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, expectNoSideScroll, heading, PHONE, saved, signUp, test, toast } from './fixtures';

const HOSTILE = [
  '**Whisk** it',
  '<script>window.hurt = 1</script><svg onload="window.hurt = 1"><iframe src="https://evil.example/f"></iframe>',
  '<img src=x onerror="window.hurt = 1"> <style>body{display:none}</style>',
  '![pixel](https://evil.example/p.png) ![b][ref]',
  '[a](javascript:window.hurt=1) [b](JaVaScRiPt&colon;window.hurt=1) [c](data:text/html,<script>1</script>)',
  '<javascript:window.hurt=1> [d](vbscript:x) [e](//evil.example) [f][ref]',
  '[ref]: javascript:window.hurt=1 "t"',
].join('\n\n');

test('a note can be created, found, opened safely, edited, deleted and restored', async ({
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

  await test.step('a note is created', async () => {
    await page.keyboard.press('n');
    const fresh = page.getByRole('dialog', { name: 'New Note' });
    await expect(fresh.getByLabel('Title')).toBeFocused();
    await fresh.getByLabel('Title').fill('Crème brûlée');
    await fresh.getByRole('textbox', { name: 'Content' }).fill(HOSTILE);
    await saved(page, 'POST', () => page.keyboard.press('Control+Enter'));
    await expect(toast(page)).toContainText('Note created');
  });

  await test.step('hostile Markdown runs nothing, requests nothing and links only to web addresses', async () => {
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

  await test.step('typed text survives a reload, and Back asks before the dialog closes', async () => {
    await dialog.getByRole('tab', { name: 'Write' }).click();
    await content.fill('Second');
    await page.reload();
    await expect(content).toHaveValue('Second');
    await content.fill('Third');
    // Back asks first as Escape does, and the dialog stays open.
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

  await test.step('the note is deleted and brought back', async () => {
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

const CONNECTED = {
  tasks: [{ title: 'Book the train' }],
  notes: [
    { title: 'Porto', content: 'Fado on Friday' },
    { title: 'Packing', content: '- [ ] Passport\n- [x] Boots\n\n```\n- [ ] code\n```' },
  ],
};

test('checkboxes, links and attachments of notes work by mouse and by keyboard', async ({
  page,
}) => {
  await signUp(page, CONNECTED);
  await page.goto('/notes');
  const dialog = page.getByRole('dialog');
  const content = dialog.getByRole('textbox', { name: 'Content' });
  const box = (name: string) => page.getByRole('checkbox', { name });
  const card = (name: string) => page.getByRole('button', { name, exact: true });

  await test.step('checkboxes on a card', async () => {
    await saved(page, 'PATCH', () => page.getByText('Passport').click());
    await expect(box('Passport')).toBeChecked();
    await expect(dialog).toBeHidden();
    await saved(page, 'PATCH', () => page.keyboard.press('Control+z'));
    await expect(box('Passport')).not.toBeChecked();
    await box('Boots').focus();
    await saved(page, 'PATCH', () => page.keyboard.press('Space'));
    await expectAccessible(page);
  });

  await test.step('checkboxes in the open note', async () => {
    await card('Packing').click();
    await saved(page, 'PATCH', () => dialog.getByRole('checkbox', { name: 'Passport' }).check());
    await expect(dialog.getByRole('checkbox')).toHaveCount(2);
    await dialog.getByRole('tab', { name: 'Write' }).click();
    await expect(content).toHaveValue('- [x] Passport\n- [ ] Boots\n\n```\n- [ ] code\n```');
  });

  await test.step('a link is inserted by keyboard, and Ctrl Z in the field undoes the insertion', async () => {
    await content.press('Control+End');
    await page.keyboard.type('\n\nFor [[');
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('option', { selected: true })).toContainText('Book the train');
    await page.keyboard.type('port');
    await expect(dialog.getByRole('option')).toHaveCount(1);
    // The list is below the line that is being typed.
    const list = await dialog.getByRole('listbox').boundingBox();
    const field = await content.boundingBox();
    expect(list!.y).toBeGreaterThan(field!.y + 7 * 24);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(content).toHaveValue(/For \[Porto\]\(daymark:note\/1001\)$/);
    await page.keyboard.press('Control+z');
    await expect(content).toHaveValue(/For \[\[port$/);
    await page.keyboard.press('Control+Shift+z');
    await saved(page, 'PATCH', () => page.keyboard.press('Control+Enter'));
    await expect(dialog).toBeHidden();
  });

  await test.step('a link leads to a note and back, also with the browser’s Back', async () => {
    await card('Packing').click();
    await dialog.getByRole('link', { name: 'Porto' }).click();
    await expect(dialog.getByLabel('Title')).toHaveValue('Porto');
    await dialog.getByRole('region', { name: 'Linked from' }).getByRole('link').click();
    await expect(dialog.getByLabel('Title')).toHaveValue('Packing');
    await expectAccessible(page);
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(heading(page, 'Notes')).toBeVisible();
  });

  await test.step('the note is attached to a task, and the attachment opens the task', async () => {
    await card('Packing').click();
    await dialog.getByRole('button', { name: 'Attach to…' }).click();
    await page.keyboard.type('train');
    await expect(dialog.getByRole('option')).toHaveCount(1);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await saved(page, 'PATCH', () => page.keyboard.press('Control+Enter'));
    await card('Packing').click();
    await dialog.getByRole('link', { name: 'Book the train' }).click();
    await expect(page.getByRole('dialog', { name: 'Task details' })).toBeVisible();
    await expect(page).toHaveURL(/\/tasks$/);
    await expectAccessible(page);
    await dialog.getByRole('link', { name: 'Packing' }).click();
    await expect(dialog.getByLabel('Title')).toHaveValue('Packing');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('the controls of notes are large enough for a finger, and nothing is wider than the screen', async ({
    page,
  }) => {
    const long = 'Unbroken'.repeat(20);
    const content = `- [ ] ${long}\n- [ ] Socks\n- [ ] Charger\n\n[x](daymark:note/1002)`;
    await signUp(page, {
      notes: [
        { title: long, content, attachedTo: { type: 'task', id: 1001 } },
        { title: `${long} 2`, content: `[x](daymark:note/1001)` },
      ],
      tasks: [{ title: long }],
    });
    await page.goto('/notes');
    const dialog = page.getByRole('dialog');
    const isLarge = async (target: Locator) => {
      const place = await target.boundingBox();
      expect(Math.min(place!.width, place!.height), String(target)).toBeGreaterThanOrEqual(44);
    };
    // The card has space for two checkboxes.
    await expect(page.getByRole('checkbox')).toHaveCount(2);
    await isLarge(page.locator('label', { hasText: 'Socks' }));
    await saved(page, 'PATCH', () => page.getByText('Socks').tap());
    await expect(page.getByRole('checkbox', { name: 'Socks' })).toBeChecked();
    await expect(dialog).toBeHidden();
    await expectNoSideScroll(page);

    await page.getByRole('button', { name: long, exact: true }).tap();
    await expect(dialog.getByRole('checkbox')).toHaveCount(3);
    await isLarge(dialog.locator('label', { hasText: 'Charger' }));
    await isLarge(dialog.getByRole('button', { name: /^Remove the attachment/ }));
    await isLarge(dialog.getByRole('link', { name: long, exact: true }).last());
    await isLarge(dialog.getByRole('region', { name: 'Linked from' }).getByRole('link'));
    const beside = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(beside).toBe(0);
    await dialog.getByRole('tab', { name: 'Write' }).tap();
    await dialog.getByRole('textbox', { name: 'Content' }).fill('[[');
    await isLarge(dialog.getByRole('option').first());
    await dialog.getByRole('option').first().tap();
    await expect(dialog.getByRole('textbox', { name: 'Content' })).toHaveValue(
      /^\[Unbroken.*\]\(daymark:/,
    );
  });
});
