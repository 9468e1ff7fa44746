// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { viteCli } from '../stack/builds.mjs';
import { ROOT } from '../command/paths.mjs';
import { HOST } from '../stack/ports.mjs';
import { CommandError } from '../command/commandError.mjs';
import { run, tail } from '../command/run.mjs';

/**
 * Builds the floor pages and serves them, gzipped, as Hosting serves ours: React alone at `/`, and a virtualised list
 * of so many tasks at `/list.html?tasks=1000`.
 */
export async function serveFloor() {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-floor-'));
  const { code, output } = await run(
    process.execPath,
    [
      viteCli(),
      'build',
      join(ROOT, 'tools', 'bench', 'floor'),
      '--outDir',
      folder,
      '--emptyOutDir',
    ],
    { cwd: join(ROOT, 'web') },
  );
  if (code !== 0) throw new CommandError('The floor page does not build.', tail(output));
  const types = { '.html': 'text/html', '.js': 'text/javascript' };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', `http://${HOST}`);
    const path = pathname === '/' ? '/index.html' : pathname;
    const body = await readFile(join(folder, path)).catch(() => undefined);
    if (!body) return void response.writeHead(404).end();
    const type = types[/** @type {keyof typeof types} */ (extname(path))];
    response
      .writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'gzip' })
      .end(gzipSync(body));
  });
  /** @type {Promise<void>} */
  const listening = new Promise((resolve) => server.listen(0, HOST, resolve));
  await listening;
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://${HOST}:${port}/`,
    stop: async () => {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
