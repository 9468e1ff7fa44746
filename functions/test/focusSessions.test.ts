import { FOCUS_NOTES_MAX } from '@daymark/contract/focusSession';
import { beforeEach, expect, test } from 'vitest';
import { newPerson, type Person } from './people';
import { send } from './send';
import { expectSentence } from './expectSentence';

let person: Person;
beforeEach(async () => {
  person = await newPerson();
});

const session = {
  mode: 'focus',
  start: '2026-11-20T09:00:00+01:00',
  end: '2026-11-20T09:25:00+01:00',
  plannedSeconds: 1500,
  actualSeconds: 1500,
  completed: true,
};
const create = (body: object) =>
  send({ method: 'POST', path: '/api/focus-sessions', session: person.session, body });
const between = (from: string, to: string) =>
  send({ path: '/api/focus-sessions', query: { from, to }, session: person.session });

test('a focus session is stored as it was sent, with an optional task and note', async () => {
  const reply = await create(session);
  expect(reply.status).toBe(201);
  const nothing = { taskId: null, note: null, userId: person.userId };
  expect(reply.json()).toEqual({ ...session, id: expect.any(Number), ...nothing });
  const nulls = { id: null, taskId: null, note: null, userId: null };
  expect((await create({ ...session, ...nulls })).status).toBe(201);
  const full = { ...session, taskId: 7, note: 'The report', completed: false, actualSeconds: 61 };
  expect((await create(full)).json()).toMatchObject(full);
});

test('a focus session that is created twenty times at once is stored once', async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => create({ ...session, id: 42, note: `Attempt ${n}` })),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
});

test('focus sessions that started in the range are listed by start, then id', async () => {
  await create({ ...session, id: 3, start: '2026-11-20T00:00:00+01:00' });
  await create({ ...session, id: 2, start: '2026-11-20T12:00:00Z' });
  await create({ ...session, id: 1, start: '2026-11-20T13:00:00+01:00' });
  await create({ ...session, id: 4, start: '2026-11-21T00:00:00+01:00' });
  const day = await between('2026-11-20T00:00:00+01:00', '2026-11-21T00:00:00+01:00');
  expect(day.json().map(({ id }: { id: number }) => id)).toEqual([3, 1, 2]);
});

test('an invalid focus session is refused in one sentence', async () => {
  const refused = [
    {},
    { ...session, mode: 'nap' },
    { ...session, start: 'now' },
    { ...session, actualSeconds: -1 },
    { ...session, plannedSeconds: 86_401 },
    { ...session, completed: null },
    { ...session, note: 'x'.repeat(FOCUS_NOTES_MAX + 1) },
  ];
  for (const body of refused) expectSentence(await create(body), 400);
  expectSentence(await between('today', 'tomorrow'), 400);
});
