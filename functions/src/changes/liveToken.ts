import type { Handler } from '../handler';
import { unavailable } from '../http/failure';
import type { Owner } from '../owner';
import type { Ports } from '../ports';

/** Changes wait this long for a token, in ms. Without one the browser asks again, by itself. */
const WAIT_MS = 1_500;

/**
 * A token for a Firebase user of its own, never for the account: with a token for the account a thief could set its
 * password and stay signed in. In production the function's service account signs the token, for which it needs the role
 * roles/iam.serviceAccountTokenCreator on itself. Without a token the app works, but gets no live updates: undefined, and
 * the log says why.
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

/** The same, but undefined also if it takes too long for those who wait for something else, too. */
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
