import type { DeletedRecord } from '@daymark/contract/deletion';
import type { Handler } from '../handler';

/** Lists the deleted records that can be brought back, the last deleted first. */
export const listDeleted: Handler<'listDeleted'> = async ({ owner, query }, { stores }) => {
  const { records, ...page } = await stores.tombstones.page(owner, query.after);
  return { ...page, records: records as DeletedRecord[] };
};
