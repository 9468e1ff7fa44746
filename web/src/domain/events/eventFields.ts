import type { Event, eventChoices, EventPatch } from '@daymark/contract/event';
import type { ShownEvent } from '../shownRecords';
import { EventRepeat } from '@daymark/contract/repeats/eventRepeat';
import { isSameValue } from '../mutation';
import { isSameDays } from './allDay';

/** The fields of an event that a person sets. */
export type EventFields = Pick<
  Event,
  'title' | 'start' | 'end' | 'days' | 'repeat' | keyof typeof eventChoices
>;

/** A new event, whose id is chosen when its dialog opens. */
export type EventDraft = EventFields & Pick<Event, 'id'>;

/** The times of a new event, and whether it is a day off. */
export type NewTimes = Pick<EventFields, 'start' | 'end'> &
  Partial<Pick<EventFields, 'days' | 'dayOff'>>;

/** Returns the fields of an event that a person sets. */
export function eventFields(event: ShownEvent): EventFields {
  const { title, start, end, days, repeat, color, busy, dayOff, place, reminder } = event;
  return { title, start, end, days, repeat, color, busy, dayOff, place, reminder };
}

/** Whether both repeat in the same way. Parsing puts the fields in the same order. */
const isSameRepeat = (...repeats: [EventRepeat | null, EventRepeat | null]): boolean => {
  const [a, b] = repeats.map((repeat) => repeat && EventRepeat.parse(repeat));
  return isSameValue(a, b);
};

/**
 * Returns the fields that differ from the event's, or undefined if none do. Instants are equal if they are the same
 * moment. If the days differ, the start and the end are returned too, even if neither differs, because the event may
 * have been written in another time zone.
 */
export function differing(
  event: EventFields,
  fields: Partial<EventFields>,
): EventPatch | undefined {
  const hasOtherDays = fields.days !== undefined && !isSameDays(event.days, fields.days);
  const isOther = (key: keyof EventFields): boolean => {
    if (key === 'days') return hasOtherDays;
    if (key === 'start' || key === 'end')
      return hasOtherDays || Date.parse(event[key]) !== Date.parse(fields[key] ?? '');
    if (key === 'repeat') return !isSameRepeat(event.repeat, fields.repeat ?? null);
    return event[key] !== fields[key];
  };
  const entries = Object.entries(fields).filter(([key]) => isOther(key as keyof EventFields));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
