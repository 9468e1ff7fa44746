import { defineConfig, devices } from '@playwright/test';

/**
 * Returns a time zone in which it is between 9 and 10 a.m. now. The zone differs from UTC by whole hours. A test that
 * advances the clock by a few hours must not reach midnight. Tests about time zones or midnight set their own zone.
 */
function zoneWhereItIsMorning(): string {
  const ahead = 9 - new Date().getUTCHours();
  const wrapped = ahead < -12 ? ahead + 24 : ahead;
  // The sign in an Etc/GMT name is inverted. Etc/GMT-5 is five hours ahead of UTC.
  return wrapped > 0 ? `Etc/GMT-${wrapped}` : `Etc/GMT+${-wrapped}`;
}
// Also set in the environment, so that the workers inherit it and the tests' own dates use it.
const timezoneId = (process.env.TZ = process.env.DAYMARK_TEST_ZONE ??= zoneWhereItIsMorning());

export default defineConfig({
  testDir: 'web/e2e',
  globalSetup: './web/e2e/runningStack.ts',
  testIgnore: process.env.LONG_RUNS ? [] : ['**/*.long.spec.ts'],
  // Tests tagged @long are variants of a flow that another test covers.
  grepInvert: process.env.LONG_RUNS ? undefined : /@long/,
  outputDir: 'node_modules/.cache/playwright',
  forbidOnly: true,
  fullyParallel: true,
  // Three workers on two cores, because tests often wait for the network. A fourth worker slows the run down.
  workers: 3,
  // A test that passes only on a retry hides a defect.
  retries: 0,
  // Long, because the machine may be busy.
  timeout: 180_000,
  // Longer than the app waits for a response before it sends the request again.
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    // Set by runningStack.ts, whose environment the workers inherit.
    baseURL: process.env.DAYMARK_URL,
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId,
    // Makes fades end immediately, so that axe doesn't measure the contrast of half-drawn text.
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker would hide requests from the tests that intercept them. The offline tests allow service workers.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        // V8's helper threads only pay off for long-lived pages, and the tests' pages close after seconds.
        '--js-flags=--single-threaded',
      ],
    },
  },
});
