import { api } from '@daymark/contract/api';
import { CONTRACT_VERSION } from '@daymark/contract/version';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LIST_PATHS, requestListsEarly, takeEarlyList } from './earlyLists';

const request = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', request);
  request.mockImplementation(async (path) =>
    Response.json([{ path }], {
      headers: { Date: 'Wed, 25 Nov 2026 09:00:00 GMT', ETag: '"1.2.3"' },
    }),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  request.mockReset();
});

const appRequest = (userId: number) => ({
  method: 'GET',
  headers: { 'Daymark-User': String(userId) },
});

test('each list is requested where the contract has it', () => {
  const { listTasks, listCategories, listEvents, getSettings } = api;
  const { listReflections, listNotes, listFocusSessions, listConflicts } = api;
  expect(LIST_PATHS).toEqual({
    tasks: listTasks.path,
    categories: listCategories.path,
    events: listEvents.path,
    settings: getSettings.path,
    reflections: listReflections.path,
    notes: listNotes.path,
    focusSessions: listFocusSessions.path,
    conflicts: listConflicts.path,
  });
});

test('the app takes the answer once, without the date by which it would set its clock', async () => {
  window.daymarkUser = Promise.resolve(Response.json({ id: 7 }));
  requestListsEarly(['tasks', 'settings']);
  const answer = await takeEarlyList('/api/tasks', appRequest(7));
  expect(await answer?.json()).toEqual([{ path: '/api/tasks' }]);
  expect(answer?.headers.get('ETag')).toBe('"1.2.3"');
  expect(answer?.headers.has('Date')).toBe(false);
  expect(await takeEarlyList('/api/tasks', appRequest(7))).toBeUndefined();
  expect(request.mock.calls.map(([path, init]) => [path, init?.headers])).toEqual(
    ['/api/tasks', '/api/settings'].map((path) => [
      path,
      { 'Daymark-Contract': String(CONTRACT_VERSION), 'Daymark-User': '7' },
    ]),
  );
});

/** Returns the address of the second page. */
async function takeFirstOfTwoPages(): Promise<string> {
  const second = '/api/tasks?after=3';
  request.mockImplementation(async (path) =>
    Response.json([{ path }], {
      headers: path === second ? {} : { Link: `<${second}>; rel="next"` },
    }),
  );
  window.daymarkUser = Promise.resolve(Response.json({ id: 7 }));
  requestListsEarly(['tasks']);
  await takeEarlyList('/api/tasks', appRequest(7));
  return second;
}

test('the pages of a list are requested one after the other', async () => {
  const second = await takeFirstOfTwoPages();
  const answer = await takeEarlyList(second, appRequest(7));
  expect(await answer?.json()).toEqual([{ path: second }]);
  expect(request).toHaveBeenCalledTimes(2);
});

test('a list that is read again gets no page that is older than its first', async () => {
  const second = await takeFirstOfTwoPages();
  // It was cut off on its way.
  expect(await takeEarlyList('/api/tasks', appRequest(7))).toBeUndefined();
  expect(await takeEarlyList(second, appRequest(7))).toBeUndefined();
});

test('another person’s request does not get it, nor does a change', async () => {
  window.daymarkUser = Promise.resolve(Response.json({ id: 7 }));
  requestListsEarly(['tasks']);
  expect(await takeEarlyList('/api/tasks', appRequest(8))).toBeUndefined();
  expect(await takeEarlyList('/api/tasks', { ...appRequest(7), method: 'POST' })).toBeUndefined();
  expect(await takeEarlyList('/api/tasks?after=3', appRequest(7))).toBeUndefined();
});

test('nothing is requested in nobody’s name', async () => {
  requestListsEarly(['tasks']);
  window.daymarkUser = Promise.resolve(new Response('Please log in.', { status: 401 }));
  requestListsEarly(['tasks']);
  expect(await takeEarlyList('/api/tasks', appRequest(7))).toBeUndefined();
  expect(request).not.toHaveBeenCalled();
});
