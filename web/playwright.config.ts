import { defineConfig, devices } from '@playwright/test';

const baseURL = process.env.DAYMARK_URL;
if (!baseURL) throw new Error('DAYMARK_URL is not set: run these tests with `npm test -- e2e`.');

/**
 * The zone where it is 9 in the morning now, whole hours from UTC. A test that lets an hour or three
 * pass must not reach midnight, whenever it is run; those about zones and midnights name their own.
 */
function zoneWhereItIsMorning(): string {
  const ahead = 9 - new Date().getUTCHours();
  const wrapped = ahead < -12 ? ahead + 24 : ahead;
  // These names count the hours behind UTC.
  return wrapped > 0 ? `Etc/GMT-${wrapped}` : `Etc/GMT+${-wrapped}`;
}
// In the environment, so that the tests' own dates are in it too, and the workers inherit it.
const timezoneId = (process.env.TZ = process.env.DAYMARK_TEST_ZONE ??= zoneWhereItIsMorning());

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../node_modules/.cache/playwright',
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  // On a machine whose cores are taken away for seconds, once is bad luck: the list names it as flaky.
  retries: 1,
  // Generous, because a shared machine can be busy: nothing here waits longer than it has to.
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    trace: 'on-first-retry',
    baseURL,
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId,
    // What a test routes or fails must reach the network; the tests of offline use allow them.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    },
  },
});
