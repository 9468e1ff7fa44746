import { defineConfig, devices } from '@playwright/test';

const baseURL = process.env.DAYMARK_URL;
if (!baseURL) throw new Error('DAYMARK_URL is not set: run these tests with `npm test -- e2e`.');

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../node_modules/.cache/playwright',
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Generous, because a shared machine can be busy: nothing here waits longer than it has to.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    trace: 'retain-on-failure',
    baseURL,
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    // What a test routes or fails must reach the network; the tests of offline use allow them.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    },
  },
});
