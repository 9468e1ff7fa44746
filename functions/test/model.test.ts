import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { AccountModel, type ModelReply, type Body, type ServerTime } from './accountModel';
import { roundsOf, seedOf } from '@daymark/contract/test/longRuns';
import { newPerson } from './people';
import { expectRoundTrip, exportOf } from './roundTrip';
import { sendUntilResponse } from './send';

/** Number of sequences. Set MODEL_RUNS=50000 for a run overnight, and MODEL_SEED to repeat a run. */
const RUNS = roundsOf('MODEL_RUNS', 6, 500);
const SEED = seedOf('MODEL_SEED');
/** Number of sequences that run at the same time, each in its own account. */
const TOGETHER = 8;

/** Replies that every run gets, and replies that a short run may miss. */
const OFTEN = ['POST 201', 'PATCH 200', 'PATCH 404', 'DELETE 204'];
const SELDOM = ['POST 409', 'POST 410'];

interface Command {
  method: string;
  path: string;
  /** The id of the record that a change or deletion is about. */
  id?: number;
  body?: Body;
  /** Applies the command to the model. Returns the expected response. */
  apply: (model: AccountModel, serverTime: ServerTime, id: number) => ModelReply;
  /** The lists that the command may have changed. */
  shown: readonly Shown[];
}

interface Shown {
  path: string;
  query?: Record<string, string>;
  of: (model: AccountModel) => unknown;
}

// Few values of everything, so that commands meet each other's records. The first two times are the same moment.
const id = fc.integer({ min: 1, max: 5 });
const moment = fc.constantFrom(
  '2026-03-29T00:30:00Z',
  '2026-03-29T01:30:00+01:00',
  '2026-03-29T03:30:00+02:00',
  '2026-03-28T23:59:59.999-08:00',
  '2026-03-30T05:00:00+05:30',
);
const days = fc.constantFrom(
  { start: '2026-03-29', end: '2026-03-30' },
  { start: '2026-03-27', end: '2026-03-29' },
  { start: '2026-03-28', end: '2026-03-31' },
);
const words = fc.constantFrom('Ferns', 'Ünïcode 🦊', '__proto__', '<b>', '"quoted"\n');
const long = fc.oneof(words, fc.string({ unit: 'grapheme', maxLength: 30 }));
const color = fc.constantFrom('#3B82F6', '#10B981');
const nothing = fc.constantFrom(undefined, null);
const orNothing = <T>(some: fc.Arbitrary<T>) => fc.oneof(some, nothing);
const orAbsent = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
const title = words.map((text) => text.trim());

/** Returns records with at least one of the fields. */
const some = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(fields, { requiredKeys: [] }).filter((body) => Object.keys(body).length > 0);

const taskLists: Shown[] = [
  { path: '/api/tasks', of: (model) => model.tasks },
  { path: '/api/tasks/priorities', of: (model) => model.priorities },
];
const categories: Shown = { path: '/api/categories', of: (model) => model.categories };
const notes: Shown = { path: '/api/notes', of: (model) => model.notes };
const settings: Shown = { path: '/api/settings', of: (model) => model.settings };
const reflections: Shown = {
  path: '/api/reflections/days',
  query: { from: '2026-03-01', to: '2026-03-31' },
  of: (model) => model.reflections,
};
const reflectionOf = (date: string): Shown => ({
  path: '/api/reflections',
  query: { date },
  of: (model) => model.reflectionOf(date),
});
const events = (startDate: string, endDate: string): Shown => ({
  path: '/api/events',
  query: { startDate, endDate },
  of: (model) => model.eventsIn(startDate, endDate),
});
const focusSessions = (from: string, to: string): Shown => ({
  path: '/api/focus-sessions',
  query: { from, to },
  of: (model) => model.focusSessionsIn(from, to),
});
/** The whole account, with each list in order. */
const everything: Shown = {
  path: '/api/export',
  of: ({ settings, tasks, categories, events, notes, reflections, focusSessions }) =>
    expect.objectContaining({
      settings,
      tasks,
      categories,
      events,
      notes,
      reflections,
      focusSessions,
    }),
};

function creates(
  path: string,
  fields: fc.Arbitrary<Body>,
  apply: (model: AccountModel, body: Body, serverTime: ServerTime) => ModelReply,
  shown: fc.Arbitrary<readonly Shown[]>,
): fc.Arbitrary<Command> {
  return fc.tuple(fields, shown).map(([body, shown]) => ({
    method: 'POST',
    path,
    body,
    shown,
    apply: (model, serverTime) => apply(model, body, serverTime),
  }));
}

function changes(
  path: string,
  fields: fc.Arbitrary<Body>,
  apply: (model: AccountModel, id: number, body: Body, serverTime: ServerTime) => ModelReply,
  shown: fc.Arbitrary<readonly Shown[]>,
): fc.Arbitrary<Command> {
  return fc.tuple(id, fields, shown).map(([id, body, shown]) => ({
    method: 'PATCH',
    path,
    id,
    body,
    shown,
    apply: (model, serverTime, id) => apply(model, id, body, serverTime),
  }));
}

