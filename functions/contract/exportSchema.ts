import * as z from 'zod/mini';
import { AccountExport } from './src/accountExport';

/** Returns the JSON Schema (2020-12) of an export. docs/export.md explains the fields. */
export function exportSchema(): object {
  return {
    $id: 'https://daymark.app/export.schema.json',
    title: 'Daymark export, version 1',
    ...z.toJSONSchema(AccountExport, {
      io: 'output',
      unrepresentable: 'any',
      reused: 'inline',
      override({ jsonSchema: part }) {
        // `format` says enough. The pattern would be a page long.
        if (part.format) delete part.pattern;
      },
    }),
  };
}
