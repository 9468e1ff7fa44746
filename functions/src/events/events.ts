import { editOf } from '@daymark/contract/laterEdits';
import { newId } from '@daymark/contract/primitives';
import type { Handler } from '../handler';

/** By start, then by end, then by id, compared as text. An event over several days is in the range of each. */
export const listEvents: Handler<'listEvents'> = ({ owner, query }, { stores }) =>
  stores.events.page(
    owner,
    query.after,
    query.endDate ? ['startsAt', '<', Date.parse(query.endDate)] : undefined,
    query.startDate ? ['goneAt', '>', Date.parse(query.startDate)] : undefined,
  );

export const createEvent: Handler<'createEvent'> = ({ owner, body }, { stores }) => {
  const { id, title, start, end, color, googleEventId, taskId, days, restore } = body;
  const fields = { title, start, end, color, googleEventId, taskId, days };
  return stores.events.create(owner, { id: id ?? newId(), ...fields }, { restore });
};

export const updateEvent: Handler<'updateEvent'> = ({ owner, id, body }, { stores, now }) =>
  stores.events.update(owner, id, editOf(body, now()));

export const deleteEvent: Handler<'deleteEvent'> = async ({ owner, id }, { stores }) => {
  await stores.events.delete(owner, id);
};