function deletes(
  path: string,
  apply: (model: AccountModel, id: number) => ModelReply,
  shown: fc.Arbitrary<readonly Shown[]>,
): fc.Arbitrary<Command> {
  return fc.tuple(id, shown).map(([id, shown]) => ({
    method: 'DELETE',
    path,
    id,
    shown,
    apply: (model, _told, id) => apply(model, id),
  }));
}

const always = (...shown: Shown[]) => fc.constant(shown);
const inRange = (list: (from: string, to: string) => Shown) =>
  fc.tuple(moment, moment).map(([from, to]) => [list(from, to)]);

const place = orNothing(fc.integer({ min: 0, max: 4 }));
const category = orNothing(fc.integer({ min: 1, max: 3 }));
const yes = fc.boolean();
const seldom = fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, yes);
const mostly = fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, fc.constant(false));

/** Without `restore`, a create of a deleted record is refused. */
const mayRestore = orAbsent(yes);
const newTask = fc.record({
  id,
  title,
  completed: orAbsent(seldom),
  isPriority: mostly,
  categoryId: category,
  order: place,
  createdAt: orNothing(moment),
  completedAt: orNothing(moment),
  restore: mayRestore,
});
const taskChange = some({
  title,
  completed: yes,
  isPriority: mostly,
  categoryId: category.map((id) => id ?? null),
  order: place.map((at) => at ?? null),
});
const newCategory = fc.record({
  id: fc.integer({ min: 1, max: 3 }),
  name: title,
  color,
  restore: mayRestore,
});
const categoryChange = some({ name: title, color });
const eventFields = {
  title,
  start: moment,
  end: moment,
  color: fc.option(color),
  googleEventId: fc.option(words),
  days: fc.option(days),
};
const newEvent = fc.record(
  { id, ...eventFields, restore: mayRestore },
  { requiredKeys: ['id', 'title', 'start', 'end'] },
);
const attachedTo = fc.option(fc.record({ type: fc.constantFrom('task', 'event'), id }));
const newNote = fc.record(
  {
    id,
    title,
    content: long,
    attachedTo,
    createdAt: orNothing(moment),
    updatedAt: orNothing(moment),
    restore: mayRestore,
  },
  { requiredKeys: ['id', 'title', 'content'] },
);
const noteChange = some({ title, content: long, attachedTo });
const answer = fc.option(long);
const newReflection = fc.record(
  {
    date: moment,
    accomplishments: answer,
    challenges: answer,
    tomorrowFocus: answer,
    productivityRating: fc.option(fc.integer({ min: 0, max: 5 })),
  },
  { requiredKeys: ['date'] },
);
const ofDays = moment.map((date) => [reflections, reflectionOf(date)]);
const minutes = fc.integer({ min: 1, max: 180 });
const settingsChange = some({
  focusDuration: minutes,
  shortBreakDuration: minutes,
  longBreakDuration: minutes,
  sessionsBeforeLongBreak: fc.integer({ min: 1, max: 12 }),
  taskSuggestionDismissed: yes,
  focusSuggestionDismissed: yes,
  hoursSuggestionDismissed: yes,
  weekStart: fc.constantFrom(null, 'saturday', 'sunday', 'monday'),
  hourFormat: fc.constantFrom(null, '12h', '24h'),
  dateOrder: fc.constantFrom(null, 'month', 'day'),
  timeZone: fc.constantFrom(null, 'Asia/Kolkata', 'America/Los_Angeles'),
  density: fc.constantFrom('comfortable', 'compact'),
  theme: fc.constantFrom('system', 'light', 'dark'),
});
const changesSettings = settingsChange.map((body): Command => ({
  method: 'PATCH',
  path: '/api/settings',
  body,
  shown: [settings],
  apply: (model) => model.updateSettings(body),
}));
const endsAfterStart = ({ start, end }: { start: string; end: string }) =>
  Date.parse(end) > Date.parse(start);
const sessionTimes = {
  start: moment,
  end: moment,
  plannedSeconds: fc.nat(86_400),
  actualSeconds: fc.nat(86_400),
};
const newFocusSession = fc
  .record({
    id,
    mode: fc.constantFrom('focus', 'shortBreak', 'longBreak'),
    ...sessionTimes,
    completed: yes,
    taskId: orNothing(id),
    note: orNothing(long),
  })
  .filter(endsAfterStart);
const focusSessionChange = fc.oneof(
  fc.record(sessionTimes).filter(endsAfterStart),
  some({ taskId: orNothing(id), note: orNothing(long) }),
);

const anyOf = (maxLength: number, ...weighted: [weight: number, fc.Arbitrary<Command>][]) =>
  fc.array(fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary }))), {
    minLength: 1,
    maxLength,
    size: 'max',
  });

/**
 * A sequence keeps to one kind of record, or to a few. With more kinds, its few commands would rarely meet a record.
 */
