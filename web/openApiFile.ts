import type { Plugin } from 'vite';
import { openApi } from '../functions/contract/openApi.ts';

/** Where the document is served. features/developers/drawReference.ts reads it. */
const FILE = 'openapi.json';

/** Serves the contract as an OpenAPI document beside the pages, in builds and in development. */
export function openApiFile(): Plugin {
  const source = () => JSON.stringify(openApi());
  return {
    name: 'daymark:openapi',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: source() });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${FILE}`, (_request, response) => {
        response.setHeader('Content-Type', 'application/json');
        response.end(source());
      });
    },
  };
}
