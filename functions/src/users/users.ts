import { randomInt } from 'node:crypto';
import {
  DEMO_ACCOUNT,
  EMAIL_TAKEN,
  usernameTaken,
  WRONG_CREDENTIALS,
  type User,
} from '@daymark/contract/user';
import type { Handler } from '../handler';
import type { OwnerRef } from '../owner';
import { Failure } from '../http/failure';
import type { Ports } from '../ports';
import type { Profile } from '../store/profiles';
import { countAttempt } from './countAttempt';
import { endLiveTokens } from './endLiveTokens';
import { proveAddress, type EndGrants } from './addressProof';
import type { SignIn } from './identity';
import { newUid } from './newUid';
import {
  fittingUsername,
  isReservedName,
  usernameIsTaken,
  usernameKey,
  withNumber,
} from './username';
import { userOf } from './userOf';
import { withVerification } from './verification';

/** Firebase's name for the sign-in with Google. */
const GOOGLE = 'google.com';

/** How old a sign-in may be when it is exchanged for a session, in ms. */
const SIGN_IN_AGE_MAX_MS = 5 * 60 * 1000;

export const getUser: Handler<'getUser'> = async ({ owner, browser }, ports) => {
  const profile = await ports.stores.profiles.get(owner.uid);
  if (!profile) throw notSignedIn();
  return userOf(owner.uid, await withVerification(owner.uid, profile, ports), browser.session);
};

export const getSignInMethods: Handler<'getSignInMethods'> = ({ owner }, { identity }) =>
  identity.signInMethods(owner.uid);

/**
 * Changes the person's name or time zone. A copy of the demo keeps its name. With another name, it would occupy a name
 * that a real account may want.
 */
export const updateUser: Handler<'updateUser'> = async ({ owner, body, browser }, ports) => {
  const { stores, now } = ports;
  const { username, editedAt: _editedAt, ...others } = body;
  const profile = await stores.profiles.get(owner.uid);
  if (!profile) throw notSignedIn();
  if (username === undefined || username === profile.username) {
    if (others.timeZone !== undefined) {
      await stores.profiles.update(owner.uid, others);
      await stores.reminders.lookAgain(owner, now().getTime());
    }
    return userOf(owner.uid, { ...profile, ...others }, browser.session);
  }
  if (profile.expiresAt !== undefined) throw new Failure(403, 'The demo account keeps its name.');
  const taken = () => usernameIsTaken(username, profile.email, stores.profiles);
  if (isReservedName(usernameKey(username))) throw await taken();
  const renamed = await stores.profiles.rename(owner.uid, { ...others, username }, usernameKey);
  if (renamed === undefined) throw notSignedIn();
  if (!renamed) throw await taken();
  if (others.timeZone !== undefined) await stores.reminders.lookAgain(owner, now().getTime());
  return userOf(owner.uid, renamed, browser.session);
};

/** The longest that a registration waits for its session and for its mail, in ms. */
const SIGN_IN_WAIT_MS = 4_000;

/**
 * Creates the account, then starts a session if it can. Otherwise the browser signs in, which also finishes a
 * registration that was cut off before the profile was stored.
 */
export const register: Handler<'register'> = async ({ body, address, startSession }, ports) => {
  const { username, email, password } = body;
  const { identity, stores, now, log } = ports;
  await countAttempt('register', { email, address }, ports);
  const key = usernameKey(username);
  const taken = () => usernameIsTaken(username, email, stores.profiles);
  if (isReservedName(key) || (await stores.profiles.isNameTaken(key))) throw await taken();
  if (email === DEMO_ACCOUNT.email) throw new Failure(409, EMAIL_TAKEN);

  const uid = newUid();
  const account = { uid, email, password, displayName: username };
  const signInsValidFrom = await identity.createAccount(account);
  const createdAt = now().toISOString();
  const profile: Profile = {
    username,
    email,
    photoUrl: null,
    createdAt,
    signInsValidFrom,
  };
  const isCreated = await stores.profiles
    .create(uid, key, profile)
    .catch(async (error: unknown) => {
      await deleteNewAccount(uid, ports);
      throw error;
    });
  if (!isCreated) {
    await deleteNewAccount(uid, ports);
    throw await taken();
  }
  // The account exists even if the session or the mail fails. Without a session, the app signs in. The app also has a
  // button that sends the mail again.
  const started = async () =>
    void (await startSession(await identity.signInAs(uid), { timeZone: body.timeZone }));
  const failsWith = (message: string) => () => log({ severity: 'ERROR', message });
  const late = new Promise((resolve) => setTimeout(resolve, SIGN_IN_WAIT_MS).unref());
  await Promise.race([
    late,
    Promise.all([
      started().catch(failsWith('A new account could not be signed in.')),
      identity.sendVerification(uid).catch(failsWith('A verification mail could not be sent.')),
    ]),
  ]);
  return userOf(uid, profile, undefined);
};

