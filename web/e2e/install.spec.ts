import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import {
  allSaved,
  expect,
  FAILED_REQUEST,
  heading,
  collectErrors,
  settleForOffline,
  signUp,
  taskRow,
  test,
  toast,
} from './fixtures';

/** The parts of the manifest that these tests read. */
interface Manifest {
  shortcuts: { name: string; url: string; icons: { src: string; sizes: string }[] }[];
  share_target: { action: string; method: string; params: Record<string, string> };
}

const shortcutUrl = ({ shortcuts }: Manifest, name: string) =>
  shortcuts.find((one) => one.name === name)?.url ?? '';

/** Returns the address that a system opens when another app shares something. */
const shareUrl = (
  { share_target: { action, params } }: Manifest,
  texts: Partial<Record<'title' | 'text' | 'url', string>>,
) => {
  const query = new URLSearchParams();
  for (const [name, text] of Object.entries(texts)) query.set(params[name] ?? name, text);
  return `${action}?${query}`;
};

const readManifest = (page: Page): Promise<Manifest> =>
  page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    return (await fetch(link!.href)).json() as Promise<Manifest>;
  });

const shared = (page: Page) => page.getByRole('dialog', { name: 'Shared with Daymark' });
const save = (page: Page) => shared(page).getByRole('button', { name: 'Save' }).click();
const titlesOnServer = (page: Page, path: string) =>
  page.evaluate(async (url) => {
    const records = (await (await fetch(url)).json()) as { title: string }[];
    return records.map(({ title }) => title);
  }, path);
const timer = (page: Page) => page.getByRole('region', { name: 'Focus timer' });

test.describe('installed', () => {
  test.use({
    serviceWorkers: 'allow',
    // Without a network every request is an error, and Firestore's SDK tries to reach Google.
    expectedErrors: /Failed to load resource|ERR_INTERNET|Content Security Policy|Failed to fetch/,
  });

  test('Chromium can install the app, and its shortcuts and share target work offline', async ({
    baseURL,
    launchOptions,
    expectedErrors,
  }) => {
    // This test starts a second browser, which loads several pages.
    test.setTimeout(180_000);
    // The test's own context is a private window, in which nothing can be installed.
    const folder = mkdtempSync(join(tmpdir(), 'daymark-browser-'));
    const context = await chromium.launchPersistentContext(folder, {
      ...launchOptions,
      ...(baseURL && { baseURL }),
    });
    const page = await context.newPage();
    const errors: string[] = [];
    collectErrors(page, errors, expectedErrors);
    try {
      await signUp(page);
      await settleForOffline(page);
      const manifest = await readManifest(page);

      await test.step('the manifest has no errors, and its icons are there', async () => {
        const session = await context.newCDPSession(page);
        const problems = async () => [
          ...(await session.send('Page.getAppManifest')).errors,
          ...(await session.send('Page.getInstallabilityErrors')).installabilityErrors,
        ];
        // The browser reads the manifest and its icons some time after the page has loaded.
        await expect.poll(problems).toEqual([]);
        expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Add Task', 'Start Focus']);
        for (const { src, sizes } of manifest.shortcuts.flatMap(({ icons }) => icons)) {
          const size = await page.evaluate(async (url) => {
            const { width, height } = await createImageBitmap(await (await fetch(url)).blob());
            return `${width}x${height}`;
          }, src);
          expect(size).toBe(sizes);
        }
      });

      await context.setOffline(true);
      await test.step('Add Task is ready to type', async () => {
        await page.goto(shortcutUrl(manifest, 'Add Task'));
        await expect(page.getByLabel('New task')).toBeFocused();
        await expect(page).toHaveURL(/\/tasks$/);
        await page.keyboard.type('Typed at the icon');
        await page.keyboard.press('Enter');
        await expect(taskRow(page, 'Typed at the icon')).toBeVisible();
      });

      await test.step('Start Focus needs one press to start a focus session, and then shows it', async () => {
        await page.goto(shortcutUrl(manifest, 'Start Focus'));
        await expect(timer(page).getByRole('button', { name: 'Start', exact: true })).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(timer(page).getByRole('button', { name: 'Pause' })).toBeVisible();
        await expect(page).toHaveURL(/\/focus$/);
        await page.clock.fastForward(5 * 60_000);
        // The timer must not show a new focus session of 25 minutes. A busy machine may use up some of the 20 minutes
        // that are left.
        const goesOn = /^(20:00|1\d:\d\d)$/;
        await expect(page.getByRole('timer')).toHaveText(goesOn);
        await page.goto(shortcutUrl(manifest, 'Start Focus'));
        await expect(timer(page).getByRole('button', { name: 'Pause' })).toBeVisible();
        await expect(page.getByRole('timer')).toHaveText(goesOn);
      });

      await test.step('a shared line becomes a task, and a shared text of 99,000 letters a note', async () => {
        await page.goto(shareUrl(manifest, { text: 'Shared on the train' }));
        await expect(shared(page).getByLabel('Task', { exact: true })).toHaveValue(
          'Shared on the train',
        );
        await expect(page).toHaveURL(/\/today$/);
        await save(page);
        await expect(taskRow(page, 'Shared on the train')).toBeVisible();
        const content = `${'word '.repeat(19_800)}end`;
        await page.goto(shareUrl(manifest, { title: 'A long read', text: content }));
        await expect(shared(page).getByLabel('Content')).toHaveValue(content);
        await save(page);
        await expect(toast(page)).toContainText('Note created');
      });

      await context.setOffline(false);
      await allSaved(page);
      expect((await titlesOnServer(page, '/api/tasks')).sort()).toEqual([
        'Shared on the train',
        'Typed at the icon',
      ]);
      expect(await titlesOnServer(page, '/api/notes')).toEqual(['A long read']);
    } finally {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    }
    expect(errors, 'an unexpected console error fails the test').toEqual([]);
  });
});

