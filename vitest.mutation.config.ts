import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { APP, CONTRACT } from './stryker.config.mjs';

/** What Stryker runs. */
export default defineConfig({
  // Stryker changes a copy of this folder, in whose node_modules the contract is the original one.
  resolve: {
    alias: {
      '@daymark/contract/test': join(import.meta.dirname, 'functions/contract/test'),
      '@daymark/contract': join(import.meta.dirname, 'functions/contract/src'),
    },
  },
  test: {
    testTimeout: 60_000,
    include: [
      `functions/test/unit/{${CONTRACT.join()}}.test.ts`,
      `web/src/**/{${APP.join()}}.test.ts`,
    ],
  },
});
