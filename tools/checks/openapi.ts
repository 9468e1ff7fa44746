import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { openApi } from '../../functions/contract/openApi';
import { ROOT } from '../command/paths.mjs';

/** Writes the contract to docs/openapi.json; the suite holds that against the contract. */
const { code } = await format('openapi.json', JSON.stringify(openApi()), { printWidth: 100 });
await writeFile(join(ROOT, 'docs/openapi.json'), code);
