// @ts-check
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OF_THE_BENCH } from '../account.mjs';
import { CommandError } from '../../tools/command/commandError.mjs';
import { CACHE } from '../../tools/command/paths.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').BrowserContext} BrowserContext */
/** @typedef {import('./countFunction.cjs').ServedRequest} ServedRequest */

/** @typedef {Awaited<ReturnType<typeof import('./countedFunction.mjs').startCountedFunction>>} Running */

/** The activities of a day. Each activity is a row of the day's table. */
export const ACTIVITIES = /** @type {const} */ ([
  'warm starts',
  'changes',
  'focus sessions',
  'calendar',
  'pulls on the device that made the change',
  'pulls on the other device',
]);
/** @typedef {(typeof ACTIVITIES)[number]} Activity */

/**
 * Time between two starts on the clocks of the browsers and the function, in ms. Ten starts take from 7:00 to 19:36.
 */
export const APART_MS = 84 * 60_000;

/** Time that a person needs for a change, in ms. Both devices have the change within this time. */
const CHANGE_MS = 3_000;

/**
 * Pause between two visits, in ms. The pause is longer than LATE_WRITE_MARGIN_MS in listChanges.ts, so that a pull
 * doesn't read the changes of the previous visit again.
 */
export const PAUSE_MS = 31_000;

/** Number of visits with a focus session. */
const SESSIONS = 6;

/**
 * The changes of each visit. A person adds and ticks tasks all day, and reflects in the evening.
 * @type {readonly (readonly (keyof typeof changes)[])[]}
 */
const VISITS = [
  ['add', 'add', 'schedule', 'prioritize'],
  ['tick', 'tick', 'add', 'estimate'],
  ['writeNote', 'tick', 'add', 'rename'],
  ['addEvent', 'tick', 'tick', 'add'],
  ['tick', 'schedule', 'add', 'rename'],
  ['tick', 'tick', 'add', 'remove'],
  ['writeNote', 'addEvent', 'tick', 'estimate'],
  ['tick', 'tick', 'add', 'rename'],
  ['tick', 'tick', 'schedule', 'add'],
  ['tick', 'tick', 'add', 'reflect'],
];

/** The visits before which an event is added at Google. */
const GOOGLE_CHANGES = [0, 3, 6];

/** The screens on which visits start, in rotation. */
const SCREENS = ['/today', '/today', '/tasks', '/today', '/calendar'];

/**
 * Marks a page as hidden, because a person looks at only one device. Playwright reports every page as visible.
 * @param {Page} page
 */
const hide = (page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });

/**
 * Plays the day. Ten starts alternate between two devices. Four changes follow each start, and a focus session follows
 * six of the starts. The other device stays open in the background. Returns the requests that the function served, by
 * activity.
 * @param {object} options
 * @param {string} options.url
 * @param {readonly BrowserContext[]} options.devices signed in, each with the app's files and a replica
 * @param {Running} options.running
 * @param {ReturnType<typeof import('./googleAccount.mjs').googleAccount>} options.google
 * @param {(aheadMs: number) => Promise<void>} options.sendReminders
 */
export async function playDay({ url, devices, running, google, sendReminders }) {
  /** @type {Map<Activity, ServedRequest[]>} */
  const served = new Map(ACTIVITIES.map((activity) => [activity, []]));
  let known = (await running.counted()).requests.length;
  let changed = 0;
  /** The browser that made the last change. @type {string | undefined} */
  let own;

  /** Waits until no more requests arrive. Returns the requests since the last call. */
  async function newRequests() {
    const requests = await quietRequests(running);
    const fresh = requests.slice(known);
    known = requests.length;
    return fresh;
  }

  /**
   * Does some work, and records the requests that the function served during that work.
   * @template Result
   * @param {Activity} activity
   * @param {() => Promise<Result>} work
   */
  async function during(activity, work) {
    const result = await work();
    const requests = await newRequests();
    own = requests.find(({ method, path }) => method !== 'GET' && isRecord(path))?.browser ?? own;
    for (const request of requests) served.get(activityOf(request, activity, own))?.push(request);
    return { result, requests };
  }

  /** @type {(Page | undefined)[]} */
  const open = devices.map(() => undefined);
  for (const [visit, names] of VISITS.entries()) {
    const aheadMs = visit * APART_MS;
    await running.setClock(aheadMs);
    await sendReminders(aheadMs);
    // Set the clocks of open pages too. A page whose clock is behind would follow the function's clock.
    for (const page of open)
      if (page)
        await during('pulls on the other device', () => page.evaluate(setClockAhead, aheadMs));
    const device = visit % devices.length;
    if (GOOGLE_CHANGES.includes(visit))
      await during('calendar', async () => {
        const start = new Date(Date.now() + aheadMs + 3_600_000);
        await google.createEvent(`Meeting ${visit}`, start);
        await push(url, google);
      });
    await open[device]?.close();
    const { result: page } = await during('warm starts', () =>
      startApp(devices[device], url + (SCREENS[visit % SCREENS.length] ?? ''), aheadMs),
    );
    open[device] = page;
    for (const name of names) {
      const { requests } = await during('changes', async () => {
        try {
          await changes[name](page, `${name} ${visit}.${++changed}`);
        } catch (error) {
          await page.screenshot({ path: join(CACHE, 'cost.png') });
          throw error;
        }
        await allSaved(page);
        await sleep(CHANGE_MS);
      });
      if (!requests.some(({ method, path }) => method !== 'GET' && isRecord(path)))
        throw new CommandError(`The change “${name}” of visit ${visit + 1} sent nothing.`);
    }
    if (visit < SESSIONS) await during('focus sessions', () => focus(page));
    await sleep(PAUSE_MS);
    await during('changes', async () => undefined);
    await hide(page);
    console.log(`Visit ${visit + 1} of ${VISITS.length}: ${names.join(', ')}`);
  }
  for (const page of open) await page?.close();
  return served;
}

