import type { AccountExport } from '@daymark/contract/accountExport';

/**
 * An `AccountExport` in which each list is a function that reads it page by page, because the list may not fit into
 * memory. Each call of the function reads the list again.
 */
export type ExportDocument = {
  [Name in keyof AccountExport]: AccountExport[Name] extends readonly unknown[]
    ? () => AsyncIterable<AccountExport[Name]>
    : AccountExport[Name];
};

/** Yields the same text as `JSON.stringify` of the whole document, in parts. `space` indents each level. */
export async function* jsonOf(document: ExportDocument, space = ''): AsyncGenerator<string> {
  const line = (depth: number) => (space ? `\n${space.repeat(depth)}` : '');
  // Line breaks in texts are escaped, so each remaining line break begins a line of JSON.
  const textOf = (value: unknown, depth: number) =>
    JSON.stringify(value, undefined, space).replaceAll('\n', line(depth));
  let isFirst = true;
  for (const [name, value] of Object.entries(document)) {
    yield `${isFirst ? '{' : ','}${line(1)}"${name}":${space && ' '}`;
    isFirst = false;
    if (typeof value === 'function') yield* listOf(value());
    else yield textOf(value, 1);
  }
  yield `${line(0)}}`;

  async function* listOf(pages: AsyncIterable<unknown[]>): AsyncGenerator<string> {
    let isEmpty = true;
    for await (const page of pages)
      for (const record of page) {
        yield `${isEmpty ? '[' : ','}${line(2)}${textOf(record, 2)}`;
        isEmpty = false;
      }
    yield isEmpty ? '[]' : `${line(1)}]`;
  }
}
