import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectRefusal } from './expectSentence';
import { newPerson, type Person } from './people';
import { requestTo, rows, wrongTypes } from './rows';
import { send, type Received, type Sent } from './send';

/** What stands in everything of hers, and in no reply to anyone else. */
const CANARY = 'canary7f3a';
/** The id of everything of hers that has one. */
const HERS = 5;
/** Her settings have no text in them. */
const HER_SETTING = '"focusDuration":177';

/** Whose session a request carries; the last is a good one, of somebody whom none of it belongs to. */
const sessions = ['none', 'garbage', 'revoked', 'another user’s'] as const;

type Row = (typeof rows)[number];
type Fault = Pick<Sent, 'body' | 'headers'> & { id?: string; everyParameter?: string };

const spoken = /^(title|name|note|content|accomplishments|username)$/;
const texts = (row: Row, text: string): unknown =>
  JSON.parse(
    JSON.stringify(requestTo(row).body ?? {}, (key, value: unknown) =>
      spoken.test(key) ? text : value,
    ),
  );

/** What is wrong with a request, or odd about it. Ids also where none belongs. */
const faults: Record<string, (row: Row) => Fault> = {
  malformed: () => ({ body: '{"title": "x"', everyParameter: '{"title": "x"' }),
  scalar: () => ({ body: '"title"', everyParameter: '7' }),
  empty: () => ({ body: '{}', everyParameter: '' }),
  '300 KB': () => ({ body: JSON.stringify({ title: 'x'.repeat(300 * 1024) }) }),
  'wrong type': () => ({ body: wrongTypes, everyParameter: 'true' }),
  'bad charset': () => ({
    body: '{"title":"x"}',
    headers: { 'content-type': 'application/json; charset=klingon' },
  }),
  '100,000 deep': () => ({ body: '['.repeat(100_000) + ']'.repeat(100_000) }),
  'lone surrogate': () => ({
    body: '{"title":"\\ud800","name":"\\udfff","username":"\\udfff\\udfff\\udfff"}',
    everyParameter: '\ud800',
  }),
  emoji: (row) => ({ body: row.body && texts(row, '🦊👨‍👩‍👧'), everyParameter: '🦊' }),
  __proto__: () => ({
    body: '{"__proto__":{"title":"x"},"title":"x"}',
    everyParameter: '__proto__',
  }),
  '%2F id': () => ({ id: `..%2F..%2F${her.uid}%2Ftasks%2F${HERS}` }),
  '2 KB id': () => ({ id: '1'.repeat(2048) }),
  'reserved id': () => ({ id: '__x__' }),
};
/** Those that some row takes for what it asks for. */
const harmless = ['empty', 'emoji'];

let her: Person;
let herExport: object;
let him: Person;
let revoked: string;

beforeAll(async () => {
  her = await newPerson();
  const { session } = her;
  for (const row of rows.filter((row) => row.method === 'POST' && row.session === 'required')) {
    if (row.status !== 201) continue;
    const body = { ...(texts(row, CANARY) as object), id: HERS };
    const reply = await send({ ...requestTo(row), session, body });
    expect(reply.status, `${row.name}: ${reply.text}`).toBe(201);
  }
  const changes = [
    { path: '/api/user', body: { username: `${CANARY} ${her.uid}`.slice(0, 60) } },
    { path: '/api/settings', body: { focusDuration: 177 } },
  ];
  for (const change of changes)
    expect((await send({ method: 'PATCH', session, ...change })).status).toBe(200);
  herExport = await exported();
  const text = JSON.stringify(herExport);
  // The user, and one of each of the six nouns with a text.
  expect(text.split(CANARY).length - 1).toBeGreaterThanOrEqual(7);
  expect(text).toContain(HER_SETTING);

  ({ session: revoked } = await newPerson());
  await send({ method: 'POST', path: '/api/logout', session: revoked });
});

async function exported(): Promise<object> {
  const { session } = her;
  const { exportedAt: _exportedAt, ...document } = (
    await send({ path: '/api/export', session })
  ).json() as { exportedAt: string };
  return document;
}

/** Sends it, once more when it took long: what is slow by itself is slow again, a busy machine seldom. */
async function sendInTime(request: Sent): Promise<Received> {
  const slow: number[] = [];
  for (;;) {
    const started = performance.now();
    const reply = await send(request);
    const seconds = (performance.now() - started) / 1000;
    if (seconds < 2) return reply;
    slow.push(seconds);
    expect(slow.length, `${request.method} ${request.path} took ${slow.join(', ')} s`).toBeLessThan(
      3,
    );
  }
}

describe.each(rows)('$method $path', (row) => {
  // The row may end his session, or his account.
  beforeEach(async () => {
    him = await newPerson();
  });

  test.each(sessions)(
    'with a session that is %s answers nothing of 500 or above, nothing late, no stack, and nothing of hers to any fault',
    async (whose) => {
      const session = {
        none: undefined,
        garbage: 'garbage',
        revoked,
        'another user’s': him.session,
      }[whose];
      for (const [what, fault] of Object.entries(faults)) {
        const { id = String(HERS), everyParameter, ...sent } = fault(row);
        const request = requestTo(row, id);
        const path = 'id' in fault(row) && !row.params ? `${request.path}/${id}` : request.path;
        const { query = {} } = request as { query?: Record<string, string> };
        const odd = Object.keys(query).map((name) => [name, everyParameter ?? query[name]!]);
        const reply = await sendInTime({
          ...{ ...request, ...sent, path, session },
          ...(odd.length > 0 && { query: Object.fromEntries(odd) as Record<string, string> }),
        });

        const where = `${what}: ${reply.status} ${reply.text}`;
        expect(reply.status, where).toBeLessThan(500);
        const said = reply.bytes.toString('latin1') + JSON.stringify(reply.headers);
        expect(said, where).not.toContain(CANARY);
        expect(said, where).not.toContain(HER_SETTING);
        if (reply.status >= 300) expectRefusal(row, reply);
        else expect(whose === 'another user’s' || row.session !== 'required', where).toBe(true);
        if (reply.status < 300 && row.session === 'required')
          expect(harmless, where).toContain(what);
      }
    },
  );
});

test('after all of that, everything of hers is as it was', async () => {
  expect(await exported()).toEqual(herExport);
});
