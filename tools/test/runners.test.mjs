// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted, playwrightTally, tapTally, vitestTally } from '../runner/runners.mjs';

test('Vitest: skipped tests and files that do not load count as failed', () => {
  const report = {
    numTotalTests: 5,
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{}] },
      { status: 'passed', assertionResults: [{}] },
    ],
  };
  assert.deepEqual(vitestTally(JSON.stringify(report)), { passed: 3, failed: 3 });
});

test('Playwright: skipped tests and errors outside of tests count as failed, one that passed at its second go doesn’t', () => {
  const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 1 }, errors: [{}] };
  assert.deepEqual(playwrightTally(JSON.stringify(report)), { passed: 5, failed: 3 });
});

test("Node's runner: whatever did not pass counts as failed", () => {
  const report = '1..3\n# tests 6\n# pass 3\n# fail 1\n# cancelled 1\n# skipped 1\n';
  assert.deepEqual(tapTally(report), { passed: 3, failed: 3 });
  assert.equal(tapTally('TAP version 13\n'), undefined);
});

test('a runner that crashed, ran nothing, or failed without a failed test counts as one failed', (t) => {
  t.mock.method(console, 'log', () => {});
  assert.deepEqual(counted('x', 1, undefined), { passed: 0, failed: 1 });
  assert.deepEqual(counted('x', 0, { passed: 0, failed: 0 }), { passed: 0, failed: 1 });
  assert.deepEqual(counted('x', 1, { passed: 7, failed: 0 }), { passed: 7, failed: 1 });
  assert.deepEqual(counted('x', 1, { passed: 7, failed: 2 }), { passed: 7, failed: 2 });
  assert.deepEqual(counted('x', 0, { passed: 7, failed: 0 }), { passed: 7, failed: 0 });
});
