import { randomUUID } from 'node:crypto';
import { send } from './send';

export interface Person {
  username: string;
  email: string;
  password: string;
  /** The `__session` cookie's value. */
  session: string;
  uid: string;
  userId: number;
}

/** The details for an account that does not exist yet, used by no other test. */
export function newDetails() {
  const tag = randomUUID().slice(0, 13);
  return { username: `Ada ${tag}`, email: `ada.${tag}@example.com`, password: `secret-${tag}` };
}

/** A person who has just registered through the API, and signed in. */
export async function newPerson(to?: string): Promise<Person> {
  const details = newDetails();
  const { username: _username, ...credentials } = details;
  const post = (path: string, body: object) =>
    send({ method: 'POST', path, body, ...(to && { to }) });
  const registered = await post('/api/register', details);
  if (registered.status !== 201)
    throw new Error(`Register: ${registered.status} ${registered.text}`);
  const { session, ...reply } = await post('/api/login', credentials);
  if (!session) throw new Error(`Login: ${reply.status} ${reply.text}`);
  const { sub } = claimsIn(session) as { sub: string };
  const { id } = registered.json() as { id: number };
  return { ...details, session, uid: sub, userId: id };
}

/** The claims of a token, not verified. */
export function claimsIn(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;
}

/** A token without a signature. The Auth emulator accepts it; nothing else may. */
export function unsigned(claims: object): string {
  const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;
}
