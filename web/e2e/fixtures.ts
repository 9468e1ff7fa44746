import { expect, test as base, type Locator, type Page } from '@playwright/test';
import { DEFAULT_CATEGORIES } from '@daymark/contract/category';
import type { NewDayPlan } from '@daymark/contract/dayPlan';
import type { NewEvent } from '@daymark/contract/event';
import type { NewFocusSession } from '@daymark/contract/focusSession';
import type { NewGoal } from '@daymark/contract/goal';
import type { NewNote } from '@daymark/contract/note';
import type { NewReflection } from '@daymark/contract/reflection';
import type { ChosenSettings } from '@daymark/contract/settings';
import type { NewTask } from '@daymark/contract/task';
import type { NewWeekReview } from '@daymark/contract/weekReview';
import type { Sync } from '../src/sync/createSync';

declare global {
  /** Exists only in builds for the emulators (app/shell/personSync.ts). */
  var daymarkSync: Sync;
}

/** A person with a fresh account. */
export interface Person {
  username: string;
  email: string;
  password: string;
}

/** The records of an account before its first page is opened. Tasks and notes are listed oldest first. */
export interface Seed {
  /** The four default categories, unless others are given. */
  categories?: readonly { id: number; name: string; color: string }[];
  tasks?: readonly NewTask[];
  events?: readonly NewEvent[];
  notes?: readonly NewNote[];
  focusSessions?: readonly NewFocusSession[];
  reflections?: readonly NewReflection[];
  goals?: readonly NewGoal[];
  dayPlans?: readonly NewDayPlan[];
  weekReviews?: readonly NewWeekReview[];
  settings?: Partial<ChosenSettings>;
}

interface Fixtures {
  /**
   * The console errors and warnings that a test causes on purpose. Any other console error or warning fails the test.
   */
  expectedErrors: RegExp | undefined;
  /** A fresh account without tasks, with /tasks open. */
  person: Person;
}

const SITE = process.env.DAYMARK_URL ?? '';

/**
 * Firestore's SDK loads this image of Google's to find out whether there is a network. The content security policy
 * blocks it.
 */
const NETWORK_PROBE = 'images/cleardot.gif';

/** The warning that Playwright logs because playwright.config.ts blocks service workers. */
const WORKER_BLOCKED = 'Service Worker registration blocked by Playwright';

let people = 0;

/** Returns a person with an unused name. The emulators keep accounts from one test to the next. */
export function newPerson(): Person {
  const username = `person${Date.now().toString(36)}${process.pid}${people++}`;
  return { username, email: `${username}@example.com`, password: 'correct horse' };
}

/**
 * Creates an account over HTTP, with a confirmed address and the records of `seed`, and signs the page's browser in.
 * Opens no page, so that a test loads only the page that it is about.
 */
export async function signUp(page: Page, seed: Seed = {}): Promise<Person> {
  const person = newPerson();
  const registration = await post('/api/register', person);
  const { email, password } = person;
  // On a busy machine a registration may respond before it has a session. The app then signs in, too.
  const reply =
    registration.headers.getSetCookie().length > 0
      ? registration
      : await post('/api/login', { email, password });
  const cookies = reply.headers.getSetCookie().map(parseCookie);
  const session = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  await Promise.all([confirmAddress(session), post('/api/import', withIds(seed), session)]);
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: SITE })));
  return person;
}

/** Confirms the address as the link in the mail would. */
async function confirmAddress(session: string): Promise<void> {
  const [, payload = ''] = session.split('.');
  const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string };
  const { FIREBASE_AUTH_EMULATOR_HOST: host, GCLOUD_PROJECT: project } = process.env;
  const account = `identitytoolkit.googleapis.com/v1/projects/${project}/accounts`;
  const reply = await fetch(`http://${host}/${account}:update`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer owner' },
    body: JSON.stringify({ localId: sub, emailVerified: true }),
  });
  if (!reply.ok) throw new Error(`Confirming an address: ${await reply.text()}`);
}

async function post(path: string, body: object, cookie?: string): Promise<Response> {
  const reply = await fetch(SITE + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(cookie !== undefined && { cookie }) },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`POST ${path}: ${reply.status} ${await reply.text()}`);
  return reply;
}

