// @ts-check
import { chromium } from '@playwright/test';
import { findChromium } from './setUp.mjs';

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