/**
 * Waits until no more requests arrive. Returns all requests that the function has served.
 * @param {Pick<Running, 'counted'>} running
 */
export async function quietRequests(running) {
  for (let count = -1; ;) {
    const { requests } = await running.counted();
    if (requests.length === count && requests.every(({ endedAt }) => endedAt > 0)) return requests;
    count = requests.length;
    await sleep(700);
  }
}

/** @param {string} path */
const isRecord = (path) =>
  /^\/api\/(tasks|events|notes|reflections|settings|focus-sessions|categories)/.test(path);

/**
 * @param {ServedRequest} request
 * @param {Activity} activity the activity during which the request arrived
 * @param {string | undefined} own the browser that made the last change
 * @returns {Activity}
 */
function activityOf({ path, browser }, activity, own) {
  if (path.startsWith('/api/calendar/')) return 'calendar';
  if (path !== '/api/changes' || activity === 'warm starts') return activity;
  return browser === own ? 'pulls on the device that made the change' : 'pulls on the other device';
}

/**
 * Opens the app in a new tab, and waits until it listens for live updates.
 * @param {BrowserContext | undefined} device
 * @param {string} address
 * @param {number} aheadMs
 */
export async function startApp(device, address, aheadMs) {
  if (!device) throw new Error('no such device');
  const page = await device.newPage();
  await page.addInitScript(setClockAhead, aheadMs);
  const listening = page.waitForResponse(/Listen\/channel/);
  await page.goto(address);
  await page.waitForFunction(() => !document.querySelector('#root > [data-picture]'));
  await allSaved(page);
  await listening;
  await sleep(1_000);
  return page;
}

/**
 * Sets the page's clock ahead, because hours pass between two starts. Runs in the page before everything else, and
 * again at each later start. A later start also fires the timeouts of a minute or more that are due at the new time.
 * @param {number} aheadMs
 */
function setClockAhead(aheadMs) {
  /** @typedef {Map<number, { at: number, work: () => void }>} Timeouts */
  const RealDate = /** @type {DateConstructor & { aheadMs?: number, timeouts?: Timeouts }} */ (
    Date
  );
  if (RealDate.timeouts) {
    RealDate.aheadMs = aheadMs;
    for (const [id, { at, work }] of RealDate.timeouts)
      if (at <= Date.now()) {
        clearTimeout(id);
        work();
      }
    return;
  }
  /** @type {Timeouts} */
  const timeouts = new Map();
  const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;
  Object.assign(globalThis, {
    setTimeout(/** @type {any} */ given, ms = 0, /** @type {any[]} */ ...values) {
      if (ms < 60_000) return realSetTimeout(given, ms, ...values);
      const work = () => {
        timeouts.delete(id);
        given(...values);
      };
      const id = Number(realSetTimeout(work, ms));
      timeouts.set(id, { at: Date.now() + ms, work });
      return id;
    },
    clearTimeout(/** @type {number} */ id) {
      timeouts.delete(id);
      realClearTimeout(id);
    },
  });
  class ShiftedDate extends RealDate {
    /** @override */
    static aheadMs = aheadMs;
    /** @override */
    static timeouts = timeouts;
    /** @param {any[]} given */
    constructor(...given) {
      // @ts-expect-error -- the overloads of Date
      super(...(given.length > 0 ? given : [ShiftedDate.now()]));
    }
    /** @override */
    static now() {
      return RealDate.now() + (ShiftedDate.aheadMs ?? 0);
    }
  }
  globalThis.Date = /** @type {DateConstructor} */ (/** @type {unknown} */ (ShiftedDate));
}

