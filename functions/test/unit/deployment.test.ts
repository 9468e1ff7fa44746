import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const functions = dirname(dirname(import.meta.dirname));
const load = 'const loaded = require(process.cwd());';

/** Path of a built copy of functions/ outside the repository, which uses the repository's packages. */
let alone: string;
beforeAll(async () => {
  alone = await realpath(await mkdtemp(join(tmpdir(), 'daymark-functions-')));
  await cp(join(functions, 'package.json'), join(alone, 'package.json'));
  await symlink(join(dirname(functions), 'node_modules'), join(alone, 'node_modules'));
  // Build into the copy, because the API tests may be running the bundle in functions/lib.
  await run(process.execPath, [join(functions, 'build.mjs'), join(alone, 'lib/index.cjs')]);
});
afterAll(() => rm(alone, { recursive: true }));

const node = (script: string, env: NodeJS.ProcessEnv = {}) =>
  run(process.execPath, ['-e', load + script], {
    cwd: alone,
    env: { PATH: process.env.PATH, ...env },
  });

// Running emulators reload a bundle that differs and cut off the requests in progress.
test('the bundle doesn’t depend on the folder it is built from', async () => {
  const bundle = join(alone, 'lib/index.cjs');
  const before = await readFile(bundle);
  await run(process.execPath, [join(functions, 'build.mjs'), bundle], { cwd: dirname(functions) });
  const fromRoot = await readFile(bundle);
  await run(process.execPath, [join(functions, 'build.mjs'), bundle], { cwd: functions });
  expect((await readFile(bundle)).equals(fromRoot)).toBe(true);
  expect(fromRoot.equals(before)).toBe(true);
});

test('dependencies have exact versions', async () => {
  const manifest = JSON.parse(await readFile(join(functions, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    engines: { node: string };
  };
  for (const version of Object.values(manifest.dependencies))
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(manifest.engines.node).toBe('22');
});

test('loading the module loads no Google library', async () => {
  const { stdout } = await node(`console.log(Object.keys(require.cache).join('\\n'))`);
  expect(stdout.trim().split('\n')).toEqual([join(alone, 'lib/index.cjs')]);
});

test('the functions have our region, memory, concurrency, timeout and schedule', async () => {
  const { stdout } = await node(
    `const { api, deleteAccounts, sendReminders } = loaded;
    console.log(JSON.stringify([api, deleteAccounts, sendReminders].map((one) => one.__endpoint)))`,
  );
  const [api, deleteAccounts, sendReminders] = JSON.parse(stdout) as object[];
  expect(api).toMatchObject({
    platform: 'gcfv2',
    region: ['us-central1'],
    httpsTrigger: { invoker: ['public'] },
    concurrency: 80,
    maxInstances: 20,
    availableMemoryMb: 512,
    timeoutSeconds: 60,
  });
  expect(deleteAccounts).toMatchObject({ scheduleTrigger: { schedule: 'every 1 hours' } });
  // Two runs at once could send a reminder twice.
  expect(sendReminders).toMatchObject({
    scheduleTrigger: { schedule: 'every 1 minutes', retryConfig: { retryCount: 0 } },
    concurrency: 1,
    maxInstances: 1,
  });
});

describe.each([
  ['FIREBASE_AUTH_EMULATOR_HOST', '127.0.0.1:9099', 'which accepts unsigned tokens'],
  ['PUSH_STAND_IN', 'http://127.0.0.1:9500', 'which may be any server'],
])('with %s=%s, %s, the module', (name, value) => {
  test('refuses to start in production', async () => {
    await expect(node('', { [name]: value, K_SERVICE: 'api' })).rejects.toThrow(
      `${name} must not be set in production.`,
    );
  });

  test('starts in the Functions emulator', async () => {
    const env = { [name]: value, K_SERVICE: 'us-central1-api', FUNCTIONS_EMULATOR: 'true' };
    await expect(node('', env)).resolves.toBeDefined();
  });
});
