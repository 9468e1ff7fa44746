import { beforeEach, expect, test } from 'vitest';
import { newPerson, type Person } from './people';
import { send } from './send';
import { expectSentence } from './expectSentence';

let person: Person;
beforeEach(async () => {
  person = await newPerson();
});
const save = (body: object) =>
  send({ method: 'POST', path: '/api/reflections', session: person.session, body });
const read = (path: string, query: Record<string, string>) =>
  send({ path: `/api/reflections${path}`, query, session: person.session });
const on = async (date: string) => (await read('', { date })).json();

test('a day without a reflection gives null', async () => {
  const reply = await read('', { date: '2026-11-20T00:00:00+01:00' });
  expect(reply.status).toBe(200);
  expect(reply.json()).toBeNull();
});

test('a reflection belongs to the local day in the date’s own offset', async () => {
  const date = '2026-11-20T00:00:00+02:00';
  const saved = await save({ date, accomplishments: 'Ferns', productivityRating: 4 });
  expect(saved.status).toBe(201);
  expect(saved.json()).toEqual({
    id: 20261120,
    date,
    accomplishments: 'Ferns',
    challenges: null,
    tomorrowFocus: null,
    productivityRating: 4,
    userId: person.userId,
  });
  // In UTC, the reflection's date is on the day before.
  expect(await on('2026-11-20T23:59:59-08:00')).toEqual(saved.json());
  expect(await on('2026-11-19T22:00:00Z')).toBeNull();
});

test('saving again replaces the whole reflection', async () => {
  await save({ date: '2026-11-20T00:00:00+02:00', accomplishments: 'Ferns', challenges: 'Aphids' });
  const again = await save({ date: '2026-11-20T21:00:00+02:00', challenges: 'None' });
  expect(again.json()).toMatchObject({ accomplishments: null, challenges: 'None' });
  expect(await on('2026-11-20T00:00:00+02:00')).toEqual(again.json());
  const days = await read('/days', { from: '2026-11-20', to: '2026-11-20' });
  expect(days.json()).toEqual([again.json()]);
});

test('twenty saves at once leave one reflection', async () => {
  const date = '2026-11-20T00:00:00Z';
  const all = Array.from({ length: 20 }, (_, n) => save({ date, accomplishments: `Try ${n}` }));
  expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([201]));
  const days = await read('/days', { from: '2026-01-01', to: '2026-12-31' });
  expect(days.json()).toHaveLength(1);
});

test('earlier days are listed with the latest first, both ends included', async () => {
  for (const day of ['2026-10-31', '2026-11-01', '2026-11-15', '2026-11-30', '2026-12-01'])
    await save({ date: `${day}T00:00:00+01:00` });
  const november = await read('/days', { from: '2026-11-01', to: '2026-11-30' });
  expect(november.json().map(({ id }: { id: number }) => id)).toEqual([
    20261130, 20261115, 20261101,
  ]);
});

test('an invalid reflection is refused in one sentence', async () => {
  const date = '2026-11-20T00:00:00Z';
  const refused = [
    {},
    { date: '2026-11-20' },
    { date, productivityRating: 6 },
    { date, productivityRating: 3.5 },
    { date, challenges: 'x'.repeat(10_001) },
    { date, userId: 'me' },
  ];
  for (const body of refused) expectSentence(await save(body), 400);
  expect((await save({ date, challenges: 'x'.repeat(10_000), productivityRating: 0 })).status).toBe(
    201,
  );
  expectSentence(await read('', { date: 'today' }), 400);
  expectSentence(await read('/days', { from: '2026-11-31', to: '2026-12-01' }), 400);
});
