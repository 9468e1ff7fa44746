import { newId } from '@daymark/contract/primitives';
import type { Handler } from '../handler';

/** Lists conflicts by ascending id, compared as text. */
export const listConflicts: Handler<'listConflicts'> = ({ owner, query }, { stores }) =>
  stores.conflicts.page(owner, query.after);

export const createConflict: Handler<'createConflict'> = (
  { owner, body, mutation },
  { stores },
) => {
  const { userId: _, id, restore, restoredAt, ...fields } = body;
  const conflict = { id: id ?? newId(), ...fields };
  return stores.conflicts.create(owner, conflict, { restore, restoredAt, mutation });
};

export const deleteConflict: Handler<'deleteConflict'> = ({ owner, id, query, mutation }, ports) =>
  ports.stores.conflicts.delete(owner, id, { ...query, mutation });
