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
  const end = '2026-11-21T00:25:00+01:00';
  await create({ ...session, id: 3, start: '2026-11-20T00:00:00+01:00', end });
  await create({ ...session, id: 2, start: '2026-11-20T12:00:00Z', end });
  await create({ ...session, id: 1, start: '2026-11-20T13:00:00+01:00', end });
  await create({ ...session, id: 4, start: '2026-11-21T00:00:00+01:00', end });
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

const change = (body: object) =>
  send({ method: 'PATCH', path: '/api/focus-sessions/7', session: person.session, body });
const LONGER = { end: '2026-11-20T09:40:00+01:00', plannedSeconds: 1500, actualSeconds: 2400 };

test('the times, the task and the note of a focus session can be changed', async () => {
  await create({ ...session, id: 7 });
  const fields = { ...LONGER, start: '2026-11-20T08:00:00Z', taskId: 5, note: 'Offer' };
  expect((await change(fields)).json()).toMatchObject({ ...session, id: 7, ...fields });
  // The list is ordered by the new start.
  const [first] = (
    await between('2026-11-20T08:00:00Z', '2026-11-20T08:00:01Z')
  ).json() as object[];
  expect(first).toMatchObject(fields);
  expect((await change({ mode: 'shortBreak', note: null })).json()).toMatchObject({
    mode: 'focus',
    note: null,
  });
});

test('if two devices change the times of a focus session, the later edit gives all of them', async () => {
  await create({ ...session, id: 7 });
  const later = { ...LONGER, start: '2026-11-20T09:10:00+01:00', actualSeconds: 1800 };
  await change({ ...later, editedAt: '2026-11-21T10:00:00Z' });
  const earlier = { ...LONGER, start: session.start, end: session.end, actualSeconds: 60 };
  const reply = await change({ ...earlier, editedAt: '2026-11-21T09:00:00Z' });
  expect(reply.json()).toMatchObject(later);
});

test.each([
  ['a create with an end at the start', () => create({ ...session, end: session.start })],
  [
    'a create with an end before the start',
    () => create({ ...session, end: '2026-11-20T07:59:59Z' }),
  ],
  ['an edit with an end at the start', () => change({ ...LONGER, start: LONGER.end })],
])('%s is refused with a sentence', async (_, request) => {
  const reply = await request();
  expectSentence(reply, 400);
  expect(reply.text).toContain('A session must end after it starts.');
});

test('an edit with only some of the times is refused', async () => {
  await create({ ...session, id: 7 });
  const { start, actualSeconds } = session;
  for (const some of [{ start }, { start, end: LONGER.end }, { actualSeconds }]) {
    const reply = await change(some);
    expectSentence(reply, 400);
    expect(reply.text).toContain('start, end and actualSeconds together');
  }
});

test('an imported focus session may end before it starts', async () => {
  const focusSessions = [{ ...session, id: 7, end: '2026-11-20T07:00:00Z' }];
  const reply = await send({
    method: 'POST',
    path: '/api/import',
    session: person.session,
    body: { focusSessions },
  });
  expect(reply.status, reply.text).toBe(200);
  expect(reply.json()).toMatchObject({ focusSessions: 1 });
});
