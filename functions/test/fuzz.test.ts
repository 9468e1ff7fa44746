import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openApi } from '../contract/openApi';
import { roundsOf, seedOf } from '@daymark/contract/test/longRuns';
import { newPerson, type Person } from './people';
import { rows } from './rows';
import { valid, type Schema } from './schemaValues';
import { sendUntilResponse } from './send';
import { expectRefusal } from './expectSentence';

/** Number of requests. Set FUZZ_REQUESTS=500000 for a run overnight, and FUZZ_SEED to repeat a run. */
const REQUESTS = roundsOf('FUZZ_REQUESTS', 384, 10_000);
const SEED = seedOf('FUZZ_SEED');
/** Number of requests that four people send at the same time, so that requests also meet each other. */
const TOGETHER = 32;
const PEOPLE = 4;
interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const document = openApi() as { paths: Record<string, Record<string, Operation>> };

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('__proto__', '\ud800', -0, 1e308, 2 ** 53, '0000-01-01T00:00:00+14:00'),
);

/**
 * Returns values of which about three in four fit the schema. The other values have one wrong part or are wrong as a
 * whole.
 */
const nearly = (schema: Schema) =>
  fc.oneof(
    { weight: 6, arbitrary: valid(schema) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(valid(schema), fc.nat(), anything)
        .map(([json, at, wrong]) => withWrong(json, at, wrong)),
    },
    { weight: 1, arbitrary: anything },
  );

function withWrong(json: unknown, at: number, wrong: unknown): unknown {
  if (typeof json !== 'object' || json === null) return wrong;
  const names = Object.keys(json);
  const name = names[at % (names.length || 1)] ?? 'extra';
  return { ...json, [name]: wrong };
}

const recordId = fc.integer({ min: 1, max: 6 }).map(String);
const DEVICE_ID = 'f'.repeat(64);

/** Rows to fuzz. Signing in, signing out and deleting the account would end the run, so other files test them. */
const fuzzed = rows.filter(
  ({ name, session }) => session === 'required' && name !== 'deleteAccount' && name !== 'signOut',
);

/** Calls that succeed only with a connection to Google, which the google*.test.ts files test. */
const NEED_GOOGLE = [
  'connectCalendar',
  'listCalendarEvents',
  'listCalendars',
  'refreshCalendars',
  'selectCalendar',
];

/** Any text that is one part of a path. */
const anyId = fc
  .string()
  .filter((text) => !/^\.{0,2}$/.test(text))
  .map(encodeURIComponent);

const requests = fc.oneof(
  ...fuzzed.map((row) => {
    const operation = document.paths[row.path.replace(':id', '{id}')]![row.method.toLowerCase()]!;
    const schema = operation.requestBody?.content['application/json']?.schema;
    const query = operation.parameters.filter((parameter) => parameter.in === 'query');
    return fc.record({
      row: fc.constant(row),
      id: fc.oneof(
        { weight: 9, arbitrary: row.name === 'endDevice' ? fc.constant(DEVICE_ID) : recordId },
        { weight: 1, arbitrary: anyId },
      ),
      query: fc.record(
        Object.fromEntries(
          query.map(({ name, schema }) => [
            name,
            fc.oneof(
              { weight: 9, arbitrary: valid(schema, name).map(String) },
              { weight: 1, arbitrary: fc.string() },
            ),
          ]),
        ),
        { requiredKeys: query.filter(({ required }) => required).map(({ name }) => name) },
      ),
      body: schema ? nearly(schema) : fc.constant(undefined),
    });
  }),
);

test(`${REQUESTS} requests made from the schemas get no 500 and only replies that fit their schemas`, async () => {
  console.log(`FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS}`);
  let people: Person[] = [];
  let batches = 0;
  const statuses = new Map<number, number>();
  const succeeded = new Set<string>();
  const together = { minLength: TOGETHER, maxLength: TOGETHER };
  await fc.assert(
    fc.asyncProperty(fc.array(requests, together), async (batch) => {
      // Use new people from time to time, because growing lists take longer to read.
      if (batches++ % 25 === 0)
        people = await Promise.all(Array.from({ length: PEOPLE }, () => newPerson()));
      const sent = batch.map(async ({ row, id, query, body }, nth) => {
        const { session } = people[nth % PEOPLE]!;
        const path = row.path.replace(':id', id);
        const reply = await sendUntilResponse({ method: row.method, path, query, session, body });
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        expect(reply.status, `${row.name}: ${reply.text}`).toBeLessThan(500);
        if (reply.status >= 300) expectRefusal(row, reply);
        else {
          expect(reply.status, row.name).toBe(row.status);
          if (reply.headers['content-type'] !== row.file) row.reply?.parse(reply.json());
          succeeded.add(row.name);
        }
      });
      await Promise.all(sent);
    }),
    { seed: SEED, numRuns: Math.ceil(REQUESTS / TOGETHER), endOnFailure: true },
  );
  console.log(Object.fromEntries(statuses));
  // Most calls must succeed, so that not only errors are tested. A short run may miss calls that are rarely valid.
  const missed = fuzzed
    .filter((row) => !row.confirms)
    .map(({ name }) => name)
    .filter((name) => !NEED_GOOGLE.includes(name) && !succeeded.has(name));
  expect(missed.length, missed.join()).toBeLessThanOrEqual(
    REQUESTS < 5_000 ? fuzzed.length / 3 : 0,
  );
}, 600_000);
