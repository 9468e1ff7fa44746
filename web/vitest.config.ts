import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Tests that need a DOM: those of components, and of what only browsers have. */
const WITH_DOM = [
  'src/**/*.test.tsx',
  'test/screens/*.test.tsx',
  'src/lib/{api/queryClient,browser/{afterPaint,browserStorage},person/drafts}.test.ts',
  'src/records/account/browserData.test.ts',
  'test/{appCheckToken,conflicts,sync,topThree}.test.ts',
];

export default defineConfig({
  plugins: [react({ compiler: true })],
  test: {
    maxWorkers: 2,
    setupFiles: ['test/failOnConsoleError.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    // Files share a process and what they import: loading it again for each takes longer than its tests.
    isolate: false,
    // A machine whose cores are taken away for seconds is slow, and not wrong.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['src/**/*.test.ts', 'test/{mutation,simulation}.test.ts'],
          exclude: [...WITH_DOM, ...(process.env.LONG_RUNS ? [] : ['**/*.long.test.ts'])],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: WITH_DOM,
          environment: 'jsdom',
          setupFiles: ['test/prepareDocument.ts'],
        },
      },
    ],
  },
});
