import type { Browser, BrowserContext, Page } from '@playwright/test';
import { dialogEntries, expect, PHONE, signUp, test, toast } from './fixtures';

// Offline, every request logs an error in the console, and Firestore's SDK tries to reach Google.
test.use({
  expectedErrors:
    /Failed to load resource|ERR_INTERNET|Content Security Policy|Failed to fetch|PartNotLoaded/,
});

const NOTE = { id: 2001, title: 'Garden', content: 'Water the ferns.\n' };

/** Opens /notes and waits until every collection is in the browser. */
async function openNotes(page: Page) {
  await page.goto('/notes');
  await page.waitForFunction(() => 'daymarkSync' in globalThis);
  await page.evaluate(() => globalThis.daymarkSync.start());
}

/** Opens a phone of the same person: another browser with the same session. */
async function openPhone(browser: Browser, laptop: BrowserContext) {
  const context = await browser.newContext({ viewport: PHONE, serviceWorkers: 'block' });
  await context.addCookies(await laptop.cookies());
  const phone = await context.newPage();
  await openNotes(phone);
  return { context, phone };
}

const openNote = async (page: Page) => {
  await page.getByRole('button', { name: 'Garden', exact: true }).click();
  await page.getByRole('tab', { name: 'Write' }).click();
  return page.getByRole('textbox', { name: 'Content' });
};
/** Waits until the server has every change that was made on the page. */
const allSent = async (page: Page) => {
  await page.waitForFunction(() => globalThis.daymarkSync.status().waiting === 0);
};
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await dialogEntries(page, 0);
};
/** Returns the texts of the server's notes. */
const noteTexts = (page: Page) =>
  page.evaluate(async () => {
    const notes = (await (await fetch('/api/notes')).json()) as { content: string }[];
    return notes.map(({ content }) => content);
  });
const pull = (page: Page) => page.evaluate(() => globalThis.daymarkSync.pull());

/** Saves a light and a dark screenshot for people to look at, if PICTURES names a folder. */
async function picture(page: Page, name: string) {
  const { PICTURES } = process.env;
  if (!PICTURES) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${PICTURES}/${name}-${colorScheme}.png` });
  }
}

test.describe('a laptop and a phone of one person', () => {
  test.beforeEach(async ({ page }) => {
    await signUp(page, { notes: [NOTE] });
    await openNotes(page);
  });

  test('saving an open note keeps the text that the phone has added since', async ({
    page,
    browser,
    context,
  }) => {
    const { phone, context: other } = await openPhone(browser, context);
    const content = await openNote(page);
    await content.fill('Water the ferns twice.\n');
    await (await openNote(phone)).fill('Water the ferns.\nPrune the roses.\n');
    await save(phone);
    await allSent(phone);
    await pull(page);
    await expect(page.getByText('This note was changed on another device.')).toBeVisible();
    await picture(page, 'open-note-desktop');
    await save(page);
    await allSent(page);
    expect(await noteTexts(page)).toEqual(['Water the ferns twice.\nPrune the roses.\n']);
    await pull(phone);
    await expect(phone.getByText('Water the ferns twice.')).toBeVisible();
    await picture(phone, 'open-note-phone');
    await other.close();
  });

  test('two texts for the same words are both kept until the person chooses, on every device', async ({
    page,
    browser,
    context,
  }) => {
    const { phone, context: other } = await openPhone(browser, context);
    const content = await openNote(page);
    await context.setOffline(true);
    await content.fill('Water the ferns on Monday.\n');
    await save(page);
    await (await openNote(phone)).fill('Water the ferns on Friday.\n');
    await save(phone);
    await allSent(phone);
    await context.setOffline(false);
    await expect(page.getByRole('button', { name: '1 change needs attention' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Two versions' })).toBeVisible();
    await picture(page, 'two-versions-card-desktop');
    await pull(phone);
    await phone.getByRole('button', { name: 'Two versions' }).click();
    const dialog = phone.getByRole('dialog', { name: 'Two versions' });
    await expect(dialog.getByLabel('Theirs', { exact: true })).toContainText('on Monday');
    await expect(dialog.getByLabel('Mine', { exact: true })).toContainText('on Friday');
    await picture(phone, 'two-versions-phone');
    await openNotes(page);
    await page.getByRole('button', { name: 'Two versions' }).click();
    await expect(page.getByLabel('Mine', { exact: true })).toContainText('on Monday');
    await picture(page, 'two-versions-desktop');
    await page.getByRole('button', { name: 'Keep both' }).click();
    await allSent(page);
    expect(await noteTexts(page)).toEqual([
      'Water the ferns on Friday.\n\nWater the ferns on Monday.\n',
    ]);
    await pull(phone);
    await expect(dialog).toBeHidden();
    await other.close();
  });

  test('a delete that is older than an edit asks first, and the text can be restored later @long', async ({
    page,
    browser,
    context,
  }) => {
    const { phone, context: other } = await openPhone(browser, context);
    await context.setOffline(true);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Delete Garden' }).click();
    await (await openNote(phone)).fill('Water the ferns.\nPrune the roses.\n');
    await save(phone);
    await allSent(phone);
    await context.setOffline(false);
    await expect(page.getByText('Not deleted')).toBeVisible();
    await expect(page.getByText('Prune the roses.')).toBeVisible();
    await picture(page, 'not-deleted-desktop');
    expect(await noteTexts(page)).toEqual(['Water the ferns.\nPrune the roses.\n']);
    await page.getByRole('button', { name: 'Delete anyway' }).click();
    await allSent(page);
    await page.goto('/settings#deleted');
    await expect(page.getByRole('button', { name: 'Restore Garden' })).toBeVisible();
    await picture(page, 'recently-deleted-desktop');
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Restore Garden' }).scrollIntoViewIfNeeded();
    await picture(page, 'recently-deleted-phone');
    await page.getByRole('button', { name: 'Restore Garden' }).click();
    await allSent(page);
    expect(await noteTexts(page)).toEqual(['Water the ferns.\nPrune the roses.\n']);
    await other.close();
  });

  test('a text written into a note that the phone deleted is kept until the note is restored @long', async ({
    page,
    browser,
    context,
  }) => {
    const { phone, context: other } = await openPhone(browser, context);
    const content = await openNote(page);
    await context.setOffline(true);
    await content.fill('Water the ferns.\nPrune the roses.\n');
    await save(page);
    phone.once('dialog', (dialog) => void dialog.accept());
    await phone.getByRole('button', { name: 'Delete Garden' }).click();
    await allSent(phone);
    await context.setOffline(false);
    await expect(
      page.getByText('Deleted on another device', { exact: true }).first(),
    ).toBeVisible();
    await picture(page, 'deleted-elsewhere-desktop');
    await page.getByRole('button', { name: 'Bring back' }).click();
    await allSent(page);
    expect(await noteTexts(page)).toEqual(['Water the ferns.\nPrune the roses.\n']);
    await other.close();
  });

  test('Undo keeps the text that the phone has changed since, and says so', async ({
    page,
    browser,
    context,
  }) => {
    const { phone, context: other } = await openPhone(browser, context);
    await (await openNote(page)).fill('Cut the roses.\n');
    await save(page);
    await allSent(page);
    await pull(phone);
    await (await openNote(phone)).fill('Cut the roses in spring.\n');
    await save(phone);
    await allSent(phone);
    await pull(page);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(toast(page)).toContainText('Not everything was undone');
    await picture(page, 'undo-desktop');
    await allSent(page);
    await picture(phone, 'undo-phone');
    expect(await noteTexts(page)).toEqual(['Cut the roses in spring.\n']);
    await other.close();
  });
});
