import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** The settings that the app's two projects in vitest.config.ts share. */
export default defineConfig({
  plugins: [react({ compiler: true })],
  test: {
    setupFiles: ['test/failOnConsoleError.ts'],
    // Trees of elements fill the default space for young objects many times a second.
    execArgv: ['--max-semi-space-size=64'],
    restoreMocks: true,
    unstubGlobals: true,
    // Files share a process and its modules. Loading the modules again for each file would take longer than the file's
    // tests.
    isolate: false,
    // A test may be slow, and still right, on a machine whose cores are taken away for seconds.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
