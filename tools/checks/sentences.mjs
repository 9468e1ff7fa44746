// @ts-check
/*
 * node tools/checks/sentences.mjs: prints every text that people can read in the app and in the server's responses. The
 * texts are sorted, each with its files, for proofreading and for comparing two commits. A text is either JSX text or a
 * literal that doesn't look like code.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

const FOLDERS = ['web/src', 'functions/src', 'functions/contract/src'];
const IGNORED = /\.(test|long\.test)\.tsx?$/;

/** Patterns of literals that only code reads. */
const CODE = [
  /^[a-z][\w-]*( [a-z][\w-]*)*$/, // words that begin with a lowercase letter: class names, keys, units
  /^[^a-zA-Z]*$/,
  /^[\w$./:@#?&=%*+,;<>()[\]{}|^~-]+$/, // no space: addresses, headers, selectors, names
  /^(\(|@media|min-width|M\d)/,
  /var\(--|[{};]|=>/,
];

const files = execFileSync('git', ['ls-files', ...FOLDERS], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !IGNORED.test(file));

/** @type {Map<string, Set<string>>} */
const found = new Map();

for (const file of files) {
  const { program } = parseSync(file, readFileSync(file, 'utf8'));
  /** @param {string} text */
  const add = (text) => {
    const line = text.replace(/\s+/g, ' ').trim();
    if (line !== '') found.set(line, (found.get(line) ?? new Set()).add(file));
  };
  /** @param {string} text */
  const addText = (text) => {
    if (/^[A-Z“][a-z’]+$/.test(text) || !CODE.some((pattern) => pattern.test(text))) add(text);
  };
  new Visitor({
    JSXText: ({ value }) => add(value),
    Literal: ({ value }) => {
      if (typeof value === 'string') addText(value);
    },
    TemplateLiteral: ({ quasis }) =>
      addText(quasis.map(({ value }) => value.cooked ?? value.raw).join('…')),
  }).visit(program);
}

for (const [text, where] of [...found].sort(([a], [b]) => a.localeCompare(b)))
  console.log(`${text}\t${[...where].join(', ')}`);
