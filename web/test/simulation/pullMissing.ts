import type { Sync } from '../../src/sync/createSync';

/** Pulls if the replica's counters differ from the server's, as live updates do. */
export async function pullMissing(
  sync: Sync,
  counters: Readonly<Record<string, number>>,
): Promise<void> {
  if ((await sync.missing(counters)) !== 'nothing') await sync.pull();
}
