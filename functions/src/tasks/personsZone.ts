import { namedZone, type Zone } from '@daymark/contract/time/zone';
import type { Owner } from '../owner';
import type { Ports } from '../ports';

/** Returns the person's time zone, or UTC if none is stored. */
export async function personsZone({ uid }: Owner, { stores }: Ports): Promise<Zone> {
  const profile = await stores.profiles.get(uid);
  return namedZone(profile?.timeZone ?? 'UTC');
}