/** @param {Page} page */
const allSaved = (page) => page.getByText('All changes saved').waitFor({ state: 'attached' });

/**
 * Delivers Google's message that a calendar has changed, because the stand-in can't reach an https address of this
 * machine.
 * @param {string} url
 * @param {{ channels: () => Promise<{ id: string, token: string, resourceId: string }[]> }} google
 */
async function push(url, google) {
  for (const { id, token, resourceId } of await google.channels()) {
    const { status } = await fetch(`${url}/api/calendar/push`, {
      method: 'POST',
      headers: {
        'X-Goog-Channel-ID': id,
        'X-Goog-Channel-Token': token,
        'X-Goog-Resource-ID': resourceId,
        'X-Goog-Resource-State': 'exists',
      },
    });
    if (status !== 204) throw new CommandError(`Google's message was refused with ${status}.`);
  }
}

/**
 * Opens a screen with its two keys.
 * @param {Page} page
 * @param {'t' | 'k' | 'n' | 'c' | 'r' | 'f'} key
 * @param {RegExp} path
 */
async function goTo(page, key, path) {
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press(key);
  await page.waitForURL(path);
  await sleep(500);
}

/** Focuses the first open task of the day and returns its checkbox. @param {Page} page */
async function firstTask(page) {
  await goTo(page, 't', /\/today/);
  // The blocks of the day have checkboxes, too.
  const boxes = page.getByRole('checkbox', { name: OF_THE_BENCH, checked: false });
  const box = boxes.and(page.locator(':not([data-over])')).first();
  await box.waitFor();
  await box.focus();
  return box;
}

/**
 * The changes, each made with the app's own keys or controls. A change that writes a title or a reflection includes
 * `text` in it.
 */
const changes = {
  /** @param {Page} page @param {string} text */
  async add(page, text) {
    await goTo(page, 't', /\/today/);
    await page.keyboard.press('n');
    await page.getByLabel('New task').fill(`Task ${text} today 30m`);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
  },
  /** @param {Page} page */
  async tick(page) {
    await (await firstTask(page)).click();
  },
  /** @param {Page} page @param {string} text */
  async rename(page, text) {
    await firstTask(page);
    await page.keyboard.press('Enter');
    await page.getByLabel('Task title').fill(`Task ${text}`);
    await page.keyboard.press('Enter');
  },
  /** @param {Page} page @param {string} text */
  async estimate(page, text) {
    await firstTask(page);
    await page.keyboard.press('e');
    await page.getByLabel('Estimate').fill(text.endsWith('0') ? '20m' : '45m');
    await page.keyboard.press('Enter');
  },
  /** @param {Page} page */
  async prioritize(page) {
    await firstTask(page);
    await page.keyboard.press('p');
  },
  /** @param {Page} page */
  async schedule(page) {
    await firstTask(page);
    await page.keyboard.press('s');
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule', exact: true }).click();
  },
  /** @param {Page} page */
  async remove(page) {
    await firstTask(page);
    await page.keyboard.press('Delete');
  },
  /** @param {Page} page @param {string} text */
  async writeNote(page, text) {
    await goTo(page, 'n', /\/notes/);
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill(text);
    await dialog
      .getByRole('textbox', { name: 'Content' })
      .fill('Some words that were written down. '.repeat(10));
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'hidden' });
  },
  /** @param {Page} page @param {string} text */
  async addEvent(page, text) {
    await goTo(page, 'c', /\/calendar/);
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill(text);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
  },
  /** @param {Page} page @param {string} text */
  async reflect(page, text) {
    await goTo(page, 'r', /\/reflection/);
    await page.getByRole('radio', { name: '4 stars' }).check();
    await page.getByLabel('Accomplishments').fill(`What was done today. ${text}`);
    await page.keyboard.press('Control+Enter');
  },
};

/** Runs a focus session from Start to its end. @param {Page} page */
async function focus(page) {
  await goTo(page, 'f', /\/focus/);
  const timer = page.getByLabel('Focus timer');
  await page.getByRole('tab', { name: 'Focus', exact: true }).click();
  await timer.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByText('Focus completed!').first().waitFor({ timeout: 100_000 });
  await allSaved(page);
  await sleep(CHANGE_MS);
}
