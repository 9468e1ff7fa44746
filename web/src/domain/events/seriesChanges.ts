import type { Event } from '@daymark/contract/event';
import { newId } from '@daymark/contract/primitives';
import type { EventRepeat } from '@daymark/contract/repeats/eventRepeat';
import { firstDayOfSeries, occurrenceOn, seriesDays } from '@daymark/contract/repeats/occurrences';
import { dayAfter, daysFrom, nthOf, type Repeat } from '@daymark/contract/repeats/repeat';
import { weekdayOf, type LocalDay } from '../../lib/time/dates';
import { isSameValue, type Change, type MutationRequest, type Shown } from '../mutation';
import type { ShownEvent } from '../shownRecords';
import { withoutTask } from './blockTasks';
import type { EventFields } from './eventFields';

/** The events of a series to which a change applies: one, this one and all later ones, or all. */
export type SeriesScope = 'this' | 'later' | 'all';

/** A series and its exceptions as they are stored. */
export interface StoredSeries {
  series: Shown<Event>;
  repeat: EventRepeat;
  exceptions: readonly Shown<Event>[];
}

/** The fields of an event that a change writes. */
type Patch = Partial<EventFields & Pick<Event, 'canceled' | 'seriesId' | 'seriesDay'>>;

/** Returns the series of an occurrence or an exception, or undefined for an event that doesn't repeat. */
export function seriesOf(
  { seriesId }: Pick<Event, 'seriesId'>,
  events: readonly Shown<Event>[],
): StoredSeries | undefined {
  const series = events.find(({ id }) => id === seriesId);
  if (!series?.repeat) return undefined;
  const exceptions = events.filter((event) => event.seriesId === seriesId);
  return { series, repeat: series.repeat, exceptions };
}

/** Returns the rule of a series, one of whose days moves to another day. */
function movedRule(rule: Repeat, from: LocalDay, to: LocalDay): Repeat {
  if (from === to || rule.every === 'day') return rule;
  const [before, after] = [weekdayOf(from), weekdayOf(to)];
  const date = Number(to.slice(8));
  if (rule.every === 'week') {
    const weekdays = rule.weekdays?.map((weekday) => (weekday === before ? after : weekday));
    return { ...rule, weekdays: [...new Set(weekdays)].sort((a, b) => a - b) };
  }
  if (rule.nth === undefined) return { ...rule, day: date };
  return { ...rule, weekdays: [after], nth: nthOf(to, rule.nth === -1) };
}

/**
 * Returns the change of an event of a series. `patch` has the fields that change, and `seen` is the title that the
 * person saw. A rule can't change for one event only.
 */
export function seriesEdit(
  event: ShownEvent,
  patch: Patch,
  scope: SeriesScope,
  stored: StoredSeries,
  seen: Pick<Event, 'title'>,
): Change {
  const { series, repeat } = stored;
  if (scope === 'this') return exceptionChange(event, patch, stored, seen);
  if (scope === 'later' && dayOf(event) > firstDayOfSeries(series, repeat))
    return laterEdit(event, patch, stored);
  return wholeEdit(event, patch, stored, seen);
}

/** Returns the change that removes an event of a series, this one and later ones, or all. */
export function seriesRemoval(event: ShownEvent, scope: SeriesScope, stored: StoredSeries): Change {
  const { series, repeat, exceptions } = stored;
  if (scope === 'this') return exceptionChange(event, { canceled: true }, stored);
  if (scope === 'later' && dayOf(event) > firstDayOfSeries(series, repeat)) {
    const day = dayOf(event);
    return {
      requests: [
        update(series.id, { repeat: endedBefore(repeat, day) }),
        ...exceptions.filter((one) => dayOf(one) >= day).map(({ id }) => remove(id)),
      ],
    };
  }
  const follows = { collection: 'events', id: series.id } as const;
  return {
    requests: [
      remove(series.id),
      ...exceptions.map(({ id }): MutationRequest => ({ ...remove(id), follows })),
    ],
  };
}

/** Returns the day by which a series knows an occurrence or an exception. */
const dayOf = ({ seriesDay }: Pick<Event, 'seriesDay'>): string => seriesDay ?? '';

const update = (id: number, fields: Patch): MutationRequest & { kind: 'update' } => ({
  kind: 'update',
  collection: 'events',
  id,
  fields,
});

const create = (record: Event): MutationRequest => ({
  kind: 'create',
  collection: 'events',
  record,
});

const remove = (id: number): MutationRequest & { kind: 'delete' } => ({
  kind: 'delete',
  collection: 'events',
  id,
});

/**
 * Returns a change of one event. The exception is created as the series made it and then edited, so that two devices
 * make the same exception and their edits merge field by field. Undo edits it back and doesn't delete it.
 */
function exceptionChange(
  event: ShownEvent,
  { repeat: _, ...patch }: Patch,
  { exceptions }: StoredSeries,
  { title }: Pick<Event, 'title'> = event,
): Change {
  const record = withoutTask(event);
  const isStored = exceptions.some(({ id }) => id === event.id);
  const fields = Object.keys(patch) as (keyof typeof patch)[];
  const before = Object.fromEntries(fields.map((field) => [field, record[field]]));
  return {
    requests: [
      ...(isStored ? [] : [create(record)]),
      { ...update(event.id, patch), base: { title } },
    ],
    undo: [update(event.id, before)],
  };
}

const endedBefore = (repeat: EventRepeat, day: string): EventRepeat => ({
  ...repeat,
  until: dayAfter(day, -1) ?? day,
  count: null,
});

