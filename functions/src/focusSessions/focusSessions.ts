import { editOf } from '@daymark/contract/laterEdits';
import { newId } from '@daymark/contract/primitives';
import type { Handler } from '../handler';

/** Lists focus sessions by start, then by id as text. */
export const listFocusSessions: Handler<'listFocusSessions'> = ({ owner, query }, { stores }) =>
  stores.focusSessions.page(
    owner,
    query.after,
    query.from ? ['startedAt', '>=', Date.parse(query.from)] : undefined,
    query.to ? ['startedAt', '<', Date.parse(query.to)] : undefined,
  );

export const createFocusSession: Handler<'createFocusSession'> = (
  { owner, body, mutation },
  { stores },
) => {
  const { userId: _, id, restore, restoredAt, ...fields } = body;
  const session = { id: id ?? newId(), ...fields };
  return stores.focusSessions.create(owner, session, { restore, restoredAt, mutation });
};

export const updateFocusSession: Handler<'updateFocusSession'> = (
  { owner, id, body, mutation },
  { stores, now },
) => stores.focusSessions.update(owner, id, editOf(body, now()), mutation);

export const deleteFocusSession: Handler<'deleteFocusSession'> = (
  { owner, id, query, mutation },
  { stores },
) => stores.focusSessions.delete(owner, id, { ...query, mutation });
