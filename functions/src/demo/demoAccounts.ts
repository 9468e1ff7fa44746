import { DEMO_ACCOUNT, isDemo } from '@daymark/contract/user';
import type { Handler } from '../handler';
import { userIdOf } from '../owner';
import type { Ports } from '../ports';
import { deleteAccount } from '../users/account';
import { countAttempt } from '../users/countAttempt';
import { newUid } from '../users/newUid';
import { userOf } from '../users/userOf';
import { demoClock } from './demoClock';
import { fillWithDemo } from './demoRecords';

/** How long a visitor's copy of the demo and its session last, in seconds. */
const DEMO_SECONDS = 24 * 60 * 60;

type Login = Handler<'login'>;

/** Returns whether a login uses the public credentials of the demo. */
export const asksForDemo = ({ body, bearer }: Parameters<Login>[0]) => !bearer && isDemo(body);

/**
 * Makes a copy of the demo for this visitor alone (product §1), and starts its session. The copy has no password and no
 * e-mail address at Firebase, so nobody can sign in to it again.
 */
export const signInToDemo: Login = async ({ address, body, startSession }, ports) => {
  await countAttempt('demo', { address }, ports);
  const { identity, stores, now } = ports;
  const uid = newUid();
  const moment = now();
  const profile = {
    username: DEMO_ACCOUNT.username,
    email: DEMO_ACCOUNT.email,
    photoUrl: null,
    timeZone: body.timeZone ?? null,
    createdAt: moment.toISOString(),
    // Count the address as confirmed, because the visitor can't confirm it and should not be asked to.
    confirmedEmail: DEMO_ACCOUNT.email,
    expiresAt: new Date(moment.getTime() + DEMO_SECONDS * 1000).toISOString(),
  };
  // Store the profile first, so that a copy that is cut off half-way is found when it expires.
  await stores.profiles.create(uid, undefined, profile);
  const [idToken] = await Promise.all([
    identity.signInAs(uid),
    fillWithDemo(
      { uid, userId: userIdOf(uid) },
      demoClock(moment, profile.timeZone ?? 'UTC'),
      ports,
    ),
  ]);
  await startSession(idToken, { seconds: DEMO_SECONDS, timeZone: profile.timeZone });
  return userOf(uid, profile, undefined);
};

const PAGE = 50;

/**
 * Deletes the expired copies of the demo, the oldest first. Starts no deletion after `until`, in ms since 1970. A copy
 * that can't be deleted is logged and left for the next run.
 */
export async function deleteExpiredDemos(ports: Ports, until: number): Promise<void> {
  const { stores, now, log } = ports;
  const before = now().toISOString();
  let after = '';
  for (;;) {
    const expired = await stores.profiles.expired({ after, before }, PAGE);
    for (const { uid, expiresAt } of expired) {
      if (Date.now() > until) return;
      after = expiresAt;
      await deleteAccount({ uid }, ports).catch(() =>
        log({ severity: 'ERROR', message: 'An expired copy of the demo could not be deleted.' }),
      );
    }
    if (expired.length < PAGE) return;
  }
}
