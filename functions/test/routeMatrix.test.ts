import { beforeAll, describe, expect, test } from 'vitest';
import { expectRefusal } from './expectSentence';
import { LONG_RUNS } from '@daymark/contract/test/longRuns';
import { confirmedPerson, type Person } from './people';
import { requestTo, rows, wrongTypes } from './rows';
import { send, type Received, type Sent } from './send';

// One person's account has a secret text in every field. Another person sends bad requests to every endpoint, and each
// invalid session sends every endpoint one request. No reply may contain the text, and the account must not change. All
// endpoints read their requests through the same code. Therefore each endpoint gets some of the bad requests, and each
// bad request goes to several endpoints. In long runs each endpoint gets all bad requests.

/** Text that is in every text field of the owner's records and must not be in a reply to anyone else. */
const CANARY = 'canary7f3a';
/** The id of each of the owner's records. */
const OWNERS_ID = 5;
/** One of the owner's settings, which contain no text, as it is written in a reply. */
const OWNERS_SETTING = '"focusDuration":177';

type Row = (typeof rows)[number];
type BadRequest = Pick<Sent, 'body' | 'headers'> & { id?: string; everyParameter?: string };

/** Matches the names of fields that hold a person's own text. */
const TEXT_FIELD = /^(title|name|note|content|accomplishments|username)$/;
const withTexts = (row: Row, text: string): unknown =>
  JSON.parse(
    JSON.stringify(requestTo(row).body ?? {}, (key, value: unknown) =>
      TEXT_FIELD.test(key) ? text : value,
    ),
  );

/** Bad or unusual requests. An id is also sent to endpoints that take no id. */
const badRequests: Record<string, (row: Row) => BadRequest> = {
  malformed: () => ({ body: '{"title": "x"', everyParameter: '{"title": "x"' }),
  scalar: () => ({ body: '"title"', everyParameter: '7' }),
  empty: () => ({ body: '{}', everyParameter: '' }),
  '700 KB': () => ({ body: JSON.stringify({ title: 'x'.repeat(700 * 1024) }) }),
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
  emoji: (row) => ({ body: row.body && withTexts(row, '🦊👨‍👩‍👧'), everyParameter: '🦊' }),
  __proto__: () => ({
    body: '{"__proto__":{"title":"x"},"title":"x"}',
    everyParameter: '__proto__',
  }),
  '%2F id': () => ({ id: `..%2F..%2F${owner.uid}%2Ftasks%2F${OWNERS_ID}` }),
  '2 KB id': () => ({ id: '1'.repeat(2048) }),
  'reserved id': () => ({ id: '__x__' }),
};
/** Number of bad requests that an endpoint gets. */
const EACH = LONG_RUNS ? Object.keys(badRequests).length : 4;
/** Bad requests that some endpoints accept. */
const ACCEPTABLE = ['empty', 'emoji'];

let owner: Person;
let ownersExport: object;
let other: Person;
let loggedOut: string;

beforeAll(async () => {
  owner = await confirmedPerson();
  const { session } = owner;
  for (const row of rows.filter((row) => row.method === 'POST' && row.session === 'required')) {
    if (row.status !== 201) continue;
    const body = { ...(withTexts(row, CANARY) as object), id: OWNERS_ID };
    const reply = await send({ ...requestTo(row), session, body });
    expect(reply.status, `${row.name}: ${reply.text}`).toBe(201);
  }
  const changes = [
    { path: '/api/user', body: { username: `${CANARY} ${owner.uid}`.slice(0, 60) } },
    { path: '/api/settings', body: { focusDuration: 177 } },
  ];
  for (const change of changes)
    expect((await send({ method: 'PATCH', session, ...change })).status).toBe(200);
  ownersExport = await exported();
  const text = JSON.stringify(ownersExport);
  // One text of the user and one of a record of each of the six kinds that have texts.
  expect(text.split(CANARY).length - 1).toBeGreaterThanOrEqual(7);
  expect(text).toContain(OWNERS_SETTING);

  ({ session: loggedOut } = await confirmedPerson());
  await send({ method: 'POST', path: '/api/logout', session: loggedOut });
  other = await confirmedPerson();
});

async function exported(): Promise<object> {
  const { session } = owner;
  const { exportedAt: _exportedAt, ...document } = (
    await send({ path: '/api/export', session })
  ).json() as { exportedAt: string };
  return document;
}

/** Returns the row's request with something wrong in it. */
function requestWith(row: Row, { id, everyParameter, ...sent }: BadRequest): Sent {
  const request = requestTo(row, id ?? OWNERS_ID) as Sent;
  const path = id !== undefined && !row.params ? `${request.path}/${id}` : request.path;
  const query = Object.entries(request.query ?? {}).map(([name, value]): [string, string] => [
    name,
    everyParameter ?? value,
  ]);
  return { ...request, ...sent, path, ...(query.length && { query: Object.fromEntries(query) }) };
}

function expectNothingOfTheOwner(row: Row, reply: Received, where: string) {
  expect(reply.status, where).toBeLessThan(500);
  const everything = reply.bytes.toString('latin1') + JSON.stringify(reply.headers);
  expect(everything, where).not.toContain(CANARY);
  expect(everything, where).not.toContain(OWNERS_SETTING);
  if (reply.status >= 300) expectRefusal(row, reply);
}

const endsSession = (row: Row) => row.session === 'ends' || row.leavesNoSession === true;

/** Returns the bad requests that an endpoint gets. Neighboring endpoints get other bad requests. */
function badRequestsOf(row: Row) {
  const all = Object.entries(badRequests);
  const first = rows.indexOf(row) * EACH;
  return Array.from({ length: EACH }, (_, index) => all[(first + index) % all.length]!);
}

describe.each(rows)('$method $path', (row) => {
  test('refuses another person’s bad requests without a 500 or any data of the owner', async () => {
    for (const [what, badRequest] of badRequestsOf(row)) {
      const { session } = endsSession(row) ? await confirmedPerson() : other;
      const reply = await send({ ...requestWith(row, badRequest(row)), session });
      expectNothingOfTheOwner(row, reply, `${what}: ${reply.status} ${reply.text}`);
      if (reply.status < 300 && row.session === 'required') expect(ACCEPTABLE).toContain(what);
    }
  });

  test.each(['none', 'garbage', 'logged out'])(
    'returns nothing of the owner to a session that is %s',
    async (state) => {
      const session = { none: undefined, garbage: 'garbage', 'logged out': loggedOut }[state];
      const reply = await send({ ...requestTo(row, OWNERS_ID), session });
      expectNothingOfTheOwner(row, reply, `${reply.status} ${reply.text}`);
      if (row.session === 'required') expect(reply.status).toBe(401);
    },
  );
});

test('the owner’s account is unchanged after all of these requests', async () => {
  expect(await exported()).toEqual(ownersExport);
});
