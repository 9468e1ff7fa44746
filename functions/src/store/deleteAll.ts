import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore';

/** Most writes that Firestore allows in one commit. */
const PAGE_MAX = 500;

/**
 * Deletes all documents that a query finds, page by page. A call that is interrupted has already deleted some pages, so
 * the next call has less to delete.
 */
export async function deleteAll(query: Query): Promise<void> {
  const page = query.select().limit(PAGE_MAX);
  let last: QueryDocumentSnapshot | undefined;
  do {
    // Continue after the last page. A query from the start would scan the documents that were just deleted.
    const { docs } = await (last ? page.startAfter(last) : page).get();
    const batch = query.firestore.batch();
    for (const { ref } of docs) batch.delete(ref);
    if (docs.length > 0) await batch.commit();
    last = docs.length < PAGE_MAX ? undefined : docs.at(-1);
  } while (last);
}
