import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { exportSchema } from '../../functions/contract/exportSchema';
import { openApi } from '../../functions/contract/openApi';
import { ROOT } from '../command/paths.mjs';

/** Writes what the contract says for others into docs/; the suite holds both files against the contract. */
const documents = { 'openapi.json': openApi(), 'export.schema.json': exportSchema() };
for (const [name, document] of Object.entries(documents)) {
  const { code } = await format(name, JSON.stringify(document), { printWidth: 100 });
  await writeFile(join(ROOT, 'docs', name), code);
}
