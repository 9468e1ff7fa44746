import { createHash, randomUUID } from 'node:crypto';
import type { Auth, DecodedIdToken, UserRecord } from 'firebase-admin/auth';
import { EMAIL_TAKEN, TOO_MANY_ATTEMPTS, type SignInMethods } from '@daymark/contract/user';
import { REQUEST_TIME_LIMIT_MS } from '../timeLimits';
import { claimedUid } from '../http/session/claimedUid';
import { Failure, unavailable } from '../http/failure';
import { adminApp } from '../store/adminApp';

/** A sign-in, as a verified ID token describes it. */
export interface SignIn {
  uid: string;
  email: string | undefined;
  emailVerified: boolean;
  name: string | undefined;
  photoUrl: string | null;
  /** Firebase's name for the method, such as `password` or `google.com`. */
  provider: string;
  /** Google's own id of the account, for a sign-in with Google. */
  googleId: string | undefined;
  /** When the person signed in. Refreshing the token does not change it. */
  at: Date;
  /** The account's `Identity.signInsValidFrom` when the token was verified. */
  signInsValidFrom: string;
}

interface NewAccount {
  uid: string;
  email: string;
  password: string;
  displayName: string;
}

/** A session whose cookie is genuine. */
interface VerifiedSession {
  uid: string;
  startedAt: Date;
  expiresAt: Date;
  /** A value that changes after a session of the account has ended. */
  sessionsVersion: string;
  /** The account's `Identity.signInsValidFrom` when the cookie was verified. */
  signInsValidFrom: string;
}

/** The operations of Firebase Auth. The operations that check a password or a token return null if it is invalid. */
export interface Identity {
  /**
   * Creates an account and returns its `signInsValidFrom`.
   * @throws Failure 409 if the e-mail has an account, 400 if Firebase refuses a field.
   */
  createAccount: (account: NewAccount) => Promise<string>;
  /** Deletes an account and its user for live updates. Can be repeated. */
  deleteAccount: (uid: string) => Promise<void>;
  /**
   * Ends all sessions of an account. Also removes every way to sign in except Google: the password, the second factors
   * and the other methods. `email` stays the account's address. Can be repeated.
   */
  endSignIns: (uid: string, email: string) => Promise<void>;
  /** Ends every session of an account, including those without a record. Can be repeated. */
  endSessions: (uid: string) => Promise<void>;
  /**
   * Changes the account's `sessionsVersion`. Call `recordSessionEnd` after recording that a session has ended.
   */
  recordSessionEnd: (uid: string) => Promise<void>;
  /** Deletes the account's user for live updates, so that its tokens can't be renewed. Can be repeated. */
  endLiveUpdates: (uid: string) => Promise<void>;
  /**
   * Sets the password, which ends the account's sessions.
   * @throws Failure 400 if Firebase refuses the password.
   */
  setPassword: (uid: string, password: string) => Promise<void>;
  /** Returns how the person can sign in. An account that does not exist has neither method. */
  signInMethods: (uid: string) => Promise<SignInMethods>;
  /**
   * Returns the moment from which sign-ins of the account count, as a UTC date without fractions of a second. Earlier
   * sign-ins have ended. Firebase moves that moment when a password is set, even through Firebase's own mail, and when
   * the address changes. `endSessions` moves that moment as well. Undefined for an account that does not exist or is
   * disabled.
   */
  signInsValidFrom: (uid: string) => Promise<string | undefined>;
  /**
   * Returns the account's address if the link in the mail to it was opened, otherwise undefined. Always undefined for
   * an account with Google, whose sign-in proves the address itself.
   */
  confirmedEmail: (uid: string) => Promise<string | undefined>;
  /** Returns the uids that have no account. */
  withoutAccount: (uids: readonly string[]) => Promise<string[]>;
  /** Sends the mail with the link that confirms the account's e-mail address. */
  sendVerification: (uid: string) => Promise<void>;
  /** Signs in without credentials and returns the ID token. Creates the account if there is none. */
  signInAs: (uid: string) => Promise<string>;
  /**
   * Returns the ID token of a fresh sign-in.
   * @throws Failure 429 if Firebase has seen too many attempts.
   */
  signInWithPassword: (email: string, password: string) => Promise<string | null>;
  verifyIdToken: (idToken: string) => Promise<SignIn | null>;
  /**
   * Returns a token with which a client can sign in to Firebase itself, as the user that may read this account's
   * counters and nothing else. The token works until the account's live tokens made at or before `moment` are ended.
   */
  createLiveToken: (uid: string, moment: Date) => Promise<string>;
  createSessionCookie: (idToken: string, seconds: number) => Promise<string>;
  verifySessionCookie: (cookie: string) => Promise<VerifiedSession | null>;
}

