import { HOUR_MS } from '@daymark/contract/time/units';
import type { Ports } from '../../ports';

type VerifiedSession = NonNullable<Awaited<ReturnType<Ports['identity']['verifySessionCookie']>>>;
type StoredSession = NonNullable<Awaited<ReturnType<Ports['stores']['sessions']['get']>>>;

/** A session whose cookie is genuine, and its record, if it has one. */
export interface FoundSession {
  session: VerifiedSession;
  stored: StoredSession | undefined;
}

interface Kept {
  /** The account's `sessionsVersion` when the cookie was last verified. */
  sessionsVersion: string;
  readAt: number;
  /**
   * The session's record. Undefined if the session has no record, or if the record was read before this instance knew
   * the `sessionsVersion`.
   */
  stored?: StoredSession;
}

/**
 * How long a record is reused, in ms. After that time the record is read again, even if the `sessionsVersion` is
 * unchanged.
 */
const KEPT_MS = 6 * HOUR_MS;

/** At most this many sessions are kept. Beyond that, the sessions that were read first are forgotten. */
const KEPT_MAX = 20_000;

/** The kept sessions, by the fingerprint of their cookie. */
const kept = new Map<string, Kept>();

/** Returns whether this instance keeps a session. The cookie of a kept session was verified. */
export const isKnownSession = (fingerprint: string): boolean => kept.has(fingerprint);

/**
 * Verifies a session's cookie and finds its record, which says whether the session has ended. Returns undefined for an
 * invalid cookie.
 *
 * Each request asks Firebase for the account and computes the `sessionsVersion`. The `sessionsVersion` changes after
 * one of the account's sessions has ended (`Identity.recordSessionEnd`). If this instance knew the `sessionsVersion`
 * when it read a record, the record isn't read again until the `sessionsVersion` changes or `KEPT_MS` have passed. The
 * `sessionsVersion` also changes if the session ends in another instance. `uid` is only what the cookie claims. Data
 * that is read under this uid is used only if the cookie is valid and has the same uid.
 */
export async function findSession(
  uid: string,
  fingerprint: string,
  cookie: string,
  { identity, stores, now }: Ports,
): Promise<FoundSession | undefined> {
  const known = kept.get(fingerprint);
  const read = () => stores.sessions.get(uid, fingerprint);
  const readAt = now().getTime();
  const isKept = known?.stored !== undefined && readAt - known.readAt < KEPT_MS;
  const [session, early] = await Promise.all([
    identity.verifySessionCookie(cookie),
    isKept ? undefined : read(),
  ]);
  if (session?.uid !== uid) return undefined;
  if (isKept && known.sessionsVersion === session.sessionsVersion)
    return { session, stored: known.stored };
  const stored = isKept ? await read() : early;
  const isReadAtVersion = isKept || known?.sessionsVersion === session.sessionsVersion;
  kept.delete(fingerprint);
  kept.set(fingerprint, {
    sessionsVersion: session.sessionsVersion,
    readAt,
    ...(stored && isReadAtVersion && { stored }),
  });
  const [first] = kept.keys();
  if (kept.size > KEPT_MAX && first !== undefined) kept.delete(first);
  return { session, stored };
}

/** Adds `fields` to the kept record of a session. Does nothing if no record is kept. */
export function updateKeptSession(fingerprint: string, fields: Partial<StoredSession>): void {
  const known = kept.get(fingerprint);
  if (known?.stored) known.stored = { ...known.stored, ...fields };
}
