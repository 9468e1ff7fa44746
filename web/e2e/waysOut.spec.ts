import type { BrowserContext, Page } from '@playwright/test';
import {
  addTask,
  addTaskUnsaved,
  allSaved,
  dialogEntries,
  expect,
  heading,
  signUp,
  taskRow,
  test,
  type Person,
} from './fixtures';
import { consent, googleAccount } from './googleStandIn';
import { expectAccessible } from './axe';

/* Tests each way to leave a browser, and what the browser still stores afterwards (docs/sync.md, Leaving). */

test.use({
  serviceWorkers: 'allow',
  // A request in an ended session logs an error, and Firestore's SDK tries to reach Google.
  expectedErrors: /Failed to load resource|ERR_INTERNET|Content Security Policy|no longer runnable/,
});

const TASK = 'Audit the zebra';
const NOTE = 'Walrus minutes';
const DRAFT = 'Half a thought about lemurs';
const TIMER_NOTE = 'Counting herons';
const AT_GOOGLE = 'Dentist at the aquarium';
const UNSENT = 'Feed the ocelot';

const SITE = process.env.DAYMARK_URL ?? '';
const { FIREBASE_AUTH_EMULATOR_HOST: authHost } = process.env;

/** Returns everything that the browser stores for the site, as one text. */
async function kept(page: Page): Promise<string> {
  const stored = await page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
      });
    const texts: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    for (const { name } of await indexedDB.databases()) {
      const db = await settled(indexedDB.open(name!));
      for (const store of db.objectStoreNames) {
        const records = () => db.transaction(store).objectStore(store);
        texts.push(name, store, await settled(records().getAllKeys()));
        texts.push(await settled(records().getAll()));
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        texts.push(request.url);
        // The app's own files are the same for everyone.
        if (!new URL(request.url).pathname.startsWith('/assets/'))
          texts.push(await (await cache.match(request))!.text());
      }
    }
    return JSON.stringify(texts);
  });
  const cookies = (await page.context().cookies()).map(({ name, value }) => {
    const readable = value.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    return [name, value, ...readable].join(' ');
  });
  return [stored, ...cookies].join('\n');
}

/** Returns the given words that the browser stores. */
async function found(page: Page, words: readonly string[]): Promise<string[]> {
  const text = await kept(page);
  return words.filter((word) => text.includes(word));
}

const wordsOf = ({ username, email }: Person) => [
  username,
  email,
  TASK,
  NOTE,
  DRAFT,
  TIMER_NOTE,
  AT_GOOGLE,
];

const note = (page: Page) => page.getByRole('dialog', { name: 'New Note' });

/** Follows a link of the sidebar. */
const follow = (page: Page, name: string): Promise<void> =>
  page.getByRole('complementary').getByRole('link', { name, exact: true }).click();

/** Types a note and leaves it unsaved. */
async function typeDraft(page: Page): Promise<void> {
  await follow(page, 'Notes');
  await page.getByRole('button', { name: 'New Note' }).first().click();
  await note(page).getByLabel('Title').fill(DRAFT);
}

/**
 * Signs up a person and leaves their traces in the browser: records, recent entries of the palette, a timer, Google's
 * events and a draft.
 */