export function firebaseIdentity(): Identity {
  let opened: Promise<Auth> | undefined;
  const auth = () => (opened ??= open());

  return {
    async createAccount(account) {
      const service = await auth();
      const created = await service.createUser(account).catch(async (error: unknown) => {
        if (codeOf(error) !== 'auth/email-already-exists') throwAccountFailure(error);
        // Someone with a token for live updates can give the token's user an e-mail address. Delete that user, so that
        // the address can be registered.
        const found = await unlessNotFound(service.getUserByEmail(account.email));
        if (!found?.uid.startsWith(LIVE_PREFIX)) throwAccountFailure(error);
        await unlessNotFound(service.deleteUser(found.uid));
        return service.createUser(account).catch(throwAccountFailure);
      });
      return validFromOf(created);
    },

    async deleteAccount(uid) {
      const service = await auth();
      await unlessNotFound(service.deleteUser(liveUidOf(uid)));
      await unlessNotFound(service.deleteUser(uid));
    },

    async endSignIns(uid, email) {
      const service = await auth();
      const { providerData, multiFactor } = await service.getUser(uid);
      const others = providerData.map(({ providerId }) => providerId).filter((id) => id !== GOOGLE);
      if (others.length > 0) await service.updateUser(uid, { providersToUnlink: others });
      if (multiFactor?.enrolledFactors.length)
        await service.updateUser(uid, { multiFactor: { enrolledFactors: null } });
      // Firebase removes the address with the password.
      if ((await service.getUser(uid)).email !== email)
        await service.updateUser(uid, { email, emailVerified: true });
      await this.endSessions(uid);
    },

    async endSessions(uid) {
      await (await auth()).revokeRefreshTokens(uid);
    },

    async recordSessionEnd(uid) {
      // Use a claim, because Firebase returns it with the account that each request looks up.
      const ended = (await auth()).setCustomUserClaims(uid, { [ENDED_CLAIM]: randomUUID() });
      await unlessNotFound(ended);
    },

    async endLiveUpdates(uid) {
      await unlessNotFound((await auth()).deleteUser(liveUidOf(uid)));
    },

    async setPassword(uid, password) {
      await (await auth()).updateUser(uid, { password }).catch(throwAccountFailure);
    },

    async signInMethods(uid) {
      const account = await unlessNotFound((await auth()).getUser(uid));
      const ids = (account?.providerData ?? []).map(({ providerId }) => providerId);
      return { password: ids.includes('password'), google: ids.includes(GOOGLE) };
    },

    async signInsValidFrom(uid) {
      const account = await unlessNotFound((await auth()).getUser(uid));
      return account && !account.disabled ? validFromOf(account) : undefined;
    },

    async withoutAccount(uids) {
      const service = await auth();
      const missing: string[] = [];
      for (let first = 0; first < uids.length; first += LOOKED_UP_MAX) {
        const page = uids.slice(first, first + LOOKED_UP_MAX).map((uid) => ({ uid }));
        const { notFound } = await service.getUsers(page);
        missing.push(...notFound.map((one) => ('uid' in one ? one.uid : '')));
      }
      return missing;
    },

    async confirmedEmail(uid) {
      const { email, emailVerified, providerData } = await (await auth()).getUser(uid);
      const hasGoogle = providerData.some(({ providerId }) => providerId === GOOGLE);
      return emailVerified && !hasGoogle ? email : undefined;
    },

    async sendVerification(uid) {
      await requestAtFirebase('sendOobCode', {
        requestType: 'VERIFY_EMAIL',
        idToken: await this.signInAs(uid),
      });
    },

    async signInAs(uid) {
      const token = await (await auth()).createCustomToken(uid);
      return requestAtFirebase('signInWithCustomToken', { token, returnSecureToken: true });
    },

    async signInWithPassword(email, password) {
      const credentials = { email, password, returnSecureToken: true };
      return requestAtFirebase('signInWithPassword', credentials).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        if (WRONG_CREDENTIALS_REASONS.has(error.reason)) return null;
        if (error.reason === 'TOO_MANY_ATTEMPTS_TRY_LATER')
          throw new Failure(429, TOO_MANY_ATTEMPTS, { 'Retry-After': '300' });
        throw error;
      });
    },

    async verifyIdToken(idToken) {
      if (!claimedUid(idToken)) return null;
      const service = await auth();
      const token = await verifiedOrNull(service.verifyIdToken(idToken));
      const account = await validAccountOf(token, service);
      return token && account ? signInOf(token, account) : null;
    },

    async createLiveToken(uid, moment) {
      const claims = { owner: uid, issuedAt: moment.getTime() };
      return (await auth()).createCustomToken(liveUidOf(uid), claims);
    },

    async createSessionCookie(idToken, seconds) {
      return (await auth()).createSessionCookie(idToken, { expiresIn: seconds * 1000 });
    },

    async verifySessionCookie(cookie) {
      if (!claimedUid(cookie)) return null;
      const service = await auth();
      const token = await verifiedOrNull(service.verifySessionCookie(cookie));
      const account = await validAccountOf(token, service);
      if (!token || !account) return null;
      const signInsValidFrom = validFromOf(account);
      return {
        signInsValidFrom,
        uid: token.uid,
        startedAt: new Date(token.iat * 1000),
        expiresAt: new Date(token.exp * 1000),
        sessionsVersion: `${signInsValidFrom} ${account.customClaims?.[ENDED_CLAIM]}`,
      };
    },
  };
}

