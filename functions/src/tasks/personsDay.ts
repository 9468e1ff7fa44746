import type { Owner } from '../owner';
import type { Ports } from '../ports';

/** Tells on which day a moment is in the person's time zone. */
export async function personsDay(
  { uid }: Owner,
  { stores }: Ports,
): Promise<(moment: Date) => string> {
  const profile = await stores.profiles.get(uid);
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: profile?.timeZone ?? 'UTC' });
  return (moment) => calendar.format(moment);
}
