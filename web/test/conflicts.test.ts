import 'fake-indexeddb/auto';
import type { Note } from '@daymark/contract/note';
import { note as anyNote, task } from '@daymark/contract/test/records';
import { textVersion } from '@daymark/contract/texts';
import { NO_REVIEW_ANSWERS, type WeekReview } from '@daymark/contract/weekReview';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSync, type Sync, type SyncEvents } from '../src/sync/createSync';
import { databaseName } from '../src/sync/replica/diskShape';
import { modelServer, type Fate } from './modelServer';

let server: ReturnType<typeof modelServer>;
/** The user ids of the devices whose requests are lost. The model server treats all ids as one person. */
let offline: Set<number>;
let userIds = 0;
/** Milliseconds by which the server's clock is ahead. */
let aheadMs: number;
const syncs = new Set<Sync>();

beforeEach(() => {
  indexedDB = new IDBFactory();
  localStorage.clear();
  aheadMs = 0;
  server = modelServer({ now: () => new Date(Date.now() + aheadMs) });
  offline = new Set();
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    const { 'Daymark-User': user } = init?.headers as Record<string, string>;
    const fate = (): Fate => (offline.has(Number(user)) ? 'requestLost' : 'both');
    return server.fetch(fate)(input, init);
  });
});
afterEach(() => {
  for (const sync of syncs) sync.stop();
  syncs.clear();
});

const events = () => ({
  onRejected: vi.fn<SyncEvents['onRejected']>(),
  onRetrying: vi.fn<SyncEvents['onRetrying']>(),
  onLost: vi.fn<SyncEvents['onLost']>(),
  onKept: vi.fn<SyncEvents['onKept']>(),
  onConflict: vi.fn<SyncEvents['onConflict']>(),
  onOverruled: vi.fn<SyncEvents['onOverruled']>(),
  onLeftAlone: vi.fn<SyncEvents['onLeftAlone']>(),
  onSignedOut: vi.fn<SyncEvents['onSignedOut']>(),
  onOutdated: vi.fn<SyncEvents['onOutdated']>(),
});

async function device({ id = ++userIds } = {}) {
  const told = events();
  const sync = createSync(id, told);
  syncs.add(sync);
  await sync.start();
  return { id, sync, told };
}
type TestDevice = Awaited<ReturnType<typeof device>>;

const turn = () => new Promise((resolve) => setImmediate(resolve));
async function until(isSo: () => boolean) {
  for (let turns = 0; !isSo(); turns++) {
    if (turns > 100_000) throw new Error('The condition never held.');
    await turn();
  }
}

const note = (fields: Partial<Note> = {}) =>
  anyNote(1, { title: 'Ferns', content: 'Water them.\n', ...fields });

const write = ({ sync }: TestDevice, fields: Partial<Note>, base?: Partial<Note>) =>
  sync.mutate({ kind: 'update', collection: 'notes', id: 1, fields, ...(base && { base }) });
const remove = ({ sync }: TestDevice) =>
  sync.mutate({ kind: 'delete', collection: 'notes', id: 1 });
/** Saves a dialog with a note that was deleted while the dialog was open. */
const bringBack = ({ sync }: TestDevice, content: string, base: Note) => {
  const record: Note = { ...base, content };
  sync.mutate({ kind: 'create', collection: 'notes', record, restore: true, base });
};
const shown = ({ sync }: TestDevice) => sync.records('notes').data?.[0];
const saved = ({ sync }: TestDevice) => until(() => sync.status().waiting === 0);
const stored = () => server.records('notes')[0] as Note | undefined;
const keptTexts = () => server.records('conflicts').map(({ text }) => text);
const goOnline = (one: TestDevice) => {
  offline.delete(one.id);
  dispatchEvent(new Event('online'));
};
/** Takes a device offline and waits until its outbox is stored. */
async function goOffline(one: TestDevice) {
  offline.add(one.id);
  await until(() => !one.sync.status().lostOnClose);
}

async function twoDevices(fields: Partial<Note> = {}) {
  server.put('notes', { ...note(fields) });
  return [await device(), await device()] as const;
}

