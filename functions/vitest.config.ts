import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** These need no emulators: `npx vitest run --project unit` runs them alone. */
const UNIT = 'test/unit/**/*.test.ts';
const LONG = process.env.LONG_RUNS ? [] : ['test/**/*.long.test.ts'];
/** This one needs code that reads the environment when it is loaded. */
const ALONE = 'test/cutLine.test.ts';

/** These write hundreds of documents, and a query of the Firestore emulator reads all that were ever written. */
const WRITING_MOST = ['changes', 'categories', 'accountData', 'paging'];

class WritingMostLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      WRITING_MOST.indexOf(basename(moduleId, '.test.ts'));
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    root: import.meta.dirname,
    maxWorkers: 2,
    sequence: { sequencer: WritingMostLast },
    // Concurrent tests mostly wait, for Google or for a deadline.
    maxConcurrency: 10,
    // A machine whose cores are taken away for seconds is slow, and not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // The Firestore client logs every refusal that rules.test.ts provokes.
    onConsoleLog: (log) => !log.includes('PERMISSION_DENIED'),
    env: {
      // The Auth emulator serves calls that carry an API key only for the project it was started with.
      GCLOUD_PROJECT: process.env.GCLOUD_PROJECT ?? 'demo-daymark',
      // Google's libraries need not find out whether this is one of Google's machines.
      METADATA_SERVER_DETECTION: 'none',
    },
    projects: [
      { extends: true, test: { name: 'unit', include: [UNIT], exclude: LONG } },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['test/**/*.test.ts'],
          exclude: [UNIT, ALONE, ...LONG],
          globalSetup: 'test/runningFunction.ts',
          // They share a process, and what they import.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'apiAlone', include: [ALONE], globalSetup: 'test/runningFunctionAlone.ts' },
      },
    ],
  },
});