function parseCookie(header: string) {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
  const [, maxAge = 0] = /; *Max-Age=(\d+)/i.exec(header) ?? [];
  return {
    name,
    value,
    expires: Math.floor(Date.now() / 1000) + Number(maxAge),
    httpOnly: /; *HttpOnly/i.test(header),
    secure: /; *Secure/i.test(header),
    sameSite: 'Lax' as const,
  };
}

/** Returns the body of POST /api/import, which needs an id for each record. */
function withIds({ categories = DEFAULT_CATEGORIES, ...seed }: Seed): object {
  const firstAt = Date.now() - 3_600_000;
  const numbered = (records: readonly object[] = []) =>
    records.map((record, index) => {
      const at = new Date(firstAt + index * 1000).toISOString();
      return { id: 1001 + index, createdAt: at, updatedAt: at, ...record };
    });
  const timeless = (records: readonly object[] = []) =>
    records.map((record, index) => ({ id: 1001 + index, ...record }));
  return {
    categories,
    tasks: numbered(seed.tasks).map(({ updatedAt: _, ...task }) => task),
    events: timeless(seed.events),
    notes: numbered(seed.notes),
    focusSessions: timeless(seed.focusSessions),
    reflections: seed.reflections ?? [],
    goals: numbered(seed.goals).map(({ updatedAt: _, ...goal }) => goal),
    dayPlans: seed.dayPlans ?? [],
    weekReviews: seed.weekReviews ?? [],
    ...(seed.settings && { settings: seed.settings }),
  };
}

/**
 * Adds the page's unexpected console errors and warnings, and its exceptions, to `unexpected`. The fixture `page`
 * collects the errors of its page by itself.
 */
export function collectErrors(
  page: Page,
  unexpected: string[],
  expected: RegExp | undefined,
): void {
  const note = (text: string, url = '') => {
    if (text === WORKER_BLOCKED || text.includes(NETWORK_PROBE) || expected?.test(text)) return;
    unexpected.push(`${text} ${url}`.trim());
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      note(message.text(), message.location().url);
  });
  page.on('pageerror', (error) => note(error.message));
}

/** The first picture, which is shown until the app has drawn a screen. */
const standIn = (page: Page) => page.locator('[data-picture]:visible');

/** Makes `goto` and `reload` wait for the app. With `waitUntil: 'commit'`, `goto` waits only for the response. */
function waitForApp(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== 'commit') await expect(standIn(page)).toHaveCount(0);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    await expect(standIn(page)).toHaveCount(0);
    return response;
  };
}

export const test = base.extend<Fixtures>({
  expectedErrors: [undefined, { option: true }],

  page: async ({ page, expectedErrors }, use) => {
    const unexpected: string[] = [];
    collectErrors(page, unexpected, expectedErrors);
    waitForApp(page);
    page.context().on('page', waitForApp);
    await use(page);
    expect(unexpected, 'an unexpected console error fails the test').toEqual([]);
  },

  person: async ({ page }, use) => {
    const person = await signUp(page);
    await openTasks(page);
    await use(person);
  },
});

export { expect };

/** Opens /tasks and waits until nothing is loading or being sent. */
export async function openTasks(page: Page): Promise<void> {
  await page.goto('/tasks');
  await expect(heading(page, 'Task Management')).toBeVisible();
  await expect(page.getByRole('option', { name: 'Health' })).toBeAttached();
  await expect(page.locator('p[data-state="saved"]')).toBeAttached();
}

/**
 * Opens a screen and holds back the requests whose address matches the pattern. Returns a function that lets the
 * requests go.
 */