test('a note that was open while another device saved it is merged with the other text', async () => {
  const [laptop, phone] = await twoDevices();
  const opened = shown(laptop)!;
  write(phone, { content: 'Water them.\nAnd the roses.\n' });
  await saved(phone);
  await laptop.sync.pull();
  write(laptop, { content: 'Water them twice.\n' }, opened);
  await saved(laptop);
  expect(stored()?.content).toBe('Water them twice.\nAnd the roses.\n');
  expect(shown(laptop)?.content).toBe('Water them twice.\nAnd the roses.\n');
});

test('when two edits change the same words, the later one is shown and the other is kept', async () => {
  const [laptop, phone] = await twoDevices();
  await goOffline(laptop);
  write(laptop, { content: 'Water them on Monday.\n' });
  write(phone, { content: 'Water them on Friday.\n' });
  await saved(phone);
  goOnline(laptop);
  await saved(laptop);
  expect(stored()?.content).toBe('Water them on Friday.\n');
  expect(keptTexts()).toEqual(['Water them on Monday.\n']);
  expect(laptop.told.onConflict).toHaveBeenCalledOnce();
});

test('the earlier of two texts is kept even if it was sent first', async () => {
  const [laptop, phone] = await twoDevices();
  await goOffline(laptop);
  write(phone, { content: 'Water them on Friday.\n' });
  await saved(phone);
  await turn();
  write(laptop, { content: 'Water them on Monday.\n' });
  goOnline(laptop);
  await saved(laptop);
  expect(stored()?.content).toBe('Water them on Monday.\n');
  expect(keptTexts()).toEqual(['Water them on Friday.\n']);
});

/** Ticks a checkbox offline after another device has saved a text, and sends the tick. Returns the stored text. */
async function tickAfter(content: string, other: string, from: string, to: string) {
  const [laptop, phone] = await twoDevices({ content });
  await goOffline(laptop);
  write(phone, { content: other });
  await saved(phone);
  await turn();
  write(laptop, { content: content.replace(from, to) });
  goOnline(laptop);
  await saved(laptop);
  expect(laptop.told.onConflict).not.toHaveBeenCalled();
  expect(keptTexts()).toEqual([]);
  return stored()?.content;
}

test('a checkbox ticked offline keeps the text that another device wrote meanwhile', async () => {
  expect(
    await tickAfter(
      '- [ ] Milk\n- [ ] Tea\n',
      '- [ ] Oat drink\n- [ ] Tea\n',
      '[ ] Milk',
      '[x] Milk',
    ),
  ).toMatch(/^- \[[ x]\] Oat drink\n- \[ \] Tea\n$/);
  expect(await tickAfter('- [ ] Milk\n', 'Nothing to buy.\n', '[ ]', '[x]')).toBe(
    'Nothing to buy.\n',
  );
});

test('checkboxes that were ticked on two devices are both ticked', async () => {
  expect(
    await tickAfter('- [ ] Milk\n- [ ] Tea\n', '- [ ] Milk\n- [x] Tea\n', '[ ] Milk', '[x] Milk'),
  ).toBe('- [x] Milk\n- [x] Tea\n');
});

test('every text of three notes that two devices edited is kept', async () => {
  for (const id of [1, 2, 3]) server.put('notes', { ...note({ id }) });
  const [laptop, phone] = [await device(), await device()];
  await goOffline(laptop);
  const edit = ({ sync }: TestDevice, id: number, content: string) =>
    sync.mutate({ kind: 'update', collection: 'notes', id, fields: { content } });
  for (const id of [1, 2, 3]) edit(laptop, id, `Laptop ${id}`);
  for (const id of [1, 2, 3]) edit(phone, id, `Phone ${id}`);
  await saved(phone);
  goOnline(laptop);
  await saved(laptop);
  expect(keptTexts().sort()).toEqual(['Laptop 1', 'Laptop 2', 'Laptop 3']);
  expect(server.records('notes').map(({ content }) => content)).toEqual([
    'Phone 1',
    'Phone 2',
    'Phone 3',
  ]);
});

