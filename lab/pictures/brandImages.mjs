// @ts-check
/*
 * npm run brand -w lab: creates pictures in web/public. The pictures are the social card from the top of /landing, the
 * icons from favicon.svg, and the icons of the installed app's shortcuts. `npm run brand -w lab -- add-task` creates
 * only the named files.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '../../tools/stack/browser.mjs';
import { buildWeb } from '../../tools/stack/builds.mjs';
import { command } from '../../tools/command/command.mjs';
import { ROOT } from '../../tools/command/paths.mjs';

/** @typedef {import('@playwright/test').Browser} Browser */

const PUBLIC = join(ROOT, 'web', 'public');
const ADDRESS = 'http://daymark.brand';

/** The card's size, as in lib/product.ts. */
const CARD = { width: 1200, height: 630 };

/** Styles for the card that leave only the name, the headline and the top of the picture visible. */
const CARD_STYLE = `
  header :is(nav, nav ~ *) { display: none !important; }
  header { position: static !important; border: 0 !important; }
  header > div, main > section:first-child { max-width: none !important; padding-inline: 64px !important; }
  header > div { height: 104px !important; font-size: 28px; }
  main > section:first-child { padding-top: 8px !important; }
  main h1 { font-size: 92px !important; }
  main h1 + div { margin: 0 0 36px !important; }
  main h1 + div > * { display: none !important; }
  main [role='img'] { font-size: 14px !important; }
`;

/**
 * The app's icons. `size` is in px. `mark` is the width of the mark and `radius` the corner radius of the paper, both
 * as a share of the size. The operating system crops the apple and maskable icons.
 */
const ICONS = [
  { name: 'icon-192', size: 192, mark: 0.74, radius: 0.22 },
  { name: 'icon-512', size: 512, mark: 0.74, radius: 0.22 },
  { name: 'maskable-512', size: 512, mark: 0.58, radius: 0 },
  { name: 'apple-touch-icon', size: 180, mark: 0.7, radius: 0 },
];

/** The shapes, 24 by 24, of the lucide icons that the app uses for the same actions. */
const SHORTCUTS = [
  { name: 'add-task', shapes: '<path d="M5 12h14M12 5v14"/>' },
  {
    name: 'start-focus',
    shapes: '<path d="M10 2h4M12 14l3-3"/><circle cx="12" cy="14" r="8"/>',
  },
];

command(async () => {
  const asked = process.argv.slice(2);
  const isAsked = (/** @type {string} */ name) => asked.length === 0 || asked.includes(name);
  const browser = await launchChromium();
  if (isAsked('card')) await drawCard(browser, await buildWeb('production'));
  mkdirSync(join(PUBLIC, 'icons'), { recursive: true });
  for (const icon of ICONS) if (isAsked(icon.name)) await drawIcon(browser, icon);
  for (const icon of SHORTCUTS) if (isAsked(icon.name)) await drawShortcut(browser, icon);
  await browser.close();
  return 0;
});

/**
 * @param {Browser} browser
 * @param {string} site the folder of the built app
 */
async function drawCard(browser, site) {
  const page = await browser.newPage({ viewport: CARD, colorScheme: 'light' });
  await page.route(`${ADDRESS}/**`, (route) => {
    const file = join(site, new URL(route.request().url()).pathname);
    return existsSync(file) ? route.fulfill({ path: file }) : route.abort();
  });
  await page.goto(`${ADDRESS}/landing.html`);
  await page.addStyleTag({ content: CARD_STYLE });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(PUBLIC, 'card.png') });
  await page.close();
}

/**
 * @param {Browser} browser
 * @param {(typeof ICONS)[number]} icon
 */
async function drawIcon(browser, { name, size, mark, radius }) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  // Draw the band in the paper's color and slightly wider. Otherwise the band's ends would leave a red hairline.
  const paper = '#fbfaf7';
  const svg = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8').replace(
    'fill="#FFF"',
    `fill="${paper}" stroke="${paper}" stroke-width="0.4"`,
  );
  await page.setContent(`
    <body style="margin: 0">
      <div style="height: 100vh; display: grid; place-items: center; background: ${paper};
        border-radius: ${radius * 100}%">
        <div style="width: ${mark * 100}%; translate: 0 -3%">${svg}</div>
      </div>
    </body>`);
  await page.screenshot({ path: join(PUBLIC, 'icons', `${name}.png`), omitBackground: true });
  await page.close();
}

/**
 * Draws the icon in ink on round paper, because operating systems show it unchanged in light and dark menus.
 * @param {Browser} browser
 * @param {(typeof SHORTCUTS)[number]} shortcut
 */
async function drawShortcut(browser, { name, shapes }) {
  const size = 192;
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`
    <body style="margin: 0">
      <div style="height: 100vh; display: grid; place-items: center; background: #fbfaf7;
        border-radius: 50%">
        <svg viewBox="0 0 24 24" width="50%" fill="none" stroke="#1d1f24" stroke-width="2"
          stroke-linecap="round" stroke-linejoin="round">${shapes}</svg>
      </div>
    </body>`);
  await page.screenshot({ path: join(PUBLIC, 'icons', `${name}.png`), omitBackground: true });
  await page.close();
}
