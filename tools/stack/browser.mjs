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

/** The system's Chromium, headless. */
export async function launchChromium() {
  return chromium.launch({ executablePath: await findChromium(), args: ARGS });
}

/**
 * The system's Chromium with its one context in `profile`, reachable for other programs at `port`.
 * @param {string} profile
 * @param {number} port
 */
export async function launchReachableChromium(profile, port) {
  return chromium.launchPersistentContext(profile, {
    executablePath: await findChromium(),
    args: [...ARGS, `--remote-debugging-port=${port}`],
  });
}