/** Returns the change that ends a series before an event, and begins another one with the event as changed. */
function laterEdit(
  event: ShownEvent,
  patch: Patch,
  { series, repeat, exceptions }: StoredSeries,
): Change {
  const day = dayOf(event);
  const { id: _, ...own } = withoutTask(event);
  const id = newId();
  const changed = { ...own, ...patch };
  const first = firstDayOfSeries(changed, repeat);
  const next = {
    ...changed,
    id,
    seriesId: null,
    seriesDay: null,
    repeat: patch.repeat === undefined ? rest(series, repeat, day, first) : patch.repeat,
  };
  const { repeat: nextRepeat } = next;
  const later = exceptions.filter((one) => dayOf(one) >= day && one.id !== event.id);
  const isStored = exceptions.some((one) => one.id === event.id);
  return {
    requests: [
      update(series.id, { repeat: endedBefore(repeat, day) }),
      create(next),
      ...(nextRepeat
        ? later.map((one) =>
            update(one.id, {
              seriesId: id,
              ...movedException(
                one,
                { series, repeat },
                patch,
                { series: next, repeat: nextRepeat },
                [day, first],
              ),
            }),
          )
        : []),
      // The new series begins with this event, so its exception would hide the change.
      ...(isStored ? [remove(event.id)] : []),
    ],
  };
}

/** Returns how the rest of a series repeats that begins again on `day`, which moves to `first`. */
function rest(series: Event, repeat: EventRepeat, day: string, first: string): EventRepeat {
  const { count, until, rule } = repeat;
  const done = [
    ...seriesDays(firstDayOfSeries(series, repeat), { ...repeat, until: dayAfter(day, -1) ?? day }),
  ];
  return {
    ...repeat,
    rule: movedRule(rule, day, first),
    count: count === null ? null : Math.max(1, count - done.length),
    until: until === null ? null : (dayAfter(until, Math.max(0, daysFrom(day, first))) ?? until),
  };
}

type Ruled = Pick<StoredSeries, 'series' | 'repeat'>;

/** Returns the change of all events of a series. Exceptions keep what was changed in them alone. */
function wholeEdit(
  event: ShownEvent,
  patch: Patch,
  { series, repeat, exceptions }: StoredSeries,
  seen: Pick<Event, 'title'>,
): Change {
  const { start, end, days, repeat: typed, ...others } = patch;
  const hasTimes = start !== undefined || end !== undefined || days !== undefined;
  const changed = { ...event, ...patch };
  const moved = [
    dayOf(event),
    hasTimes ? firstDayOfSeries(changed, repeat) : dayOf(event),
  ] as const;
  const first = movedDay(repeat.rule, firstDayOfSeries(series, repeat), moved);
  const delta = Math.max(0, daysFrom(...moved));
  const nextRepeat =
    typed === undefined
      ? {
          ...repeat,
          rule: movedRule(repeat.rule, ...moved),
          until: repeat.until === null ? null : (dayAfter(repeat.until, delta) ?? repeat.until),
        }
      : typed;
  const times = hasTimes ? timesOf(changed, repeat, first) : {};
  const fields: Patch = {
    ...others,
    ...times,
    ...(!isSameValue(nextRepeat, repeat) && { repeat: nextRepeat }),
  };
  const after = { series: { ...series, ...fields }, repeat: nextRepeat ?? repeat };
  return {
    requests: [
      { ...update(series.id, fields), base: { title: seen.title } },
      ...exceptions.flatMap((one) => {
        const own = one.id === event.id ? { ...others, ...(hasTimes && timesPatch(changed)) } : {};
        const edit = { ...movedException(one, { series, repeat }, patch, after, moved), ...own };
        return Object.keys(edit).length > 0 ? [update(one.id, edit)] : [];
      }),
    ],
  };
}

const timesPatch = ({ start, end, days }: Times) => ({
  start,
  end,
  days,
});

/** Returns an event's times on another day. */
const timesOf = (event: Times, repeat: EventRepeat, day: string) =>
  timesPatch(occurrenceOn(event, repeat, day));

/** Returns where a day of a series moves if one of its days moves. A weekly rule moves only that weekday. */
function movedDay(rule: Repeat, day: string, [from, to]: readonly [string, string]): string {
  if (rule.every === 'week' && weekdayOf(day) !== weekdayOf(from)) return day;
  return dayAfter(day, daysFrom(from, to)) ?? day;
}

/**
 * Returns the edit of an exception whose series changes. It follows the series in each field in which it had the
 * series' value.
 */
function movedException(
  exception: Event,
  before: Ruled,
  patch: Patch,
  after: Ruled,
  moved: readonly [string, string],
): Patch {
  const day = dayOf(exception);
  const seriesDay = movedDay(before.repeat.rule, day, moved);
  const planned = occurrenceOn(before.series, before.repeat, day);
  const next = occurrenceOn(after.series, after.repeat, seriesDay);
  const isAtItsTime = isSameTimes(exception, planned);
  const followed = (['title', 'color', 'busy', 'dayOff', 'place', 'reminder'] as const).filter(
    (field) => field in patch && exception[field] === before.series[field],
  );
  return {
    ...(seriesDay !== day && { seriesDay }),
    ...(isAtItsTime && !isSameTimes(next, planned) && timesPatch(next)),
    ...Object.fromEntries(followed.map((field) => [field, patch[field]])),
  };
}

type Times = Pick<Event, 'start' | 'end' | 'days'>;

const isSameTimes = (a: Times, b: Times): boolean =>
  Date.parse(a.start) === Date.parse(b.start) &&
  Date.parse(a.end) === Date.parse(b.end) &&
  isSameValue(a.days, b.days);
