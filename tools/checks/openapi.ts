import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { exportSchema } from '../../functions/contract/exportSchema';
import { openApi } from '../../functions/contract/openApi';
import { ROOT } from '../command/paths.mjs';

/** The two files in docs/ that are generated from the contract. Tests check that both files match the contract. */
const documents = { 'openapi.json': openApi(), 'export.schema.json': exportSchema() };
for (const [name, document] of Object.entries(documents)) {
  const { code } = await format(name, JSON.stringify(document), { printWidth: 100 });
  await writeFile(join(ROOT, 'docs', name), code);
}
