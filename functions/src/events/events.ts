import { allDayOf, type Event } from '@daymark/contract/event';
import { editOf } from '@daymark/contract/laterEdits';
import { newId } from '@daymark/contract/primitives';
import type { Handler } from '../handler';

type Range = Parameters<typeof listEvents>[0]['query'];

/**
 * Lists events by start, then end, then id as text. An event over several days is in the list if the range contains a
 * part of the event. An all-day event is compared in the range's own UTC offset. All-day events are ordered by the
 * first moment at which their start date begins anywhere on Earth.
 */
export const listEvents: Handler<'listEvents'> = async ({ owner, query }, { stores }) => {
  const page = await stores.events.page(
    owner,
    query.after,
    query.endDate ? ['startsAt', '<', Date.parse(query.endDate)] : undefined,
    query.startDate ? ['endsAt', '>', Date.parse(query.startDate)] : undefined,
  );
  return { ...page, records: page.records.filter((event) => isInDaysOf(query, event)) };
};

/**
 * Whether an event is in the range. The store returns an all-day event if its days overlap the range in any time zone.
 * The days are compared here again, in the range's own offset.
 */
function isInDaysOf({ startDate, endDate }: Range, event: Event): boolean {
  const days = allDayOf(event);
  if (!days) return true;
  const begins = !endDate || Date.parse(days.start) < clockOf(endDate);
  return begins && (!startDate || Date.parse(days.end) > clockOf(startDate));
}

/** Returns an instant's clock time as if it were in UTC, in ms. */
const clockOf = (instant: string) => Date.parse(instant.replace(/(Z|[+-]\d\d:?\d\d)$/, 'Z'));

export const createEvent: Handler<'createEvent'> = ({ owner, body, mutation }, { stores }) => {
  const { userId: _, id, restore, restoredAt, ...fields } = body;
  const event = { id: id ?? newId(), ...fields };
  return stores.events.create(owner, event, { restore, restoredAt, mutation });
};

export const updateEvent: Handler<'updateEvent'> = (
  { owner, id, body, mutation },
  { stores, now },
) => stores.events.update(owner, id, editOf(body, now()), mutation);

export const deleteEvent: Handler<'deleteEvent'> = ({ owner, id, query, mutation }, { stores }) =>
  stores.events.delete(owner, id, { ...query, mutation });
