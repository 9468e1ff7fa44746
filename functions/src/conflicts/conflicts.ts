import { newId } from '@daymark/contract/primitives';
import type { Handler } from '../handler';

/** By ascending id, compared as text. */
export const listConflicts: Handler<'listConflicts'> = ({ owner, query }, { stores }) =>
  stores.conflicts.page(owner, query.after);

export const createConflict: Handler<'createConflict'> = ({ owner, body }, { stores }) => {
  const { userId: _, id, restore, restoredAt, ...fields } = body;
  return stores.conflicts.create(owner, { id: id ?? newId(), ...fields }, { restore, restoredAt });
};

export const deleteConflict: Handler<'deleteConflict'> = async ({ owner, id, query }, ports) => {
  await ports.stores.conflicts.delete(owner, id, query);
};
