import type { Api } from '@daymark/contract/calls/api';
import type { Parsed, Reply } from '@daymark/contract/calls/endpoint';
import type { Caller } from './owner';
import type { Page } from './page';
import type { Ports } from './ports';
import type { Written } from './written';

export interface SessionOptions {
  /** How long the session lasts, in seconds, instead of five days. */
  seconds?: number;
  /** The browser's time zone. */
  timeZone?: string | null | undefined;
}

/**
 * Starts a session: sets its cookie on the reply, and records its browser. Returns the session's identifier, as in
 * `Browser.session`.
 */
type StartSession = (idToken: string, options?: SessionOptions) => Promise<string>;

/**
 * Looks up something that a client without a session names, such as a feed by its secret. `find` resolves to undefined
 * if there is nothing.
 */
export type LookUp = <T>(find: () => Promise<T | undefined>) => Promise<T | undefined>;

export interface EndOptions {
  /** Leaves a valid session and its cookies as they are. */
  onlyIfEnded?: boolean;
}

/** The parts of a handler's input that depend on its call's `session` (see the contract's `Endpoint`). */
interface SessionParts {
  required: { owner: Caller };
  starts: {
    /** The ID token sent as `Authorization: Bearer`, not verified yet. */
    bearer: string | undefined;
    /** The client's IP address. */
    address: string;
    startSession: StartSession;
  };
  ends: {
    /** Ends this one session on the server and clears its cookies. */
    endSession: (options?: EndOptions) => Promise<void>;
  };
  optional: {
    /** Undefined without a valid session. */
    owner: Caller | undefined;
  };
  signedOut: {
    /** The client's IP address. */
    address: string;
    startSession: StartSession;
  };
  none: {
    /**
     * Makes a look-up.
     * @throws Failure 429 if the client's address has named too many things that do not exist.
     */
    lookUp: LookUp;
  };
}

/** The parts of a handler's input that depend on its call's flags (see the contract's `Endpoint`). */
interface FlagParts {
  knowsBrowser: { browser: Browser };
  confirms: { bearer: string | undefined };
  renewsSession: { startSession: StartSession; endSession: () => Promise<void> };
  /**
   * The key of the mutation. A mutation that is sent again with the same key is applied once (docs/sync.md). Undefined
   * if the request names no mutation.
   */
  mutates: { mutation?: string | undefined };
}

type PartOf<E, Flag extends keyof FlagParts> =
  E extends Record<Flag, true> ? FlagParts[Flag] : unknown;

/** The browser that a request comes from, as far as the request describes it. */
export interface Browser {
  /**
   * The SHA-256 of the session cookie without its signature. The hash identifies the session, but can't be used as a
   * session. Undefined without a cookie, and for a request with an API token, which ignores the cookie.
   */
  session: string | undefined;
  /** The host in the address bar, if the request names one. */
  host: string | undefined;
}

/** A handler's result that sends the browser to another page of the app. */
export class Redirect {
  constructor(readonly path: `/${string}`) {}
}

/**
 * A handler's result that is sent while it is made: a file if there is a `fileName`, otherwise JSON. The handler makes
 * sure that the JSON has only the fields of the reply's schema, because `serve` doesn't parse `parts`.
 */
export class Streamed {
  constructor(
    readonly parts: AsyncIterable<string | Uint8Array>,
    readonly fileName?: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/**
 * A handler's result for a client whose copy is still current (304). `headers` are the headers that the full reply
 * would have.
 */
export class NotModified {
  constructor(readonly headers: Readonly<Record<string, string>>) {}
}

/**
 * A handler's result. A paged list's handler returns one page. The handler for a change of a record returns the record
 * and the outcome of the edit. Most other handlers return the reply itself.
 */
type Result<E> = E extends { paged: true }
  ? Reply<E> extends (infer T)[]
    ? Page<T>
    : never
  : E extends { status: 302 }
    ? Redirect
    : E extends { file: string }
      ? Streamed | (E extends { revalidates: true } ? NotModified : never)
      : E extends { mutates: true }
        ? Written<Reply<E>>
        : Reply<E>;

/** The function that serves one call of the contract. */
export type Handler<Name extends keyof Api> = (
  call: Parsed<Api[Name]> &
    SessionParts[Api[Name]['session']] &
    PartOf<Api[Name], 'knowsBrowser'> &
    PartOf<Api[Name], 'confirms'> &
    PartOf<Api[Name], 'renewsSession'> &
    PartOf<Api[Name], 'mutates'>,
  ports: Ports,
) => Promise<Result<Api[Name]>>;

/** One handler for each call. A missing handler, or a handler of another shape, is a type error. */
export type Handlers = { [Name in keyof Api]: Handler<Name> };