async function usedBrowser(page: Page): Promise<Person> {
  const person = await signUp(page, { notes: [{ title: NOTE, content: '' }] });
  const google = googleAccount(`${person.username}@gmail.example`);
  await google.empty('Etc/UTC');
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  await google.createEvent({
    summary: AT_GOOGLE,
    start: { dateTime: inHours(1) },
    end: { dateTime: inHours(2) },
  });
  await page.goto('/calendar');
  await page.getByRole('button', { name: 'Connect Calendar' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Google Calendar Integration' });
  const opened = page.context().waitForEvent('page');
  await dialog.getByRole('button', { name: 'Connect Google Calendar' }).click();
  const tab = await opened;
  await tab.waitForURL(/\/o\/oauth2\//);
  const closed = tab.waitForEvent('close');
  await consent(tab, google.account);
  await closed;
  await dialog.getByRole('button', { name: 'Check Connection Status' }).click();
  // Each result makes the dialog taller and moves its buttons.
  await expect(dialog.getByText('Google responded just now')).toBeVisible();
  await dialog.getByRole('checkbox', { name: google.account }).check();
  await expect(dialog.getByText('Synced just now')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialogEntries(page, 0);

  await follow(page, 'Focus');
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill(TIMER_NOTE);
  await follow(page, 'Tasks');
  await addTask(page, TASK);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('walrus');
  await page.getByRole('option', { name: NOTE }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await dialogEntries(page, 1);
  await page.keyboard.press('Escape');
  await dialogEntries(page, 0);
  await follow(page, 'Today');
  await expect(page.getByText(AT_GOOGLE).first()).toBeVisible();
  await allSaved(page);
  await typeDraft(page);
  return person;
}

/** Signs the person in on another device. Returns a function that makes calls from that device. */
async function elsewhere({ email, password }: Person) {
  const reply = await fetch(`${SITE}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const cookie = reply.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ');
  return async (method: string, path: string, body?: object) => {
    const reply = await fetch(SITE + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        cookie,
        authorization: `Bearer ${await proof({ email, password })}`,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(reply.status, await reply.text()).toBe(204);
  };
}

/** Returns the ID token of a fresh sign-in. */
async function proof({ email, password }: Pick<Person, 'email' | 'password'>): Promise<string> {
  const path = 'identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any';
  const reply = await fetch(`http://${authHost}/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  });
  return ((await reply.json()) as { idToken: string }).idToken;
}

async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/today$/);
}

async function logOut(page: Page): Promise<void> {
  await page.goto('/today');
  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth$/);
}

const endSessions = async (person: Person) =>
  (await elsewhere(person))('POST', '/api/devices/sign-out', {
    thisDevice: false,
    apiTokens: false,
    calendarFeed: false,
  });

/** Ways to end this browser's session from another device. */
const ELSEWHERE: Record<string, (person: Person) => Promise<void>> = {
  'signing this device out elsewhere': endSessions,
  'changing the password elsewhere @long': async (person) =>
    (await elsewhere(person))('POST', '/api/user/password', {
      password: 'another horse',
      apiTokens: false,
      calendarFeed: false,
    }),
  'deleting the account elsewhere @long': async (person) =>
    (await elsewhere(person))('DELETE', '/api/user'),
};

for (const [way, take] of Object.entries(ELSEWHERE))
  test(`${way} leaves the person’s draft here, and nothing else of theirs`, async ({ page }) => {
    const person = await usedBrowser(page);
    expect(await found(page, wordsOf(person)), 'the scan finds the person’s words').toEqual(
      wordsOf(person),
    );
    await take(person);
    await page.goto('/today');
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => found(page, wordsOf(person))).toEqual([DRAFT]);
    await expect(
      page.getByText('Waiting in this browser until you log in again: 1 draft.'),
    ).toBeVisible();
    await page.context().clearCookies();
    await signUp(page);
    await page.goto('/notes');
    await expect(heading(page, 'Notes')).toBeVisible();
    await expect(note(page)).toHaveCount(0);
    await expect.poll(() => found(page, wordsOf(person))).toEqual([]);
  });

test('logout leaves none of the person’s words in the browser', async ({ page }) => {
  const person = await usedBrowser(page);
  await logOut(page);
  expect(await found(page, wordsOf(person))).toEqual([]);
});

test('deleting the account leaves none of the person’s words in the browser', async ({ page }) => {
  const person = await usedBrowser(page);
  await page.goto('/settings#account');
  await page.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Type your name').fill(person.username);
  await dialog.getByLabel('Your password').fill(person.password);
  await dialog.getByRole('button', { name: /^Delete/ }).click();
  await expect(page).toHaveURL(/\/login$/);
  // If another request gets a 401 first, the app shows /login before it has deleted the data and loaded the page again.
  await expect(async () => expect(await found(page, wordsOf(person))).toEqual([])).toPass();
});

/** Adds a task without a network, ends the session from another device, and reconnects. */
async function leaveUnsent(context: BrowserContext, page: Page, person: Person): Promise<void> {
  await page.goto('/tasks');
  await expect(taskRow(page, TASK)).toBeVisible();
  await context.setOffline(true);
  await addTaskUnsaved(page, UNSENT);
  await page.evaluate(() => daymarkSync.stored());
  await endSessions(person);
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/login$/);
}

test('unsent changes are counted on /login and survive another person’s use of the browser', async ({
  page,
  context,
}) => {
  const person = await usedBrowser(page);
  await leaveUnsent(context, page, person);
  const words = [...wordsOf(person), UNSENT];
  await expect.poll(() => found(page, words)).toEqual([DRAFT, UNSENT]);
  await expect(
    page.getByText('Waiting in this browser until you log in again: 1 change and 1 draft.'),
  ).toBeVisible();
  await expectAccessible(page);

  const other = await signUp(page);
  await context.clearCookies();
  await page.reload();
  await logIn(page, other);
  await page.goto('/notes');
  await expect(heading(page, 'Notes')).toBeVisible();
  await expect(note(page)).toHaveCount(0);
  await page.goto('/tasks');
  await expect(taskRow(page, UNSENT)).toHaveCount(0);
  expect(await found(page, words)).toEqual([DRAFT, UNSENT]);
  await logOut(page);

  await page.goto('/login');
  await logIn(page, person);
  await allSaved(page);
  await page.goto('/tasks');
  await expect(taskRow(page, UNSENT)).toBeVisible();
  await page.goto('/notes');
  await expect(note(page).getByLabel('Title')).toHaveValue(DRAFT);
});
