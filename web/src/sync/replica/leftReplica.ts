import type { Unsent } from '../../lib/person/dataOwners';
import { deleteReplica, openPersonDatabase } from './diskReplica';
import { IDENTITY } from './diskShape';

/**
 * Empties a person's database except for unsent mutations, and stores the person's drafts in it. Without `keepsDrafts`,
 * drafts stay only beside unsent mutations. An empty database is deleted. Returns the numbers of mutations and drafts
 * that are left.
 * @throws if storage is blocked
 */
export async function keepUnsent(
  userId: number,
  drafts: readonly (readonly [key: string, text: string])[],
  keepsDrafts: boolean,
): Promise<Unsent> {
  const { db } = await openPersonDatabase(userId);
  const unsent = { changes: 0, drafts: 0 };
  try {
    const transaction = db.transaction([...db.objectStoreNames], 'readwrite');
    for (const name of db.objectStoreNames)
      if (name !== 'outbox' && name !== 'drafts') void transaction.objectStore(name).clear();
    const keys = await transaction.objectStore('outbox').getAllKeys();
    unsent.changes = keys.filter((key) => key !== IDENTITY).length;
    const store = transaction.objectStore('drafts');
    if (keepsDrafts || unsent.changes > 0)
      for (const [key, text] of drafts) void store.put(text, key);
    else void store.clear();
    unsent.drafts = await store.count();
    await transaction.done;
  } finally {
    db.close();
  }
  if (unsent.changes + unsent.drafts === 0) await deleteReplica(userId);
  return unsent;
}

/**
 * Moves the drafts out of a person's database. `putBack` gets them before they are deleted there.
 * @throws if storage is blocked
 */
export async function takeDrafts(
  userId: number,
  putBack: (drafts: readonly (readonly [key: string, text: string])[]) => void,
): Promise<void> {
  const { db } = await openPersonDatabase(userId);
  try {
    const [keys, texts] = await Promise.all([db.getAllKeys('drafts'), db.getAll('drafts')]);
    putBack(keys.map((key, index) => [key, texts[index] ?? '']));
    await db.clear('drafts');
  } finally {
    db.close();
  }
}
