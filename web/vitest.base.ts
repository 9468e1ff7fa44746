import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** What the app's two projects of vitest.config.ts have in common. */
export default defineConfig({
  plugins: [react({ compiler: true })],
  test: {
    setupFiles: ['test/failOnConsoleError.ts'],
    // Trees of elements fill the default space for young objects many times a second.
    execArgv: ['--max-semi-space-size=64'],
    restoreMocks: true,
    unstubGlobals: true,
    // Files share a process and what they import: loading it again for each takes longer than its tests.
    isolate: false,
    // A machine whose cores are taken away for seconds is slow, and not wrong.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
