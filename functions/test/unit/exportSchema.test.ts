import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportSchema } from '../../contract/exportSchema';

const docs = join(import.meta.dirname, '../../../docs');

test('docs/export.schema.json is current (npm run openapi -w @daymark/functions writes it)', async () => {
  expect(JSON.parse(await readFile(join(docs, 'export.schema.json'), 'utf8'))).toEqual(
    exportSchema(),
  );
});
