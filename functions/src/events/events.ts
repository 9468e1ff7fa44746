import { allDayOf, type Event } from '@daymark/contract/event';
import { editOf } from '@daymark/contract/laterEdits';
import { newId } from '@daymark/contract/primitives';
import { expandEvents, firstDayOfSeries, repeatOf } from '@daymark/contract/repeats/occurrences';
import { dayOfClock } from '@daymark/contract/time/zone';
import type { Handler } from '../handler';
import { Failure } from '../http/failure';
import type { Owner } from '../owner';
import type { Ports } from '../ports';

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
  const records = query.expand ? await expanded(owner, query, page.records, stores) : page.records;
  return { ...page, records: records.filter((event) => isInRange(query, event)) };
};

/** Returns the events of a page with each series replaced by its occurrences. */
async function expanded(
  owner: Owner,
  query: Range,
  events: readonly Event[],
  { events: store }: Ports['stores'],
): Promise<Event[]> {
  const series = events.filter((event) => repeatOf(event));
  const exceptions = await Promise.all(
    series.map(({ id }) => store.find(owner, ['seriesId', '==', id])),
  );
  const listed = new Set(events.map(({ id }) => id));
  // An exception that is stored on another page is listed there.
  const elsewhere = exceptions.flat().filter(({ id }) => !listed.has(id));
  const hidden = new Set(elsewhere.map(({ id }) => id));
  return expandEvents([...events, ...elsewhere], daysOf(query)).filter(({ id }) => !hidden.has(id));
}

/** Returns the days of a range. The contract requires both ends of an expanded list. */
const daysOf = ({ startDate = '', endDate = '' }: Range) => ({
  from: dayOfClock(clockOf(startDate)),
  to: dayOfClock(clockOf(endDate)),
});

/**
 * Whether an event is in the range. The store returns an all-day event if its days overlap the range in any time zone,
 * and a series if the range is between its first and its last event. Both are compared here again. Days are compared in
 * the range's own offset.
 */
function isInRange(query: Range, event: Event): boolean {
  const { startDate, endDate } = query;
  if (repeatOf(event)) {
    // Without both ends, the store's comparison is exact.
    if (!startDate || !endDate) return true;
    return expandEvents([event], daysOf(query)).some((occurrence) => isInRange(query, occurrence));
  }
  const days = allDayOf(event);
  if (days) {
    const begins = !endDate || Date.parse(days.start) < clockOf(endDate);
    return begins && (!startDate || Date.parse(days.end) > clockOf(startDate));
  }
  const [start, end] = [Date.parse(event.start), Date.parse(event.end)];
  const begins = !endDate || start < Date.parse(endDate);
  return begins && (!startDate || Math.max(end, start + 1) > Date.parse(startDate));
}

/** Returns an instant's clock time as if it were in UTC, in ms. */
const clockOf = (instant: string) => Date.parse(instant.replace(/(Z|[+-]\d\d:?\d\d)$/, 'Z'));

export const createEvent: Handler<'createEvent'> = ({ owner, body, mutation }, { stores }) => {
  const { userId: _, id, restore, restoredAt, ...fields } = body;
  const event = { id: id ?? newId(), ...fields };
  const { repeat } = event;
  if (repeat?.until && repeat.until < firstDayOfSeries(event, repeat))
    throw new Failure(400, 'The last day is before the first day.');
  return stores.events.create(owner, event, { restore, restoredAt, mutation });
};

export const updateEvent: Handler<'updateEvent'> = (
  { owner, id, body, mutation },
  { stores, now },
) => stores.events.update(owner, id, editOf(body, now()), mutation);

export const deleteEvent: Handler<'deleteEvent'> = ({ owner, id, query, mutation }, { stores }) =>
  stores.events.delete(owner, id, { ...query, mutation });
