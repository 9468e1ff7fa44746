import type { Api } from '@daymark/contract/calls/api';
import type { Changes, CollectionName } from '@daymark/contract/changes';
import { HOUR_MS } from '@daymark/contract/time/units';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '../src/app';
import { firebasePorts } from '../src/firebasePorts';
import { Streamed } from '../src/handler';
import { handlers } from '../src/handlers';
import { countReads } from './countReads';
import { confirmedPerson, type Person } from './people';
import { requestTo, rows } from './rows';
import { send } from './send';
import { signInElsewhere } from './signInElsewhere';

// Firestore bills each document read, so each call has a ceiling. The session's record is not counted here, because an
// instance reads it only twice.

const [TASKS, PRIORITIES, CATEGORIES, NOTES] = [40, 3, 4, 5];
/** Number of events, spread over the year, and number of events on the requested day. */
const [EVENTS, EVENTS_OF_THE_DAY] = [60, 3];

/** The most documents that each call may read. A new row without a ceiling doesn't compile. */
const ceilings: Record<Exclude<keyof Api, Unmeasured>, number> = {
  getUser: 1,
  updateUser: 2, // the profile, no reminders
  getSignInMethods: 0,
  listDevices: 2,
  endDevice: 1,
  getPushKey: 2, // no reminders, the session
  startReminders: 3, // the counters, the session, no reminders
  endReminders: 2, // no reminders, the session
  testReminders: 2,
  listTasks: TASKS,
  listPriorities: 2 + PRIORITIES + 1, // the profile, the settings, the open priorities, none completed today
  createTask: 0,
  updateTask: 1,
  deleteTask: 4, // the task twice, none of its steps, none of its blocks
  listCategories: CATEGORIES,
  createCategory: 3, // the lock, the category, none of the same name
  updateCategory: 3,
  deleteCategory: 2, // none of its tasks, the category
  listGoals: 1,
  createGoal: 0,
  updateGoal: 1,
  deleteGoal: 3, // none of its tasks, no goal that serves it, the goal
  listEvents: EVENTS_OF_THE_DAY,
  createEvent: 1, // the reminders
  updateEvent: 2, // the event, the reminders
  deleteEvent: 1,
  getSettings: 1,
  updateSettings: 1,
  getReflection: 1,
  listReflections: 1,
  saveReflection: 1,
  listDayPlans: 1,
  createDayPlan: 1, // the plan that exists
  updateDayPlan: 1,
  listWeekReviews: 1,
  createWeekReview: 1, // the review that exists
  updateWeekReview: 1,
  listNotes: NOTES,
  createNote: 0,
  updateNote: 1,
  deleteNote: 1,
  listFocusSessions: 1,
  listConflicts: 1, // no conflict
  createConflict: 0,
  deleteConflict: 1,
  listDeleted: 6, // the records that earlier calls have deleted
  getDeleted: 1,
  createFocusSession: 0,
  updateFocusSession: 1,
  deleteFocusSession: 1,
  getCalendarSettings: 1,
  disconnectCalendar: 4, // the grant, the connection, the copies and their events, all empty
  checkCalendar: 1,
  getCalendarFeed: 1,
  createCalendarFeed: 3, // the profile, no earlier feed, the session
  updateCalendarFeed: 1,
  deleteCalendarFeed: 1,
  listChanges: 1,
  createLiveToken: 0,
  listApiTokens: 1,
  createApiToken: 5, // the profile twice, the lock, no other token, the session
  deleteApiToken: 0,
  // Also the profile, the settings, a reflection, a focus session a goal, a plan, a review and no conflict.
  exportAccount: TASKS + CATEGORIES + EVENTS + NOTES + 8,
  importAccount: 2, // the account’s counters, and whether the record exists
  // One for each collection without a match, one each for steps and exceptions, and two for goals of shorter spans.
  undoImport: 14,
  getHealth: 0,
};
/**
 * Calls without a ceiling. Sessions and the confirmation of addresses are in Firebase Auth. Deleting an account has to
 * read every document. Google's calendars need a connection, so googleReading.test.ts counts their reads.
 * calendarFeed.test.ts counts the reads of a feed.
 */
type Unmeasured =
  | (
      | 'login'
      | 'register'
      | 'signInWithGoogle'
      | 'logout'
      | 'deleteAccount'
      | 'signOut'
      | 'changePassword'
    )
  | ('sendVerification' | 'chooseStart' | 'chooseAccess')
  | ('getCalendarAuthUrl' | 'finishCalendarConnection' | 'connectCalendar' | 'selectCalendar')
  | 'readCalendarFeed'
  | ('listCalendars' | 'listCalendarEvents' | 'refreshCalendars' | 'receiveCalendarPush');

/** The ids of records that are no ordinary records. */
const IDS: Readonly<Record<string, number | string>> = {
  endDevice: 'a device',
  updateDayPlan: 20261120,
  updateWeekReview: 20261116,
  endReminders: 'another device',
  testReminders: 'this one',
};

/** How many records earlier calls may have added or deleted. */
const SLACK = 2;

