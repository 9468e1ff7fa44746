import { DEFAULT_EVENT_COLOR, EVENT_COLORS, NewEvent, NO_DETAILS } from '@daymark/contract/event';
import { beforeEach, describe, expect, test } from 'vitest';
import { newPerson, type Person } from './people';
import { send } from './send';
import { expectSentence } from './expectSentence';

let person: Person;
beforeEach(async () => {
  person = await newPerson();
});

const start = '2026-11-20T09:00:00+01:00';
const end = '2026-11-20T10:00:00+01:00';

const create = (body: object) =>
  send({ method: 'POST', path: '/api/events', session: person.session, body });
const patch = (id: number, body: object) =>
  send({ method: 'PATCH', path: `/api/events/${id}`, session: person.session, body });
const between = (startDate: string, endDate: string) =>
  send({ path: '/api/events', query: { startDate, endDate }, session: person.session });
/** Returns the ids of the events on a day in UTC. */
const on = async (day: string) =>
  (await between(`${day}T00:00:00.000Z`, `${day}T23:59:59.999Z`))
    .json()
    .map(({ id }: { id: number }) => id);

describe('creating an event', () => {
  test('keeps its times as they were written', async () => {
    const reply = await create({ title: ' Stand-up ', start, end });
    expect(reply.status).toBe(201);
    expect(reply.json()).toEqual({
      id: expect.any(Number),
      title: 'Stand-up',
      start,
      end,
      ...NO_DETAILS,
      userId: person.userId,
    });
    expect((await between(start, end)).json()).toEqual([reply.json()]);
  });

  test('accepts null for every optional field', async () => {
    const nulls = { id: null, color: null, googleEventId: null, userId: null };
    expect((await create({ title: 'Stand-up', start, end, ...nulls })).status).toBe(201);
  });

  test('twice with the same id makes one event and returns it both times', async () => {
    const first = await create({ id: 42, title: 'Stand-up', start, end });
    const second = await create({ id: 42, title: 'Another', start: end, end });
    expect(second.json()).toEqual(first.json());
    expect(await on('2026-11-20')).toEqual([42]);
  });

  test('says in one sentence what is wrong with it', async () => {
    const event = { title: 'x', start, end };
    const refusals: [object, string][] = [
      [{ start, end }, 'Title is required'],
      [{ ...event, title: '  ' }, 'Title is required'],
      [{ ...event, start: '' }, 'Start time is required'],
      [{ title: 'x', start }, 'End time is required'],
      [{ ...event, end: null }, 'End time is required'],
      [{ ...event, start: '2026-11-20' }, 'start: Must be a date and time in ISO 8601'],
      [{ ...event, userId: 'me' }, 'userId: Expected number, received string'],
      [{ ...event, color: '#000000' }, `color: Must be one of ${colors.join(', ')}`],
    ];
    for (const [body, sentence] of refusals) {
      const reply = await create(body);
      expect(reply.status).toBe(400);
      expect(reply.text).toBe(sentence);
    }
  });
});

const colors = EVENT_COLORS.map(({ value }) => value);

test('the five colors are allowed, and blue is the default', () => {
  for (const color of colors)
    expect(NewEvent.safeParse({ title: 'x', start, end, color }).success).toBe(true);
  expect(DEFAULT_EVENT_COLOR).toBe('#3B82F6');
});

describe('listing events', () => {
  test('lists an event of several days on each of these days only', async () => {
    await create({
      id: 1,
      title: 'Trip',
      start: '2026-11-20T22:00:00Z',
      end: '2026-11-22T06:00:00Z',
    });
    await create({ id: 2, title: 'Year', start: '2026-01-01T00:00:00Z', end: '2027-01-01T00:00Z' });
    await create({
      id: 3,
      title: 'Day',
      start: '2026-11-21T00:00:00Z',
      end: '2026-11-22T00:00:00Z',
    });
    expect(await on('2026-11-19')).toEqual([]);
    expect(await on('2026-11-20')).toEqual([1]);
    expect(await on('2026-11-21')).toEqual([1, 3]);
    expect(await on('2026-11-22')).toEqual([1]);
    expect(await on('2026-11-23')).toEqual([]);
  });

  test('counts an event that doesn’t end after its start at its start', async () => {
    const midnight = '2026-11-20T00:00:00Z';
    await create({ id: 1, title: 'Moment', start: midnight, end: midnight });
    await create({ id: 2, title: 'Backwards', start: midnight, end: '2026-11-18T00:00:00Z' });
    expect(await on('2026-11-18')).toEqual([]);
    expect(await on('2026-11-19')).toEqual([]);
    expect(await on('2026-11-20')).toEqual([1, 2]);
    expect(await on('2026-11-21')).toEqual([]);
  });

  test('orders events by start, then end, then id as text', async () => {
    const at = (id: number, moment: string, to = '2026-11-20T11:00:00Z') =>
      create({ id, title: 'x', start: moment, end: to });
    await at(9, '2026-11-20T08:00:00Z');
    await at(10, '2026-11-20T09:00:00+01:00');
    await at(8, '2026-11-20T12:00:00+05:00');
    await at(7, '2026-11-20T04:00:00-05:00');
    await at(6, '2026-11-20T08:00:00Z', '2026-11-20T11:00:01Z');
    expect(await on('2026-11-20')).toEqual([8, 10, 9, 6, 7]);
  });

  test('needs neither end of the range', async () => {
    await create({ id: 1, title: 'x', start, end });
    const { session } = person;
    const list = async (query: Record<string, string>) =>
      (await send({ path: '/api/events', query, session })).json();
    expect(await list({})).toHaveLength(1);
    expect(await list({ startDate: end })).toHaveLength(0);
    expect(await list({ startDate: start })).toHaveLength(1);
    expect(await list({ endDate: start })).toHaveLength(0);
    expect(await list({ endDate: end })).toHaveLength(1);
    expectSentence(await between('a', 'b'), 400);
  });
});

