import { useNow } from '../../ui/hooks/useNow';
import { localDay, monthDay, timeText } from '../../lib/time/dates';

/** Shows when the events were last read from Google: "Synced 12 min ago", "Synced Nov 19, 9:40 AM". */
export function LastSynced({ at }: { at: string | null }) {
  const now = useNow();
  return <span>{at ? syncedText(new Date(at), now) : 'Not synced yet'}</span>;
}

function syncedText(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000);
  if (minutes < 1) return 'Synced just now';
  if (minutes < 60) return `Synced ${minutes} min ago`;
  if (localDay(at) === localDay(now)) return `Synced at ${timeText(at)}`;
  return `Synced ${monthDay(at)}, ${timeText(at)}`;
}
