import type { Device } from '@daymark/contract/device';
import type { EndedToo } from '@daymark/contract/user';
import type { Handler } from '../handler';
import { Failure } from '../http/failure';
import type { Caller, Owner } from '../owner';
import type { Ports } from '../ports';
import type { StoredSession } from '../store/sessions';
import { endLiveTokens } from './endLiveTokens';
import { confirmOwner } from './users';

/** Returns the browsers that are signed in: this browser first, then the others by last use. */
export const listDevices: Handler<'listDevices'> = async ({ owner, browser }, ports) => {
  const { stores } = ports;
  const [open, reminders] = await Promise.all([
    stores.sessions.open(owner.uid),
    stores.reminders.get(owner),
  ]);
  const moment = ports.now();
  return open
    .filter(([, { expiresAt }]) => expiresAt > moment)
    .map(([id, { startedAt, lastUsedAt, userAgent, timeZone }]): Device => {
      const isCurrent = id === browser.session;
      const device = reminders?.devices[id] ?? null;
      return { id, isCurrent, startedAt, lastUsedAt, userAgent, timeZone, reminders: device };
    })
    .toSorted(
      (a, b) => Number(b.isCurrent) - Number(a.isCurrent) || (a.lastUsedAt < b.lastUsedAt ? 1 : -1),
    );
};

/** Signs one device out. Can be repeated. */
export const endDevice: Handler<'endDevice'> = async ({ owner, id }, ports) => {
  const { identity, stores, now } = ports;
  const session = await stores.sessions.get(owner.uid, id);
  if (!session) return;
  await stores.sessions.end(owner.uid, id, session.expiresAt, now().toISOString());
  await identity.recordSessionEnd(owner.uid);
  await endLiveTokens(owner.uid, ports);
};

/** Signs out every other device, and this device as well if the body asks for it. Can be repeated. */
export const signOut: Handler<'signOut'> = async (call, ports) => {
  // End the grants before ending this session. A call that is cut off while the session is valid can be repeated.
  await endGrants(call.owner, call.body, ports);
  const ended = await endThisSession(call, ports);
  const version = await endSessions(call.owner, call.body, ports);
  if (call.body.thisDevice) await call.endSession();
  else await startAgain(call, ended, version, ports);
};

/** Sets or changes the password. Firebase then ends every session, and this device gets a new session. */
export const changePassword: Handler<'changePassword'> = async (call, ports) => {
  const { owner, body } = call;
  const { password, google } = await ports.identity.signInMethods(owner.uid);
  if (!password && !google) throw new Failure(403, 'The demo account has no password of its own.');
  await confirmOwner(call, ports);
  const before = await ports.stores.sessions.get(owner.uid, call.browser.session ?? '');
  // End the grants before setting the password, because a new password ends this session. A call that is cut off while
  // the session is valid can be repeated.
  await endGrants(owner, body, ports);
  await ports.identity.setPassword(owner.uid, body.password);
  const version = await endSessions(owner, body, ports);
  await startAgain(call, before, version, ports);
};

type Call = Parameters<Handler<'signOut'>>[0] | Parameters<Handler<'changePassword'>>[0];

/**
 * Ends the session that makes the call, before all other sessions. If two devices sign each other out at once, only one
 * of the two succeeds.
 * @throws Failure 401 if the session has no record or has already ended.
 */
async function endThisSession(
  { owner, browser }: Call,
  { stores, now }: Ports,
): Promise<StoredSession | undefined> {
  const session = browser.session ?? '';
  if (!(await stores.sessions.claimEnd(owner.uid, session, now().toISOString())))
    throw new Failure(401, 'Please sign in.');
  return stores.sessions.get(owner.uid, session);
}

async function endGrants(
  owner: Owner,
  { apiTokens, calendarFeed }: EndedToo,
  { stores }: Ports,
): Promise<void> {
  if (apiTokens) await stores.apiTokens.deleteAll(owner);
  if (calendarFeed) await stores.calendarFeeds.end(owner);
}

/**
 * Ends every session. Ends the grants in `ended` once more, because a session may have made new grants in the meantime.
 * Keeps all other grants. Returns the sessions' new `version`.
 */
async function endSessions(owner: Caller, ended: EndedToo, ports: Ports): Promise<string> {
  const { identity, stores, now } = ports;
  const { uid, signInsValidFrom: before } = owner;
  await identity.endSessions(uid);
  const signInsValidFrom = (await identity.signInsValidFrom(uid)) ?? before;
  // Keep the API tokens and the feed, which would otherwise end with the sign-ins.
  await Promise.all([
    stores.apiTokens.keep(owner, before, signInsValidFrom),
    stores.calendarFeeds.keep(owner, before, signInsValidFrom),
  ]);
  const version = await stores.sessions.endAll(uid, now().toISOString());
  await identity.recordSessionEnd(uid);
  await endLiveTokens(uid, ports);
  await stores.profiles.update(uid, { signInsValidFrom });
  await endGrants(owner, ended, ports);
  return version;
}

/** Shortest session that Firebase makes, in seconds. */
const SESSION_MIN_SECONDS = 5 * 60;

/**
 * Starts a session for the browser that ended all sessions. The session lasts until the previous one would have
 * expired, but at least `SESSION_MIN_SECONDS`. If the previous session has no record, the new session lasts the usual
 * time.
 * @throws Failure 401 if another device has ended all sessions in the meantime.
 */
export async function startAgain(
  { owner, startSession }: Pick<Call, 'owner' | 'startSession'>,
  before: StoredSession | undefined,
  version: string,
  { identity, stores, now }: Ports,
): Promise<void> {
  const idToken = await identity.signInAs(owner.uid);
  const seconds = before && Math.floor((before.expiresAt.getTime() - now().getTime()) / 1000);
  await startSession(idToken, {
    ...(seconds !== undefined && { seconds: Math.max(seconds, SESSION_MIN_SECONDS) }),
    timeZone: before?.timeZone,
  });
  // Don't send the new cookie if another device has ended all sessions in the meantime.
  if ((await stores.sessions.version(owner.uid)) !== version)
    throw new Failure(401, 'Please sign in.');
}