test('a second offline edit replaces the first one, so only one text is kept', async () => {
  const [laptop, phone] = await twoDevices();
  await goOffline(laptop);
  write(laptop, { content: 'Monday.\n' });
  write(laptop, { content: 'Monday and Tuesday.\n' });
  write(phone, { content: 'Friday.\n' });
  await saved(phone);
  goOnline(laptop);
  await saved(laptop);
  expect(stored()?.content).toBe('Friday.\n');
  expect(keptTexts()).toEqual(['Monday and Tuesday.\n']);
});

test('an edit whose response was lost is not applied again after another device undid it', async () => {
  const [laptop, phone] = await twoDevices();
  const editedAt = new Date().toISOString();
  const send = () =>
    server.fetch(() => 'both')('/api/notes/1', {
      method: 'PATCH',
      headers: { 'Daymark-Mutation': 'an-edit' },
      body: JSON.stringify({
        content: 'Monday.\n',
        base: { content: textVersion('Water them.\n') },
        editedAt,
      }),
    });
  await send();
  await phone.sync.pull();
  write(phone, { content: 'Water them.\n' });
  await saved(phone);
  await send();
  await laptop.sync.pull();
  expect(stored()?.content).toBe('Water them.\n');
});

test('a delete that is older than an edit asks first, and the text stays', async () => {
  const [laptop, phone] = await twoDevices();
  await goOffline(laptop);
  remove(laptop);
  await turn();
  write(phone, { content: 'Water them.\nAnd the roses.\n' });
  await saved(phone);
  goOnline(laptop);
  await until(() => laptop.sync.status().rejected === 1);
  expect(stored()?.content).toBe('Water them.\nAnd the roses.\n');
  await until(() => shown(laptop)?.content === 'Water them.\nAnd the roses.\n');
  expect(shown(laptop)?.saveError).toMatchObject({ kind: 'rejected', asks: 'delete' });
  laptop.sync.retry('notes', 1);
  await until(() => stored() === undefined);
  expect(server.deleted('notes')).toMatchObject([{ content: 'Water them.\nAnd the roses.\n' }]);
});

test('a later delete also asks if the person has not seen the text', async () => {
  const [laptop, phone] = await twoDevices();
  await goOffline(laptop);
  write(phone, { content: 'Water them.\nAnd the roses.\n' });
  await saved(phone);
  await turn();
  remove(laptop);
  goOnline(laptop);
  await until(() => laptop.sync.status().rejected === 1);
  expect(stored()?.content).toBe('Water them.\nAnd the roses.\n');
  laptop.sync.discard('notes', 1);
  await until(() => shown(laptop)?.saveError === undefined);
  expect(laptop.sync.status()).toMatchObject({ waiting: 0, rejected: 0 });
});

test('undoing an offline delete doesn’t bring back an older text', async () => {
  const [laptop, phone] = await twoDevices();
  await goOffline(laptop);
  const undo = laptop.sync.change({ title: 'Note deleted' }, [
    { kind: 'delete', collection: 'notes', id: 1 },
  ]);
  undo();
  write(phone, { content: 'Water them.\nAnd the roses.\n' });
  await saved(phone);
  goOnline(laptop);
  await saved(laptop);
  await until(() => shown(laptop)?.content === 'Water them.\nAnd the roses.\n');
  expect(stored()?.content).toBe('Water them.\nAnd the roses.\n');
  expect(laptop.sync.status().rejected).toBe(0);
});

test('a text written into a note that another device deleted is kept until it is restored', async () => {
  const [laptop, phone] = await twoDevices();
  await goOffline(laptop);
  write(laptop, { content: 'Water them.\nAnd the roses.\n' });
  remove(phone);
  await saved(phone);
  goOnline(laptop);
  await until(() => laptop.told.onKept.mock.calls.length === 1);
  expect(shown(laptop)).toMatchObject({
    content: 'Water them.\nAnd the roses.\n',
    saveError: { kind: 'rejected', asks: 'restore' },
  });
  laptop.sync.retry('notes', 1);
  await until(() => stored() !== undefined);
  expect(stored()).toMatchObject({ title: 'Ferns', content: 'Water them.\nAnd the roses.\n' });
});

