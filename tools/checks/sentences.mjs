// @ts-check
/*
 * npm run sentences: prints every text that people can read in the app and in the server's replies, sorted, each with
 * the files it is in. For reading them aloud, and for comparing two commits. It finds what looks like text: JSX text,
 * and literals with a space or a capital letter at the start.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

const FOLDERS = ['web/src', 'functions/src', 'functions/contract/src'];
const IGNORED = /\.(test|long\.test)\.tsx?$/;

/** Literals that only code reads. */
const CODE = [
  /^[a-z][\w-]*( [a-z][\w-]*)*$/, // words of code: class names, keys, units
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
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  /** @param {string} text */
  const add = (text) => {
    const line = text.replace(/\s+/g, ' ').trim();
    if (line === '') return;
    found.set(line, (found.get(line) ?? new Set()).add(file));
  };
  /** @param {string} text */
  const isText = (text) =>
    /^[A-Z“][a-z’]+$/.test(text) || !CODE.some((pattern) => pattern.test(text));
  /** @param {import('typescript').Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isJsxText(node)) add(node.text);
    else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      if (isText(node.text)) add(node.text);
    } else if (ts.isTemplateExpression(node)) {
      const text =
        node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join('');
      if (isText(text)) add(text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

for (const [text, where] of [...found].sort(([a], [b]) => a.localeCompare(b)))
  console.log(`${text}\t${[...where].join(', ')}`);
