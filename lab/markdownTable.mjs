// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { CommandError } from '../tools/command/commandError.mjs';
import { npm } from '../tools/command/run.mjs';

/**
 * Returns a table in Markdown.
 * @param {readonly string[]} head
 * @param {readonly (readonly (string | number)[])[]} rows
 */
export const markdownTable = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/**
 * Replaces the text between a document's two markers, and formats the document.
 * @param {string} file
 * @param {string} text
 */
export async function writeBetweenMarkers(file, text) {
  const [begin, end] = ['<!-- measured: begin -->', '<!-- measured: end -->'];
  const [before, rest] = readFileSync(file, 'utf8').split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new CommandError(`${file} has no “measured” markers.`);
  writeFileSync(file, `${before}${begin}\n\n${text}\n\n${end}${after}`);
  const { code, output } = await npm(['run', '--silent', 'format', '--', file]);
  if (code !== 0) throw new CommandError(`${file} can't be formatted.`, output);
}