describe('an all-day event', () => {
  /** An event whose times are midnights at UTC+14, where a day begins first. */
  const trip = {
    id: 1,
    title: 'Trip',
    start: '2026-03-28T00:00:00+14:00',
    end: '2026-03-30T00:00:00+14:00',
    days: { start: '2026-03-28', end: '2026-03-30' },
  };
  /** Returns the ids of the events on a day in a zone with this offset. */
  const onDay = async (day: string, offset: string) =>
    (await between(`${day}T00:00:00${offset}`, `${day}T23:59:59.999${offset}`))
      .json()
      .map(({ id }: { id: number }) => id);

  test('is on the same dates in every time zone', async () => {
    expect((await create(trip)).json()).toMatchObject(trip);
    for (const offset of ['Z', '+01:00', '+02:00', '+14:00', '-12:00', '+05:30', '-08:00'])
      expect(
        await Promise.all(['27', '28', '29', '30'].map((date) => onDay(`2026-03-${date}`, offset))),
        offset,
      ).toEqual([[], [1], [1], []]);
  });

  test('is moved by its days', async () => {
    await create(trip);
    await patch(1, { days: { start: '2026-04-02', end: '2026-04-03' } });
    expect(await onDay('2026-03-28', '+01:00')).toEqual([]);
    expect(await onDay('2026-04-02', '+02:00')).toEqual([1]);
    expect((await patch(1, { days: null })).json().days).toBe(null);
    expect(await onDay('2026-04-02', '+02:00')).toEqual([]);
    expect(await onDay('2026-03-28', '+01:00')).toEqual([1]);
  });

  test('that is a time block has times and no days', async () => {
    const days = { start: '2026-04-02', end: '2026-04-03' };
    await create({ ...trip, taskId: 7, days });
    expect(await onDay('2026-04-02', '+02:00')).toEqual([]);
    expect(await onDay('2026-03-28', '+01:00')).toEqual([1]);
  });

  test('with invalid days is refused in one sentence', async () => {
    const { start, end } = trip;
    for (const [days, sentence] of [
      [{ start: '2026-03-28', end: '2026-03-28' }, 'The end day must be after the start day'],
      [{ start: '2026-03-28', end: '2026-03-27' }, 'The end day must be after the start day'],
      [{ start: '2026-02-30', end: '2026-03-03' }, 'Must be a day like 2026-11-20'],
      [{ start, end }, 'Must be a day like 2026-11-20'],
      ['2026-03-28', 'object'],
    ] as const) {
      const reply = await create({ ...trip, days });
      expectSentence(reply, 400);
      expect(reply.text).toContain(sentence);
    }
  });

  test('with an invalid reminder is refused in one sentence', async () => {
    const reply = await create({ ...trip, reminder: 7 });
    expectSentence(reply, 400);
    expect(reply.text).toBe('reminder: Must be none, 0, 5, 10, 15, 30 or 60');
  });
});

describe('changing an event', () => {
  test('changes only the fields that were sent', async () => {
    let expected = (await create({ id: 42, title: 'Stand-up', start, end })).json();
    const changes = [
      { title: 'Review' },
      { color: '#8B5CF6' },
      { end: '2026-11-21T10:00:00+01:00' },
      { googleEventId: 'abc' },
      { color: null },
    ];
    for (const change of changes) {
      expected = { ...expected, ...change };
      expect((await patch(42, change)).json()).toEqual(expected);
    }
    expect((await between(start, end)).json()).toEqual([expected]);
  });

  test('moves it to its new days', async () => {
    await create({ id: 42, title: 'Stand-up', start, end });
    await patch(42, { end: '2026-11-21T10:00:00+01:00' });
    expect(await on('2026-11-21')).toEqual([42]);
    await patch(42, { start: '2026-11-21T09:00:00+01:00' });
    expect(await on('2026-11-20')).toEqual([]);
    expect(await on('2026-11-21')).toEqual([42]);
  });

  test('without a field, or of an event that does not exist, is refused', async () => {
    expectSentence(await patch(42, { title: 'Review' }), 404);
    expectSentence(await patch(42, {}), 400);
  });
});

