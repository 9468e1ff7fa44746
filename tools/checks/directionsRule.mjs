// @ts-check
import { statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import directions from './directions.cjs';

/** @typedef {import('@oxlint/plugins').ESTree.Node} Node */

/**
 * Reports each import that directions.cjs forbids.
 * @type {import('@oxlint/plugins').Rule}
 */
export const directionsRule = {
  create(context) {
    const from = relative(context.cwd, context.filename);
    const rules = directions.forbidden.flatMap((rule) => {
      const found = matching(rule.from, from);
      return found ? [{ ...rule, groups: found }] : [];
    });
    /**
     * @param {Node} node
     * @param {unknown} source
     * @param {boolean} [typeOnly]
     */
    const check = (node, source, typeOnly = false) => {
      if (typeof source !== 'string') return;
      const to = pathOf(source, context);
      for (const { name, comment, groups, to: target, allowsTypes } of rules) {
        if ((allowsTypes && typeOnly) || !matching(target, to, groups)) continue;
        context.report({ node, message: `${name}: ${to}. ${comment}` });
      }
    };
    return {
      ImportDeclaration: (node) =>
        check(
          node,
          node.source.value,
          node.importKind === 'type' ||
            (node.specifiers.length > 0 &&
              node.specifiers.every((one) => 'importKind' in one && one.importKind === 'type')),
        ),
      ExportNamedDeclaration: (node) => check(node, node.source?.value, node.exportKind === 'type'),
      ExportAllDeclaration: (node) => check(node, node.source.value, node.exportKind === 'type'),
      ImportExpression: (node) =>
        check(node, node.source.type === 'Literal' ? node.source.value : undefined),
      TSImportType: (node) => check(node, node.source.value, true),
    };
  },
};

/**
 * Returns the match of a place's pattern with a path. Returns undefined if the pattern doesn't match or an exception
 * does.
 * @param {import('./directions.cjs').Place} place
 * @param {string} path
 * @param {RegExpExecArray} [groups] the match whose first group replaces `$1` in an exception
 */
function matching({ path: pattern = '', pathNot = [] }, path, groups) {
  const except = [pathNot].flat().map((one) => one.replace('$1', groups?.[1] ?? ''));
  if (except.some((one) => new RegExp(one).test(path))) return undefined;
  return new RegExp(pattern).exec(path) ?? undefined;
}

/**
 * Returns the path of an imported file, relative to the root, or `node_modules/…` for a package.
 * @param {string} source
 * @param {{ cwd: string, filename: string }} context
 */
function pathOf(source, { cwd, filename }) {
  const contract = /^@daymark\/contract\/(.*)$/.exec(source);
  if (contract) {
    const [, file = ''] = contract;
    return `functions/contract/${file.startsWith('test/') ? '' : 'src/'}${file}.ts`;
  }
  if (!source.startsWith('.')) return join('node_modules', source, '/');
  const target = resolve(dirname(filename), source.replace(/[?].*$/, ''));
  const isFile = (/** @type {string} */ path) =>
    statSync(path, { throwIfNoEntry: false })?.isFile();
  const ending = ['', '.ts', '.tsx', '.d.ts'].find((one) => isFile(target + one)) ?? '';
  return relative(cwd, target + ending);
}
