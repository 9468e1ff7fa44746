import type { AccountExport } from '@daymark/contract/accountExport';
import { NewCategory } from '@daymark/contract/category';
import { NewDayPlan } from '@daymark/contract/dayPlan';
import { NewEvent } from '@daymark/contract/event';
import { NewConflict } from '@daymark/contract/conflict';
import { NewFocusSession } from '@daymark/contract/focusSession';
import { NewGoal } from '@daymark/contract/goal';
import { NewNote } from '@daymark/contract/note';
import { dayOf, idOfDay } from '@daymark/contract/primitives';
import { NewReflection } from '@daymark/contract/reflection';
import { ChosenSettings } from '@daymark/contract/settings';
import { NewTask } from '@daymark/contract/task';
import { NewWeekReview } from '@daymark/contract/weekReview';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { exportSchema } from '../contract/exportSchema';
import { openApi } from '../contract/openApi';
import { roundsOf, seedOf } from '@daymark/contract/test/longRuns';
import { anySeries } from './anySeries';
import { newPerson } from './people';
import { contentOf, expectRoundTrip, exportOf, importInto } from './roundTrip';
import { valid, type Schema } from './schemaValues';

/** Number of accounts. ROUND_TRIPS sets another number, and ROUND_TRIPS_SEED repeats a run. */
const RUNS = roundsOf('ROUND_TRIPS', 8, 200);
const SEED = seedOf('ROUND_TRIPS_SEED');

const { components } = openApi() as { components: { schemas: Record<string, Schema> } };

interface Parser {
  safeParse: (value: unknown) => { success: boolean; data?: unknown };
}
type Body = Record<string, unknown>;

/** Returns values of a schema in the OpenAPI document that the contract accepts. */
const accepted = (schema: Schema, parser: Parser, name = '') =>
  valid(schema, name).filter((value) => parser.safeParse(value).success) as fc.Arbitrary<Body>;

/** Returns records of one kind, each with its own id. */
const records = (name: string, parser: Parser) =>
  fc
    .array(accepted(components.schemas[name]!, parser), { maxLength: 5 })
    .map((list) => list.map((record, place): Body => ({ ...record, id: place + 1 })));

/** Returns records of one kind, each of its own day, which gives the id. */
const ofDays = (name: string, parser: Parser) =>
  fc
    .uniqueArray(accepted(components.schemas[name]!, parser), {
      maxLength: 3,
      selector: ({ day }) => day,
    })
    .map((list) => list.map((record): Body => ({ ...record, id: idOfDay(String(record.day)) })));

const settings = fc.record(
  Object.fromEntries(
    Object.entries(ChosenSettings.shape).map(([name, field]) => [
      name,
      accepted(components.schemas.Settings!.properties![name]!, field, name),
    ]),
  ),
);

/** A whole account, with all fields of every kind of record and every setting. */
const account = fc.record({
  user: fc.record({ timeZone: fc.constantFrom('Asia/Kolkata', 'America/St_Johns') }),
  settings,
  categories: records('NewCategory', NewCategory),
  tasks: records('NewTask', NewTask),
  events: fc
    .tuple(records('NewEvent', NewEvent), anySeries(fc.integer({ min: 1, max: 31 })))
    .map(([events, { series, exceptions }]): Body[] => [...events, series, ...exceptions]),
  notes: records('NewNote', NewNote),
  reflections: fc.uniqueArray(accepted(components.schemas.NewReflection!, NewReflection), {
    maxLength: 3,
    selector: ({ date }) => dayOf(String(date)),
  }),
  focusSessions: records('NewFocusSession', NewFocusSession),
  goals: records('NewGoal', NewGoal),
  dayPlans: ofDays('NewDayPlan', NewDayPlan),
  weekReviews: ofDays('NewWeekReview', NewWeekReview),
  conflicts: records('NewConflict', NewConflict),
});

const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);
const isExport = ajv.compile(exportSchema());

function expectValid(exported: AccountExport): void {
  isExport(exported);
  expect(isExport.errors).toBeNull();
}

/** Fields that are about the request or that the server decides. */
const NOT_TAKEN = ['restore', 'restoredAt', 'editedAt', 'base', 'userId'];
/** Times that the server writes in UTC. The server leaves out the completion time of an open task. */
const MOMENTS = ['createdAt', 'updatedAt', 'completedAt'];

/** Returns the fields of an imported record that the export must have. */
function takenFrom(record: Body, parser: Parser): Body {
  const parsed = parser.safeParse(record).data as Body;
  // A task that is completed is not skipped.
  const isSkipped = parsed.completed !== true;
  const fields = Object.entries({ ...parsed, ...(record.id !== undefined && { id: record.id }) });
  return Object.fromEntries(
    fields.filter(
      ([name]) =>
        !NOT_TAKEN.includes(name) && !MOMENTS.includes(name) && (isSkipped || name !== 'skippedAt'),
    ),
  );
}

test(`${RUNS} random accounts are equal field by field after an import and an export`, async () => {
  console.log(`ROUND_TRIPS=${RUNS} ROUND_TRIPS_SEED=${SEED}`);
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(account, async (document) => {
      const person = await newPerson();
      await importInto(person, document);
      const exported = await exportOf(person);
      expectValid(exported);
      for (const [name, parser] of Object.entries({
        categories: NewCategory,
        tasks: NewTask,
        events: NewEvent,
        notes: NewNote,
        focusSessions: NewFocusSession,
        goals: NewGoal,
        dayPlans: NewDayPlan,
        weekReviews: NewWeekReview,
        conflicts: NewConflict,
      })) {
        const given = document[name as 'tasks'].map((record) => takenFrom(record, parser));
        const found = exported[name as 'tasks'];
        expect(found).toHaveLength(given.length);
        expect(found).toEqual(
          expect.arrayContaining(given.map((one) => expect.objectContaining(one) as unknown)),
        );
        for (const [field, value] of given.flatMap((one) => Object.entries(one)))
          if (value !== null) seen.add(`${name}.${field}`);
      }
      expect(exported.reflections).toHaveLength(document.reflections.length);
      expect(exported.settings).toMatchObject(document.settings);
      expect(exported.user.timeZone).toBe(document.user.timeZone);
      await expectRoundTrip(exported);
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  );
  // These rare fields must occur, because otherwise they would not be tested.
  for (const field of [
    'events.days',
    'events.taskId',
    'events.place',
    'events.repeat',
    'events.seriesId',
    'events.seriesDay',
    'events.canceled',
    'tasks.plannedDay',
    'goals.servesId',
    'dayPlans.plan',
    'weekReviews.slipped',
    'tasks.repeat',
  ])
    expect(seen, [...seen].join()).toContain(field);
}, 600_000);

test('an export with a missing, unknown or wrong field doesn’t fit its schema', async () => {
  const person = await newPerson();
  await importInto(person, { notes: [{ id: 1, title: 'Ferns', content: '' }] });
  const exported = await exportOf(person);
  expectValid(exported);
  const [note] = exported.notes;
  for (const wrong of [
    { ...note, title: undefined },
    { ...note, title: 7 },
    { ...note, createdAt: 'yesterday' },
    { ...note, color: 'red' },
  ])
    expect(isExport(JSON.parse(JSON.stringify({ ...exported, notes: [wrong] })))).toBe(false);
  expect(isExport({ ...exported, version: 2 })).toBe(false);
  expect(contentOf(exported)).not.toEqual(contentOf({ ...exported, notes: [] }));
});
