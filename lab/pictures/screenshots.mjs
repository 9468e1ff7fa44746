// @ts-check
/*
 * npm run screenshots -w lab: takes the pictures in docs/screens/, on a desktop and on a phone, in light and dark.
 * `npm run screenshots -w lab -- today notes` takes only the named pictures.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '../../tools/stack/browser.mjs';
import { command } from '../../tools/command/command.mjs';
import { ROOT } from '../../tools/command/paths.mjs';
import { startStack } from '../../tools/stack/stack.mjs';
import { findEmojiFont } from './emojiFont.mjs';
import { allowReminders, forgetDrafts, openScreen, screens, signInToDemo } from './screens.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const FOLDER = join(ROOT, 'docs', 'screens');

const DEVICES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** The screens and states of screens.mjs whose pictures are kept in docs/screens/. */
const SHOWN = (
  'landing auth login signup features about privacy ' +
  'today plan-day close-day tasks focus insights add-task-typed categories calendar calendar-week ' +
  'plan-week notes reflection review-week settings reminders reminder-devices event-reminder'
).split(' ');

/**
 * Saves a picture of the page as WebP, which is much smaller than PNG but which Playwright can't write.
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
  await findEmojiFont();
  const stack = await startStack({ onExit });
  const browser = await launchChromium({ windowed: true });
  const asked = process.argv.slice(2);
  mkdirSync(FOLDER, { recursive: true });
  // Delete all pictures of screens, because some may show a screen that isn't listed in `SHOWN`.
  if (asked.length === 0)
    for (const file of readdirSync(FOLDER))
      if (/-(light|dark)\.webp$/.test(file)) rmSync(join(FOLDER, file));
  const shown = SHOWN.filter((name) => asked.length === 0 || asked.includes(name));

  for (const [device, options] of Object.entries(DEVICES)) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const context = await browser.newContext({
        ...options,
        colorScheme,
        reducedMotion: 'reduce',
        baseURL: stack.url,
      });
      const page = await context.newPage();
      await forgetDrafts(context);
      await allowReminders(context, stack.push);
      let isSignedIn = false;
      for (const name of shown) {
        const screen = screens[name];
        if (!screen) throw new Error(`There is no screen named ${name}.`);
        if (screen.only && screen.only !== device) continue;
        if (screen.isSignedIn && !isSignedIn) {
          await signInToDemo(page);
          isSignedIn = true;
        }
        await openScreen(page, screen);
        await photograph(page, `${name}-${device}-${colorScheme}.webp`);
      }
      await context.close();
      console.log(`Photographed ${device}, ${colorScheme}.`);
    }
  }
  await browser.close();
  await stack.stop();
  return 0;
});
