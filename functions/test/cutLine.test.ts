import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { firebasePorts } from '../src/firebasePorts';
import { withinDeadline } from '../src/http/limits';
import { newPerson } from './people';
import { send } from './send';
import { startFunction, type RunningFunction } from './startFunction';
import { startLine } from './startLine';

const CLIENTS = 40;
const RECORDS_EACH = 5;
/** A record is created and then changed four times. */
const WRITES_A_RECORD = 5;
const WRITES = CLIENTS * RECORDS_EACH * WRITES_A_RECORD;
/** The record at whose first change every client is when the line is cut. */
const CUT_AT = 2;

let line: Awaited<ReturnType<typeof startLine>>;
let running: RunningFunction;
beforeAll(async () => {
  line = await startLine(process.env.FIRESTORE_EMULATOR_HOST ?? '');
  running = await startFunction({ FIRESTORE_EMULATOR_HOST: line.address });
});
afterAll(async () => {
  await running.stop();
  await line.stop();
});

const START = '2026-11-20T08:00:00+01:00';
const END = '2026-11-20T09:00:00+01:00';

/** The title is changed twice and then left alone: a first change that lands late stays to be seen. */
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

test.concurrent(
  'a line cut in the middle of 1,000 writes: all that was acknowledged is there, what was sent again once, and whoever asked meanwhile got 503 within 10 s',
  async () => {
    const { session } = await newPerson();
    const refusals: { client: number; status: number; seconds: number }[] = [];
    let acknowledged = 0;
    let wasCut = false;

    /** Sends a write until it is acknowledged, as the app does. */
    async function write(client: number, method: string, path: string, body: object) {
      for (;;) {
        const started = performance.now();
        const { status, json } = await send({ method, path, body, session, to: running.url });
        if (status < 300) {
          acknowledged++;
          return json() as object;
        }
        refusals.push({ client, status, seconds: (performance.now() - started) / 1000 });
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
    for (const { status, seconds } of refusals) {
      expect(status).toBe(503);
      expect(seconds).toBeLessThan(10);
    }
    const query = { startDate: START, endDate: END };
    for (const [path, records] of expected) {
      const left = (await send({ path, query, session })).json() as { id: number }[];
      expect(left.sort(byId)).toMatchObject(records.sort(byId));
    }
  },
  300_000,
);

const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;

test.concurrent(
  'what was given up at its deadline is not written later: it would undo what was written since',
  async () => {
    const line = await startLine(process.env.FIRESTORE_EMULATOR_HOST ?? '');
    vi.stubEnv('FIRESTORE_EMULATOR_HOST', line.address);
    const { settings, notes } = firebasePorts().stores;
    const owner = await newPerson();
    const moment = new Date().toISOString();
    const dates = { createdAt: moment, updatedAt: moment };
    await notes.create(owner, { id: 1, title: 'Made', content: '', ...dates });
    const before = await send({ path: '/api/notes', session: owner.session });

    line.cut();
    const writes: (() => Promise<unknown>)[] = [
      () => notes.put(owner, { id: 1, title: 'Late', content: '', ...dates }, moment),
      () => notes.create(owner, { id: 2, title: 'Late', content: '', ...dates }),
      () => notes.delete(owner, 1),
      () => settings.merge(owner, 1, { fields: { focusDuration: 50 }, at: moment }, {}),
    ];
    const underWay: Promise<unknown>[] = [];
    const answers = writes.map((write) =>
      withinDeadline(() => {
        const work = write();
        underWay.push(work);
        return work;
      }),
    );
    for (const answer of await Promise.allSettled(answers))
      expect(answer).toMatchObject({ status: 'rejected' });
    line.restore();

    const ends = await Promise.allSettled(underWay);
    for (const end of ends) expect(end).toMatchObject({ status: 'rejected' });
    expect((await send({ path: '/api/notes', session: owner.session })).text).toBe(before.text);
    await line.stop();
  },
);