test('deleting an event can be repeated', async () => {
  await create({ id: 42, title: 'Stand-up', start, end });
  const { session } = person;
  for (let times = 0; times < 2; times++)
    expect((await send({ method: 'DELETE', path: '/api/events/42', session })).status).toBe(204);
  expect(await on('2026-11-20')).toEqual([]);
});

describe('a repeating event', () => {
  const weekdays = { every: 'week', interval: 1, weekdays: [1, 2, 3, 4, 5], from: 'schedule' };
  const repeat = { rule: weekdays, timeZone: 'Europe/Berlin', until: null, count: null };
  const standup = { id: 7, title: 'Standup', start, end, repeat };
  const expandedOn = async (day: string) =>
    (
      await send({
        path: '/api/events',
        query: {
          startDate: `${day}T00:00:00+01:00`,
          endDate: `${day}T23:59:59+01:00`,
          expand: 'true',
        },
        session: person.session,
      })
    ).json() as { start: string; title: string; seriesId: number | null }[];

  test('is one record that is listed in each range with one of its events', async () => {
    expect((await create(standup)).status).toBe(201);
    expect(await on('2026-11-20')).toEqual([7]);
    // A Saturday.
    expect(await on('2026-11-21')).toEqual([]);
    expect(await on('2030-11-20')).toEqual([7]);
  });

  test('is listed as its events if the list is expanded', async () => {
    await create(standup);
    expect(await expandedOn('2026-11-23')).toMatchObject([
      {
        title: 'Standup',
        start: '2026-11-23T09:00:00+01:00',
        seriesId: 7,
        seriesDay: '2026-11-23',
      },
    ]);
    expect(await expandedOn('2026-11-21')).toEqual([]);
  });

  test('has the exceptions in place of its own events', async () => {
    await create(standup);
    const moved = '2027-01-08T11:00:00+01:00';
    const exception = { title: 'Standup', seriesId: 7, seriesDay: '2026-11-23' };
    await create({ ...exception, id: 8, start: moved, end: '2027-01-08T11:15:00+01:00' });
    await create({ ...exception, id: 9, seriesDay: '2026-11-24', start, end, canceled: true });
    expect(await expandedOn('2026-11-23')).toEqual([]);
    expect(await expandedOn('2026-11-24')).toEqual([]);
    expect(await expandedOn('2026-11-25')).toHaveLength(1);
    expect(await expandedOn('2027-01-08')).toMatchObject([{ seriesId: 7 }, { start: moved }]);
  });

  test('ends on its last day or after its number of times', async () => {
    await create({ ...standup, repeat: { ...repeat, until: '2026-11-24' } });
    await create({ ...standup, id: 8, repeat: { ...repeat, count: 2 } });
    expect(await on('2026-11-23')).toEqual([8, 7]);
    expect(await on('2026-11-24')).toEqual([7]);
    expect(await on('2026-11-25')).toEqual([]);
  });

  test('says in one sentence what is wrong with it', async () => {
    const event = { title: 'x', start, end };
    const refusals: [object, string][] = [
      [{ ...event, repeat: { ...repeat, count: 0 } }, 'Choose 1 to 999 times.'],
      [{ ...event, repeat: { ...repeat, count: 10_000 } }, 'Choose 1 to 999 times.'],
      [
        { ...event, repeat: { ...repeat, until: '2026-11-19' } },
        'The last day is before the first day.',
      ],
      [
        { ...event, repeat: { ...repeat, until: '2026-12-01', count: 3 } },
        'Choose a last day or a number of times.',
      ],
      [
        { ...event, place: 'https://' },
        'This link is not complete. A link looks like https://example.com/room.',
      ],
    ];
    for (const [body, sentence] of refusals) {
      const reply = await create(body);
      expect(reply.text).toBe(sentence);
      expect(reply.status).toBe(400);
    }
  });

  test('is listed expanded for 100 days at most', async () => {
    const reply = await send({
      path: '/api/events',
      query: { startDate: start, endDate: '2027-11-20T09:00:00+01:00', expand: 'true' },
      session: person.session,
    });
    expect(reply.status).toBe(400);
    expectSentence(reply);
  });
});
