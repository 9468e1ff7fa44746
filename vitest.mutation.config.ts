import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { APP, CONTRACT } from './stryker.config.mjs';

/** Vitest's configuration for Stryker. */
export default defineConfig({
  // Stryker mutates a copy of this folder, but the contract in the copy's node_modules is the original. These aliases
  // point to the mutated contract.
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