let person: Person;
beforeAll(async () => {
  person = await confirmedPerson();
  const expiresAt = new Date(Date.now() + HOUR_MS);
  await firebasePorts().stores.sessions.record(person.uid, 'this one', { expiresAt });
  const many = <T>(length: number, of: (id: number) => T) =>
    Array.from({ length }, (_, n) => of(n + 1));
  const moment = (month: number, hour: number) =>
    new Date(Date.UTC(2026, month, 20, hour)).toISOString();
  const body = {
    tasks: many(TASKS, (id) => ({ id, title: 'x', isPriority: id <= PRIORITIES, categoryId: 2 })),
    categories: many(CATEGORIES, (id) => ({ id, name: `x${id}`, color: '#000000' })),
    goals: [{ id: PRIORITIES + 1, title: 'x', span: 'week', day: '2026-11-16' }],
    dayPlans: [{ id: 20261120, day: '2026-11-20' }],
    weekReviews: [{ id: 20261116, day: '2026-11-16' }],
    notes: many(NOTES, (id) => ({ id, title: 'x', content: '' })),
    focusSessions: [
      {
        id: PRIORITIES + 1,
        mode: 'focus',
        start: moment(0, 9),
        end: moment(0, 10),
        plannedSeconds: 3600,
        actualSeconds: 3600,
        completed: true,
      },
    ],
    events: many(EVENTS, (id) => {
      const month = id <= EVENTS_OF_THE_DAY ? 10 : id % 10;
      return { id, title: 'x', start: moment(month, 9), end: moment(month, 10) };
    }),
  };
  const { session } = person;
  const reply = await send({ method: 'POST', path: '/api/import', session, body });
  expect(reply.status, reply.text).toBe(200);
});

afterEach(() => vi.restoreAllMocks());

describe('reads no more documents than its ceiling:', () => {
  test.each(rows.filter(({ name }) => name in ceilings))('$name', async (row) => {
    // The id of an ordinary record, which is neither a priority nor a category with tasks.
    const { query, body } = requestTo(row) as { query?: object; body?: object };
    const call = {
      id: IDS[row.name] ?? PRIORITIES + 1,
      browser: { session: 'this one' },
      owner: { uid: person.uid, userId: person.userId, signInsValidFrom: '' },
      query: query && row.query?.parse(query),
      body: body && row.body?.parse(body),
    };
    const ports = firebasePorts();
    const handler = handlers[row.name as keyof Api] as (call: unknown, ports: unknown) => unknown;
    const counted = countReads();
    const reply = await handler(call, ports);
    if (reply instanceof Streamed) await text(reply.parts);
    const ceiling = ceilings[row.name as keyof typeof ceilings];
    expect(counted.reads).toBeLessThanOrEqual(ceiling);
    // A ceiling that is far too high proves nothing.
    expect(counted.reads).toBeGreaterThanOrEqual(ceiling - SLACK);
  });
});

test('a change of priorities reads only the documents that it needs', async () => {
  const ports = firebasePorts();
  const owner = { uid: person.uid, userId: person.userId, signInsValidFrom: '' };
  const counted = countReads();
  await handlers.updateTask({ owner, id: 1, body: { order: 2 } }, ports);
  expect(counted.reads).toBeLessThanOrEqual(2 + 1 + 1 + 1 + PRIORITIES + 1 + 1);
});

describe('over HTTP, when the instance knows the session,', () => {
  const server = createServer(createApp({ ...firebasePorts(), log: () => undefined }));
  let to: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  const get = (path: string, headers: Record<string, string> = {}, session = person.session) =>
    send({ path, to, headers, session });
  beforeAll(async () => {
    for (const time of [1, 2]) expect((await get('/api/user')).status, `${time}`).toBe(200);
  });

  test('a warm start with nothing changed reads two documents', async () => {
    const known = new URLSearchParams(
      await Promise.all(
        Object.entries(lists).map(async ([name, path]): Promise<[string, string]> => {
          const { etag } = (await get(path)).headers;
          return [name, String(etag).slice(1, -1)];
        }),
      ),
    );
    const another = await signInElsewhere(person);
    const counted = countReads();
    for (const [session, reads] of [
      [person.session, 2],
      [another, 2 + 4],
    ] as const) {
      expect((await get('/api/user', {}, session)).status).toBe(200);
      expect((await get(`/api/changes?${known.toString()}`, {}, session)).json()).toEqual({});
      // Each pair of calls reads the profile and the revisions. The new session's record is read in both calls of its
      // pair.
      expect(counted.reads).toBe(reads);
    }
  });

  test('an unchanged list gives 304 after one document', async () => {
    for (const path of Object.values(lists)) {
      const { etag } = (await get(path)).headers;
      const counted = countReads();
      const reply = await get(path, { 'if-none-match': String(etag) });
      expect(reply.status, path).toBe(304);
      expect(counted.reads, path).toBe(1);
      vi.restoreAllMocks();
    }
  });

  test('catching up reads one document for the changes and one for the deletions, besides the results', async () => {
    const { etag } = (await get('/api/tasks')).headers;
    const [epoch, counter, time] = String(etag).slice(1, -1).split('.').map(Number) as [
      number,
      number,
      number,
    ];
    // The revision is an hour ahead, so that nothing is found.
    const known = `${epoch}.${counter - 1}.${time + 3_600_000_000}`;
    const counted = countReads();
    const { tasks } = (await get(`/api/changes?tasks=${known}`)).json() as Changes;
    expect(tasks).toMatchObject({ reset: false, changed: [], deleted: [] });
    // The third read is for the revisions.
    expect(counted.reads).toBe(1 + 1 + 1);
  });
});

/** Every collection of the replica, and its path. */
const lists = {
  tasks: '/api/tasks',
  categories: '/api/categories',
  events: '/api/events',
  settings: '/api/settings',
  reflections: '/api/reflections/days',
  goals: '/api/goals',
  dayPlans: '/api/day-plans',
  weekReviews: '/api/week-reviews',
  notes: '/api/notes',
  focusSessions: '/api/focus-sessions',
  conflicts: '/api/conflicts',
} satisfies Record<CollectionName, string>;
