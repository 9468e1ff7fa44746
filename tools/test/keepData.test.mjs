// @ts-check
import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, vi } from 'vitest';
import { openKeptData } from '../stack/keepData.mjs';
import { addExport, listExports } from '../stack/keptExports.mjs';
import { HOST } from '../stack/ports.mjs';

const ACCOUNTS = join('auth_export', 'accounts.json');
const METADATA = 'firebase-export-metadata.json';
const DOCUMENTS = join('firestore_export', 'all_namespaces', 'all_kinds', 'output-0');

/**
 * Creates a folder of kept data, and an emulators' hub that exports `state.documents`.
 * @param {import('vitest').TestContext} t
 */
async function setUp(t) {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-kept-'));
  const state = { documents: 'none', fails: false };
  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      if (request.method === 'POST') writeExport(JSON.parse(body).path, state.documents);
      response.writeHead(state.fails ? 500 : 200).end('{"users":[]}');
    })();
  }).listen(0, HOST);
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  const hub = `${HOST}:${address.port}`;
  t.onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  const open = (fresh = false) =>
    openKeptData({ folder, fresh, hub, accounts: `http://${hub}/accounts` });
  return { folder, state, open };
}

/**
 * @param {string} path
 * @param {string} documents
 */
function writeExport(path, documents) {
  for (const file of [ACCOUNTS, DOCUMENTS]) mkdirSync(join(path, file, '..'), { recursive: true });
  writeFileSync(join(path, ACCOUNTS), '{"users":[]}');
  writeFileSync(join(path, DOCUMENTS), documents);
  writeFileSync(join(path, METADATA), '{}');
}

/** @param {string} folder */
const newest = (folder) => listExports(folder)[0] ?? assert.fail('There is no export.');

/**
 * Returns the names and contents of the files below a folder.
 * @param {string} folder
 */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8')]);

/** @param {string | undefined} path */
const documentsOf = (path) => path && readFileSync(join(path, DOCUMENTS), 'utf8');

test('a run starts with the data that was there when the previous one ended', async (t) => {
  const { folder, state, open } = await setUp(t);
  const first = await open();
  assert.equal(first.next(), undefined);
  assert.deepEqual(first.begin(), []);
  state.documents = 'one task';
  await first.finish();

  const second = await open();
  assert.equal(documentsOf(second.next()), 'one task');
  assert.deepEqual(second.begin(), []);
  await second.finish();
  assert.deepEqual(readdirSync(folder).sort(), ['export-1', 'export-2']);
});

test('a run that ends before its emulators are up changes nothing', async (t) => {
  const { folder, state, open } = await setUp(t);
  await addExport(folder, async (path) => writeExport(path, 'one task'));
  state.documents = 'half imported';
  const run = await open();
  run.next();
  await run.finish();
  assert.deepEqual(readdirSync(folder), ['export-1']);
  assert.equal(documentsOf(newest(folder)), 'one task');
});

test('a run waits until the previous one has written its last export', async (t) => {
  const { state, open } = await setUp(t);
  const first = await open();
  first.begin();
  const second = open();
  state.documents = 'the last task';
  await first.finish();
  const { next, finish } = await second;
  assert.equal(documentsOf(next()), 'the last task');
  await finish();
});

/** @type {[when: string, damage: (path: string) => void, reason: string][]} */
const DAMAGE = [
  [
    'its accounts are cut off',
    (path) => truncateSync(join(path, ACCOUNTS), 5),
    `${ACCOUNTS} is damaged`,
  ],
  [
    'its documents are cut off',
    (path) => truncateSync(join(path, DOCUMENTS), 5),
    `${DOCUMENTS} is damaged`,
  ],
  [
    'its documents differ',
    (path) => writeFileSync(join(path, DOCUMENTS), 'bad task'),
    `${DOCUMENTS} is damaged`,
  ],
  ['its documents are missing', (path) => rmSync(join(path, DOCUMENTS)), `${DOCUMENTS} is missing`],
  ['its metadata is missing', (path) => rmSync(join(path, METADATA)), `${METADATA} is missing`],
  [
    'its manifest is cut off',
    (path) => truncateSync(join(path, 'manifest.json'), 20),
    'manifest.json is missing or damaged',
  ],
  [
    'its manifest is missing',
    (path) => rmSync(join(path, 'manifest.json')),
    'manifest.json is missing or damaged',
  ],
];

test.for(DAMAGE)(
  'an export is set aside if %s, and the one before it is used',
  async ([, damage, reason], t) => {
    const { folder, open } = await setUp(t);
    await addExport(folder, async (path) => writeExport(path, 'old task'));
    await addExport(folder, async (path) => writeExport(path, 'new task'));
    damage(newest(folder));
    const damaged = filesIn(newest(folder));

    const run = await open();
    assert.equal(documentsOf(run.next()), 'old task');
    const [notice = '', rest] = run.begin();
    const [before, aside = ''] = notice.slice(0, -1).split(' and was set aside in ');
    assert.equal(before, `The kept data could not be read (${reason})`);
    assert.match(aside, /unreadable-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\/export-2$/);
    assert.deepEqual(filesIn(aside), damaged);
    assert.equal(rest, 'Daymark uses the export before that.');

    await run.finish();
    assert.deepEqual(filesIn(aside), damaged);
  },
);

test('an export that the emulators refuse is set aside once they run without it', async (t) => {
  const { folder, open } = await setUp(t);
  await addExport(folder, async (path) => writeExport(path, 'a task of another version'));
  const run = await open();
  assert.equal(run.next(), newest(folder));
  assert.equal(run.next(), undefined);
  assert.equal(listExports(folder).length, 1, 'the export may not be the reason');
  const [notice = '', rest] = run.begin();
  assert.match(notice, /could not be read \(the emulators refuse it\) and was set aside in /);
  assert.equal(rest, 'Daymark starts empty.');
  assert.deepEqual(listExports(folder), []);
  await run.finish();
});

test('--fresh starts empty and prints where the earlier data is', async (t) => {
  const { folder, open } = await setUp(t);
  await addExport(folder, async (path) => writeExport(path, 'a task'));
  const run = await open(true);
  assert.equal(run.next(), undefined);
  const [notice = ''] = run.begin();
  const [, aside] = /^The data until now is in (.+\/replaced-.+)\.$/.exec(notice) ?? [];
  assert.equal(documentsOf(aside), 'a task');
  await run.finish();
});

test('a failed export leaves the previous ones unchanged', async (t) => {
  const { folder, state, open } = await setUp(t);
  await addExport(folder, async (path) => writeExport(path, 'a task'));
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  t.onTestFinished(() => printed.mockRestore());
  const run = await open();
  run.next();
  run.begin();
  state.fails = true;
  await run.finish();
  assert.deepEqual(readdirSync(folder), ['export-1']);
  assert.match(
    String(printed.mock.lastCall),
    /^The data could not be written to .+: .+ responded with 500/,
  );
});

test('a half-written export is removed, and the two newest complete ones stay', async (t) => {
  const { folder, open } = await setUp(t);
  for (const documents of ['first', 'second', 'third'])
    await addExport(folder, async (path) => writeExport(path, documents));
  assert.deepEqual(listExports(folder).map(documentsOf), ['third', 'second']);
  cpSync(newest(folder), join(folder, 'partial-1'), { recursive: true });
  const run = await open();
  assert.equal(existsSync(join(folder, 'partial-1')), false);
  assert.equal(documentsOf(run.next()), 'third');
  await run.finish();
});
