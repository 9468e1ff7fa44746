// @ts-check
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'vitest';
import { ROOT } from '../command/paths.mjs';

/** @param {string[]} patterns */
const tracked = (...patterns) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file && existsSync(join(ROOT, file)));

const files = tracked();
const documents = tracked('README.md', 'CONTRIBUTING.md', 'docs/*.md');

/** @param {string} file */
const read = (file) => readFileSync(join(ROOT, file), 'utf8');

test('every source file that a document names exists', () => {
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/`([\w@./-]+\.(?:tsx?|mjs|cjs|css|rules|json))`/g)]
      .map(([, name = '']) => name)
      // A document may leave out the beginning of a path, so only the end has to match.
      .filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
      .map((name) => `${document}: ${name}`),
  );
  assert.deepEqual([...new Set(missing)], []);
});

test('every npm script that a document names exists', () => {
  const scripts = [
    'package.json',
    'functions/package.json',
    'web/package.json',
    'lab/package.json',
  ].flatMap((file) => Object.keys(JSON.parse(read(file)).scripts));
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/npm run ([\w:]+)/g)]
      .filter(([, script = '']) => !scripts.includes(script))
      .map(([command]) => `${document}: ${command}`),
  );
  assert.deepEqual(missing, []);
});

test('every link from one document to another leads to a file', () => {
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(ROOT, dirname(document), target)))
      .map((target) => `${document}: ${target}`),
  );
  assert.deepEqual(broken, []);
});

test('every cited section of docs/product.md exists', () => {
  const sections = [...read('docs/product.md').matchAll(/^## (\d+)\. /gm)].map(([, n = '']) => n);
  assert.deepEqual(
    sections,
    sections.map((_, index) => String(index + 1)),
  );
  const cited = tracked('functions', 'web', 'tools', 'lab', 'docs/*.md')
    .filter((file) => /\.(tsx?|mjs|cjs|css|md)$/.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/§(\d+)/g)]
        .filter(([, section = '']) => !sections.includes(section))
        .map(([citation]) => `${file}: ${citation}`),
    );
  assert.deepEqual(cited, []);
});
