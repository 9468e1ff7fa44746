// @ts-check
/*
 * npm run walk -w lab: opens every screen and state at every width and mode, and checks each with axe. Saves the
 * pictures in node_modules/.cache/daymark/walk/. Prints axe's findings, console errors, screens that didn't get ready,
 * and content that is wider than the screen. Fails if it prints any of these.
 * npm run walk -w lab -- NAME…: opens only these screens.
 * --mode NAME: uses only modes whose name starts with NAME. --out FOLDER: saves the pictures in another folder.
 * --url URL: opens a Daymark that is already running, even of another commit. --no-axe: leaves out axe.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { command } from '../../tools/command/command.mjs';
import { ROOT } from '../../tools/command/paths.mjs';
import { launchChromium } from '../../tools/stack/browser.mjs';
import { startStack } from '../../tools/stack/stack.mjs';
import { findEmojiFont } from './emojiFont.mjs';
import { allowReminders, forgetDrafts, openScreen, screens, signInToDemo } from './screens.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const require = createRequire(join(ROOT, 'web', 'package.json'));
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * @typedef {object} Mode
 * @property {string} name
 * @property {number} width
 * @property {'light' | 'dark'} [colorScheme]
 * @property {number} [text] the browser's font size, in percent
 * @property {'active'} [forcedColors]
 */

/** @type {Mode[]} */
const MODES = [
  ...[320, 390, 768, 1280, 1440].flatMap((width) =>
    /** @type {const} */ (['light', 'dark']).map((colorScheme) => ({
      name: `${width}-${colorScheme}`,
      width,
      colorScheme,
    })),
  ),
  { name: '390-text150', width: 390, text: 150 },
  { name: '390-text200', width: 390, text: 200 },
  { name: '1280-text200', width: 1280, text: 200 },
  { name: '390-forced', width: 390, forcedColors: 'active' },
  { name: '1280-forced', width: 1280, forcedColors: 'active' },
];

const HEIGHTS = { phone: 844, desktop: 800 };

/** @param {Page} page */
async function axe(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(
      document.querySelector('[aria-modal="true"], [role="menu"]') ?? document,
      { preload: false, resultTypes: ['violations'] },
    );
    return violations.flatMap((/** @type {any} */ { id, nodes }) =>
      nodes.map(
        (/** @type {any} */ { html, any }) =>
          `${id}: ${any[0]?.message ?? ''} ${html.slice(0, 160)}`,
      ),
    );
  });
}

command(async (onExit) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string', default: join(ROOT, 'node_modules', '.cache', 'daymark', 'walk') },
      url: { type: 'string' },
      mode: { type: 'string' },
      axe: { type: 'boolean', default: true },
    },
    allowNegative: true,
  });
  await findEmojiFont();
  const stack = values.url ? undefined : await startStack({ onExit });
  const baseURL = values.url ?? stack?.url;
  const browser = await launchChromium({ windowed: true });
  mkdirSync(values.out, { recursive: true });
  let [pictures, findings] = [0, 0];
  const asked = Object.entries(screens).filter(
    ([name]) => positionals.length === 0 || positionals.includes(name),
  );
  for (const mode of MODES) {
    if (values.mode && !mode.name.startsWith(values.mode)) continue;
    const { name: modeName, width, text = 100, ...media } = mode;
    const isPhone = width < 768;
    const context = await browser.newContext({
      viewport: { width, height: isPhone ? HEIGHTS.phone : HEIGHTS.desktop },
      hasTouch: isPhone,
      isMobile: isPhone,
      reducedMotion: 'reduce',
      colorScheme: 'light',
      ...media,
      ...(baseURL && { baseURL }),
    });
    /** @param {string} finding */
    const report = (finding) => {
      findings++;
      console.log(`${modeName}: ${finding}`);
    };
    context.on('console', (message) => {
      if (message.type() === 'error') report(`console: ${message.text()}`);
    });
    if (text !== 100)
      await context.addInitScript((percent) => {
        document.addEventListener('DOMContentLoaded', () => {
          document.documentElement.style.fontSize = `${percent}%`;
        });
      }, text);
    await forgetDrafts(context);
    await allowReminders(context, stack?.push);
    let isSignedIn = false;
    for (const [name, screen] of asked) {
      if (screen.only && screen.only !== (isPhone ? 'phone' : 'desktop')) continue;
      const page = await context.newPage();
      if (screen.isSignedIn && !isSignedIn) {
        await signInToDemo(page);
        isSignedIn = true;
      }
      await page.emulateMedia({ media: screen.isPrinted ? 'print' : 'screen' });
      try {
        await openScreen(page, screen);
      } catch (error) {
        report(`${name}: ${error}`);
      }
      const file = join(values.out, `${name}-${modeName}.png`);
      await page.screenshot({ path: file, fullPage: screen.isPrinted ?? false });
      pictures++;
      if (!screen.isPrinted) {
        const wider = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (wider > 0) report(`${name} is ${wider} px wider than the screen`);
        if (values.axe) for (const violation of await axe(page)) report(`${name}: ${violation}`);
      }
      await page.close();
    }
    await context.close();
    console.log(`${modeName}: done`);
  }
  await browser.close();
  await stack?.stop();
  console.log(`${pictures} pictures in ${values.out}, ${findings} findings.`);
  return findings === 0 ? 0 : 1;
});
