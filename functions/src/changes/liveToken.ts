import type { Handler } from '../handler';
import { unavailable } from '../http/failure';
import type { Owner } from '../owner';
import type { Ports } from '../ports';

/**
 * Longest time that a response with changes waits for a live token, in ms. Without a token, the browser asks again by
 * itself.
 */
const WAIT_MS = 1_500;

/**
 * Returns a token for a separate Firebase user. A token for the account itself would let a thief set its password and
 * stay signed in. In production the function's service account signs the token. For that, the service account needs the
 * role roles/iam.serviceAccountTokenCreator on itself. If the token can't be made, logs the error's code and returns
 * undefined, because the app also works without live updates.
 */
async function liveTokenOf(
  { uid }: Owner,
  { identity, log, now }: Ports,
): Promise<string | undefined> {
  try {
    return await identity.createLiveToken(uid, now());
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    log({ severity: 'ERROR', message: 'A live token could not be made.', code });
    return undefined;
  }
}

/**
 * Returns a live token, or undefined if the token can't be made in time. The response also contains data that must not
 * be delayed.
 */
export async function liveTokenInTime(owner: Owner, ports: Ports): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), WAIT_MS);
  });
  try {
    return await Promise.race([liveTokenOf(owner, ports), late]);
  } finally {
    clearTimeout(timer);
  }
}

export const createLiveToken: Handler<'createLiveToken'> = async ({ owner }, ports) => {
  const token = await liveTokenOf(owner, ports);
  if (token === undefined) throw unavailable();
  return { token };
};
