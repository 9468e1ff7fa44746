import { execFile } from 'node:child_process';
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const functions = dirname(dirname(import.meta.dirname));

test('a copy of functions/ alone installs and loads, as in Cloud Build', async () => {
  const alone = await realpath(await mkdtemp(join(tmpdir(), 'daymark-functions-')));
  onTestFinished(() => rm(alone, { recursive: true }));
  await cp(functions, alone, {
    recursive: true,
    filter: (path) => !['node_modules', 'lib'].includes(basename(path)),
  });
  // `npm ci` refuses a lockfile that doesn't match package.json.
  const install = ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'];
  await Promise.all([
    run(process.execPath, [join(functions, 'build.mjs'), join(alone, 'lib/index.cjs')]),
    run('npm', install, { cwd: alone }),
  ]);
  const load = `
    const loaded = require(process.cwd());
    import('firebase-admin/firestore').then(() => console.log(Object.keys(loaded).join()));`;
  const { stdout } = await run(process.execPath, ['-e', load], {
    cwd: alone,
    env: { PATH: process.env.PATH },
  });
  expect(stdout.trim()).toBe('api,deleteAccounts,sendReminders,sweepRecords,upkeepCalendars');
}, 300_000);
