import type { Event, EventPatch } from '@daymark/contract/event';
import type { Shown } from '../../sync/mutation';
import { useRecordMutations, useRecords } from '../../sync/useSync';
import { toast } from '../../ui/toast';

/** An event as the screen shows it, with the changes that wait. */
export type ShownEvent = Shown<Event>;

/** An event of a calendar that is not Daymark's: shown beside the person's own, never changed. */
export interface ExternalEvent {
  /** Unique among all external events. */
  id: string;
  isExternal: true;
  title: string;
  /** For one of whole days the local midnights at which it begins and ends. */
  start: string;
  end: string;
  /** It has dates and no times. */
  isAllDay: boolean;
  /** Any CSS colour. */
  color: string;
  /** The calendar it is in, as the person knows it. */
  calendar: string;
  location: string | null;
  /** Where it can be changed. */
  link: string | null;
  /** An external event is never waiting to be saved. */
  saveError?: undefined;
}

/** What a calendar shows: the person's own events, and external events. */
export type CalendarEvent = ShownEvent | ExternalEvent;

/** The person's own events, earliest start first, with their latest changes. */
export const useEvents = () => useRecords('events');

/** What a person says of an event. */
export type EventFields = Pick<Event, 'title' | 'start' | 'end' | 'color'>;

/** A new event; its id was chosen when its dialog opened. */
export type EventDraft = EventFields & Pick<Event, 'id'>;

/** Everything that can be done to events; each is on the screen at once, with the notices of product §8. */
export function useEventMutations() {
  const { create, update, remove, restore, retry, discard } = useRecordMutations('events');
  return {
    /** Makes an event; sent twice under one id, it is made once. */
    create: (draft: EventDraft): void => {
      create({ googleEventId: null, ...draft });
      toast({ title: 'Event created', description: draft.title });
    },
    /** Changes what differs; says and sends nothing when nothing does. `before` is what Undo goes back to. */
    update: (event: ShownEvent, fields: Partial<EventFields>, before = event): void => {
      const patch = differing(event, fields);
      if (!patch) return;
      update(event.id, patch);
      const back = differing({ ...event, ...patch }, eventFields(before));
      toast({
        title: 'Event updated',
        description: fields.title ?? event.title,
        ...(back && { action: { label: 'Undo', run: () => update(event.id, back) } }),
      });
    },
    /** Deletes an event, with a way back in the notice. */
    remove: (event: ShownEvent): void => {
      remove(event.id);
      toast({
        title: 'Event deleted',
        description: event.title,
        action: { label: 'Undo', run: () => restore(event) },
      });
    },
    /** Sends an event's changes again. */
    retry: ({ id }: ShownEvent): void => retry(id),
    /** Gives up what the server refused of an event. */
    discard: ({ id }: ShownEvent): void => discard(id),
  };
}

const eventFields = ({ title, start, end, color }: ShownEvent): EventFields => ({
  title,
  start,
  end,
  color,
});

/** Those fields that the event doesn't have already; instants are equal when they mean the same moment. */
function differing(event: ShownEvent, fields: Partial<EventFields>): EventPatch | undefined {
  const entries = Object.entries(fields).filter(([key, value]) => {
    const old = event[key as keyof EventFields];
    return key === 'start' || key === 'end'
      ? Date.parse(String(old)) !== Date.parse(String(value))
      : old !== value;
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
