// @ts-check
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { ROOT } from '../command/paths.mjs';

/** Matches the paths of test files that `npm test` runs and that the table may name. */
const TESTS =
  /^(web\/e2e\/[\w./]+\.spec\.ts|web\/src\/[\w./]+\.test\.tsx?|(web|functions)\/test\/[\w./]+\.test\.tsx?)$/;
const REASON = /^(— |product §10: )\S.{7,}$/;

const text = readFileSync(join(ROOT, 'docs/spec-coverage.md'), 'utf8');
/** The table's rows, without its head. */
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => {
    // A bar within a cell is written \|.
    const [, section = '', sentence = '', proof = '', ...rest] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
    return { line, section, sentence, proofs: proof.split('<br>').filter(Boolean), rest };
  });

/** @param {string} proof */
const named = (proof) => /^`(\S+) › (.+)`$/.exec(proof)?.slice(1);

/**
 * Whether a source has a test, or a group of tests, with this title that is neither skipped nor commented out.
 * @param {string} source
 * @param {string} title
 */
function hasTitle(source, title) {
  const literal = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // The title follows directly after `test(`, `test.describe(` or `it(`, or after the `)(` of `test.each(…)(`.
  const call = String.raw`(?:\b(?:describe|test|it)(?:\.(?:describe|concurrent|serial))*|\))`;
  const line = String.raw`^(?!\s*(?://|\*)).*`;
  return new RegExp(String.raw`${line}${call}\(\s*(['"\x60])${literal}\1,`, 'm').test(source);
}

test('every row has a sentence and its section, in the order of docs/product.md', () => {
  assert.ok(rows.length > 0);
  let last = 1;
  for (const { line, section, sentence, rest } of rows) {
    assert.match(section, /^[1-9]$/, line);
    assert.ok(Number(section) >= last, `out of order: ${line}`);
    assert.notEqual(sentence, '', line);
    assert.deepEqual(rest, [''], `not three cells: ${line}`);
    last = Number(section);
  }
  assert.equal([...new Set(rows.map(({ section }) => section))].join(''), '123456789');
});

test('every row names a test, or says why it names none', () => {
  for (const { line, proofs } of rows) {
    assert.notEqual(proofs.length, 0, `neither test nor reason: ${line}`);
    for (const proof of proofs)
      assert.ok(named(proof) ?? REASON.test(proof), `${proof} in ${line}`);
  }
});

test('every named test exists under its title', () => {
  const missing = rows
    .flatMap(({ proofs }) => proofs)
    .filter((proof) => {
      const [file = '', title = ''] = named(proof) ?? [];
      if (!file) return false;
      const path = join(ROOT, file);
      return !TESTS.test(file) || !existsSync(path) || !hasTitle(readFileSync(path, 'utf8'), title);
    });
  assert.deepEqual([...new Set(missing)], []);
});

test('a test is found by its whole title, and only if it runs', () => {
  const source = [
    "test('adds', async () => {});",
    "test.skip('waits', async () => {});",
    "// test('rests', async () => {});",
    "it.each([[1]])(\n  'counts %d',\n  (n) => expect(n).toBe(1),\n);",
    "test(`on ${path}`, () => expect(notice).toContainText('Logged out', {}));",
  ].join('\n');
  const titles = [
    'adds',
    'counts %d',
    'on ${path}',
    'add',
    'waits',
    'rests',
    'Logged out',
    'counts 1',
  ];
  assert.deepEqual(
    titles.filter((title) => hasTitle(source, title)),
    ['adds', 'counts %d', 'on ${path}'],
  );
});
