import type { Event, EventPatch } from '@daymark/contract/event';
import type { Shown } from '../../sync/mutation';
import { useRecordMutations, useRecords } from '../../sync/useSync';
import { toast } from '../../ui/toast';
import { toastDeletion } from '../../ui/deletionToast';

/** An event as the screen shows it, with queued mutations applied. */
export type ShownEvent = Shown<Event>;

/** An event from Google Calendar: shown with the person's own events, read-only. */
export interface ExternalEvent {
  /** Unique among all external events. */
  id: string;
  isExternal: true;
  title: string;
  /** For an all-day event, local midnights. */
  start: string;
  end: string;
  /** It has dates and no times. */
  isAllDay: boolean;
  /** Any CSS colour. */
  color: string;
  /** The name of its calendar. */
  calendar: string;
  location: string | null;
  /** The address at which it can be changed. */
  link: string | null;
  /** An external event has no save error. */
  saveError?: undefined;
}

/** What a calendar shows: the person's own events, and external events. */
export type CalendarEvent = ShownEvent | ExternalEvent;

/** The person's own events, earliest start first, with their latest changes. */
export const useEvents = () => useRecords('events');

/** The fields that a person sets. */
export type EventFields = Pick<Event, 'title' | 'start' | 'end' | 'color'>;

/** A new event; its id is chosen when its dialog opens. */
export type EventDraft = EventFields & Pick<Event, 'id'>;

/** The mutations of events, shown at once, with the toasts of product §8. */
export function useEventMutations() {
  const { create, update, remove, restore, retry, discard } = useRecordMutations('events');
  return {
    /** Creates an event; sent twice under one id, it is created once. */
    create: (draft: EventDraft): void => {
      create({ googleEventId: null, taskId: null, ...draft });
      toast({ title: 'Event created', description: draft.title });
    },
    /** Sends the fields that differ, if any. `before` is what Undo goes back to. */
    update: (event: ShownEvent, fields: Partial<EventFields>, before = event): void => {
      const patch = differing(event, fields);
      if (!patch) return;
      update(event.id, patch);
      const back = differing({ ...event, ...patch }, eventFields(before));
      toast({
        title: 'Event updated',
        description: fields.title ?? event.title,
        ...(back && {
          action: {
            label: 'Undo',
            run: () => update(event.id, back),
            focusAfter: `[data-event="${event.id}"]`,
          },
        }),
      });
    },
    /** Deletes an event, with Undo in the toast. */
    remove: (event: ShownEvent): void => {
      remove(event.id);
      toastDeletion('event', event, () => restore(event));
    },
    /** Creates an event again that was deleted while it was edited. */
    bringBack: (event: ShownEvent): void => {
      restore(event);
      toast({ title: 'Event created', description: event.title });
    },
    /** Retries an event's rejected mutation. */
    retry: ({ id }: ShownEvent): void => retry(id),
    /** Discards an event's rejected mutation. */
    discard: ({ id }: ShownEvent): void => discard(id),
  };
}

const eventFields = ({ title, start, end, color }: ShownEvent): EventFields => ({
  title,
  start,
  end,
  color,
});

/** The fields that differ from the event's; instants are equal if they are the same moment. Undefined if none. */
function differing(event: ShownEvent, fields: Partial<EventFields>): EventPatch | undefined {
  const entries = Object.entries(fields).filter(([key, value]) => {
    const old = event[key as keyof EventFields];
    return key === 'start' || key === 'end'
      ? Date.parse(String(old)) !== Date.parse(String(value))
      : old !== value;
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
