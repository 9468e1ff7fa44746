import { beforeEach, expect, test } from 'vitest';
import { newPerson, type Person } from './people';
import { send } from './send';
import { expectSentence } from './expectSentence';

let person: Person;
beforeEach(async () => {
  person = await newPerson();
});
const create = (body: object) =>
  send({ method: 'POST', path: '/api/notes', session: person.session, body });
const patch = (id: number, body: object) =>
  send({ method: 'PATCH', path: `/api/notes/${id}`, session: person.session, body });
const list = async () => (await send({ path: '/api/notes', session: person.session })).json();

test('a note has a title and any content, even none', async () => {
  const reply = await create({ title: ' Ferns ', content: '' });
  expect(reply.status).toBe(201);
  const note = reply.json();
  expect(note).toEqual({
    id: expect.any(Number),
    title: 'Ferns',
    content: '',
    attachedTo: null,
    userId: person.userId,
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: note.createdAt,
  });
  const content = ' two\n\nparagraphs 🌿 ';
  expect((await create({ title: 'x', content })).json().content).toBe(content);
});

test('an invalid note is refused with a sentence that says why', async () => {
  const refusals: [object, string][] = [
    [{ content: '' }, 'Title is required'],
    [{ title: ' ', content: '' }, 'Title is required'],
    [{ title: 'x' }, 'content: Required'],
    [{ title: 'x'.repeat(201), content: '' }, 'title: Must be at most 200 characters'],
    [{ title: 'x', content: 'x'.repeat(100_001) }, 'content: Must be at most 100000 characters'],
  ];
  for (const [body, sentence] of refusals) {
    const reply = await create(body);
    expectSentence(reply, 400);
    expect(reply.text).toBe(sentence);
  }
  expect((await create({ title: 'x', content: 'x'.repeat(100_000) })).status).toBe(201);
});

test('a note can be attached to a task or an event, and detached again', async () => {
  const task = { type: 'task', id: 7 };
  const event = { type: 'event', id: 2 ** 52 - 1 };
  const note = (await create({ id: 42, title: 'Agenda', content: '', attachedTo: task })).json();
  expect(note.attachedTo).toEqual(task);
  // The target may be unknown to the server, because another device may still have to send it.
  expect((await patch(42, { attachedTo: event })).json().attachedTo).toEqual(event);
  expect((await patch(42, { title: 'Minutes' })).json().attachedTo).toEqual(event);
  expect((await list())[0].attachedTo).toEqual(event);
  expect((await patch(42, { attachedTo: null })).json().attachedTo).toBeNull();
  expect((await create({ title: 'x', content: '', attachedTo: null })).status).toBe(201);
});

test('if two edits attach a note, the later attachment wins as a whole', async () => {
  await create({ id: 42, title: 'Agenda', content: '' });
  const at = (second: number) => new Date(Date.now() - 10_000 + second * 1000).toISOString();
  const later = { type: 'event', id: 8 };
  await patch(42, { attachedTo: later, editedAt: at(2) });
  await patch(42, { title: 'Minutes', editedAt: at(3) });
  const reply = await patch(42, { attachedTo: { type: 'task', id: 7 }, editedAt: at(1) });
  expect(reply.json()).toMatchObject({ title: 'Minutes', attachedTo: later });
});

test('an invalid attachment is refused with one sentence, and nothing is written', async () => {
  await create({ id: 42, title: 'Agenda', content: '' });
  const refusals: [unknown, string][] = [
    [{ type: 'category', id: 1 }, 'attachedTo.type: Must be one of task, event'],
    [{ type: 'task', id: '1' }, 'attachedTo.id: Expected number, received string'],
    [{ type: 'task', id: 0 }, 'attachedTo.id: Must be at least 1'],
    [{ type: 'task' }, 'attachedTo.id: Required'],
    [{ id: 1 }, 'attachedTo.type: Must be one of task, event'],
    ['task', 'attachedTo: Expected object, received string'],
  ];
  const before = await list();
  for (const [attachedTo, sentence] of refusals) {
    for (const reply of [
      await create({ title: 'x', content: '', attachedTo }),
      await patch(42, { title: 'y', attachedTo }),
    ]) {
      expectSentence(reply, 400);
      expect(reply.text).toBe(sentence);
    }
  }
  expect(await list()).toEqual(before);
});

test.each([
  ['Chinese', '漢'],
  ['emoji, each of which counts as two', '🗓'],
  ['characters that JSON writes as six bytes', '\u0001'],
])('a note of 100,000 characters is saved, even of %s', async (_what, character) => {
  const content = character.repeat(100_000 / character.length);
  const reply = await create({ title: '漢'.repeat(200), content });
  expect(reply.status, reply.text).toBe(201);
  expect(reply.json()).toMatchObject({ content });
  expect((await patch(reply.json().id, { content: `${content.slice(2)}ab` })).status).toBe(200);
});

test('the note that was changed last comes first', async () => {
  for (const [id, hour] of [1, 2, 3].entries())
    await create({
      id: id + 1,
      title: 'x',
      content: '',
      createdAt: `2026-01-01T0${hour}:00:00+01:00`,
    });
  expect((await list()).map(({ id }: { id: number }) => id)).toEqual([3, 2, 1]);
  await patch(2, { content: 'more' });
  expect((await list()).map(({ id }: { id: number }) => id)).toEqual([2, 3, 1]);
});

test('a change writes only the fields that were sent, and moves updatedAt', async () => {
  const note = {
    id: 42,
    title: 'Ferns',
    content: 'Fridays',
    attachedTo: { type: 'task', id: 7 },
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  const before = (await create(note)).json();
  const renamed = (await patch(42, { title: 'All ferns' })).json();
  expect(renamed).toEqual({ ...before, title: 'All ferns', updatedAt: expect.any(String) });
  expect(renamed.updatedAt > before.updatedAt).toBe(true);
  expect((await patch(42, { content: '' })).json()).toMatchObject({
    title: 'All ferns',
    content: '',
    createdAt: before.createdAt,
  });
  expectSentence(await patch(42, { updatedAt: before.updatedAt }), 400);
  expectSentence(await patch(43, { title: 'x' }), 404);
});

test('an undone delete comes back as it was', async () => {
  await create({ id: 42, title: 'Ferns', content: 'Fridays' });
  const before = (await patch(42, { content: 'Saturdays' })).json();
  for (let times = 0; times < 2; times++)
    expect(
      (await send({ method: 'DELETE', path: '/api/notes/42', session: person.session })).status,
    ).toBe(204);
  expect(await list()).toEqual([]);
  expect((await create({ ...before, restore: true })).json()).toEqual(before);
});