export async function openWithout(
  page: Page,
  pattern: string | RegExp,
  path: string,
): Promise<() => Promise<void>> {
  let letGo: () => void = () => undefined;
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(pattern, async (route) => {
    await isLetGo;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return async () => {
    letGo();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

/** Opens a screen and holds back its scripts. Returns a function that lets the scripts go. */
export const openWithoutScripts = (page: Page, path: string): Promise<() => Promise<void>> =>
  openWithout(page, '**/assets/*.js', path);

/** Returns how much the page's layout has shifted since the page was opened. */
export const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        // Nothing is reported if nothing shifted.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );

/** Opens /tasks and waits until every collection is in the browser. */
export async function settle(page: Page): Promise<void> {
  await openTasks(page);
  await page.evaluate(() => globalThis.daymarkSync.start());
}

/**
 * Skips the three seconds after which the app registers its service worker and listens for live updates. The page's
 * clock must be installed.
 */
export async function skipQuietSeconds(page: Page): Promise<void> {
  await page.clock.fastForward(3_000);
  await page.clock.setSystemTime(Date.now());
}

/** Opens /tasks and waits until the browser listens for live updates. */
export async function settleAndListen(page: Page): Promise<void> {
  await page.clock.install();
  await settle(page);
  const listening = page.waitForResponse(/Listen\/channel/);
  await skipQuietSeconds(page);
  await listening;
}

/** Opens /tasks and waits until the browser has everything it needs offline. */
export async function settleForOffline(page: Page): Promise<void> {
  await page.clock.install();
  await settle(page);
  await skipQuietSeconds(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
}

export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { name, level: 1 });

/** Chooses an entry of the menu at the person's name in the sidebar. */
export async function chooseAtPerson(page: Page, name: string): Promise<void> {
  await page.getByRole('complementary').getByRole('button', { name: '@' }).click();
  await page.getByRole('menu').getByText(name, { exact: true }).click();
}

/** The one toast on the screen. */
export const toast = (page: Page): Locator => page.locator('[data-toast]');

/**
 * Waits until the history has an entry for each of `count` open dialogs. The app adds an entry after a dialog is drawn,
 * and goes back after the dialog has closed. Before the entry is added, `page.goBack()` would leave the screen. Before
 * the app has gone back, `page.goto()` would be aborted.
 */
export const dialogEntries = (page: Page, count: number): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => (history.state as { dialogs?: number }).dialogs ?? 0))
    .toBe(count);

export const PHONE = { width: 390, height: 844 };

/**
 * Expects the page to be no wider than the screen. Waits, because Chromium may lay out parts of a page one frame after
 * a resize.
 */
export const expectNoSideScroll = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      }),
    )
    .toBe(0);

/** The message that each failed request leaves in Chromium's console. */
export const FAILED_REQUEST = /Failed to load resource/;

/** Adds a task through the dialog and waits for the server's response. */
export async function addTask(page: Page, title: string, category?: string): Promise<Locator> {
  await saved(page, 'POST', () => addTaskUnsaved(page, title, category));
  return taskRow(page, title);
}

/** Adds a task through the dialog and waits only until it is on the screen. */
export async function addTaskUnsaved(page: Page, title: string, category?: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Task' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await dialog.getByLabel('Title').fill(title);
  if (category) await dialog.getByLabel('Category').selectOption({ label: category });
  await dialog.getByRole('button', { name: 'Add Task' }).click();
  await expect(dialog).toBeHidden();
  await expect(taskRow(page, title)).toBeVisible();
}

/** Waits until the server has every change that was made on the page. */
export const allSaved = (page: Page): Promise<void> =>
  expect(page.getByText('All changes saved')).toBeAttached();

export const taskRow = (page: Page, title: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox', { name: title, exact: true }) });

/** Calls that the app makes in the background at any time: `user` once a day, `live-token` for live updates. */
const BACKGROUND_CALL = /\/api\/(user|live-token)$/;

/** Runs an action and waits for the server's response to the call that the action makes. */
export async function saved(
  page: Page,
  method: string,
  action: () => Promise<void>,
): Promise<void> {
  const reply = page.waitForResponse(
    (response) =>
      response.request().method() === method &&
      response.url().includes('/api/') &&
      !BACKGROUND_CALL.test(response.url()),
  );
  await action();
  await reply;
}

/** Options of tests in which the browser shows notifications. */
export const WITH_NOTIFICATIONS: Parameters<typeof test.use>[0] = {
  serviceWorkers: 'allow',
  permissions: ['notifications'],
  // Chromium without windows has no notifications.
  launchOptions: async ({ launchOptions }, use) => {
    const executablePath = process.env.CHROMIUM_WINDOWED_PATH;
    await use({ ...launchOptions, ...(executablePath && { executablePath }) });
  },
};
