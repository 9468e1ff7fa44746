import type { Browser } from '../handler';
import { Failure } from '../http/failure';
import type { Caller } from '../owner';
import type { Ports } from '../ports';
import { isConfirmed } from './userOf';
import { withVerification } from './verification';

/**
 * Makes a grant that outlasts a session: an API token or a calendar feed. The address must be confirmed, because
 * someone else may have registered it, and its owner would not know of the grant. A grant that is made while another
 * device ends this session is undone.
 * @throws Failure 403 if the address is not confirmed, 401 if the session has ended.
 */
export async function makeLongLivedAccess<Made>(
  { owner, browser }: { owner: Caller; browser: Browser },
  ports: Ports,
  make: () => Promise<Made>,
  undo: (made: Made) => Promise<void>,
): Promise<Made> {
  const { stores } = ports;
  const profile = await stores.profiles.get(owner.uid);
  if (!profile) throw new Failure(401, 'Please sign in.');
  if (!isConfirmed(await withVerification(owner.uid, profile, ports)))
    throw new Failure(403, 'Please confirm your email address first.');
  const made = await make();
  const session = await stores.sessions.get(owner.uid, browser.session ?? '');
  if (session?.endedAt === undefined) return made;
  await undo(made);
  throw new Failure(401, 'Please sign in.');
}
