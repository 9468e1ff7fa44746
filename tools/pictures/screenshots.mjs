// @ts-check
/*
 * npm run screenshots: photographs every screen, on a desktop and on a phone, in light and dark, into docs/screens/.
 * Name some to photograph only those: `npm run screenshots -- today notes`.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall } from '../stack/apt.mjs';
import { launchChromium } from '../stack/browser.mjs';
import { command } from '../command/command.mjs';
import { ROOT } from '../command/paths.mjs';
import { startStack } from '../stack/stack.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const FOLDER = join(ROOT, 'docs', 'screens');

const DEVICES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** Public screens by file name. */
const PUBLIC = {
  landing: '/landing',
  auth: '/auth',
  login: '/login',
  signup: '/signup',
  features: '/features',
  about: '/about',
  privacy: '/privacy',
};

/**
 * Tasks and the categories they are drawn in.
 * @param {Page} page
 */
const tasksDrawn = (page) => page.getByRole('listitem').getByText('Work').first().waitFor();

/**
 * Signed-in screens, and what to wait for or do before the picture.
 * @type {Record<string, { path: string, ready: (page: Page) => Promise<unknown> }>}
 */
const SIGNED_IN = {
  today: {
    path: '/today',
    ready: async (page) => {
      await page.getByText('completed today').waitFor();
      await page.getByText(/sessions? today/).waitFor();
      await page.getByRole('list', { name: 'Events' }).waitFor();
    },
  },
  tasks: { path: '/tasks', ready: tasksDrawn },
  focus: { path: '/focus', ready: (page) => page.getByRole('timer').waitFor() },
  insights: {
    path: '/insights',
    ready: (page) => page.locator('.MuiChartsSurface-root').last().waitFor(),
  },
  'add-task': {
    path: '/tasks',
    ready: async (page) => {
      await tasksDrawn(page);
      await page.getByRole('button', { name: 'Add Task' }).click();
      await page.getByRole('dialog').getByLabel('Title').fill('Prepare Monday’s stand-up');
    },
  },
  categories: {
    path: '/tasks',
    ready: async (page) => {
      await tasksDrawn(page);
      await page.getByRole('button', { name: 'Categories', exact: true }).click();
      await page.getByRole('button', { name: 'Edit Learning' }).click();
    },
  },
  calendar: {
    path: '/calendar',
    ready: (page) => page.getByRole('gridcell', { name: /event/ }).first().waitFor(),
  },
  'calendar-week': {
    path: '/calendar?view=week',
    ready: (page) => page.locator('[data-event]').first().waitFor(),
  },
  notes: { path: '/notes', ready: (page) => page.getByRole('article').first().waitFor() },
  reflection: {
    path: '/reflection',
    ready: (page) => page.getByRole('navigation', { name: 'Earlier reflections' }).waitFor(),
  },
};

/**
 * WebP, which Playwright doesn't write: a third of a PNG's bytes.
 * @param {Page} page
 * @param {string} file
 */
async function photograph(page, file) {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 88 });
  await session.detach();
  writeFileSync(join(FOLDER, file), Buffer.from(data, 'base64'));
}

command(async (onExit) => {
  // The greeting has an emoji: without a font for it the pictures show an empty box.
  if (!existsSync('/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf'))
    await aptInstall('fonts-noto-color-emoji');
  const stack = await startStack({ onExit });
  const browser = await launchChromium();
  const asked = process.argv.slice(2);
  // Remove the pictures of screens that no longer exist.
  if (asked.length === 0) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  /** @param {[string, unknown]} screen */
  const isAsked = ([name]) => asked.length === 0 || asked.includes(name);

  for (const [device, options] of Object.entries(DEVICES)) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const context = await browser.newContext({
        ...options,
        colorScheme,
        reducedMotion: 'reduce',
        baseURL: stack.url,
      });
      const page = await context.newPage();
      /** @param {string} screen */
      const file = (screen) => `${screen}-${device}-${colorScheme}.webp`;

      for (const [screen, path] of Object.entries(PUBLIC).filter(isAsked)) {
        await page.goto(path, { waitUntil: 'networkidle' });
        await photograph(page, file(screen));
      }
      await page.goto('/login');
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await page.waitForURL('**/today');
      for (const [screen, { path, ready }] of Object.entries(SIGNED_IN).filter(isAsked)) {
        await page.goto(path);
        await ready(page);
        await photograph(page, file(screen));
      }
      await context.close();
      console.log(`Photographed ${device}, ${colorScheme}.`);
    }
  }
  await browser.close();
  await stack.stop();
  return 0;
});
