// @ts-check
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Some start the emulators.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'tools',
          include: ['test/**/*.test.mjs', '../lab/**/*.test.mjs'],
          exclude: process.env['LONG_RUNS'] ? [] : ['test/**/*.long.test.mjs'],
        },
      },
      { extends: true, test: { name: 'engines', include: ['engines/**/*.test.mjs'] } },
    ],
  },
});
