import { beforeAll, describe, expect, test } from 'vitest';
import { expectSentence } from './expectSentence';
import { nextOf, pagesOf } from './pages';
import { newPerson, type Person } from './people';
import { send } from './send';

const numbers = (length: number) => Array.from({ length }, (_, n) => n + 1);
const bring = async ({ session }: Person, body: object) => {
  const reply = await send({ method: 'POST', path: '/api/import', session, body });
  expect(reply.status, reply.text).toBe(200);
};
const idsIn = (pages: { id: number }[][]) => pages.flat().map(({ id }) => id);
/**
 * Returns tasks to import. The tasks are created within a few milliseconds, and the id orders tasks of the same
 * millisecond.
 */
const tasks = (first: number, length: number) =>
  numbers(length).map((n) => ({ id: first + n, title: `No. ${n}` }));

/** Returns a different day for each number. */
const dayOf = (n: number) => new Date(Date.UTC(2024, 0, n)).toISOString();

describe('1,003 tasks', () => {
  let person: Person;
  beforeAll(async () => {
    person = await newPerson();
    await bring(person, { tasks: tasks(0, 1003) });
  });

  test('come in three pages, each task once and in the order of one list', async () => {
    const pages = await pagesOf({ path: '/api/tasks', session: person.session });
    expect(pages.map(({ length }) => length)).toEqual([500, 500, 3]);
    expect(new Set(idsIn(pages)).size).toBe(1003);
    const whole = await send({ path: '/api/export', session: person.session });
    expect(pages.flat()).toEqual(whole.json().tasks);
  });

  test('come once each, even if tasks are added and deleted between pages', async () => {
    const { session } = person;
    const first = (await send({ path: '/api/tasks', session })).json() as { id: number }[];
    // The second page begins after the last record of the first.
    const deleted = [first.at(-1)!.id, first[0]!.id];
    const others = numbers(1003).filter((id) => !first.some((one) => one.id === id));
    let added = 9000;
    const pages = await pagesOf({ path: '/api/tasks', session }, async () => {
      const gone = [deleted.shift(), others.pop()];
      for (const id of gone)
        expect((await send({ method: 'DELETE', path: `/api/tasks/${id}`, session })).status).toBe(
          204,
        );
      await bring(person, { tasks: tasks((added += 1000), 40) });
    });
    const ids = idsIn(pages);
    expect(new Set(ids).size).toBe(ids.length);
    const standing = (await send({ path: '/api/export', session })).json().tasks as {
      id: number;
    }[];
    const missing = standing.filter(({ id }) => id <= 1003 && !ids.includes(id));
    expect(missing).toEqual([]);
  });
});

