import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore';

/** The most writes that Firestore allows in a commit. */
const PAGE_MAX = 500;

/**
 * Deletes all documents that a query finds, page by page: a call that is cut off has deleted some of them, whatever
 * their number, and the next call has fewer to delete.
 */
export async function deleteAll(query: Query): Promise<void> {
  const page = query.select().limit(PAGE_MAX);
  let last: QueryDocumentSnapshot | undefined;
  do {
    // Not from the start again: Firestore would go through what it has just deleted.
    const { docs } = await (last ? page.startAfter(last) : page).get();
    const batch = query.firestore.batch();
    for (const { ref } of docs) batch.delete(ref);
    if (docs.length > 0) await batch.commit();
    last = docs.length < PAGE_MAX ? undefined : docs.at(-1);
  } while (last);
}
