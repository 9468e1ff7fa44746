import type { Api } from '@daymark/contract/api';
import type { CollectionName } from '@daymark/contract/changes';
import type { Parsed, Reply } from '@daymark/contract/endpoint';
import type { CalendarError, GoogleCalendar } from '@daymark/contract/googleCalendar';
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

/** Whose it is, where no number is asked for. */
export type OwnerRef = Pick<Owner, 'uid'>;

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

/** What a person has allowed us at Google, as it is kept in `googleCalendarTokens/{uid}`. */
export interface StoredGrant {
  /** Both tokens, sealed. */
  sealed: string;
  /** Until when the access token is good, in ms. */
  expiresAt: number;
}

/** A connection to Google Calendar, but for its tokens. */
export interface Connection {
  /** Another one each time the person connects: copies of before are not of this connection. */
  id: string;
  status: 'connected' | 'expired';
  calendars: GoogleCalendar[];
  /** When Google last listed them, in ms; null when it never did. */
  listedAt: number | null;
  selectedIds: string[];
  /** When Google was last heard of events, in ms. */
  lastSyncedAt: number | null;
  calendarError: CalendarError | null;
}

/** A grant that is to be ended at Google; nothing in it says whose it was. */
export interface Revocation {
  id: string;
  sealed: string;
}

/** How far our copy of one calendar has come. Times in ms. */
export interface CalendarCopy {
  calendarId: string;
  /** What Google called the calendar when it was last there. */
  name: string;
  /** The connection it was made by. */
  connectionId: string;
  /** Null when the next sync has to read everything. */
  syncToken: string | null;
  /** From when to when the copy has events. */
  from: number;
  to: number;
  syncedAt: number;
  /** When all of it was last read, and not only what had changed. */
  readAt: number;
  /** Google has said that something is new. */
  isStale: boolean;
  /** Google has said that there is no such calendar. */
  isGone: boolean;
  /** Through which Google tells us of changes; until `watchedUntil`. */
  channelId: string | null;
  watchedUntil: number;
}

/** Through which Google tells us of changes to one calendar of one person. */
export interface Channel {
  id: string;
  uid: string;
  calendarId: string;
  /** Google's name for what it watches. */
  resourceId: string;
  /** The SHA-256 of what Google has to show. */
  tokenHash: string;
  /** When Google stops, in ms. */
  until: number;
}

/** A way to Google that somebody has set out on, and has not come back from. */
export interface OAuthState {
  uid: string;
  /** The SHA-256 of the session cookie it began with. */
  session: string;
  codeVerifier: string;
  redirectUri: string;
  expiresAt: Date;
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
