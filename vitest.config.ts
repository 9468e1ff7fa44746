import { basename, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const at = (path: string) => join(import.meta.dirname, path);

const { LONG_RUNS } = process.env;
const LONG = LONG_RUNS ? [] : ['**/*.long.test.*'];

/** Tests of the app that need a DOM: tests of components and of browser-only features. */
const WITH_DOM = [
  'src/**/*.test.tsx',
  'test/screens/*.test.tsx',
  'src/lib/{api/queryClient,browser/{afterPaint,browserStorage},person/drafts}.test.ts',
  'src/records/account/browserData.test.ts',
  'test/{appCheckToken,carriedGoals,conflicts,reminderActions,sync,topThree}.test.ts',
];

/** Tests of the function that need no emulators. */
const UNIT = 'test/unit/**/*.test.ts';
/** Test that runs in its own process, because the code it imports reads the environment when it is loaded. */
const ALONE = 'test/cutLine.test.ts';

/**
 * Tests that write hundreds of documents. These tests run last among the API's tests, because a query of the Firestore
 * emulator reads all documents that were ever written.
 */
const WRITING_MOST = [
  'archive',
  'googleReading',
  'imports',
  'googleConnect',
  'changes',
  'categories',
  'paging',
  'reminderCrash',
  'reminderYear',
];

/**
 * Runs the API's tests first, because they often wait, and tests of other projects can use the processor during these
 * waits. Runs the WRITING_MOST last among the API's tests.
 */
class WritingMostLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) =>
      project.name === 'api'
        ? WRITING_MOST.indexOf(basename(moduleId, '.test.ts'))
        : WRITING_MOST.length;
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

// Long time limits, so that no test fails only because the machine is busy.
const PATIENT = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
};

const FUNCTIONS = {
  ...PATIENT,
  env: {
    // The function must use the Auth emulator's project. For a call with an API key, the emulator uses the project that
    // it was started with.
    GCLOUD_PROJECT: process.env.GCLOUD_PROJECT ?? 'demo-daymark',
    // Stops Google's libraries from checking whether this machine is one of Google's.
    METADATA_SERVER_DETECTION: 'none',
  },
};

/**
 * Run `npx vitest --project node notes` for the tests whose path contains “notes”. The tests run again at each change.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // Keeps compiled files for the next run and for other projects that use them.
    experimental: { fsModuleCache: true },
    // Concurrent tests mostly wait for Google or for a time limit.
    maxConcurrency: 10,
    sequence: { sequencer: WritingMostLast },
    // The Firestore client logs every refusal that rules.test.ts provokes.
    onConsoleLog: (log) => !log.includes('PERMISSION_DENIED'),
    projects: [
      {
        root: './web',
        extends: './web/vitest.base.ts',
        test: {
          name: 'node',
          include: ['src/**/*.test.ts', 'test/{modelServer,mutation,simulation}.test.ts'],
          exclude: [...WITH_DOM, ...LONG],
        },
      },
      { root: './functions', test: { ...FUNCTIONS, name: 'unit', include: [UNIT], exclude: LONG } },
      {
        root: './web',
        extends: './web/vitest.base.ts',
        test: {
          name: 'dom',
          include: WITH_DOM,
          exclude: LONG,
          environment: 'jsdom',
          setupFiles: [at('web/test/prepareDocument.ts')],
        },
      },
      {
        root: './functions',
        test: {
          ...FUNCTIONS,
          name: 'api',
          include: ['test/**/*.test.ts'],
          exclude: [UNIT, ALONE, ...LONG],
          globalSetup: at('functions/test/runningFunction.ts'),
          // The test files of one worker share a process and its loaded modules.
          isolate: false,
        },
      },
      {
        root: './functions',
        test: {
          ...FUNCTIONS,
          name: 'apiAlone',
          include: [ALONE],
          globalSetup: at('functions/test/runningFunctionAlone.ts'),
        },
      },
      {
        root: './tools',
        test: {
          ...PATIENT,
          name: 'tools',
          include: ['test/**/*.test.mjs', '../lab/**/*.test.mjs'],
          exclude: LONG,
        },
      },
      {
        root: './tools',
        test: {
          ...PATIENT,
          name: 'engines',
          include: ['engines/**/*.test.mjs'],
          globalSetup: at('tools/engines/runningStack.mjs'),
        },
      },
    ],
  },
});
