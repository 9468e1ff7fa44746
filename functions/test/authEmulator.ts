import { initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { unsigned } from './tokens';

/** An app with administrator access to the emulators. */
export const admin = initializeApp({}, 'tests');

/** Administrator access to the Auth emulator. */
export const accounts = getAuth(admin);

interface IdTokenReply {
  idToken: string;
  localId: string;
}

/** Calls Firebase Auth as a browser does. */
export async function identityToolkit(call: string, body: object): Promise<IdTokenReply> {
  const root = `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1`;
  const response = await fetch(`${root}/accounts:${call}?key=any`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, returnSecureToken: true }),
  });
  if (!response.ok) throw new Error(`${call}: ${await response.text()}`);
  return (await response.json()) as IdTokenReply;
}

/** Returns the ID token that a browser gets from Firebase for an e-mail address and a password. */
export const idTokenOf = async ({ email, password }: { email: string; password: string }) =>
  (await identityToolkit('signInWithPassword', { email, password })).idToken;

/** Returns the ID token and uid that a browser gets from Firebase after signing in with Google. */
export function googleSignIn(google: {
  email: string;
  name: string;
  picture?: string;
  email_verified?: boolean;
}): Promise<IdTokenReply> {
  const id = unsigned({ sub: `google-${google.email}`, email_verified: true, ...google });
  return identityToolkit('signInWithIdp', {
    postBody: `id_token=${id}&providerId=google.com`,
    requestUri: 'http://127.0.0.1',
  });
}

/** Makes sessions valid that are older than the account, so that tests don't have to wait for a session to age. */
export async function acceptOlderSessions(uid: string): Promise<void> {
  const root = `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1`;
  const response = await fetch(`${root}/projects/${process.env.GCLOUD_PROJECT}/accounts:update`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer owner' },
    body: JSON.stringify({ localId: uid, validSince: '1' }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Returns the ID token that a browser gets from Firebase for a custom token. */
export const idTokenOfCustom = async (token: string) =>
  (await identityToolkit('signInWithCustomToken', { token })).idToken;