/** At most this many accounts are looked up in one call to Firebase. */
const LOOKED_UP_MAX = 100;

/** The claim whose value changes after a session of the account has ended. */
const ENDED_CLAIM = 'sessionEnded';

/** Returns the account's `signInsValidFrom`. An account whose sign-ins were never ended may lack the time. */
const validFromOf = ({ tokensValidAfterTime }: UserRecord): string =>
  tokensValidAfterTime ?? new Date(0).toUTCString();

/** Returns whether a sign-in is from before the account's sign-ins were ended, compared as Firebase's library does. */
const isRevoked = (token: DecodedIdToken, account: UserRecord): boolean =>
  token.auth_time * 1000 < Date.parse(validFromOf(account));

/**
 * Returns the account of a genuine token, unless it is deleted or disabled, or the sign-in has ended. The account is
 * looked up here, and not by the library, because callers need it.
 */
async function validAccountOf(
  token: DecodedIdToken | null,
  service: Auth,
): Promise<UserRecord | undefined> {
  const account = token && (await unlessNotFound(service.getUser(token.uid)));
  return !account || account.disabled || isRevoked(token, account) ? undefined : account;
}

/** Loads Firebase Auth's library, on first use. */
export const loadAuth = () => import('firebase-admin/auth');

async function open(): Promise<Auth> {
  const [app, { getAuth }] = await Promise.all([adminApp(), loadAuth()]);
  return getAuth(app);
}

const LIVE_PREFIX = 'live-';

/**
 * Returns the uid of the Firebase user that listens to an account's counters. No account's uid has a hyphen, so
 * `claimedUid` never takes a token of such a user for a sign-in.
 */
