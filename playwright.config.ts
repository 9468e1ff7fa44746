import { defineConfig, devices } from '@playwright/test';

/**
 * A zone, whole hours from UTC, where it is 9 in the morning now. A test that lets an hour or three
 * pass must not reach midnight. Tests about zones and midnights name their own zone.
 */
function zoneWhereItIsMorning(): string {
  const ahead = 9 - new Date().getUTCHours();
  const wrapped = ahead < -12 ? ahead + 24 : ahead;
  // The sign in these names is inverted: Etc/GMT-5 is five hours ahead of UTC.
  return wrapped > 0 ? `Etc/GMT-${wrapped}` : `Etc/GMT+${-wrapped}`;
}
// In the environment, so that the tests' own dates are in it too, and the workers inherit it.
const timezoneId = (process.env.TZ = process.env.DAYMARK_TEST_ZONE ??= zoneWhereItIsMorning());

export default defineConfig({
  testDir: 'web/e2e',
  globalSetup: './web/e2e/runningStack.ts',
  testIgnore: process.env.LONG_RUNS ? [] : ['**/*.long.spec.ts'],
  // Variants of a flow that another test covers.
  grepInvert: process.env.LONG_RUNS ? undefined : /@long/,
  outputDir: 'node_modules/.cache/playwright',
  forbidOnly: true,
  fullyParallel: true,
  // More than two cores: while one test waits for the network, another uses its core. Four take longer than three.
  workers: 3,
  // A test that passes at its second try has an error somewhere: find it.
  retries: 0,
  // Long, because the machine may be busy: nothing here waits longer than it has to.
  timeout: 90_000,
  // Longer than the app waits for a request before it sends it again.
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    // Set by runningStack.ts, whose environment the workers inherit.
    baseURL: process.env.DAYMARK_URL,
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId,
    // Fades end at once: nobody waits for them, and axe doesn't measure the contrast of half-drawn text.
    contextOptions: { reducedMotion: 'reduce' },
    // A request that a test intercepts must reach the network. The tests of offline use allow them.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        // V8's helper threads work ahead for pages that live long: these are closed after seconds.
        '--js-flags=--single-threaded',
      ],
    },
  },
});