test.describe('signed out', () => {
  test.use({ expectedErrors: FAILED_REQUEST });

  test('a text shared while signed out appears after the sign-in and is saved once', async ({
    page,
  }) => {
    const { email, password } = await signUp(page);
    await page.context().clearCookies();
    await page.goto('/share?title=How+to+sleep&text=https%3A%2F%2Fexample.com%2Fsleep');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Log in to save what you shared.')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL(/\/today$/);
    await expect(shared(page).getByLabel('Title')).toHaveValue('How to sleep');
    await expect(shared(page).getByLabel('Content')).toHaveValue('https://example.com/sleep');
    await expectAccessible(page);
    await page.reload();
    await shared(page).getByRole('button', { name: 'Task', exact: true }).click();
    await expectAccessible(page);
    await save(page);
    await expect(taskRow(page, 'How to sleep https://example.com/sleep')).toBeVisible();
    await allSaved(page);
    await page.reload();
    await expect(taskRow(page, 'How to sleep https://example.com/sleep')).toHaveCount(1);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('a link on another website saves nothing and starts nothing by itself', async ({
  page,
  baseURL,
}) => {
  await signUp(page);
  const elsewhere = 'http://elsewhere.example/';
  const links = `
    <a href="${baseURL}/focus?start" rel="noreferrer">Focus</a>
    <a href="${baseURL}/share?text=Bought+a+yacht">Share</a>`;
  await page.route(elsewhere, (route) => route.fulfill({ contentType: 'text/html', body: links }));
  await page.goto(elsewhere);
  await page.getByRole('link', { name: 'Focus' }).click();
  await expect(heading(page, 'Focus Time')).toBeVisible();
  await expect(page).toHaveURL(/\/focus$/);
  await expect(timer(page).getByRole('button', { name: 'Start', exact: true })).toBeVisible();

  await page.goto(elsewhere);
  await page.getByRole('link', { name: 'Share' }).click();
  await expect(shared(page)).toBeVisible();
  await allSaved(page);
  expect(await titlesOnServer(page, '/api/tasks')).toEqual([]);
  await shared(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await titlesOnServer(page, '/api/tasks')).toEqual([]);
});
