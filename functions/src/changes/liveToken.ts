import type { Handler } from '../handler';
import { unavailable } from '../http/failure';

/**
 * A token for a Firebase user of its own, never for the account: with a token for the account a thief could set its
 * password and stay signed in. In production the function's service account signs the token, for which it needs the role
 * roles/iam.serviceAccountTokenCreator on itself. Without a token the app works, but gets no live updates.
 */
export const createLiveToken: Handler<'createLiveToken'> = async (
  { owner },
  { identity, log, now },
) => {
  try {
    return { token: await identity.createLiveToken(owner.uid, now()) };
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    log({ severity: 'ERROR', message: 'A live token could not be made.', code });
    throw unavailable();
  }
};
