// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CommandError } from '../../tools/command/commandError.mjs';
import { ROOT } from '../../tools/command/paths.mjs';
import { run, tail } from '../../tools/command/run.mjs';
import { viteCli } from '../../tools/stack/builds.mjs';
import { HOST } from '../../tools/stack/ports.mjs';

/**
 * Builds the floor page, a virtualized list in React, and serves it compressed, as Hosting serves the app. The address
 * sets how many tasks the page shows, such as `/?tasks=1000`.
 * @param {import('../../tools/command/command.mjs').OnExit} onExit
 */
export async function serveFloor(onExit) {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-floor-'));
  onExit(() => rmSync(folder, { recursive: true, force: true }));
  const { code, output } = await run(
    process.execPath,
    [viteCli(), 'build', join(import.meta.dirname, 'floor'), '--outDir', folder, '--emptyOutDir'],
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
  return { url: `http://${HOST}:${port}/` };
}