function liveUidOf(uid: string): string {
  return `${LIVE_PREFIX}${createHash('sha256').update(uid).digest('hex').slice(0, 32)}`;
}

async function unlessNotFound<T>(account: Promise<T>): Promise<T | undefined> {
  return account.catch((error: unknown) => {
    if (codeOf(error) === 'auth/user-not-found') return undefined;
    throw error;
  });
}

const GOOGLE = 'google.com';

/** The error for a request that Firebase understood but refused. */
class Refusal extends Error {
  constructor(readonly reason: string) {
    super(`Firebase Auth refused a request: ${reason}`);
    this.name = 'Refusal';
  }
}

/**
 * Calls Firebase Auth's REST API for what the Admin SDK doesn't offer. Returns the ID token if there is one.
 * @throws Refusal, or Failure 503 if Firebase is not available.
 */
async function requestAtFirebase(call: string, body: object): Promise<string> {
  const emulator = process.env.FIREBASE_AUTH_EMULATOR_HOST;
  const root = emulator ? `http://${emulator}/` : 'https://';
  const key = process.env.WEB_API_KEY ?? (emulator && 'any');
  if (!key) throw new Error('WEB_API_KEY is not set.');
  const response = await fetch(
    `${root}identitytoolkit.googleapis.com/v1/accounts:${call}?key=${encodeURIComponent(key)}`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIME_LIMIT_MS),
    },
  );
  const reply = (await response.json()) as { idToken?: string; error?: { message?: string } };
  if (response.ok) return reply.idToken ?? '';
  if (response.status >= 500) throw unavailable();
  throw new Refusal((reply.error?.message ?? '').split(' ')[0] ?? '');
}

const WRONG_CREDENTIALS_REASONS = new Set([
  'EMAIL_NOT_FOUND',
  'INVALID_EMAIL',
  'INVALID_LOGIN_CREDENTIALS',
  'INVALID_PASSWORD',
  'USER_DISABLED',
]);

/** The error codes that mean that the token itself is invalid. */
const INVALID_TOKEN_CODES = new Set([
  'auth/argument-error',
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/invalid-uid',
  'auth/session-cookie-expired',
  'auth/session-cookie-revoked',
  'auth/user-disabled',
  'auth/user-not-found',
]);

/** firebase-admin reports unreachable public keys with the code of a malformed token. */
const KEYS_UNREACHABLE = /^Error (fetching|while making request)/;

async function verifiedOrNull(verified: Promise<DecodedIdToken>): Promise<DecodedIdToken | null> {
  try {
    return await verified;
  } catch (error) {
    if (error instanceof Error && KEYS_UNREACHABLE.test(error.message)) throw unavailable();
    if (INVALID_TOKEN_CODES.has(codeOf(error))) return null;
    throw error;
  }
}

function signInOf(token: DecodedIdToken, account: UserRecord): SignIn {
  return {
    uid: token.uid,
    email: token.email,
    emailVerified: token.email_verified === true,
    name: typeof token.name === 'string' ? token.name : undefined,
    photoUrl: token.picture ?? null,
    provider: token.firebase.sign_in_provider,
    googleId: googleIdOf(token),
    at: new Date(token.auth_time * 1000),
    signInsValidFrom: validFromOf(account),
  };
}

function googleIdOf({ firebase }: DecodedIdToken): string | undefined {
  if (firebase.sign_in_provider !== GOOGLE) return undefined;
  const ids: unknown = firebase.identities[GOOGLE];
  return Array.isArray(ids) ? String(ids[0]) : undefined;
}

function throwAccountFailure(error: unknown): never {
  switch (codeOf(error)) {
    case 'auth/email-already-exists':
      throw new Failure(409, EMAIL_TAKEN);
    case 'auth/invalid-email':
      throw new Failure(400, 'Please enter a valid email address');
    case 'auth/invalid-password':
    case 'auth/password-does-not-meet-requirements':
    case 'auth/weak-password':
      throw new Failure(400, 'Please choose a stronger password.');
    default:
      throw error;
  }
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : '';
}
