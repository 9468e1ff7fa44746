// @ts-check
import { chromium } from '@playwright/test';
import { findChromium } from './setUp.mjs';

/** Arguments for a browser in a container without a GPU and without access to Google's hosts. */
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];

/**
 * Launches the system's Chromium, headless.
 * @param {{ windowed?: boolean }} [wanted] `windowed` requires the full browser instead of its headless shell
 */
export async function launchChromium(wanted) {
  return chromium.launch({ executablePath: await findChromium(wanted), args: ARGS });
}

/**
 * Launches the system's full Chromium with the profile in the folder `profile`. Other programs can control the browser
 * at `port`.
 * @param {string} profile
 * @param {number} port
 */
export async function launchReachableChromium(profile, port) {
  return chromium.launchPersistentContext(profile, {
    executablePath: await findChromium({ windowed: true }),
    args: [...ARGS, `--remote-debugging-port=${port}`],
  });
}

/**
 * Opens a window of the system's full Chromium on the screen that DISPLAY names. The window fills this screen.
 * @param {string} baseURL
 */
export async function openChromiumWindow(baseURL) {
  return chromium.launchPersistentContext('', {
    executablePath: await findChromium({ windowed: true }),
    headless: false,
    viewport: null,
    baseURL,
    // Without this and `--test-type`, a bar says that a program controls the browser.
    ignoreDefaultArgs: ['--enable-automation'],
    args: [
      ...ARGS,
      '--test-type',
      '--hide-scrollbars',
      '--window-position=0,0',
      '--window-size=1282,802',
    ],
  });
}
