import { idTokenOf } from './authEmulator';
import type { Person } from './people';
import { send, type Received } from './send';

/**
 * Deletes a person's account like the app, with a fresh sign-in. `to` is the address of a function that isn't the
 * shared one.
 */
export async function deletePerson(person: Person, to?: string): Promise<Received> {
  const { session } = person;
  const headers = { authorization: `Bearer ${await idTokenOf(person)}` };
  return send({ method: 'DELETE', path: '/api/user', session, headers, ...(to && { to }) });
}
