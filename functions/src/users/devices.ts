import type { Device } from '@daymark/contract/device';
import type { EndedToo } from '@daymark/contract/user';
import type { Handler } from '../handler';
import { Failure } from '../http/failure';
import type { Owner } from '../owner';
import type { Ports } from '../ports';
import type { StoredSession } from '../store/sessions';
import { confirmOwner } from './users';

/** The browsers that are signed in, this one first, then the one that was used last. */
export const listDevices: Handler<'listDevices'> = async ({ owner, browser }, ports) => {
  const open = await ports.stores.sessions.open(owner.uid);
  const moment = ports.now();
  return open
    .filter(([, { expiresAt }]) => expiresAt > moment)
    .map(([id, { startedAt, lastUsedAt, userAgent, timeZone }]): Device => {
      const isCurrent = id === browser.session;
      return { id, isCurrent, startedAt, lastUsedAt, userAgent, timeZone };
    })
    .toSorted(
      (a, b) => Number(b.isCurrent) - Number(a.isCurrent) || (a.lastUsedAt < b.lastUsedAt ? 1 : -1),
    );
};

/** Signs one device out. Can be repeated. */
export const endDevice: Handler<'endDevice'> = async ({ owner, id }, { stores, identity, now }) => {
  const session = await stores.sessions.get(owner.uid, id);
  if (!session) return;
  await stores.sessions.end(owner.uid, id, session.expiresAt, now().toISOString());
  await identity.endLiveUpdates(owner.uid);
};

/** Signs out every other device, and this one too if it is asked for. Can be repeated. */
export const signOut: Handler<'signOut'> = async (call, ports) => {
  const end = await endOfSession(call, ports);
  await endAccess(call.owner, call.body, ports);
  if (call.body.thisDevice) await call.endSession();
  else await startAgain(call, end, ports);
};

/** Sets or changes the password. Firebase ends every session then; this device gets a new one. */
export const changePassword: Handler<'changePassword'> = async (call, ports) => {
  const { owner, body } = call;
  const { password, google } = await ports.identity.signInMethods(owner.uid);
  if (!password && !google) throw new Failure(403, 'The demo account has no password of its own.');
  await confirmOwner(call, ports);
  const end = await endOfSession(call, ports);
  await ports.identity.setPassword(owner.uid, body.password);
  await endAccess(owner, body, ports);
  await startAgain(call, end, ports);
};

async function endAccess(
  owner: Owner,
  { apiTokens, calendarFeed }: EndedToo,
  { identity, stores, now }: Ports,
): Promise<void> {
  await identity.endSessions(owner.uid);
  await stores.sessions.endAll(owner.uid, now().toISOString());
  if (apiTokens) await stores.apiTokens.deleteAll(owner);
  if (calendarFeed) await stores.calendarFeeds.end(owner);
}

type Call = Parameters<Handler<'signOut'>>[0] | Parameters<Handler<'changePassword'>>[0];

/** The stored session of this device, whose end and time zone the next one gets. */
const endOfSession = ({ owner, browser }: Call, { stores }: Ports) =>
  stores.sessions.get(owner.uid, browser.session ?? '');

/** Firebase makes no session that is shorter. */
const SESSION_MIN_SECONDS = 5 * 60;

/** Starts a session for the browser that ended all of them. It lasts as long as the one before would have. */
async function startAgain(
  { owner, startSession }: Call,
  before: StoredSession | undefined,
  { identity, now }: Ports,
): Promise<void> {
  const idToken = await identity.signInAs(owner.uid);
  if (!before) return startSession(idToken);
  const seconds = Math.floor((before.expiresAt.getTime() - now().getTime()) / 1000);
  await startSession(idToken, {
    seconds: Math.max(seconds, SESSION_MIN_SECONDS),
    timeZone: before.timeZone,
  });
}
