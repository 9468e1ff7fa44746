import { expect, test as base, type Locator, type Page } from '@playwright/test';

/** A person with a fresh account. */
export interface Person {
  username: string;
  email: string;
  password: string;
}

interface Fixtures {
  /** The console errors that a test brings about on purpose; any other fails it. */
  expectedErrors: RegExp | undefined;
  /** Signs the page in with a fresh account and opens /tasks. */
  person: Person;
}

/** playwright.config.ts says why. */
const WORKER_BLOCKED = 'Service Worker registration blocked by Playwright';

let people = 0;

/** A name nobody has used: the emulators outlive a single test. */
export function newPerson(): Person {
  const username = `person${Date.now().toString(36)}${process.pid}${people++}`;
  return { username, email: `${username}@example.com`, password: 'correct horse' };
}

/** Makes a fresh account and signs the page in with it, without opening a screen. `site` for a page that knows no base. */
export async function register(page: Page, site = ''): Promise<Person> {
  const person = newPerson();
  await page.goto(`${site}/signup`);
  // In the page, so that the browser keeps the cookies as it would from the form.
  const status = await page.evaluate(async (registration) => {
    const response = await fetch('/api/register', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(registration),
    });
    return response.status;
  }, person);
  expect(status).toBe(201);
  return person;
}

export const test = base.extend<Fixtures>({
  expectedErrors: [undefined, { option: true }],

  page: async ({ page, expectedErrors }, use) => {
    const unexpected: string[] = [];
    const note = (text: string) => {
      if (text === WORKER_BLOCKED || expectedErrors?.test(text)) return;
      unexpected.push(text);
    };
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') note(message.text());
    });
    page.on('pageerror', (error) => note(error.message));
    await use(page);
    expect(unexpected, 'an unexpected console error fails the test').toEqual([]);
  },

  person: async ({ page }, use) => {
    const person = await register(page);
    await page.goto('/tasks');
    await expect(heading(page, 'Task Management')).toBeVisible();
    // A new account's categories are there, and nothing is on its way any more.
    await expect(page.getByRole('option', { name: 'Health' })).toBeAttached();
    await expect(page.locator('p[data-state="saved"]')).toBeAttached();
    await use(person);
  },
});

export { expect };

export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { name, level: 1 });

/** The one notice on the screen. */
export const notice = (page: Page): Locator => page.locator('[data-toast]');

export const PHONE = { width: 390, height: 844 };

/** What every failed request leaves in Chromium's console. */
export const FAILED_REQUEST = /Failed to load resource/;

/** Adds a task through the dialog, and waits until the server has answered. */
export async function addTask(page: Page, title: string, category?: string): Promise<Locator> {
  await saved(page, 'POST', () => fillInTask(page, title, category));
  return taskRow(page, title);
}

/** Adds a task through the dialog, and waits only until it is on the screen. */
export async function fillInTask(page: Page, title: string, category?: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Task' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await dialog.getByLabel('Title').fill(title);
  if (category) await dialog.getByLabel('Category').selectOption({ label: category });
  await dialog.getByRole('button', { name: 'Add Task' }).click();
  await expect(dialog).toBeHidden();
  await expect(taskRow(page, title)).toBeVisible();
}

export const taskRow = (page: Page, title: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox', { name: title, exact: true }) });

/** Does something, and waits for the server's answer to the call it makes. */
export async function saved(
  page: Page,
  method: string,
  action: () => Promise<void>,
): Promise<void> {
  const reply = page.waitForResponse(
    (response) =>
      response.request().method() === method &&
      response.url().includes('/api/') &&
      // Asked for in the background, whenever the line is quiet.
      !response.url().endsWith('/api/live-token'),
  );
  await action();
  await reply;
}
