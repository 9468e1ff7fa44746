import type { Sync } from '../../src/sync/createSync';

/** Pulls if the server's counters say that something is missing, as live updates do. */
export async function pullMissing(
  sync: Sync,
  counters: Readonly<Record<string, number>>,
): Promise<void> {
  if ((await sync.missing(counters)) !== 'nothing') await sync.pull();
}
