import type { DeletedRecord } from '@daymark/contract/deletion';
import type { Handler } from '../handler';
import { broughtBack, notFound } from '../http/failure';

/** Lists the deleted records that can be brought back, most recently deleted first. */
export const listDeleted: Handler<'listDeleted'> = async ({ owner, query }, { stores }) => {
  const { records, ...page } = await stores.tombstones.page(owner, query.after);
  return { ...page, records: records as DeletedRecord[] };
};

/** Returns a deleted record that can be brought back. @throws Failure 404, or 409 if the record isn't deleted */
export const getDeleted: Handler<'getDeleted'> = async ({ owner, id, query }, { stores }) => {
  const found = await stores.tombstones.get(owner, query.collection, id);
  if (found) return found as DeletedRecord;
  throw (await stores[query.collection].get(owner, id)) ? broughtBack() : notFound();
};
