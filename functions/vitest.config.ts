import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'functions',
    root: import.meta.dirname,
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/runningFunction.ts',
    // What the rules tests are about; the client logs every refusal.
    onConsoleLog: (log) => !log.includes('PERMISSION_DENIED'),
    // Much of the time is waiting: for npm, for deadlines to pass.
    maxWorkers: 2,
    // Some hold an answer to a number of seconds, on machines whose cores are taken away for seconds:
    // the report names what passed at its second go.
    retry: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: {
      // The Auth emulator serves calls that carry an API key for the project it was started with only.
      GCLOUD_PROJECT: process.env.GCLOUD_PROJECT ?? 'demo-daymark',
      // Google's libraries needn't look whether this is a machine of Google's.
      METADATA_SERVER_DETECTION: 'none',
    },
  },
});
