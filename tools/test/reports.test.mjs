// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { ROOT } from '../command/paths.mjs';
import { DEPLOYED_NODE } from '../runner/deployedNode.mjs';
import { checkedResult, playwrightResult, vitestResult } from '../runner/reports.mjs';

test('skipped tests and files that do not load count as failed in Vitest’s report', () => {
  const report = {
    numTotalTests: 5,
    numPassedTests: 3,
    testResults: [
      { name: 'a.test.ts', status: 'failed', assertionResults: [] },
      {
        name: 'b.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'adds', status: 'failed', failureMessages: ['Expected 2\n\nReceived 3'] },
          { fullName: 'halves', status: 'pending' },
        ],
      },
      {
        name: 'c.test.ts',
        status: 'passed',
        assertionResults: [{ fullName: 'counts', status: 'passed' }],
      },
    ],
  };
  assert.deepEqual(vitestResult(JSON.stringify(report)), {
    passed: 3,
    failed: 3,
    titles: ['a.test.ts', 'b.test.ts › adds\n    Expected 2\n    Received 3', 'b.test.ts › halves'],
  });
});

test('skipped and flaky tests and errors outside of tests count as failed in Playwright’s report', () => {
  const spec = { title: 'opens', file: 'a.spec.ts', ok: true };
  const results = [
    { errors: [{ message: '\u001b[31mTimed out\u001b[39m' }, { message: 'at the click' }] },
  ];
  const failedSpec = { title: 'closes', file: 'a.spec.ts', ok: false, tests: [{ results }] };
  const report = {
    stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 1 },
    errors: [{}],
    suites: [{ specs: [], suites: [{ specs: [spec, failedSpec] }] }],
  };
  assert.deepEqual(playwrightResult(JSON.stringify(report)), {
    passed: 4,
    failed: 4,
    titles: ['web/e2e/a.spec.ts › closes\n    Timed out\n    at the click'],
  });
});

test('a runner that crashed, ran nothing, or failed without a failed test counts as one failed test', () => {
  const result = (/** @type {number} */ passed, /** @type {number} */ failed) => ({
    passed,
    failed,
    titles: [],
  });
  const counts = (/** @type {import('../runner/reports.mjs').Result} */ { passed, failed }) => [
    passed,
    failed,
  ];
  assert.deepEqual(counts(checkedResult('x', 1)), [0, 1]);
  assert.deepEqual(counts(checkedResult('x', 0, result(0, 0))), [0, 1]);
  assert.deepEqual(counts(checkedResult('x', 1, result(7, 0))), [7, 1]);
  assert.deepEqual(counts(checkedResult('x', 1, result(7, 2))), [7, 2]);
  assert.deepEqual(counts(checkedResult('x', 0, result(7, 0))), [7, 0]);
});

test('the second run of the API tests uses the Node that functions are deployed on', () => {
  const manifest = readFileSync(join(ROOT, 'functions', 'package.json'), 'utf8');
  assert.equal(DEPLOYED_NODE.split('.')[0], JSON.parse(manifest).engines.node);
});
