import { idTokenOf } from './authEmulator';
import type { Person } from './people';
import { send, type Received } from './send';

/** Deletes a person's account as the app does: they sign in again first. `to`: another function than the shared one. */
export async function deletePerson(person: Person, to?: string): Promise<Received> {
  const { session } = person;
  const headers = { authorization: `Bearer ${await idTokenOf(person)}` };
  return send({ method: 'DELETE', path: '/api/user', session, headers, ...(to && { to }) });
}