const sequence = fc.oneof(
  {
    weight: 5,
    arbitrary: anyOf(
      12,
      [
        11,
        creates('/api/tasks', newTask, (m, ...call) => m.createTask(...call), always(...taskLists)),
      ],
      [
        8,
        changes(
          '/api/tasks',
          taskChange,
          (m, ...call) => m.updateTask(...call),
          always(...taskLists),
        ),
      ],
      [2, deletes('/api/tasks', (m, id) => m.deleteTask(id), always(...taskLists))],
      [1, deletes('/api/categories', (m, id) => m.deleteCategory(id), always(...taskLists))],
    ),
  },
  {
    weight: 1,
    arbitrary: anyOf(
      7,
      [
        3,
        creates(
          '/api/categories',
          newCategory,
          (m, body) => m.createCategory(body),
          always(categories),
        ),
      ],
      [
        2,
        changes(
          '/api/categories',
          categoryChange,
          (m, id, body) => m.updateCategory(id, body),
          always(categories),
        ),
      ],
      [2, deletes('/api/categories', (m, id) => m.deleteCategory(id), always(categories))],
    ),
  },
  {
    weight: 2,
    arbitrary: anyOf(
      7,
      [3, creates('/api/events', newEvent, (m, body) => m.createEvent(body), inRange(events))],
      [
        2,
        changes(
          '/api/events',
          some(eventFields),
          (m, id, body) => m.updateEvent(id, body),
          inRange(events),
        ),
      ],
      [1, deletes('/api/events', (m, id) => m.deleteEvent(id), inRange(events))],
    ),
  },
  {
    weight: 2,
    arbitrary: anyOf(
      7,
      [3, creates('/api/notes', newNote, (m, ...call) => m.createNote(...call), always(notes))],
      [2, changes('/api/notes', noteChange, (m, ...call) => m.updateNote(...call), always(notes))],
      [1, deletes('/api/notes', (m, id) => m.deleteNote(id), always(notes))],
    ),
  },
  {
    weight: 2,
    arbitrary: anyOf(
      7,
      [2, creates('/api/reflections', newReflection, (m, body) => m.saveReflection(body), ofDays)],
      [1, changesSettings],
      [
        2,
        creates(
          '/api/focus-sessions',
          newFocusSession,
          (m, body) => m.createFocusSession(body),
          inRange(focusSessions),
        ),
      ],
      [
        1,
        changes(
          '/api/focus-sessions',
          focusSessionChange,
          (m, id, body) => m.updateFocusSession(id, body),
          inRange(focusSessions),
        ),
      ],
      [
        1,
        deletes('/api/focus-sessions', (m, id) => m.deleteFocusSession(id), inRange(focusSessions)),
      ],
    ),
  },
);

test(`${RUNS} random sequences of calls give the same lists and exports as a model in memory`, async () => {
  console.log(`MODEL_SEED=${SEED} MODEL_RUNS=${RUNS}`);
  const seen = new Map<string, number>();
  const together = { minLength: TOGETHER, maxLength: TOGETHER };
  await fc.assert(
    fc.asyncProperty(fc.noBias(fc.array(sequence, together)), async (sequences) => {
      await Promise.all(sequences.map((one) => run(one, seen)));
    }),
    { seed: SEED, numRuns: Math.ceil(RUNS / TOGETHER) },
  );
  console.log(Object.fromEntries(seen));
  // These replies must occur, so that both sides of each rule are tested. A short run may miss the rare replies.
  for (const outcome of RUNS < 300 ? OFTEN : [...OFTEN, ...SELDOM])
    expect(seen.get(outcome) ?? 0, outcome).toBeGreaterThan(0);
}, 600_000);

async function run(sequence: Command[], seen: Map<string, number>): Promise<void> {
  const { session, userId } = await newPerson();
  const model = new AccountModel(userId);
  const expectShown = async ({ path, query, of }: Shown) => {
    const reply = await sendUntilResponse({ path, session, ...(query && { query }) });
    expect(reply.json(), `${path} ${JSON.stringify(query)}`).toEqual(of(model));
  };

  const made: number[] = [];
  for (const { method, path: list, id: drawn = 0, body, apply, shown } of sequence) {
    // Four of five changes use an existing record, so that most don't end in 404.
    const id = drawn > 0 && drawn < 5 ? (made[drawn % made.length] ?? drawn) : drawn;
    const path = id ? `${list}/${id}` : list;
    const before = new Date().toISOString();
    const reply = await sendUntilResponse({ method, path, session, body });
    if (reply.status === 201) made.push((reply.json() as { id: number }).id);
    const what = `${method} ${reply.status}`;
    seen.set(what, (seen.get(what) ?? 0) + 1);
    const serverTime: ServerTime = (field) => {
      const moment =
        reply.status < 300 ? String(Reflect.get(reply.json() as object, field)) : before;
      expect(moment >= before && moment <= new Date().toISOString(), `${field} ${moment}`).toBe(
        true,
      );
      return moment;
    };
    const expected = apply(model, serverTime, id);
    expect(reply.status, `${method} ${path}: ${reply.text}`).toBe(expected.status);
    if ('json' in expected) expect(reply.json()).toEqual(expected.json);
    for (const one of shown) await expectShown(one);
  }
  await expectShown(everything);
  await expectRoundTrip(await exportOf({ session }));
}
