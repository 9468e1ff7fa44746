// @ts-check
import { readdirSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { definePlugin } from '@oxlint/plugins';
import { ROOT } from '../command/paths.mjs';
import { directionsRule } from './directionsRule.mjs';
import { plainComments, plainTitles } from './plainEnglishRules.mjs';

/** @typedef {import('@oxlint/plugins').Rule} Rule */

/**
 * Returns a rule that reports every node that a selector matches.
 * @param {string} selector
 * @param {string} message
 * @returns {Rule}
 */
const forbid = (selector, message) => ({
  create: (context) => ({
    [selector]: (/** @type {import('@oxlint/plugins').ESTree.Node} */ node) =>
      context.report({ node, message }),
  }),
});

/** Returns a file's name without its extension, so that call.ts and call.tsx clash too. */
const stem = (/** @type {string} */ path) => basename(path, extname(path));

function sources() {
  return ['functions/src', 'functions/contract/src', 'web/src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
}

/** @type {string[] | undefined} */
let known;

/**
 * Forbids two source files with the same name, so that a name is enough to find a file.
 * @type {Rule}
 */
const uniqueBasename = {
  create: (context) => ({
    Program(node) {
      known ??= sources();
      const others = known
        .filter((path) => path !== context.filename && stem(path) === stem(context.filename))
        .map((path) => relative(ROOT, path));
      if (others.length === 0) return;
      context.report({ node, message: `Another file has this name: ${others.join(', ')}.` });
    },
  }),
};

/**
 * Forbids spreading a literal into another (`...{ a, b }`, `...[a, b]`), which only works around the
 * formatter's line breaks.
 * @type {Rule}
 */
const noLiteralSpread = {
  meta: { fixable: 'code' },
  create: (context) => ({
    'ObjectExpression > SpreadElement > ObjectExpression, ArrayExpression > SpreadElement > ArrayExpression'(
      /** @type {import('@oxlint/plugins').ESTree.Node} */ node,
    ) {
      context.report({
        node,
        message: 'Write the members out instead of spreading a literal.',
        fix: (fixer) => {
          const members = context.sourceCode.getText(node).slice(1, -1).trim().replace(/,$/, '');
          return members && node.parent ? fixer.replaceText(node.parent, members) : null;
        },
      });
    },
  }),
};

/** The project's own lint rules, as an oxlint plugin. */
export default definePlugin({
  meta: { name: 'daymark' },
  rules: {
    directions: directionsRule,
    'plain-comments': plainComments,
    'plain-titles': plainTitles,
    'unique-basename': uniqueBasename,
    'no-literal-spread': noLiteralSpread,
    'no-barrels': forbid(
      'ExportAllDeclaration, ExportNamedDeclaration[source]',
      'No barrels. Import each name from the file that defines it.',
    ),
    'dates-in-one-file': forbid(
      [
        'ImportDeclaration[source.value=/^dayjs/]',
        'MemberExpression[object.name="Intl"][property.name="DateTimeFormat"]',
        'MemberExpression[property.name=/^(toLocale(Date|Time)?String|to(Date|Time)String|getTimezoneOffset)$/]',
        'CallExpression > MemberExpression[property.name=/^[gs]et(UTC)?(Date|Day|Month|FullYear|Hours|Minutes|Seconds|Milliseconds)$/]',
      ].join(', '),
      'Date arithmetic and formatting belong in web/src/lib/time/dates.ts.',
    ),
    'every-test-runs': forbid(
      'MemberExpression[object.name=/^(test|it|describe|suite)$/][property.name=/^(only|skip|todo|fixme|fails)$/]',
      'Every test must run. Fix it or remove it.',
    ),
  },
});
