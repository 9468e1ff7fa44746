import type { LiveRevisions } from '../../src/lib/liveRevisions';
import type { Sync } from '../../src/sync/createSync';

/** Pulls if the server's counters say that something is missing, as live updates do. */
export async function pullMissing(sync: Sync, revisions: LiveRevisions): Promise<void> {
  if ((await sync.missing(revisions.counters)) === 'nothing') await sync.moveOn(revisions);
  else await sync.pull();
}
