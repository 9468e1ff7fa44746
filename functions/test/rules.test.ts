import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestContext,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const OWNER = 'owner';
const REVISIONS = `users/${OWNER}/live/revisions`;
/** Documents like those that the server stores, and some that it doesn't store. */
const DOCUMENTS = [
  `users/${OWNER}`,
  `users/${OWNER}/tasks/1`,
  `users/${OWNER}/categories/1`,
  `users/${OWNER}/events/1`,
  `users/${OWNER}/reflections/20261120`,
  `users/${OWNER}/notes/1`,
  `users/${OWNER}/settings/1`,
  `users/${OWNER}/focusSessions/1`,
  `users/${OWNER}/conflicts/1`,
  `users/${OWNER}/sessions/abc`,
  `users/${OWNER}/locks/tasks`,
  `users/${OWNER}/live/other`,
  `${REVISIONS}/deeper/1`,
  'usernames/@owner',
  'attempts/abc',
  'calendarFeeds/abc',
  `reminders/${OWNER}`,
  `googleCalendarTokens/${OWNER}`,
  'anything/else',
];
const ROLES = [
  'anonymous',
  'owner',
  'listener',
  'ended listener',
  'other listener',
  'other person',
] as const;

let environment: RulesTestEnvironment;
let people: Record<(typeof ROLES)[number], RulesTestContext>;

beforeAll(async () => {
  const [host = '', port = ''] = (process.env.FIRESTORE_EMULATOR_HOST ?? '').split(':');
  const rules = await readFile(join(import.meta.dirname, '../../firestore.rules'), 'utf8');
  environment = await initializeTestEnvironment({
    projectId: 'demo-rules',
    firestore: { rules, host, port: Number(port) },
  });
  await environment.withSecurityRulesDisabled(async (admin) => {
    for (const path of [REVISIONS, ...DOCUMENTS])
      await admin.firestore().doc(path).set({ tasks: 1, listenersEndedAt: 1000 });
  });
  people = {
    anonymous: environment.unauthenticatedContext(),
    owner: environment.authenticatedContext(OWNER),
    'other person': environment.authenticatedContext('other'),
    // The user for live updates. The claims in its token name the account and say when the token was made.
    listener: environment.authenticatedContext('live-1', { owner: OWNER, issuedAt: 1001 }),
    'ended listener': environment.authenticatedContext('live-1', { owner: OWNER, issuedAt: 1000 }),
    'other listener': environment.authenticatedContext('live-2', {
      owner: 'other',
      issuedAt: 1001,
    }),
  };
});
afterAll(() => environment.cleanup());

const MINE = { tasks: 2, userId: OWNER, uid: OWNER };

/** Expects that a role can neither read nor write a document, its collection or its collection group. */
async function expectClosed(who: (typeof ROLES)[number], path: string) {
  const firestore = people[who].firestore();
  const document = firestore.doc(path);
  const { parent } = document;
  const attempts: Record<string, () => Promise<unknown>> = {
    'get it': () => document.get(),
    'list its collection': () => parent.get(),
    'list one of its collection': () => parent.limit(1).get(),
    'list part of its collection': () => parent.where('uid', '==', OWNER).get(),
    'list its collection group': () => firestore.collectionGroup(parent.id).get(),
    'add one beside it': () => parent.add(MINE),
    'create one beside it': () => parent.doc('2').set(MINE),
    'replace it': () => document.set(MINE),
    'update it': () => document.update(MINE),
    'delete it': () => document.delete(),
  };
  const open: string[] = [];
  await Promise.all(
    Object.entries(attempts).map(([what, attempt]) =>
      assertFails(attempt()).catch(() => open.push(what)),
    ),
  );
  expect(open, `${who} can do this with ${path}`).toEqual([]);
}

test.each(DOCUMENTS)(
  'firestore.rules let nobody read or write %s, not even its owner',
  async (path) => {
    await expectClosed('owner', path);
    await expectClosed('listener', path);
  },
);

// No rule gives other roles more access than the listener has, so one kind of document is enough for each role.
test.each(['anonymous', 'other person', 'other listener'] as const)(
  'firestore.rules don’t let the %s read or write a record of the owner',
  (who) => expectClosed(who, `users/${OWNER}/tasks/1`),
);

describe.each(ROLES)('firestore.rules, %s', (who) => {
  const firestore = () => people[who].firestore();
  const mayListen = who === 'listener';

  test('cannot write or list revisions', async () => {
    await assertFails(firestore().doc(REVISIONS).set({ tasks: 2 }));
    await assertFails(firestore().doc(REVISIONS).update({ tasks: 2 }));
    await assertFails(firestore().doc(REVISIONS).delete());
    await assertFails(firestore().doc('users/another/live/revisions').set({ tasks: 2 }));
    await assertFails(firestore().collection(`users/${OWNER}/live`).get());
    await assertFails(firestore().collectionGroup('live').get());
  });

  test(`can ${mayListen ? '' : 'not '}get the owner’s revisions`, async () => {
    const read = firestore().doc(REVISIONS).get();
    await (mayListen ? assertSucceeds(read) : assertFails(read));
  });

  test('cannot get another person’s revisions', async () => {
    await assertFails(firestore().doc('users/another/live/revisions').get());
  });
});
