import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { FAILED_REQUEST, expect, heading, signUp, test, toast } from './fixtures';

const run = promisify(execFile);

// Chromium logs each refused call to the console.
test.use({ expectedErrors: FAILED_REQUEST, permissions: ['clipboard-read', 'clipboard-write'] });

/** Makes a token in the settings. Returns the text that Copy puts on the clipboard. */
async function makeToken(page: Page): Promise<string> {
  await page.goto('/settings#api');
  const form = page.getByRole('form', { name: 'New API token' });
  await form.getByLabel('Name').fill('Backup');
  await form.getByLabel('Access').selectOption({ label: 'Read and write' });
  await form.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('button', { name: 'Copy the token' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Runs an example as a person would, with the token in the environment. Returns its output. */
async function runExample(page: Page, language: 'curl' | 'JavaScript', token: string) {
  await page.getByRole('button', { name: language, exact: true }).click();
  const code = await page.getByRole('group', { name: 'Add a task, code' }).innerText();
  const [command, ...args] =
    language === 'curl'
      ? ['sh', '-c', code.replace(/^curl/, 'curl --silent')]
      : [process.execPath, '--input-type=module', '--eval', code];
  // Playwright makes Node print colors.
  const env = { ...process.env, FORCE_COLOR: '0', DAYMARK_TOKEN: token };
  const { stdout } = await run(command, args, { env });
  return stdout;
}

/** Unfolds a call in the reference and returns it. */
async function openCall(page: Page, name: string): Promise<Locator> {
  const call = page.locator('.opblock').filter({ hasText: name });
  await call.getByRole('button').first().click();
  return call;
}

test('a token from the settings works in the examples and the reference until it is revoked', async ({
  page,
  baseURL,
}) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && !['127.0.0.1', 'localhost'].includes(hostname))
      foreign.push(request.url());
  });
  const viewer: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('drawReference')) viewer.push(request.url());
  });
  const { email } = await signUp(page);
  const token = await makeToken(page);
  expect(token).toMatch(/^daymark_[A-Za-z0-9]+_\d+_[A-Za-z0-9]{36}$/);
  const tokens = page.getByRole('group', { name: 'Your API tokens' });
  await expect(tokens.getByText('never used')).toBeVisible();

  await page.getByRole('link', { name: 'How to use the API' }).click();
  await expect(heading(page, 'Developers')).toBeVisible();
  await test.step('the examples', async () => {
    // The page shows this site's address once the app has taken over the prerendered page.
    await expect(page.getByText(`${baseURL}/api`, { exact: true })).toBeVisible();
    expect(JSON.parse(await runExample(page, 'curl', token))).toMatchObject({
      title: 'Water the ferns',
    });
    expect(await runExample(page, 'JavaScript', token)).toContain("title: 'Water the ferns'");
    const reply = await fetch(`${baseURL}/api/tasks`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(await reply.json()).toHaveLength(2);
  });

  await test.step('a call that is tried out without a token doesn’t use the person’s session', async () => {
    expect(viewer, 'the reference is loaded when it comes near').toEqual([]);
    await page.getByLabel('Your API token').scrollIntoViewIfNeeded();
    const call = await openCall(page, 'Get user');
    // All calls look alike, and axe would take long to check them all.
    await expectAccessible(page, { within: '.opblock.is-open' });
    await call.getByRole('button', { name: 'Execute' }).click();
    await expect(call.getByText('Please sign in.').first()).toBeVisible();
    await page.getByLabel('Your API token').fill(token);
    await call.getByRole('button', { name: 'Execute' }).click();
    await expect(call.getByText(email).first()).toBeVisible();
    const stored = await page.evaluate(() =>
      JSON.stringify([location.href, localStorage, sessionStorage]),
    );
    expect(stored).not.toContain(token.slice(-36));
  });

  await test.step('the token is revoked', async () => {
    await page.goto('/settings');
    await expect(tokens.getByText('last used')).toBeVisible();
    await expect(tokens.getByText('never used')).toBeHidden();
    expect(await page.content()).not.toContain(token.slice(-36));
    await tokens.getByRole('button', { name: 'Revoke Backup' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(toast(page)).toContainText('Token revoked');
    await expect(tokens.getByText('You have no API tokens.')).toBeVisible();
    const reply = await fetch(`${baseURL}/api/tasks`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect([reply.status, await reply.text()]).toEqual([
      401,
      'This API token is not valid. It may have expired or been revoked.',
    ]);
  });
  expect(foreign, 'nothing is loaded from elsewhere').toEqual([]);
});

test('the service worker doesn’t store the API reference, and openapi.json is OpenAPI 3.1', async ({
  page,
}) => {
  const worker = await (await page.request.get('/serviceWorker.js')).text();
  expect(worker).not.toContain('drawReference');
  const document = (await (await page.request.get('/openapi.json')).json()) as { openapi: string };
  expect(document.openapi).toBe('3.1.0');
});
