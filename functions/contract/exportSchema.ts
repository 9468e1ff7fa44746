import * as z from 'zod/mini';
import { AccountExport } from './src/accountExport';

/** The JSON Schema (2020-12) of an export. docs/export.md says what the fields mean. */
export function exportSchema(): object {
  return {
    $id: 'https://daymark.app/export.schema.json',
    title: 'Daymark export, version 1',
    ...z.toJSONSchema(AccountExport, {
      io: 'output',
      unrepresentable: 'any',
      reused: 'inline',
      override({ jsonSchema: part }) {
        // The format is enough; the pattern is a page long.
        if (part.format) delete part.pattern;
      },
    }),
  };
}
