import { collections } from '@daymark/contract/changes';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openApi } from '../contract/openApi';
import { roundsOf, seedOf } from './longRuns';
import { newPerson, type Person } from './people';
import { rows } from './rows';
import { sendUntilAnswered } from './send';
import { expectRefusal } from './expectSentence';

/** FUZZ_REQUESTS=500000 runs for a night; FUZZ_SEED repeats a run. */
const REQUESTS = roundsOf('FUZZ_REQUESTS', 384, 10_000);
const SEED = seedOf('FUZZ_SEED');
/** Sent at the same time, eight of each of four people, so that they also meet each other. */
const TOGETHER = 32;
const PEOPLE = 4;
/** Texts longer than this are rare, because every later list contains them. */
const LONG = 10_000;

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  const?: unknown;
  enum?: unknown[];
  type?: string | string[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const document = openApi() as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const offset = fc.constantFrom('Z', '+00:00', '+05:30', '-11:00', '+14:00');
const instant = fc
  .tuple(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }), offset)
  .map(([date, zone]) => date.toISOString().replace('Z', zone));

/** Values that fit a schema, with so few ids that requests meet each other's records. */
function valid(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  if (schema.$ref) return valid(document.components.schemas[schema.$ref.split('/').pop()!]!);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valid(one, name)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => valid({ ...schema, type }, name)));
  switch (schema.type) {
    case 'integer': {
      const { minimum = 0, maximum = 2 ** 52 } = schema;
      if (/(^i|I)d$/.test(name)) return fc.integer({ min: 1, max: 6 });
      return fc.oneof(
        fc.integer({ min: minimum, max: maximum }),
        fc.constantFrom(minimum, maximum),
      );
    }
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valid(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, 4),
      });
    case 'object': {
      const { properties = {}, required = [] } = schema;
      // Few rules fit together by chance.
      if ('every' in properties) return fc.constantFrom(...RULES);
      const fields = Object.entries(properties).map(([key, one]) => [key, valid(one, key)]);
      return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys: required,
      });
    }
    default:
      return text(schema, name);
  }
}

const RULES = [
  { every: 'day', interval: 2, from: 'completion' },
  { every: 'week', interval: 1, weekdays: [1, 4], from: 'schedule' },
  { every: 'month', interval: 1, day: 31, from: 'schedule' },
  { every: 'week', interval: 1, from: 'schedule' },
];

function text({ format, pattern, minLength = 0, maxLength = 60 }: Schema, name: string) {
  if (format === 'date-time') return instant;
  if (format === 'date') return instant.map((written) => written.slice(0, 10));
  if (name === 'timeZone') return fc.constantFrom('UTC', 'Asia/Kolkata', 'America/St_Johns');
  if (name in collections) return fc.constantFrom('0.0.0', '1.1.1', '1795208171943549.1.1');
  if (pattern?.endsWith('24:00$')) return fc.constantFrom('08:30', '12:00', '24:00');
  if (name === 'position') return fc.constantFrom('a0', 'a1', 'a0V');
  if (name === 'color') return fc.constantFrom('#3B82F6', '#000000');
  const often = maxLength > LONG ? 1 : 10;
  return fc.oneof(
    { weight: 300, arbitrary: fc.string({ minLength, maxLength: 20 }) },
    { weight: 100, arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: 20 }) },
    { weight: often, arbitrary: fc.constant('x'.repeat(maxLength)) },
    { weight: often, arbitrary: fc.constant('x'.repeat(maxLength + 1)) },
  );
}

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('__proto__', '\ud800', -0, 1e308, 2 ** 53, '0000-01-01T00:00:00+14:00'),
);

/** Values that fit a schema; one in four has a wrong value in one place, or is wrong altogether. */
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

/** Without signing in and out and deleting the account, which would end the run; other files test those. */
const fuzzed = rows.filter(
  ({ name, session }) => session === 'required' && name !== 'deleteAccount' && name !== 'signOut',
);

/** These succeed only with a connection to Google: the google*.test.ts files test them. */
const NEED_GOOGLE = [
  'connectCalendar',
  'listCalendarEvents',
  'listCalendars',
  'refreshCalendars',
  'selectCalendar',
];

const requests = fc.oneof(
  ...fuzzed.map((row) => {
    const operation = document.paths[row.path.replace(':id', '{id}')]![row.method.toLowerCase()]!;
    const schema = operation.requestBody?.content['application/json']?.schema;
    const query = operation.parameters.filter((parameter) => parameter.in === 'query');
    return fc.record({
      row: fc.constant(row),
      id: fc.oneof(
        { weight: 9, arbitrary: row.name === 'endDevice' ? fc.constant(DEVICE_ID) : recordId },
        { weight: 1, arbitrary: fc.string().map(encodeURIComponent) },
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

test(`${REQUESTS} requests made from the schemas: none gets 500 or above, each reply fits its schema`, async () => {
  console.log(`FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS}`);
  let people: Person[] = [];
  let batches = 0;
  const statuses = new Map<number, number>();
  const succeeded = new Set<string>();
  const together = { minLength: TOGETHER, maxLength: TOGETHER };
  await fc.assert(
    fc.asyncProperty(fc.array(requests, together), async (batch) => {
      // New people, because lists grow, and with them the time to read them.
      if (batches++ % 25 === 0)
        people = await Promise.all(Array.from({ length: PEOPLE }, () => newPerson()));
      const sent = batch.map(async ({ row, id, query, body }, nth) => {
        const { session } = people[nth % PEOPLE]!;
        const path = row.path.replace(':id', id);
        const reply = await sendUntilAnswered({ method: row.method, path, query, session, body });
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
  // Otherwise only refusals would be tested. A short run may miss a call that is rarely valid.
  const missed = fuzzed
    .filter((row) => !row.confirms)
    .map(({ name }) => name)
    .filter((name) => !NEED_GOOGLE.includes(name) && !succeeded.has(name));
  expect(missed.length, missed.join()).toBeLessThanOrEqual(REQUESTS < 5_000 ? 10 : 0);
}, 600_000);