test('an unsent text is kept if the browser first learns that another device has deleted the note', async () => {
  const [laptop, phone] = await twoDevices();
  remove(phone);
  await saved(phone);
  // A 503 delays the edit, so the pull comes first.
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    init?.method === 'PATCH'
      ? Promise.resolve(new Response('Later.', { status: 503 }))
      : fetch(input, init),
  );
  write(laptop, { content: 'Roses.\n' });
  await until(() => laptop.sync.status().retrying);
  await laptop.sync.pull();
  expect(shown(laptop)).toMatchObject({ content: 'Roses.\n', saveError: { asks: 'restore' } });
  vi.stubGlobal('fetch', fetch);
  expect(laptop.sync.status()).toMatchObject({ waiting: 0, rejected: 1 });
});

test('restoring a text into a note that exists again merges both texts', async () => {
  const [laptop, phone] = await twoDevices();
  await goOffline(laptop);
  write(laptop, { content: 'Water them twice.\n' });
  remove(phone);
  await saved(phone);
  goOnline(laptop);
  await until(() => laptop.sync.status().rejected === 1);
  phone.sync.mutate({
    kind: 'create',
    collection: 'notes',
    record: note({ content: 'Water them.\nAnd the roses.\n' }),
    restore: true,
  });
  await saved(phone);
  laptop.sync.retry('notes', 1);
  await until(() => laptop.sync.status().rejected === 0 && laptop.sync.status().waiting === 0);
  expect(stored()?.content).toBe('Water them twice.\nAnd the roses.\n');
});

test('saving a note that was deleted and restored elsewhere merges the texts', async () => {
  const [laptop, phone] = await twoDevices();
  const opened = shown(laptop)!;
  const undo = phone.sync.change({ title: 'Note deleted' }, [
    { kind: 'delete', collection: 'notes', id: 1 },
  ]);
  await saved(phone);
  await laptop.sync.pull();
  expect(shown(laptop)).toBeUndefined();
  undo();
  await saved(phone);
  bringBack(laptop, 'Water them.\nAnd feed them.\n', opened);
  await saved(laptop);
  expect(stored()?.content).toBe('Water them.\nAnd feed them.\n');
});

test('saving a deleted note brings back text that this device has not seen', async () => {
  const [laptop, phone] = await twoDevices();
  const opened = shown(laptop)!;
  write(phone, { content: 'Water them twice.\nAsk Noor.\n' });
  await saved(phone);
  remove(phone);
  await saved(phone);
  await laptop.sync.pull();
  bringBack(laptop, 'Water them.\nAnd feed them.\n', opened);
  await saved(laptop);
  for (const words of ['And feed them.', 'Ask Noor.', 'twice'])
    expect(stored()?.content).toContain(words);
});

test('a title written into a removed task of a series is kept as a conflict of the open task', async () => {
  const day = '2026-11-20';
  const repeat = { every: 'day', interval: 1, from: 'schedule' } as const;
  const series = { title: 'Water', seriesId: 1, repeat };
  const first = task(1, { ...series, plannedDay: day, seriesDay: day });
  server.put('tasks', { ...first, completed: true });
  server.put('tasks', task(2, { ...series, seriesDay: '2026-11-21' }));
  const phone = await device();
  await goOffline(phone);
  const title = 'Water, and ask Noor';
  phone.sync.mutate({ kind: 'update', collection: 'tasks', id: 2, fields: { title } });
  server.put('tasks', first);
  const removedAt = '2026-11-20T09:00:00.000Z';
  server.put('tasks', task(2, { ...series, skippedAt: removedAt, removedAt }));
  goOnline(phone);
  await saved(phone);
  expect(server.records('conflicts')).toMatchObject([
    { collection: 'tasks', recordId: 1, field: 'title', text: title },
  ]);
});

