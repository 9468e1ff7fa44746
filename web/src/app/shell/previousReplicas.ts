import { browserStorage } from '../../lib/browserStorage';
import { deleteReplica, openReplica } from '../../sync/diskReplica';

/** The people whose replicas this browser has: their ids, with a comma between. */
const OWNERS_KEY = 'daymark.kept';

/**
 * Deletes the replicas of everybody else who used this browser, except those with unsent mutations: they are sent when
 * their owner signs in again.
 * @throws where storage is blocked
 */
export async function deletePreviousReplicas(userId: number): Promise<void> {
  const owners = (browserStorage.get(OWNERS_KEY) ?? '').split(',').map(Number).filter(Boolean);
  const others = owners.filter((owner) => owner !== userId);
  // First, so that nobody's is forgotten if the page is closed meanwhile.
  browserStorage.set(OWNERS_KEY, [...others, userId].join(','));
  const left: number[] = [];
  for (const owner of others) {
    const replica = await openReplica(owner);
    const { queued } = await replica.outbox();
    replica.close();
    if (queued.length > 0) left.push(owner);
    else await deleteReplica(owner);
  }
  browserStorage.set(OWNERS_KEY, [...left, userId].join(','));
}
