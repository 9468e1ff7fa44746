import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, PHONE } from './fixtures';

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** The rules that a change of colour scheme can break: the elements are the same in both. */
const COLOR_RULES = { runOnly: ['color-contrast', 'link-in-text-block'] };

/**
 * Expects that axe finds nothing wrong with the page as it is now: in light and in dark, on a desktop
 * and at a phone's width. Afterwards the page is in light and as wide as before.
 * `resize: false` for a page in full screen, which has one size.
 */
export async function expectAccessible(page: Page, { resize = true } = {}): Promise<void> {
  const size = page.viewportSize();
  if (!size) throw new Error('The page has no viewport.');
  const found: string[] = [];
  for (const [device, viewport] of [
    ['desktop', size],
    ['phone', PHONE],
  ] as const) {
    if (resize) await page.setViewportSize(viewport);
    else if (device === 'phone') continue;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const violations = await violationsOf(page, colorScheme === 'light' ? {} : COLOR_RULES);
      found.push(...violations.map((violation) => `${device}, ${colorScheme}: ${violation}`));
    }
  }
  if (resize) await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(found, `axe on ${new URL(page.url()).pathname}`).toEqual([]);
}

async function violationsOf(page: Page, options: object): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await prepare(page);
  return page.evaluate(async (rules) => {
    // The screen is drawn for its new width and colours.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run({ ...rules, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => `${id}: ${html}: ${failureSummary}`),
    );
  }, options);
}

async function prepare(page: Page): Promise<void> {
  await page.evaluate(axeSource);
  await page.evaluate(() => {
    // Even the shortest transition takes a frame for each level of the tree, where a colour is inherited.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { transition: none !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
}