describe('lists of more than a page', () => {
  const MANY = 503;
  let person: Person;
  /** All of the person's records, from the export. */
  let whole: Record<string, unknown>;
  beforeAll(async () => {
    person = await newPerson();
    const hour = (n: number) => new Date(Date.UTC(2026, 0, 1, n % 7)).toISOString();
    await bring(person, {
      categories: numbers(MANY).map((id) => ({ id, name: 'x', color: '#000000' })),
      notes: numbers(MANY).map((id) => ({ id, title: 'x', content: '', createdAt: hour(id) })),
    });
    await bring(person, {
      events: numbers(MANY).map((id) => ({ id, title: 'x', start: hour(id), end: hour(id + 3) })),
      reflections: numbers(MANY).map((n) => ({ date: dayOf(n) })),
    });
    await bring(person, {
      focusSessions: numbers(MANY).map((id) => ({
        id,
        mode: 'focus',
        start: hour(id),
        end: hour(id),
        completed: true,
        plannedSeconds: 1,
        actualSeconds: 1,
      })),
    });
    const { session } = person;
    whole = (await send({ path: '/api/export', session })).json() as Record<string, unknown>;
  });

  test.each([
    ['categories', '/api/categories', {}],
    ['notes', '/api/notes', {}],
    ['events', '/api/events', {}],
    [
      'events',
      '/api/events',
      { startDate: '2026-01-01T00:00:00+01:00', endDate: '2026-02-01T00:00:00+01:00' },
    ],
    ['reflections', '/api/reflections/days', {}],
    ['reflections', '/api/reflections/days', { from: '2024-01-01', to: '2027-01-01' }],
    ['focusSessions', '/api/focus-sessions', {}],
    ['focusSessions', '/api/focus-sessions', { from: '2026-01-01T00:00:00+01:00' }],
  ])('%s at %s with the query %j are complete and in order', async (name, path, query) => {
    const { session } = person;
    const pages = await pagesOf({ path, query, session });
    expect(pages.map(({ length }) => length)).toEqual([500, MANY - 500]);
    expect(pages.flat()).toEqual(whole[name]);
  });

  test('are in their documented order', async () => {
    const { session } = person;
    const read = async (path: string) => (await pagesOf({ path, session })).flat();
    const places = {
      '/api/categories': ({ id }: Row) => [id],
      '/api/events': ({ start = '', end = '', id }: Row) => {
        const [from, to] = [Date.parse(start), Date.parse(end)];
        return [from, Math.max(to, from + 1), String(id)];
      },
      '/api/focus-sessions': ({ start, id }: Row) => [start, String(id)],
      '/api/notes': ({ updatedAt, id }: Row) => [updatedAt, String(id)],
      '/api/reflections/days': ({ id }: Row) => [id],
    };
    const isFalling = ['/api/notes', '/api/reflections/days'];
    for (const [path, placeOf] of Object.entries(places)) {
      const rows = (await read(path)) as Row[];
      const sorted = rows.toSorted((a, b) => compare(placeOf(a), placeOf(b)));
      expect(rows, path).toEqual(isFalling.includes(path) ? sorted.reverse() : sorted);
    }
  });

  test('link to their next page with the rest of the query', async () => {
    const query = { startDate: '2026-01-01T00:00:00+01:00', endDate: '2026-02-01T00:00:00Z' };
    const reply = await send({ path: '/api/events', query, session: person.session });
    const next = new URL(nextOf(reply) ?? '', 'http://daymark');
    expect(next.pathname).toBe('/api/events');
    expect(Object.fromEntries(next.searchParams)).toEqual({ ...query, after: expect.any(String) });
  });
});

interface Row {
  id: number;
  start?: string;
  end?: string;
  updatedAt?: string;
}

type SortKey = (string | number | undefined)[];

function compare([a, ...as]: SortKey, [b, ...bs]: SortKey): number {
  if (a === undefined || b === undefined) return 0;
  return a < b ? -1 : a > b ? 1 : compare(as, bs);
}

test('a list of exactly one page has no next page', async () => {
  const person = await newPerson();
  await bring(person, { tasks: tasks(0, 500) });
  const reply = await send({ path: '/api/tasks', session: person.session });
  expect(reply.json()).toHaveLength(500);
  expect(reply.headers.link).toBeUndefined();
});

describe('the address of a page', () => {
  let person: Person;
  beforeAll(async () => {
    person = await newPerson();
    await bring(person, { tasks: tasks(0, 501) });
  });
  const cursor = (json: string) => Buffer.from(json).toString('base64url');

  test.each([
    ['nothing', ''],
    ['a word', 'garbage'],
    ['no JSON', cursor('[')],
    ['no list', cursor('{"0":"2026","1":"7"}')],
    ['too short a list', cursor('["7"]')],
    ['too long a list', cursor('["2026","2026","7"]')],
    ['no id', cursor('["2026","a/b"]')],
    ['a path', cursor('["2026","../7"]')],
    ['an object', cursor('[{},"7"]')],
    ['null', cursor('[null,"7"]')],
    ['a lone surrogate', cursor('["\\ud800","7"]')],
    ['characters that no address has', 'a b'],
    ['300 characters', 'x'.repeat(300)],
  ])('that is %s is refused', async (_what, after) => {
    const { session } = person;
    expectSentence(await send({ path: '/api/tasks', query: { after }, session }), 400);
  });

  test('doesn’t lead to another person’s list', async () => {
    const next = nextOf(await send({ path: '/api/tasks', session: person.session })) ?? '';
    const { session } = await newPerson();
    expect((await send({ path: next, session })).json()).toEqual([]);
  });
});
