import { join } from 'node:path';
import { runnerImport, type Plugin } from 'vite';
import type * as Contract from '../functions/contract/openApi';

/** The path at which the OpenAPI document is served. features/developers/drawReference.ts reads it. */
const FILE = 'openapi.json';

/** Serves the contract as an OpenAPI document beside the pages, in builds and in development. */
export function openApiFile(): Plugin {
  return {
    name: 'daymark:openapi',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: await openApiText() });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${FILE}`, (_request, response, next) => {
        response.setHeader('Content-Type', 'application/json');
        openApiText().then((text) => response.end(text), next);
      });
    },
  };
}

async function openApiText(): Promise<string> {
  const path = join(import.meta.dirname, '../functions/contract/openApi.ts');
  const { module } = await runnerImport<typeof Contract>(path, { configFile: false });
  return JSON.stringify(module.openApi());
}
