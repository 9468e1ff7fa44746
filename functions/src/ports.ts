import type { Api } from '@daymark/contract/api';
import type { CollectionName } from '@daymark/contract/changes';
import type { Parsed, Reply } from '@daymark/contract/endpoint';
import type { User } from '@daymark/contract/user';
import type { Google } from './googleCalendar/google';
import type { TokenSeal } from './googleCalendar/tokenSeal';
import type { Stores } from './store/stores';
import type { AttemptLimits } from './users/attemptLimits';
import type { Identity } from './users/identity';

/** Everything outside the process that a handler may touch. */
export interface Ports {
  identity: Identity;
  stores: Stores;
  attemptLimits: AttemptLimits;
  google: Google;
  tokenSeal: TokenSeal;
  /** Where people reach us, without a slash at its end; undefined on somebody's own machine. */
  publicUrl: string | undefined;
  now: () => Date;
  log: (line: LogLine) => void;
}

/** One structured log line. Never a token, password, cookie or body text. */
export interface LogLine {
  severity: 'INFO' | 'WARNING' | 'ERROR';
  message: string;
  [detail: string]: unknown;
}

/** Whose session this is: `uid` is Firebase's, `userId` its form on the wire. */
export interface Owner {
  uid: string;
  userId: number;
}

/** What `users/{uid}` holds of a person. */
export type Profile = Omit<User, 'id' | 'timeZone'> & {
  /** Absent in profiles of before there were time zones. */
  timeZone?: string | null;
};

/** One page of a list. */
export interface Page<T> {
  records: T[];
  /** Where the next one goes on; absent on the last. */
  next?: string;
}

/** How often each of a person's collections was written, as `users/{uid}/live/revisions` has it. */
export interface Revisions {
  /**
   * When the counting began, in microseconds: it begins anew where everything was deleted, and then a counter of
   * before says nothing. 0 while nothing was ever written.
   */
  epoch: number;
  /** When something was last counted, in microseconds. */
  time: number;
  counters: Partial<Record<CollectionName, number>>;
}

/** What an endpoint's `session` kind hands to its handler. */
interface SessionParts {
  required: { owner: Owner };
  starts: {
    /** The ID token sent as `Authorization: Bearer`, not verified yet. */
    bearer: string | undefined;
    /** Where the request comes from. */
    address: string;
    /** Sets the session cookie on the reply. */
    startSession: (idToken: string) => Promise<void>;
  };
  ends: {
    /** Ends this one session on the server and clears its cookies. Without one it does nothing. */
    endSession: () => Promise<void>;
  };
  optional: {
    /** Undefined where there is no session that is good. */
    owner: Owner | undefined;
  };
  none: unknown;
}

/** What a person's browser uses to reach us. */
export interface Browser {
  /** The session cookie's SHA-256: says whether it is the same session, and is worth nothing by itself. */
  session: string | undefined;
  /** The host in the address bar, as far as the request says it. */
  host: string | undefined;
}

/** Leads the browser on to another page of the app. */
export class Redirect {
  constructor(readonly path: `/${string}`) {}
}

/** A reply that is kept as a file, under a name of ours, instead of being read as JSON. */
export class Attachment {
  constructor(
    readonly fileName: string,
    readonly bytes: Uint8Array,
  ) {}
}

/** What a handler answers; of a list that goes out in pages, one page. */
type Answer<E> = E extends { paged: true }
  ? Reply<E> extends (infer T)[]
    ? Page<T>
    : never
  : E extends { status: 302 }
    ? Redirect
    : Reply<E> | (E extends { file: string } ? Attachment : never);

/** A domain function that serves one row of the contract. */
export type Handler<Name extends keyof Api> = (
  call: Parsed<Api[Name]> &
    SessionParts[Api[Name]['session']] &
    (Api[Name] extends { knowsBrowser: true } ? { browser: Browser } : unknown),
  ports: Ports,
) => Promise<Answer<Api[Name]>>;