export const login: Handler<'login'> = async ({ body, bearer, address, startSession }, ports) => {
  const { email, password } = body;
  let idToken: string | null = bearer ?? null;
  if (!idToken) {
    if (!email || !password) throw new Failure(400, 'Please enter your email and password.');
    const takeBackAttempt = await countAttempt('login', { email, address }, ports);
    idToken = await ports.identity.signInWithPassword(email, password);
    if (!idToken) throw new Failure(401, WRONG_CREDENTIALS);
    await takeBackAttempt();
  }
  const signIn = await recentSignIn(idToken, ports);
  const stored = await profileOf(signIn, signIn.name, ports);
  const profile = await withAddress(signIn, stored, ports);
  await endEarlierLiveTokens(signIn, profile, ports);
  await startSession(idToken, { timeZone: body.timeZone });
  return userOf(signIn.uid, profile, undefined);
};

/**
 * Updates the profile with the address that Firebase has now, and whether it is confirmed there. Returns the profile.
 */
async function withAddress(
  { uid, email, emailVerified, provider }: SignIn,
  profile: Profile,
  { stores }: Ports,
): Promise<Profile> {
  // A sign-in with Google is left to `proveAddress`, which also ends earlier access.
  if (email === undefined || provider === GOOGLE) return profile;
  const confirmedEmail = emailVerified ? email : (profile.confirmedEmail ?? null);
  if (profile.email === email && (profile.confirmedEmail ?? null) === confirmedEmail)
    return profile;
  await stores.profiles.update(uid, { email, confirmedEmail });
  return { ...profile, email, confirmedEmail };
}

/**
 * Serves `/api/firebase-auth` (product §10). The ID token is the proof, and the body has to agree with it. Trusting the
 * body would give any account to anyone who knows its e-mail address.
 */
export async function signInWithGoogle(
  { body, bearer, startSession }: Parameters<Handler<'signInWithGoogle'>>[0],
  ports: Ports,
  endGrants: EndGrants,
): Promise<User> {
  if (!bearer) throw new Failure(401, 'Please sign in with Google again.');
  const signIn = await recentSignIn(bearer, ports);
  if (signIn.provider !== GOOGLE) throw new Failure(403, 'This is not a sign-in with Google.');
  if (!signIn.emailVerified) throw new Failure(403, 'Google has not verified this email address.');
  if (signIn.uid !== body.firebaseUid || !isSameEmail(signIn.email, body.email))
    throw new Failure(403, 'This sign-in belongs to another account.');

  const before = await ports.stores.profiles.get(signIn.uid);
  const idToken = await proveAddress(signIn, bearer, before, endGrants, ports);
  let profile = await profileOf(signIn, body.username, ports);
  if (signIn.photoUrl && signIn.photoUrl !== profile.photoUrl) {
    await ports.stores.profiles.update(signIn.uid, { photoUrl: signIn.photoUrl });
    profile = { ...profile, photoUrl: signIn.photoUrl };
  }
  await endEarlierLiveTokens(signIn, profile, ports);
  const session = await startSession(idToken, { timeZone: body.timeZone });
  profile = await withJoin(signIn, profile, session, ports);
  return userOf(signIn.uid, profile, session);
}

/**
 * Makes this session ask the person about earlier access if a Google account has just joined, or if the person made no
 * choice in an earlier session. Returns the profile.
 */
async function withJoin(
  { uid, googleId }: SignIn,
  profile: Profile,
  session: string,
  { stores }: Ports,
): Promise<Profile> {
  const isJoined = profile.googleId === googleId && !profile.joinedIn;
  if (isJoined || googleId === undefined) return profile;
  const joined = { googleId, joinedIn: session };
  await stores.profiles.update(uid, joined);
  return { ...profile, ...joined };
}

