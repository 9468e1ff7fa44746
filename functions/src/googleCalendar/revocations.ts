import { randomBytes } from 'node:crypto';
import type { OwnerRef } from '../owner';
import type { Ports } from '../ports';
import type { Revocation } from '../store/googleConnections';
import type { EndingToken } from './access';
import { GoogleError, orGoogleError } from './googleError';

/*
 * Grants that have to be revoked at Google. The grants are stored without their owner, because the account may be
 * deleted before Google has revoked them.
 */

/** Revokes these grants. A grant that can't be revoked stays stored for `retryRevocations`. */
export async function revokeAtGoogle(
  revocations: readonly Revocation[],
  ports: Ports,
): Promise<void> {
  const { google, stores } = ports;
  await Promise.all(
    revocations.map(async (revocation) => {
      const { token } = endingTokenIn(revocation, ports) ?? {};
      if (token !== undefined && (await succeeds(google.revoke(token))))
        await stores.googleConnections.deleteRevocation(revocation.id);
    }),
  );
}

/** Returns an encrypted revocation to store. Connecting again finds the revocation by its `fingerprints`. */
export function revocationOf(
  { uid }: OwnerRef,
  ending: EndingToken,
  { tokenSeal }: Ports,
): Revocation {
  const id = randomBytes(16).toString('hex');
  return {
    id,
    sealed: tokenSeal.close(JSON.stringify(ending), revocationOwner(id)),
    fingerprints: fingerprintedTexts(uid, ending.account).map((text) =>
      tokenSeal.fingerprint(text),
    ),
  };
}

const fingerprintedTexts = (uid: string, account: string | null) => [
  `person/${uid}`,
  ...(account === null ? [] : [`account/${account}`]),
];

/** Returns the token in a revocation, or undefined if it can't be decrypted. */
function endingTokenIn({ id, sealed }: Revocation, { tokenSeal }: Ports): EndingToken | undefined {
  const json = tokenSeal.open(sealed, revocationOwner(id));
  return json === undefined ? undefined : (JSON.parse(json) as EndingToken);
}

/** Returns the stored revocations of this person's earlier connections and of this Google account. */
export async function pendingRevocations({ uid }: OwnerRef, account: string | null, ports: Ports) {
  const fingerprints = fingerprintedTexts(uid, account).map((text) =>
    ports.tokenSeal.fingerprint(text),
  );
  const found = await ports.stores.googleConnections.revocationsWith(fingerprints);
  return found.flatMap((revocation) => {
    const ending = endingTokenIn(revocation, ports);
    return ending ? [{ ...revocation, ending }] : [];
  });
}

const revocationOwner = (id: string) => `revocation/${id}`;

/** Returns false if Google failed. Any other error is thrown. */
export const succeeds = async (work: Promise<void>): Promise<boolean> =>
  !((await orGoogleError(work)) instanceof GoogleError);

/** How many revocations are read at a time. */
const REVOCATIONS_PAGE = 100;

/**
 * Revokes the grants that couldn't be revoked earlier, for example when their owner disconnected. Starts no attempt
 * after `stopAt` (in ms). A revocation that fails moves behind all other revocations, so that it doesn't block them.
 */
export async function retryRevocations(ports: Ports, stopAt: number): Promise<void> {
  const { stores, now } = ports;
  const started = now();
  let page: Revocation[];
  do {
    page = await stores.googleConnections.revocations(started, REVOCATIONS_PAGE);
    for (const revocation of page) {
      if (now().getTime() > stopAt) return;
      if (await isRevoked(revocation, ports))
        await stores.googleConnections.deleteRevocation(revocation.id);
      else await stores.googleConnections.recordAttempt(revocation.id, now());
    }
  } while (page.length === REVOCATIONS_PAGE);
}

/**
 * Revokes a grant. Returns true if that succeeded. Also returns true if the grant's token can't be decrypted, because
 * then no attempt can succeed. Logs unexpected errors instead of throwing them, because the next grant may still be
 * revocable.
 */
async function isRevoked(revocation: Revocation, ports: Ports): Promise<boolean> {
  try {
    const { token } = endingTokenIn(revocation, ports) ?? {};
    return token === undefined || (await succeeds(ports.google.revoke(token)));
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    ports.log({ severity: 'ERROR', message: 'A grant could not be revoked.', code });
    return false;
  }
}
