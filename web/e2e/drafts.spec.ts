import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

/*
 * Drafts belong to their tab until it is closed.
 */

const note = (page: Page) => page.getByRole('dialog', { name: 'New Note' });

async function openNotes(page: Page): Promise<void> {
  await page.goto('/notes');
  // The dialog of a restored draft hides the heading from screen readers.
  await expect(
    page.getByRole('heading', { name: 'Notes', level: 1, includeHidden: true }),
  ).toBeVisible();
}

async function typeNote(page: Page, title: string): Promise<void> {
  await openNotes(page);
  await page.getByRole('button', { name: 'New Note' }).first().click();
  await note(page).getByLabel('Title').fill(title);
}

/** Opens /notes in a new tab and waits until a restored draft would be visible. */
async function openTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await openNotes(tab);
  return tab;
}

test('a second tab doesn’t show the first tab’s draft, and discards only its own', async ({
  page,
  person: _,
}) => {
  await typeNote(page, 'Typed in the first');
  const second = await openTab(page);
  await expect(second.getByRole('button', { name: 'New Note' }).first()).toBeVisible();
  await expect(note(second)).toHaveCount(0);
  await typeNote(second, 'Typed in the second');
  await note(second).getByRole('button', { name: 'Cancel' }).click();
  await second.getByRole('button', { name: 'Discard' }).click();
  await expect(note(second)).toHaveCount(0);
  await page.reload();
  await expect(note(page).getByLabel('Title')).toHaveValue('Typed in the first');
});

test('a reload shows the tab’s own draft and not another tab’s draft', async ({
  page,
  person: _,
}) => {
  await typeNote(page, 'Typed in the first');
  const second = await openTab(page);
  await typeNote(second, 'Typed in the second');
  for (const [tab, title] of [
    [page, 'Typed in the first'],
    [second, 'Typed in the second'],
    [page, 'Typed in the first'],
  ] as const) {
    await tab.reload();
    await expect(note(tab).getByLabel('Title')).toHaveValue(title);
  }
});

test('the draft of a tab that was closed is offered in the next tab', async ({
  page,
  person: _,
}) => {
  const first = await openTab(page);
  await typeNote(first, 'Typed and closed');
  await first.close();
  const next = await openTab(page);
  await expect(note(next).getByLabel('Title')).toHaveValue('Typed and closed');
});

test('the draft of a tab that crashed is offered in the next tab', async ({ page, person: _ }) => {
  const first = await openTab(page);
  await typeNote(first, 'Typed and lost');
  const crashed = first.waitForEvent('crash');
  const session = await page.context().newCDPSession(first);
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  const next = await openTab(page);
  await expect(note(next).getByLabel('Title')).toHaveValue('Typed and lost');
});

test('a duplicated tab starts without the drafts of the original tab', async ({
  page,
  person: _,
}) => {
  await typeNote(page, 'Typed in the first');
  const opened = page.context().waitForEvent('page');
  // A tab with an opener gets a copy of the opener's session storage, as a duplicated tab does.
  await page.evaluate(() => void window.open('/notes'));
  const copy = await opened;
  await copy.getByRole('button', { name: 'New Note' }).first().click();
  await expect(note(copy).getByLabel('Title')).toHaveValue('');
  await page.reload();
  await expect(note(page).getByLabel('Title')).toHaveValue('Typed in the first');
});
