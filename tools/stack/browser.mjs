// @ts-check
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../command/paths.mjs';
import { findChromium } from './setUp.mjs';

/** @typedef {import('@playwright/test').BrowserType} BrowserType */

/** @type {{ chromium: BrowserType }} */
const { chromium } = createRequire(join(ROOT, 'web', 'package.json'))('@playwright/test');

/** For a browser in a container without a GPU or a way to Google's hosts. */
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];

/**
 * The system's Chromium, headless.
 * @param {{ windowed?: boolean }} [wanted] whether it has to be the full browser, not its headless shell
 */
export async function launchChromium(wanted) {
  return chromium.launch({ executablePath: await findChromium(wanted), args: ARGS });
}

/**
 * The system's full Chromium with its one context in `profile`, reachable for other programs at `port`.
 * @param {string} profile
 * @param {number} port
 */
export async function launchReachableChromium(profile, port) {
  return chromium.launchPersistentContext(profile, {
    executablePath: await findChromium({ windowed: true }),
    args: [...ARGS, `--remote-debugging-port=${port}`],
  });
}
