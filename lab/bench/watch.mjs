// @ts-check
import { OF_THE_BENCH } from '../account.mjs';
import { CommandError } from '../../tools/command/commandError.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').CDPSession} CDPSession */

/**
 * The person's own content that the bench waits for: a task, or the quick-entry line if there are no tasks.
 * @typedef {'task' | 'line'} Own
 */

/** @typedef {{ x: number, y: number }} Point */

/**
 * @typedef {object} Watch all times in ms from the start of the page
 * @property {number} shownAt when the person's own content was painted
 * @property {number} usedAt when a click, or a click and a letter, took effect
 * @property {number} shift the page's layout shifts that no input caused, added up
 * @property {string} name of the element to click, or empty while there is none
 * @property {Point | undefined} point the middle of the element, or undefined while no element can be clicked
 * @property {string} clicked the name of the element that was clicked last
 */

/** The effect of a click counts as lasting if it is still there after this time, in ms. */
const KEPT_MS = 1_000;
/** Longest wait for a page, in ms. */
const TIMEOUT_MS = 120_000;
/** At most this many clicks before the bench gives up. */
const CLICKS_MAX = 200;

/**
 * Watches every page of a context, from a moment before the page's own scripts run.
 * @param {import('@playwright/test').BrowserContext} context
 * @param {Own} own
 * @param {{ scrolls: boolean }} options whether to scroll to the person's own content. Scrolling hides layout shifts
 */
export async function watchPages(context, own, { scrolls }) {
  await context.addInitScript(watch, /** @type {const} */ ([own, scrolls, OF_THE_BENCH]));
}

/** Runs in the page. @param {readonly [Own, boolean, string]} options */
function watch([own, scrolls, ofTheBench]) {
  /** @type {Watch} */
  const state = { shownAt: 0, usedAt: 0, shift: 0, name: '', point: undefined, clicked: '' };
  Object.assign(globalThis, { bench: state });
  const selector =
    own === 'task' ? 'input[type="checkbox"], [role="checkbox"]' : 'input, textarea, button';
  const nameOf = (/** @type {HTMLInputElement} */ field) =>
    field.getAttribute('aria-label') ??
    field.labels?.[0]?.textContent ??
    field.textContent?.trim() ??
    '';
  const isOwn = (/** @type {string} */ name) =>
    // A phone has a button that opens the line.
    own === 'task' ? name.endsWith(ofTheBench) : ['New task', 'Add a task'].includes(name);
  const isUsed = (/** @type {HTMLInputElement} */ field) =>
    own === 'task' ? field.checked : field.value !== '';
  const isLive = (/** @type {HTMLInputElement} */ field) =>
    !field.disabled &&
    !field.readOnly &&
    !field.closest('[inert], [aria-hidden="true"]') &&
    field.checkVisibility({ visibilityProperty: true });

  const middleOf = (/** @type {Element} */ element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const isHit = (/** @type {Element} */ field) => {
    const { x, y } = middleOf(field);
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (field.contains(hit) || hit.matches('label:has(input)'));
  };

  let isReached = false;
  const look = () => {
    requestAnimationFrame(look);
    const fields = [
      .../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(selector)),
    ];
    const live = fields.filter((one) => isOwn(nameOf(one)) && isLive(one));
    const named = live.filter((one) => nameOf(one) === state.name);
    if ((own === 'task' ? named : live).some(isUsed)) {
      state.usedAt ||= performance.now();
      return;
    }
    // A ticked task may leave the part of the list that is drawn.
    if (own === 'task' && named.length === 0 && state.name !== '' && state.clicked === state.name) {
      state.usedAt ||= performance.now();
      return;
    }
    state.usedAt = 0;
    const open = named.length > 0 ? named : live.filter((one) => !isUsed(one));
    // A time block may be in a part of the rail that is scrolled out of view.
    const field = open.find((one) => isHit(one));
    state.point = field && middleOf(field);
    state.name = field ? nameOf(field) : '';
    const [first] = open;
    if (!first) return;
    // A timeout set in a frame's callback runs after that frame is painted.
    if (!state.shownAt) setTimeout(() => (state.shownAt ||= performance.now()));
    if (!field) {
      if (scrolls) first.scrollIntoView({ block: 'center', behavior: 'instant' });
      return;
    }
    if (isReached) return;
    isReached = true;
    Reflect.get(globalThis, 'benchReached')?.(JSON.stringify(state.point));
  };
  requestAnimationFrame(look);
  addEventListener('click', () => (state.clicked = state.name), { capture: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = /** @type {any} */ (entry);
      if (!hadRecentInput) state.shift += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** @param {Page} page @returns {Promise<Watch>} */
export const watched = (page) => page.evaluate(() => Reflect.get(globalThis, 'bench'));

/**
 * Waits until the person's own content is painted. Returns the time of that paint, in ms from the start of the page.
 * @param {Page} page
 */
export async function shown(page) {
  await page.waitForFunction(() => Reflect.get(globalThis, 'bench')?.shownAt, undefined, {
    timeout: TIMEOUT_MS,
  });
  return (await watched(page)).shownAt;
}

/**
 * Opens an address, and waits for the first frame in which a click can reach the person's own content. Clicks the
 * content repeatedly until a click has a lasting effect. Returns the time of that effect, in ms from the start of the
 * page.
 * @param {Page} page
 * @param {CDPSession} session
 * @param {Own} own
 * @param {string} address
 */
export async function timeToUse(page, session, own, address) {
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'benchReached' });
  /** @type {Promise<Point>} */
  const reached = new Promise((resolve) =>
    session.once('Runtime.bindingCalled', ({ payload }) => resolve(JSON.parse(payload))),
  );
  await page.goto(address, { waitUntil: 'commit', timeout: TIMEOUT_MS });
  let point = await Promise.race([reached, page.waitForTimeout(TIMEOUT_MS)]);
  for (let clicks = 1; point && clicks <= CLICKS_MAX; clicks++) {
    await click(session, point);
    if (own === 'line') await session.send('Input.insertText', { text: 'k' });
    await page.evaluate(afterFrame);
    const { usedAt } = await watched(page);
    if (usedAt) {
      await page.waitForTimeout(KEPT_MS);
      if ((await watched(page)).usedAt) return usedAt;
    }
    point = (await watched(page)).point ?? point;
  }
  throw new CommandError(`No click at ${address} on the ${own} had an effect.`);
}

/** @param {CDPSession} session @param {Point} point */
async function click(session, { x, y }) {
  const at = /** @type {const} */ ({ x, y, button: 'left', clickCount: 1 });
  await Promise.all([
    session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at }),
    session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at }),
  ]);
}

/** Resolves when the next frame has been painted and its callbacks have run. Runs in the page. */
const afterFrame = () =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(undefined))));
