import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'prettier';
import { openApi } from '../../functions/contract/openApi';
import { ROOT } from '../command/paths.mjs';

/** Writes the contract to docs/openapi.json; the suite holds that against the contract. */
const json = await format(JSON.stringify(openApi()), { parser: 'json', printWidth: 100 });
await writeFile(join(ROOT, 'docs/openapi.json'), json);