test('Undo leaves alone a field that another device has changed since, and reports that', async () => {
  const [laptop, phone] = await twoDevices();
  const undo = laptop.sync.change({ title: 'Note updated' }, [
    {
      kind: 'update',
      collection: 'notes',
      id: 1,
      fields: { title: 'Roses', content: 'Cut them.\n' },
    },
  ]);
  await saved(laptop);
  await phone.sync.pull();
  write(phone, { content: 'Cut them in spring.\n' });
  await saved(phone);
  await laptop.sync.pull();
  undo();
  await saved(laptop);
  expect(stored()).toMatchObject({ title: 'Ferns', content: 'Cut them in spring.\n' });
  expect(laptop.told.onLeftAlone).toHaveBeenCalledExactlyOnceWith({ title: 'Note updated' });
});

test('Undo of a new note keeps the note once another device has written into it', async () => {
  const [laptop, phone] = [await device(), await device()];
  const undo = laptop.sync.change({ title: 'Note created' }, [
    { kind: 'create', collection: 'notes', record: note() },
  ]);
  await saved(laptop);
  await phone.sync.pull();
  write(phone, { content: 'Water them.\nAnd the roses.\n' });
  await saved(phone);
  await laptop.sync.pull();
  undo();
  await saved(laptop);
  expect(stored()?.content).toBe('Water them.\nAnd the roses.\n');
  expect(laptop.told.onLeftAlone).toHaveBeenCalledOnce();
});

test('queued mutations survive when the browser empties the database', async () => {
  const [laptop] = await twoDevices();
  await goOffline(laptop);
  write(laptop, { content: 'Roses.\n' });
  await laptop.sync.stored();
  const database = await openDB(databaseName(laptop.id));
  const stores = [...database.objectStoreNames];
  for (const store of stores) await database.clear(store);
  database.close();
  goOnline(laptop);
  await saved(laptop);
  expect(stored()?.content).toBe('Roses.\n');
});

test('a clock that was ahead once doesn’t make later edits of this browser win', async () => {
  server.put('tasks', task(1));
  const laptop = await device();
  const choose = ({ sync }: TestDevice, categoryId: number) =>
    sync.mutate({ kind: 'update', collection: 'tasks', id: 1, fields: { categoryId } });
  await goOffline(laptop);
  const realNow = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 7 * 86_400_000);
  choose(laptop, 2);
  vi.mocked(Date.now).mockRestore();
  goOnline(laptop);
  await saved(laptop);
  // The clock is correct again. The edit below is older than the other device's edit, and is sent later.
  await goOffline(laptop);
  choose(laptop, 3);
  await turn();
  const editedAt = new Date(Date.now() + 5_000).toISOString();
  server.put('tasks', task(1, { categoryId: 4 }), { categoryId: editedAt });
  // Move the server's clock past the other device's edit.
  aheadMs = 10_000;
  goOnline(laptop);
  await saved(laptop);
  expect(server.records('tasks')).toMatchObject([{ categoryId: 4 }]);
});

test('answers that two devices write about one week offline are all kept', async () => {
  const id = 20261116;
  const review = (one: TestDevice, fields: Partial<WeekReview>) => {
    const record: WeekReview = { id, day: '2026-11-16', ...NO_REVIEW_ANSWERS, userId: one.id };
    one.sync.mutate({ kind: 'create', collection: 'weekReviews', record });
    const base = { done: '', slipped: '', nextWeek: '' };
    one.sync.mutate({ kind: 'update', collection: 'weekReviews', id, fields, base });
  };
  const [laptop, phone] = [await device(), await device()];
  await goOffline(laptop);
  review(laptop, { done: 'The report.', nextWeek: 'Fewer meetings.' });
  review(phone, { done: 'The budget.', slipped: 'The slides.', rating: 4 });
  await saved(phone);
  goOnline(laptop);
  await saved(laptop);
  const [stored] = server.records('weekReviews') as WeekReview[];
  expect(stored).toMatchObject({ slipped: 'The slides.', nextWeek: 'Fewer meetings.', rating: 4 });
  expect([stored?.done, ...keptTexts()].join(' ')).toContain('The report.');
  expect([stored?.done, ...keptTexts()].join(' ')).toContain('The budget.');
  await phone.sync.pull();
  expect(phone.sync.records('weekReviews').data?.[0]).toMatchObject({
    done: stored?.done,
    nextWeek: 'Fewer meetings.',
  });
});
