import type { AccountExport } from '@daymark/contract/accountExport';
import type { Changes } from '@daymark/contract/changes';
import { DEFAULT_CATEGORIES } from '@daymark/contract/category';
import type { Task } from '@daymark/contract/task';
import { DEMO_ACCOUNT } from '@daymark/contract/user';
import { expect, test } from 'vitest';
import { resetDemoAccount } from '../src/demo/resetDemoAccount';
import { firebasePorts } from '../src/firebasePorts';
import { accounts } from './authEmulator';
import { newDetails } from './people';
import { send } from './send';

const { username, email, password } = DEMO_ACCOUNT;

test('§1 the shared demo account is there with its known password and a believable week', async () => {
  await resetDemoAccount(firebasePorts());
  // Everything that a visitor could do to it.
  const { uid } = await accounts.getUserByEmail(email);
  const mine = { password: 'mine-now', email: newDetails().email, displayName: 'Me' };
  await accounts.updateUser(uid, { ...mine, disabled: true });

  await resetDemoAccount(firebasePorts());
  const login = await send({ method: 'POST', path: '/api/login', body: { email, password } });
  expect(login.json()).toMatchObject({ username, email });

  const { session } = login;
  const visit = {
    method: 'POST',
    path: '/api/tasks',
    session,
    body: { title: 'Left by a visitor' },
  };
  await send(visit);
  const note = { title: 'Left by a visitor', content: '' };
  await send({ method: 'POST', path: '/api/notes', session, body: note });
  const settings = { focusDuration: 1 };
  await send({ method: 'PATCH', path: '/api/settings', session, body: settings });
  await send({ method: 'PATCH', path: '/api/user', session, body: { timeZone: 'Asia/Tokyo' } });
  const etag = String((await send({ path: '/api/tasks', session })).headers.etag);
  await resetDemoAccount(firebasePorts());

  const again = await send({ method: 'POST', path: '/api/login', body: { email, password } });
  const read = async (path: string) => (await send({ path, session: again.session })).json();
  const changes = (await read(`/api/changes?tasks=${etag.slice(1, -1)}`)) as Changes;
  expect(changes.tasks?.reset, 'a copy of yesterday’s is to be read again').toBe(true);
  const categories = (await read('/api/categories')) as object[];
  expect(categories).toMatchObject(DEFAULT_CATEGORIES);
  expect(categories).toHaveLength(DEFAULT_CATEGORIES.length);
  const tasks = (await read('/api/tasks')) as Task[];
  expect(tasks).toHaveLength(14);
  expect(tasks.map(({ title }) => title)).not.toContain('Left by a visitor');
  expect(new Set(tasks.map(({ categoryId }) => categoryId))).toEqual(new Set([1, 2, 3, 4]));
  expect(tasks.filter(({ isPriority, completed }) => isPriority && !completed)).toHaveLength(3);
  expect(await read('/api/tasks/priorities')).toMatchObject([0, 1, 2].map((order) => ({ order })));
  const document = (await read('/api/export')) as AccountExport;
  expect(document.user.timeZone).toBeNull();
  expect(document.settings.focusDuration).toBe(25);
  expect(document.notes.map(({ title }) => title)).not.toContain('Left by a visitor');
  for (const collection of ['events', 'notes', 'reflections', 'focusSessions'] as const)
    expect(document[collection].length, collection).toBeGreaterThan(2);
  for (const { completed, completedAt, createdAt } of tasks) {
    expect(completedAt !== null).toBe(completed);
    if (completedAt) expect(completedAt > createdAt).toBe(true);
  }
});
