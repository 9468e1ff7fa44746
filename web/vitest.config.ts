import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react({ compiler: true })],
  test: {
    // Starting jsdom takes seconds: test files that need a DOM say so with `// @vitest-environment jsdom`.
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
    setupFiles: ['test/failOnConsoleError.ts'],
    restoreMocks: true,
    // A machine whose cores are taken away for seconds is slow, and not wrong.
    testTimeout: 60_000,
  },
});
