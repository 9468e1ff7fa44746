import { EVENT_TITLE_MAX } from '@daymark/contract/event';
import type { ImportDraft, ImportedRecord } from '../importDraft';
import { textOf, type Component, type Property } from './calendarLines';
import { descriptionOf, notesOf } from './calendarTexts';
import { dayOfTime, instantOfTime, type CalendarTime } from './calendarTimes';
import { placeOf } from './eventPlace';

/** An entry of a file as a record, and the properties that its place is made of. */
export interface EventRecord {
  fields: Omit<ImportedRecord<'events'>, 'id'>;
  used: ReadonlySet<Property>;
}

/** Returns the fields of an entry that begins and ends at these times. */
export function eventRecordOf(
  component: Component,
  start: CalendarTime,
  end: CalendarTime,
  draft: ImportDraft,
): EventRecord {
  const { place, used } = placeOf(component, draft);
  return {
    fields: {
      title: draft.title(textOf(component, 'summary'), EVENT_TITLE_MAX),
      start: instantOfTime(start),
      end: instantOfTime(end),
      ...(start.isDay && { days: { start: dayOfTime(start), end: dayOfTime(end) } }),
      busy: busyOf(component, start.isDay),
      place,
    },
    used,
  };
}

/** Returns the id that Daymark gave an entry, if Daymark wrote the entry. */
export function ownIdOf(component: Component): number | undefined {
  const own = /^(?:\d+-)?([1-9]\d{0,15})@daymark\.app$/.exec(textOf(component, 'uid'))?.[1];
  return own === undefined ? undefined : Number(own);
}

/** Attaches an entry's texts to its record as a note. Returns whether there are any. */
export function attachTexts(
  component: Component,
  { id, key, used }: { id: number; key: string; used: ReadonlySet<Property> },
  draft: ImportDraft,
): boolean {
  return draft.attach(
    { type: 'event', id },
    `event ${key}`,
    textOf(component, 'summary') || 'Untitled',
    [descriptionOf(component)],
    notesOf(component, draft, true, used),
  );
}

/**
 * Returns whether the file marks an event as busy. Returns null if the file says nothing or states the default: busy
 * for an event with times, free for an all-day event.
 */
function busyOf(component: Component, isAllDay: boolean): boolean | null {
  const transparency = textOf(component, 'transp').trim().toUpperCase();
  const status = textOf(component, 'x-microsoft-cdo-busystatus').trim().toUpperCase();
  const isBusy = transparency
    ? transparency !== 'TRANSPARENT'
    : status
      ? status !== 'FREE'
      : undefined;
  return isBusy === undefined || isBusy === !isAllDay ? null : isBusy;
}
