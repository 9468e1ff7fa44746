// @ts-check

/** @typedef {import('@oxlint/plugins').Rule} Rule */
/** @typedef {import('@oxlint/plugins').ESTree.Node} Node */
/** @typedef {import('@oxlint/plugins').Comment} Comment */

/** Openings that make a reader wait for the subject of the sentence. */
const INVERTED = /^(What|Who|Whom|Whose|So|Of|That of|In place of|For what)\b/;
/** References to issues and design documents, which a reader of the repository can't open. */
const UNREADABLE = /\bissues? #?\d+|\bdesign(\.md)?,? (part|§) ?\d/i;
const TITLE_MAX = 100;
const TITLE_CALLS = new Set(['test', 'it', 'describe', 'suite']);

/** @param {Comment} comment */
const textOf = ({ value }) => value.replace(/^[\s*/]+/, '');

/**
 * Returns the comments that begin a text. A line comment right below another line comment continues it.
 * @param {readonly Comment[]} comments
 */
const beginnings = (comments) =>
  comments.filter(({ type, loc }, index) => {
    const previous = comments[index - 1];
    return !(
      type === 'Line' &&
      previous?.type === 'Line' &&
      previous.loc.end.line === loc.start.line - 1 &&
      previous.loc.start.column === loc.start.column
    );
  });

/**
 * Reports comments with an INVERTED opening or an UNREADABLE reference.
 * @type {Rule}
 */
export const plainComments = {
  create: (context) => ({
    Program() {
      const comments = context.sourceCode.getAllComments();
      for (const comment of beginnings(comments))
        if (INVERTED.test(textOf(comment)))
          context.report({
            loc: comment.loc,
            message: 'Start with a verb or a noun: “Returns…”, “The longest…” (CONTRIBUTING.md).',
          });
      for (const comment of comments)
        if (UNREADABLE.test(comment.value))
          context.report({ loc: comment.loc, message: 'Cite only what the repository contains.' });
    },
  }),
};

/**
 * Returns the name of the function that a chain of calls begins with: `test` for `test.each(rows)(…)`.
 * @param {Node} node
 * @returns {string | undefined}
 */
function firstName(node) {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return firstName(node.object);
  if (node.type === 'CallExpression') return firstName(node.callee);
  if (node.type === 'TaggedTemplateExpression') return firstName(node.tag);
  return undefined;
}

/**
 * Reports test titles that are longer than TITLE_MAX or have an UNREADABLE reference.
 * @type {Rule}
 */
export const plainTitles = {
  create: (context) => ({
    CallExpression({ callee, arguments: [title] }) {
      if (!title || !TITLE_CALLS.has(firstName(callee) ?? '')) return;
      const text = titleText(title);
      if (text.length > TITLE_MAX)
        context.report({
          node: title,
          message: `A title has at most ${TITLE_MAX} characters. This one has ${text.length}.`,
        });
      if (UNREADABLE.test(text))
        context.report({ node: title, message: 'Cite only what the repository contains.' });
    },
  }),
};

/** @param {Node} node */
function titleText(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.raw).join('…');
  return '';
}
