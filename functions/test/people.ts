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

/** A person who has just registered through the API. */
export async function newPerson(to?: string): Promise<Person> {
  const details = newDetails();
  const reply = await send({
    method: 'POST',
    path: '/api/register',
    body: details,
    ...(to && { to }),
  });
  if (reply.status !== 201 || !reply.session)
    throw new Error(`Register: ${reply.status} ${reply.text}`);
  const { sub } = claimsIn(reply.session) as { sub: string };
  const { id } = reply.json() as { id: number };
  return { ...details, session: reply.session, uid: sub, userId: id };
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
