import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestContext,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import { afterAll, beforeAll, describe, test } from 'vitest';

const OWNER = 'owner';
const REVISIONS = `users/${OWNER}/live/revisions`;
/** Each kind of document there is, and some there are not. */
const DOCUMENTS = [
  `users/${OWNER}`,
  `users/${OWNER}/tasks/1`,
  `users/${OWNER}/categories/1`,
  `users/${OWNER}/events/1`,
  `users/${OWNER}/reflections/20261120`,
  `users/${OWNER}/notes/1`,
  `users/${OWNER}/settings/1`,
  `users/${OWNER}/focusSessions/1`,
  `users/${OWNER}/endedSessions/abc`,
  `users/${OWNER}/locks/tasks`,
  `users/${OWNER}/live/other`,
  `${REVISIONS}/deeper/1`,
  'usernames/@owner',
  'attempts/abc',
  `googleCalendarTokens/${OWNER}`,
  'anything/else',
];
const ROLES = ['anonymous', 'owner', 'other person', 'disabled owner'] as const;

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
      await admin.firestore().doc(path).set({ tasks: 1 });
  });
  people = {
    anonymous: environment.unauthenticatedContext(),
    owner: environment.authenticatedContext(OWNER),
    'other person': environment.authenticatedContext('other'),
    // Rules can't ask whether an account is disabled: its ID token lives on for up to an hour. So what
    // it may do has to be as harmless as what the owner may.
    'disabled owner': environment.authenticatedContext(OWNER, { disabled: true }),
  };
});
afterAll(() => environment.cleanup());

describe.each(ROLES)('firestore.rules, %s', (who) => {
  const firestore = () => people[who].firestore();
  const isOwner = who.endsWith('owner');

  describe.each(DOCUMENTS)('%s', (path) => {
    const document = () => firestore().doc(path);
    const mine = { tasks: 2, userId: OWNER, uid: OWNER };

    test('cannot get it', () => assertFails(document().get()));
    test('cannot list its collection, whole or in part', async () => {
      const { parent } = document();
      await assertFails(parent.get());
      await assertFails(parent.limit(1).get());
      await assertFails(parent.where('uid', '==', OWNER).get());
    });
    test('cannot list its collection group', () =>
      assertFails(firestore().collectionGroup(document().parent.id).get()));
    test('cannot create one beside it', async () => {
      await assertFails(document().parent.add(mine));
      await assertFails(document().parent.doc('2').set(mine));
    });
    test('cannot update it', async () => {
      await assertFails(document().set(mine));
      await assertFails(document().update(mine));
    });
    test('cannot delete it', () => assertFails(document().delete()));
  });

  test('can write no revisions, and list none', async () => {
    await assertFails(firestore().doc(REVISIONS).set({ tasks: 2 }));
    await assertFails(firestore().doc(REVISIONS).update({ tasks: 2 }));
    await assertFails(firestore().doc(REVISIONS).delete());
    await assertFails(firestore().doc('users/another/live/revisions').set({ tasks: 2 }));
    await assertFails(firestore().collection(`users/${OWNER}/live`).get());
    await assertFails(firestore().collectionGroup('live').get());
  });

  test(`can ${isOwner ? '' : 'not '}get the owner’s revisions`, async () => {
    const read = firestore().doc(REVISIONS).get();
    await (isOwner ? assertSucceeds(read) : assertFails(read));
  });

  test('cannot get another person’s revisions', async () => {
    await assertFails(firestore().doc('users/another/live/revisions').get());
  });
});
