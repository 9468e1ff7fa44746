// @ts-check

/**
 * Forbids spreading a literal into another (`...{ a, b }`, `...[a, b]`): that only groups lines
 * against the formatter.
 * @type {import('eslint').Rule.RuleModule}
 */
export const noLiteralSpread = {
  meta: { type: 'suggestion', fixable: 'code', schema: [] },
  create: (context) => ({
    'ObjectExpression > SpreadElement > ObjectExpression, ArrayExpression > SpreadElement > ArrayExpression'(
      /** @type {import('eslint').Rule.Node} */ node,
    ) {
      context.report({
        node,
        message: 'Write the members out instead of spreading a literal.',
        fix: (fixer) => {
          const members = context.sourceCode.getText(node).slice(1, -1).trim().replace(/,$/, '');
          return members ? fixer.replaceText(node.parent, members) : null;
        },
      });
    },
  }),
};
