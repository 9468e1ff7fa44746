import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, PHONE } from './fixtures';

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** The rules that a change of color scheme can break. The elements are the same in both schemes. */
const COLOR_RULES = { runOnly: ['color-contrast', 'link-in-text-block'] };
const ALL_RULES = {};
/**
 * Whether to check each width in the other scheme too. A short run doesn't, because the colors are the same at both
 * widths and their contrast takes axe the longest.
 */
const BOTH_SCHEMES = Boolean(process.env.LONG_RUNS);

/** Dialogs and menus. Elements behind a dialog or a menu can't be reached. */
const OVERLAY = '[aria-modal="true"], [role="menu"]';

/**
 * Expects axe to find nothing wrong with the current page, on a desktop and at a phone's width, in light and in dark.
 * Afterwards the page is light and has its previous width.
 *
 * A whole screen is checked with all rules, on the desktop in light and on the phone in dark. A long run also checks
 * the screen in the other scheme at each width, with the color rules. A dialog or a menu has the same elements at both
 * widths and hides the rest of the page. Therefore only the dialog or the menu is checked, with all rules on the phone
 * and with the color rules on the desktop.
 *
 * Pass `resize: false` for a page in full screen, which has one size. `within` limits the check to the part of the page
 * with this selector.
 */
export async function expectAccessible(
  page: Page,
  { resize = true, within }: { resize?: boolean; within?: string } = {},
): Promise<void> {
  const size = page.viewportSize();
  if (!size) throw new Error('The page has no viewport.');
  if (!(await page.evaluate(() => 'axe' in window))) await prepare(page);
  const overlays = await page.locator(OVERLAY).count();
  const place = async () => (overlays > 0 ? page.locator(OVERLAY).first().boundingBox() : null);
  const found: string[] = [];
  const check = async (device: string, colorScheme: 'light' | 'dark', rules: object) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const violations = await violationsOf(page, {
      rules,
      within: within ?? (overlays > 0 ? OVERLAY : 'html'),
    });
    found.push(...violations.map((violation) => `${device}, ${colorScheme}: ${violation}`));
  };
  await nextFrame(page);
  const placeBefore = await place();
  await check('desktop', 'light', overlays > 0 && resize ? COLOR_RULES : ALL_RULES);
  if (!resize || (BOTH_SCHEMES && overlays === 0)) await check('desktop', 'dark', COLOR_RULES);
  if (resize) {
    await page.setViewportSize(PHONE);
    await nextFrame(page);
    await check('phone', 'dark', ALL_RULES);
    if (BOTH_SCHEMES && overlays === 0) await check('phone', 'light', COLOR_RULES);
    await page.setViewportSize(size);
    // A menu follows its button a moment after the resize. An earlier click would miss its target.
    await expect.poll(place).toEqual(placeBefore);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(found, `axe on ${new URL(page.url()).pathname}`).toEqual([]);
}

const violationsOf = (page: Page, options: { rules: object; within: string }): Promise<string[]> =>
  page.evaluate(async ({ rules, within }) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    // Leave out `preload`, which requests every stylesheet again for a single rule, css-orientation-lock.
    // accessibility.spec.ts checks the stylesheets' files instead.
    const { violations } = await axe.run(within, {
      ...rules,
      preload: false,
      resultTypes: ['violations'],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => `${id}: ${html}: ${failureSummary}`),
    );
  }, options);

/** Waits until the browser has drawn the page's latest state. */
const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((drawn) => {
        requestAnimationFrame(() => requestAnimationFrame(() => drawn()));
      }),
  );

async function prepare(page: Page): Promise<void> {
  await page.evaluate(axeSource);
  await page.evaluate(() => {
    // Even the shortest transition takes one frame for each level of the tree that inherits a color.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { transition: none !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
}
