// @ts-check
/*
 * npm run screenshots: photographs every screen, on a desktop and on a phone, in light and dark, into docs/screens/.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from './browser.mjs';
import { command } from './command.mjs';
import { ROOT } from './paths.mjs';
import { startStack } from './stack.mjs';

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
  today: { path: '/today', ready: (page) => page.getByText('completed').waitFor() },
  tasks: { path: '/tasks', ready: tasksDrawn },
  focus: { path: '/focus', ready: (page) => page.getByText('focused', { exact: false }).waitFor() },
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
};

command(async (atEnd) => {
  const stack = await startStack({ atEnd });
  const browser = await launchChromium();
  mkdirSync(FOLDER, { recursive: true });

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
      const photograph = (screen) =>
        page.screenshot({ path: join(FOLDER, `${screen}-${device}-${colorScheme}.png`) });

      for (const [screen, path] of Object.entries(PUBLIC)) {
        await page.goto(path, { waitUntil: 'networkidle' });
        await photograph(screen);
      }
      await page.goto('/login');
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await page.waitForURL('**/today');
      for (const [screen, { path, ready }] of Object.entries(SIGNED_IN)) {
        await page.goto(path);
        await ready(page);
        await photograph(screen);
      }
      await context.close();
      console.log(`Photographed ${device}, ${colorScheme}.`);
    }
  }
  await browser.close();
  await stack.stop();
  return 0;
});
