import * as z from 'zod/mini';
import { Id, Instant, patchOf, Text } from './primitives';
import { TimeZone } from './time/timeZone';

export const USERNAME_MIN = 3;
export const USERNAME_MAX = 60;
/** The server's shortest password, in characters, as on /auth. The form on /signup asks for 8 (product §5). */
export const PASSWORD_MIN = 6;
const PASSWORD_MAX = 1024;

/**
 * The demo's credentials (product §1), prefilled in forms. A sign-in with them creates an account for that visitor
 * alone. No other account can have this username or e-mail address.
 */
export const DEMO_ACCOUNT = {
  username: 'Demo User',
  email: 'demo@daymark.app',
  password: 'daymark-demo',
} as const;

/** Returns whether these are the demo's credentials. */
export const isDemo = ({ email, password }: { email?: unknown; password?: unknown }): boolean =>
  email === DEMO_ACCOUNT.email && password === DEMO_ACCOUNT.password;

/** Messages that a form shows at the field they are about. */
const USERNAME_TAKEN = 'This username is already taken.';
export const EMAIL_TAKEN = 'An account with this email already exists.';
/** Matches a username that a message can quote. Others are too long, or could be taken for a part of the message. */
const QUOTABLE = /^[\p{L}\p{N} ._-]{1,30}$/u;

/**
 * Returns the message about a username that is taken, with at most two of the free names: '"anna" is taken. "anna2" and
 * "anna-k" are free.'
 */
export function usernameTaken(username: string, free: readonly string[]): string {
  if (!QUOTABLE.test(username)) return USERNAME_TAKEN;
  const names = free.slice(0, 2).map((name) => `"${name}"`);
  const offer = `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} free.`;
  return [`"${username}" is taken.`, ...(names.length > 0 ? [offer] : [])].join(' ');
}

/** Returns the free names in a message of `usernameTaken`, or undefined for any other message. */
export function freeUsernames(message: string): string[] | undefined {
  const [taken, ...free] = [...message.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
  if (taken !== undefined && usernameTaken(taken, free) === message) return free;
  return message === USERNAME_TAKEN ? [] : undefined;
}

/**
 * The same message for a wrong e-mail and a wrong password. Different messages would reveal which e-mail addresses have
 * accounts.
 */
export const WRONG_CREDENTIALS = 'Wrong email or password.';
export const TOO_MANY_ATTEMPTS = 'Too many attempts. Please try again in a few minutes.';

/** An e-mail address. Addresses that differ only in letter case are the same. */
const Email = z.lazy(() =>
  z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(254),
      z.email('Please enter a valid email address'),
    ),
);
const Password = z.lazy(() =>
  Text(PASSWORD_MAX).check(
    z.minLength(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`),
  ),
);
/**
 * Matches control, zero-width and direction characters, which can make one name look like another. The joiner in emoji
 * is allowed.
 */
const INVISIBLE = /[\p{Cc}\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u;

export const Username = z.lazy(() =>
  Text(USERNAME_MAX).check(
    z.trim(),
    z.minLength(USERNAME_MIN, `Username must be at least ${USERNAME_MIN} characters`),
    z.refine(
      (name: string) => !INVISIBLE.test(name),
      'Username must not contain invisible characters',
    ),
  ),
);

/**
 * A user (product §3), without the password, which only Firebase Auth has.
 * - `photoUrl` comes from Google.
 * - `timeZone`: the name of a `TimeZone`, which decides when the person's day begins. The name is not checked here,
 *   because the first use of `Intl` is slow and would delay the start of the app.
 * - `emailVerified`: whether the person has shown that the address is theirs.
 * - `startedUnconfirmed`: whether the address was registered with a password and never confirmed before its owner
 *   signed in with Google. False once the owner has chosen what becomes of the records.
 * - `joinedGoogle`: whether this session signed in with a Google account that has joined this account. False once the
 *   person has chosen whether earlier access continues.
 * - `expiresAt`: when a copy of the demo is deleted.
 */
export const User = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  photoUrl: z.nullable(z.string()),
  createdAt: Instant,
  timeZone: z.nullable(z.string().check(z.maxLength(64))),
  emailVerified: z.boolean(),
  startedUnconfirmed: z.boolean(),
  joinedGoogle: z._default(z.boolean(), false),
  expiresAt: z.nullable(Instant),
});
export type User = z.infer<typeof User>;

export const Credentials = z.object({ email: Email, password: Password });
export type Credentials = z.infer<typeof Credentials>;

/**
 * The body of `POST /api/login`: e-mail and password. With an ID token as Bearer, the e-mail and the password may be
 * absent. `timeZone` is the browser's. The list of devices shows the time zone, and a copy of the demo is made for the
 * days of that zone.
 */
export const Login = z.lazy(() =>
  z.object({
    email: z.optional(z.nullable(Email)),
    password: z.optional(z.nullable(Password)),
    timeZone: z.optional(z.nullable(TimeZone)),
  }),
);

export const Registration = z.object({ username: Username, email: Email, password: Password });
export type Registration = z.infer<typeof Registration>;

/** The body of `POST /api/register`. `timeZone` is the browser's, for the list of devices. */
export const NewAccount = z.lazy(() =>
  z.extend(Registration, { timeZone: z.optional(z.nullable(TimeZone)) }),
);

/** The body of `PATCH /api/user`. */
export const UserPatch = patchOf(() =>
  z.object({ username: Username, timeZone: z.nullable(TimeZone) }),
);

/** The ways in which a person can sign in. A copy of the demo has neither a password nor Google. */
export const SignInMethods = z.object({ password: z.boolean(), google: z.boolean() });
export type SignInMethods = z.infer<typeof SignInMethods>;

/** Other access that can end when every other device is signed out. */
export const EndedToo = z.object({
  /** The person's API tokens. */
  apiTokens: z.boolean(),
  /** The address of their calendar feed. */
  calendarFeed: z.boolean(),
});
export type EndedToo = z.infer<typeof EndedToo>;

/** The body of `POST /api/user/password`, which sets or changes the password and signs out every other device. */
export const PasswordChange = z.extend(EndedToo, { password: Password });

/**
 * The body of `POST /api/user/start`: whether the records of an account that started unconfirmed are kept or deleted.
 */
export const StartChoice = z.object({ keep: z.boolean() });

/**
 * The body of `POST /api/user/access`: whether to end the access from before Google joined, which is the other
 * sessions, the password, the API tokens and the calendar feed.
 */
export const AccessChoice = z.object({ end: z.boolean() });

/**
 * The query of `POST /api/logout`. With `ended`, a session that is still valid stays. A browser sends `ended` if its
 * session has ended elsewhere.
 */
export const LogoutQuery = z.object({ ended: z.optional(z.enum(['true'])) });

/**
 * The body of `POST /api/firebase-auth` (product §10). The Bearer ID token is the proof. `password` is accepted and
 * ignored.
 */
export const GoogleSignIn = z.lazy(() =>
  z.object({
    email: Email,
    username: Text(200),
    password: z.optional(z.nullable(Text(PASSWORD_MAX))),
    firebaseUid: z.string().check(z.minLength(1), z.maxLength(128)),
    photoUrl: z.optional(z.nullable(Text(2048))),
    timeZone: z.optional(z.nullable(TimeZone)),
  }),
);
export type GoogleSignIn = z.infer<typeof GoogleSignIn>;
