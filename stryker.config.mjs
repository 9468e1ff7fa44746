// @ts-check

/**
 * Pure modules, each with a test file of the same name. Modules whose tests change the time zone are left out, because
 * Stryker runs tests in worker threads, which can't change the time zone.
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
  // Stryker copies the project, and needs the API of TypeScript 6 to rewrite the copy's tsconfig.json. No file is named
  // `none`, so Stryker rewrites no tsconfig. Vitest doesn't read tsconfig.json.
  tsconfigFile: 'none',
  concurrency: 2,
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { allowColor: false, logTests: false },
  thresholds: { high: 90, low: 80, break: 80 },
};
