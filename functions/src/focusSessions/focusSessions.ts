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
  const { userId: _userId, id, ...fields } = body;
  return stores.focusSessions.create(owner, { id: id ?? newId(), ...fields }, { mutation });
};
