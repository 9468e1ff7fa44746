// @ts-check

/**
 * Pure modules, each with a test file of the same name. Modules whose tests change the time zone are left out, because
 * Stryker runs tests in threads, where that is impossible.
 */
export const CONTRACT = ['laterEdits', 'repeat', 'repeatText', 'series'];
export const APP = [
  'dayCapacity',
  'dayOrder',
  'estimateSums',
  'focusTimer',
  'monthDays',
  'monthLines',
  'noteCheckboxes',
  'noteLinks',
  'patterns',
  'prioritySuggestions',
  'seriesEdits',
  'sessionFit',
  'taskPlan',
  'taskTree',
];

/** @type {Record<string, unknown>} */
export default {
  mutate: [`functions/contract/src/**/{${CONTRACT.join()}}.ts`, `web/src/**/{${APP.join()}}.ts`],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts' },
  // Stryker can't rewrite the copy's tsconfig.json without the API of TypeScript 6, and Vitest doesn't read it.
  tsconfigFile: 'none',
  concurrency: 2,
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { allowColor: false, logTests: false },
  thresholds: { high: 90, low: 80, break: 80 },
};
