import { randomUUID } from 'node:crypto';
import { firebasePorts } from '../src/firebasePorts';
import { userIdOf } from '../src/owner';
import { newUid } from '../src/users/newUid';
import { usernameKey } from '../src/users/username';
import { send } from './send';
import { claimsIn, unsigned } from './tokens';

export interface Person {
  username: string;
  email: string;
  password: string;
  /** The `__session` cookie's value. */
  session: string;
  uid: string;
  userId: number;
}

/** Returns the details of an account that doesn't exist yet and that no other test uses. */
export function newDetails() {
  const tag = randomUUID().slice(0, 13);
  return { username: `Ada ${tag}`, email: `ada.${tag}@example.com`, password: `secret-${tag}` };
}

const { identity, stores } = firebasePorts();

/**
 * Returns a person with a new account and a session. The account and the session are made without the function, because
 * most tests are about something else. The session has the form of the Auth emulator's sessions.
 */
export async function newPerson(): Promise<Person> {
  const details = newDetails();
  const { username, email, password } = details;
  const uid = newUid();
  const createdAt = new Date().toISOString();
  const account = { uid, email, password, displayName: username };
  await stores.profiles.create(uid, usernameKey(username), {
    username,
    email,
    photoUrl: null,
    createdAt,
    signInsValidFrom: await identity.createAccount(account),
  });
  const seconds = Math.floor(Date.now() / 1000);
  const project = process.env.GCLOUD_PROJECT;
  const session = unsigned({
    name: username,
    email,
    email_verified: false,
    auth_time: seconds,
    user_id: uid,
    firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
    iat: seconds,
    exp: seconds + 5 * 24 * 60 * 60,
    aud: project,
    iss: `https://session.firebase.google.com/${project}`,
    sub: uid,
  });
  return { ...details, session, uid, userId: userIdOf(uid) };
}

/** Returns a new person with a confirmed address, which an API token or a calendar feed needs. */
export async function confirmedPerson(): Promise<Person> {
  const person = await newPerson();
  await setConfirmed(person, true);
  return person;
}

/** Sets whether a person's address counts as confirmed. */
export const setConfirmed = ({ uid, email }: Person, isConfirmed: boolean): Promise<void> =>
  stores.profiles.update(uid, { confirmedEmail: isConfirmed ? email : null });

/** Returns a person who has just registered through the API. */
export async function registeredPerson(to?: string): Promise<Person> {
  const details = newDetails();
  const request = { method: 'POST', path: '/api/register', body: details, ...(to && { to }) };
  const { session, ...reply } = await send(request);
  if (!session) throw new Error(`Register: ${reply.status} ${reply.text}`);
  const { sub } = claimsIn(session) as { sub: string };
  const { id } = reply.json() as { id: number };
  return { ...details, session, uid: sub, userId: id };
}
