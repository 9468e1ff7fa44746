// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, vi } from 'vitest';
import { ROOT } from '../command/paths.mjs';
import { DEPLOYED_NODE } from '../runner/deployedNode.mjs';
import { checkedResult, playwrightResult, vitestResult } from '../runner/runners.mjs';
import { selectSuites } from '../runner/suites.mjs';

test('Vitest: skipped tests and files that do not load count as failed', () => {
  const report = {
    numTotalTests: 5,
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    testResults: [
      { name: 'a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      {
        name: 'b.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'adds', status: 'failed', failureMessages: ['expected 3 to be 4'] },
          { fullName: 'halves', status: 'pending' },
        ],
      },
      {
        name: 'c.test.ts',
        status: 'passed',
        assertionResults: [{ fullName: 'counts', status: 'passed', duration: 7 }],
      },
    ],
  };
  assert.deepEqual(vitestResult(JSON.stringify(report)), {
    passed: 3,
    failed: 3,
    times: [
      { title: 'b.test.ts › adds', ms: 0 },
      { title: 'b.test.ts › halves', ms: 0 },
      { title: 'c.test.ts › counts', ms: 7 },
    ],
    failures: [
      { title: 'a.test.ts', message: 'no such module' },
      { title: 'b.test.ts › adds', message: 'expected 3 to be 4' },
      { title: 'b.test.ts › halves', message: 'pending' },
    ],
  });
});

test('Playwright: skipped and flaky tests and errors outside of tests count as failed', () => {
  const spec = { title: 'opens', file: 'a.spec.ts', tests: [{ results: [{ duration: 9 }] }] };
  const failed = { duration: 5, errors: [{ message: 'not visible' }] };
  const failedSpec = { title: 'closes', file: 'a.spec.ts', tests: [{ results: [failed] }] };
  const report = {
    stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 1 },
    errors: [{}],
    suites: [{ specs: [], suites: [{ specs: [spec, failedSpec] }] }],
  };
  assert.deepEqual(playwrightResult(JSON.stringify(report)), {
    passed: 4,
    failed: 4,
    times: [
      { title: 'web/e2e/a.spec.ts › opens', ms: 9 },
      { title: 'web/e2e/a.spec.ts › closes', ms: 5 },
    ],
    failures: [{ title: 'web/e2e/a.spec.ts › closes', message: 'not visible' }],
  });
});

test('a runner that crashed, ran nothing, or failed without a failed test counts as one failed', (t) => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  t.onTestFinished(() => log.mockRestore());
  assert.deepEqual(checkedResult('x', 1, undefined), { passed: 0, failed: 1 });
  assert.deepEqual(checkedResult('x', 0, { passed: 0, failed: 0 }), { passed: 0, failed: 1 });
  assert.deepEqual(checkedResult('x', 1, { passed: 7, failed: 0 }), { passed: 7, failed: 1 });
  assert.deepEqual(checkedResult('x', 1, { passed: 7, failed: 2 }), { passed: 7, failed: 2 });
  assert.deepEqual(checkedResult('x', 0, { passed: 7, failed: 0 }), { passed: 7, failed: 0 });
});

test('without a name everything runs, with one its part or the files of that name', () => {
  const all = selectSuites([]);
  assert.ok(all.checks);
  assert.deepEqual(
    new Set(all.suites.map(({ part }) => part)),
    new Set(['unit', 'tools', 'api', 'e2e']),
  );

  const part = selectSuites(['api']);
  assert.ok(!part.checks);
  assert.deepEqual(
    part.suites.map(({ part, files }) => [part, files]),
    [['api', []]],
  );

  const file = selectSuites(['web/e2e/notes.spec']);
  assert.deepEqual(
    file.suites.map(({ part, files }) => [part, files]),
    [['e2e', ['e2e/notes.spec.ts']]],
  );
});

test('a name that no part and no test file has is an error', () => {
  assert.throws(() => selectSuites(['api', 'nothing-like-it']), /called nothing-like-it/);
});

test('files named .long. run in long runs only', () => {
  const files = (/** @type {boolean} */ long) =>
    selectSuites(['tools/test/start'], long).suites.flatMap((suite) => suite.files);
  assert.deepEqual(files(false), ['test/start.test.mjs']);
  assert.deepEqual(files(true), ['test/start.long.test.mjs', 'test/start.test.mjs']);
});

test('in long runs the API tests run on the major version of Node that functions are deployed on', () => {
  const manifest = readFileSync(join(ROOT, 'functions', 'package.json'), 'utf8');
  assert.equal(DEPLOYED_NODE.split('.')[0], JSON.parse(manifest).engines.node);
});

test('other engines run in long runs, or when they are named', () => {
  const runs = (/** @type {string[]} */ names, /** @type {boolean} */ long) =>
    selectSuites(names, long).suites.some(({ part }) => part === 'engines');
  assert.deepEqual(
    [runs([], false), runs([], true), runs(['engines'], false), runs(['api'], true)],
    [false, true, true, false],
  );
});
