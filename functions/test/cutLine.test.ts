import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { firebasePorts } from '../src/firebasePorts';
import { REQUEST_TIME_LIMIT_MS, withinTimeLimit } from '../src/timeLimits';
import { LONG_RUNS } from '@daymark/contract/test/longRuns';
import { newPerson } from './people';
import { send } from './send';
import { startFunction, type RunningFunction } from './startFunction';
import { startLine } from './startLine';

const CLIENTS = LONG_RUNS ? 40 : 8;
const RECORDS_EACH = LONG_RUNS ? 5 : 3;
/** Number of writes per record, which is created and then changed four times. */
const WRITES_A_RECORD = 5;
const WRITES = CLIENTS * RECORDS_EACH * WRITES_A_RECORD;
/** Index of each client's record at which the connection is cut, after every client has created this record. */
const CUT_AT = 1;

/**
 * Time limit of a request, in ms. The limit also applies to this process, in which the second test calls the stores
 * directly.
 */
const TIME_LIMIT_MS = vi.hoisted(() => {
  process.env.REQUEST_TIME_LIMIT_MS = '1500';
  return 1_500;
});

let line: Awaited<ReturnType<typeof startLine>>;
let running: RunningFunction;
beforeAll(async () => {
  line = await startLine(process.env.FIRESTORE_EMULATOR_HOST ?? '');
  running = await startFunction({
    FIRESTORE_EMULATOR_HOST: line.address,
    REQUEST_TIME_LIMIT_MS: String(TIME_LIMIT_MS),
  });
});
afterAll(async () => {
  await running.stop();
  await line.stop();
});

const START = '2026-11-20T08:00:00+01:00';
const END = '2026-11-20T09:00:00+01:00';

/**
 * The title is changed only twice. If the first change of the title were applied late, the result would show that
 * title.
 */
const nouns = [
  {
    path: '/api/tasks',
    create: { title: 'Made' },
    changes: [{ title: 'First' }, { title: 'Second' }, { completed: true }, { categoryId: 7 }],
  },
  {
    path: '/api/notes',
    create: { title: 'Made', content: '' },
    changes: [{ title: 'First' }, { title: 'Second' }, { content: 'a' }, { content: 'b' }],
  },
  {
    path: '/api/events',
    create: { title: 'Made', start: START, end: END },
    changes: [{ title: 'First' }, { title: 'Second' }, { color: '#10B981' }, { end: START }],
  },
];

test.concurrent(`${WRITES} acknowledged writes are each stored once, although the connection is cut`, async () => {
  const { session } = await newPerson();
  const refusals: { client: number; status: number }[] = [];
  let acknowledged = 0;
  let wasCut = false;

  /** Sends a write until it is acknowledged, like the app. */
  async function write(client: number, method: string, path: string, body: object) {
    for (;;) {
      const { status, json } = await send({ method, path, body, session, to: running.url });
      if (status < 300) {
        acknowledged++;
        return json() as object;
      }
      refusals.push({ client, status });
      // Restore the connection only after every client was refused, to prove that no refusal waited for the connection.
      if (new Set(refusals.map((refusal) => refusal.client)).size === CLIENTS) line.restore();
    }
  }

  let arrived = 0;
  let go = () => {};
  const allArrived = new Promise<void>((resolve) => (go = resolve));

  const expected = new Map(nouns.map(({ path }) => [path, [] as { id: number }[]]));
  async function work(client: number) {
    for (let nth = 0; nth < RECORDS_EACH; nth++) {
      const id = client * RECORDS_EACH + nth + 1;
      const { path, create, changes } = nouns[id % nouns.length]!;
      let record: { id: number } = { id, ...create };
      expect(await write(client, 'POST', path, record)).toMatchObject(record);
      if (nth === CUT_AT) {
        if (++arrived === CLIENTS) go();
        await allArrived;
      }
      for (const change of changes) {
        record = { ...record, ...change };
        expect(await write(client, 'PATCH', `${path}/${id}`, change)).toMatchObject(record);
        if (nth === CUT_AT && !wasCut) line.cut();
        wasCut ||= nth === CUT_AT;
      }
      expected.get(path)!.push(record);
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));

  expect(acknowledged).toBe(WRITES);
  expect(refusals.length).toBeGreaterThanOrEqual(CLIENTS);
  expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([503]));
  const query = { startDate: START, endDate: END };
  for (const [path, records] of expected) {
    const left = (await send({ path, query, session })).json() as { id: number }[];
    expect(left.sort(byId)).toMatchObject(records.sort(byId));
  }
}, 300_000);

const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;

test.concurrent('a write that reached its time limit is not applied later', async () => {
  expect(REQUEST_TIME_LIMIT_MS).toBe(TIME_LIMIT_MS);
  const line = await startLine(process.env.FIRESTORE_EMULATOR_HOST ?? '');
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', line.address);
  const { settings, notes } = firebasePorts().stores;
  const owner = await newPerson();
  const moment = new Date().toISOString();
  const rest = { attachedTo: null, createdAt: moment, updatedAt: moment };
  await notes.create(owner, { id: 1, title: 'Made', content: '', ...rest });
  const before = await send({ path: '/api/notes', session: owner.session });

  line.cut();
  const writes: (() => Promise<unknown>)[] = [
    () => notes.update(owner, 1, { fields: { title: 'Late' }, at: moment, isNow: true }, undefined),
    () => notes.create(owner, { id: 2, title: 'Late', content: '', ...rest }),
    () => notes.delete(owner, 1),
    () => settings.merge(owner, 1, { fields: { focusDuration: 50 }, at: moment }, {}),
  ];
  const started: Promise<unknown>[] = [];
  const outcomes = writes.map((write) =>
    withinTimeLimit(() => {
      const work = write();
      started.push(work);
      return work;
    }),
  );
  for (const outcome of await Promise.allSettled(outcomes))
    expect(outcome).toMatchObject({ status: 'rejected' });
  line.restore();

  const ends = await Promise.allSettled(started);
  for (const end of ends) expect(end).toMatchObject({ status: 'rejected' });
  expect((await send({ path: '/api/notes', session: owner.session })).text).toBe(before.text);
  await line.stop();
});