/**
 * Ends the earlier live tokens at the first sign-in after the account's sign-ins were ended. Firebase does not tell us
 * when a password is reset by its mail.
 */
async function endEarlierLiveTokens(
  { uid, signInsValidFrom }: SignIn,
  profile: Profile,
  ports: Ports,
): Promise<void> {
  if (profile.signInsValidFrom === signInsValidFrom) return;
  await endLiveTokens(uid, ports);
  await ports.stores.profiles.update(uid, { signInsValidFrom });
}

export const logout: Handler<'logout'> = async ({ query, endSession }) => {
  await endSession({ onlyIfEnded: query.ended === 'true' });
};

/** Returns the account's profile. Creates the profile if there is none, at the first sign-in or after a crash. */
async function profileOf(
  { uid, email, emailVerified, photoUrl, googleId, signInsValidFrom }: SignIn,
  wantedName: string | undefined,
  { stores, now }: Ports,
): Promise<Profile> {
  const existing = await stores.profiles.get(uid);
  if (existing) return existing;
  if (!email) throw new Failure(403, 'This account has no email address.');
  if (email === DEMO_ACCOUNT.email)
    throw new Failure(403, 'This email address belongs to the demo.');

  const wanted = fittingUsername(wantedName, email);
  for (let attempt = 1; attempt <= 20; attempt++) {
    const username =
      attempt === 1 ? wanted : withNumber(wanted, attempt < 4 ? attempt : randomInt(4, 1_000_000));
    const key = usernameKey(username);
    const createdAt = now().toISOString();
    const profile: Profile = {
      username,
      email,
      photoUrl,
      createdAt,
      ...(emailVerified && { confirmedEmail: email }),
      ...(googleId !== undefined && { googleId }),
      signInsValidFrom,
    };
    if (!isReservedName(key) && (await stores.profiles.create(uid, key, profile))) return profile;
    // Either the name is taken or reserved, or the same sign-in runs twice.
    const other = await stores.profiles.get(uid);
    if (other) return other;
  }
  throw new Failure(409, usernameTaken(wanted, []));
}

const notSignedIn = () => new Failure(401, 'Please sign in.');

/**
 * Checks that the owner makes the request: `bearer` has to be the ID token of a sign-in of the last five minutes. An
 * account without a way to sign in, such as a copy of the demo, needs no token.
 * @throws Failure 403
 */
export async function confirmOwner(
  { owner, bearer }: { owner: OwnerRef; bearer: string | undefined },
  ports: Ports,
): Promise<void> {
  const signIn = bearer === undefined ? undefined : await recentSignIn(bearer, ports).catch(forbid);
  if (signIn?.uid === owner.uid) return;
  const { password, google } = await ports.identity.signInMethods(owner.uid);
  if (signIn || password || google) throw new Failure(403, NOT_CONFIRMED);
}

const NOT_CONFIRMED = 'Please sign in again to confirm that it’s you.';

/**
 * Throws 403 in place of 401. The session is valid here, and the app takes a 401 as a sign that the session has ended.
 */
function forbid(error: unknown): never {
  if (error instanceof Failure && error.status === 401) throw new Failure(403, NOT_CONFIRMED);
  throw error;
}

async function recentSignIn(idToken: string, { identity, now }: Ports): Promise<SignIn> {
  const signIn = await identity.verifyIdToken(idToken);
  if (!signIn || now().getTime() - signIn.at.getTime() > SIGN_IN_AGE_MAX_MS)
    throw new Failure(401, 'This sign-in is no longer valid. Please sign in again.');
  return signIn;
}

async function deleteNewAccount(uid: string, { identity, log }: Ports): Promise<void> {
  await identity.deleteAccount(uid).catch(() =>
    // The next login creates the profile, so the person can still sign in.
    log({ severity: 'ERROR', message: 'An account without a profile could not be deleted.' }),
  );
}

/**
 * Returns whether two addresses are equal except for letter case. Firebase keeps e-mail addresses in lower case, and
 * the body has the person's spelling.
 */
function isSameEmail(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
