import { SETTINGS_ID } from '@daymark/contract/settings';
import { personsDayAt } from '@daymark/contract/time/personsDay';
import { namedZone, type Zone } from '@daymark/contract/time/zone';
import type { Owner } from '../owner';
import type { Ports } from '../ports';

/** Returns the person's time zone, or UTC if none is stored. */
export async function personsZone({ uid }: Owner, { stores }: Ports): Promise<Zone> {
  const profile = await stores.profiles.get(uid);
  return namedZone(profile?.timeZone ?? 'UTC');
}

/** Returns a function that returns the person's day at a moment, in ms. The day ends when their settings say. */
export async function personsDays(owner: Owner, ports: Ports): Promise<(ms: number) => string> {
  const [zone, settings] = await Promise.all([
    personsZone(owner, ports),
    ports.stores.settings.get(owner, SETTINGS_ID),
  ]);
  return (ms) => personsDayAt(zone, ms, settings?.dayEndMinutes ?? 0);
}
