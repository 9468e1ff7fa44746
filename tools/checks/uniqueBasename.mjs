// @ts-check
import { readdirSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { ROOT } from '../command/paths.mjs';

const FOLDERS = ['functions/src', 'functions/contract/src', 'web/src'];

/** A file's name without its extension, so that call.ts and call.tsx clash too. */
const stem = (/** @type {string} */ path) => basename(path, extname(path));

function sources() {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
}

/** @type {string[] | undefined} */
let known;

/**
 * No two source files share a name, so that the name is enough to find a file.
 * @type {import('eslint').Rule.RuleModule}
 */
export const uniqueBasename = {
  meta: { type: 'problem', schema: [] },
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
