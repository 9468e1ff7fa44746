import { addTo } from '../addTo';
import { LEFT_OUT, type ImportDraft } from '../importDraft';
import { hasProperty, hasStatus, propertyOf, textOf, type Component } from './calendarLines';
import {
  datesOfSeries,
  isCancelledEntry,
  isSameEntry,
  isSeries,
  occurrencesOf,
  OLDER,
  sequenceOf,
  type Occurrence,
  type Series,
} from './calendarSeries';
import { nameProperties } from './calendarTexts';
import type { Reading } from './calendarTimes';
import { attachTexts, eventRecordOf, ownIdOf } from './eventRecord';
import { addRepeating } from './repeatingEvent';

/** Adds the events of a calendar. Returns whether a repeating event was written out as single events. */
export function addEvents(
  events: readonly Component[],
  draft: ImportDraft,
  reading: Reading,
): boolean {
  let isWrittenOut = false;
  for (const series of seriesOf(events, reading))
    isWrittenOut = addSeries(series, draft, reading) || isWrittenOut;
  return isWrittenOut;
}

/**
 * Groups entries by UID, and returns each entry with the changes to its dates. A change without its series becomes an
 * entry of its own.
 */
export function seriesOf(components: readonly Component[], reading: Reading): Series[] {
  const byUid = new Map<string, Component[]>();
  components.forEach((component, index) => {
    addTo(byUid, textOf(component, 'uid') || `without ${index}`, component);
  });
  return [...byUid.values()].flatMap((group): Series[] => {
    const changes = group.filter((one) => hasProperty(one, 'recurrence-id'));
    const masters = latestOf(
      group.filter((one) => !hasProperty(one, 'recurrence-id')),
      reading,
    );
    if (masters.length === 0) return changes.map((master) => ({ master, changes: [] }));
    const ownerOf = ownersOf(masters, changes, reading);
    return masters.map((master) => ({
      master,
      changes: changes.filter((change) => ownerOf(change) === master),
    }));
  });
}

/**
 * Returns a function that finds the series of a change. If several series share a UID, the series that has the changed
 * date is found, or else the first series.
 */
function ownersOf(
  masters: readonly Component[],
  changes: readonly Component[],
  reading: Reading,
): (change: Component) => Component | undefined {
  const first = masters.find(isSeries) ?? masters[0];
  if (masters.length === 1 || changes.length === 0) return () => first;
  const series = masters.map((master) => ({ master, hasDate: datesOfSeries(master, reading) }));
  const owners = new Map(
    changes.map((change) => {
      const id = propertyOf(change, 'recurrence-id');
      return [change, series.find(({ hasDate }) => id && hasDate(id))?.master ?? first];
    }),
  );
  return (change) => owners.get(change);
}

/**
 * Returns the latest version of an entry. If two entries with the same UID and version have different starts or titles,
 * both are returned.
 */
function latestOf(versions: readonly Component[], reading: Reading): Component[] {
  const latest = versions.reduce((most, one) => Math.max(most, sequenceOf(one)), 0);
  const kept = new Map<string, Component>();
  for (const one of versions) {
    if (sequenceOf(one) < latest) {
      reading.name(OLDER, LEFT_OUT, textOf(one, 'summary'));
      continue;
    }
    const key = JSON.stringify([propertyOf(one, 'dtstart')?.value, textOf(one, 'summary')]);
    const other = kept.get(key);
    if (other && !isSameEntry(other, one)) reading.name(OLDER, LEFT_OUT, textOf(other, 'summary'));
    kept.set(key, one);
  }
  return [...kept.values()];
}

/** Adds an entry with its changes. Returns whether it repeats and was written out as single events. */
function addSeries(series: Series, draft: ImportDraft, reading: Reading): boolean {
  const { master } = series;
  const title = textOf(master, 'summary');
  nameProperties(master, draft);
  if (hasStatus(master, 'TENTATIVE')) draft.leave('Tentative events', 'ordinary events', title);
  if (isSeries(master) && isCancelledEntry(master)) {
    for (const one of [master, ...series.changes])
      reading.name('Canceled events', LEFT_OUT, textOf(one, 'summary'));
    return false;
  }
  const strays = isSeries(master) ? addRepeating(series, draft, reading) : undefined;
  if (strays) {
    for (const stray of strays) {
      nameProperties(stray.component, draft);
      addOccurrence(stray, plannedText(stray), draft, reading, true);
    }
    return false;
  }
  const found = occurrencesOf(series, reading);
  if (!isSeries(master)) {
    for (const one of found) {
      if (one.component !== master) nameProperties(one.component, draft);
      const isItself = one.component === master && !hasProperty(master, 'recurrence-id');
      addOccurrence(one, isItself ? '' : plannedText(one), draft, reading, true);
    }
    return false;
  }
  if (found.length > 1) reading.name('Repeats that Daymark can’t express', 'single events', title);
  // The texts of a series are attached once: to its next event, or to the last event if all have passed.
  const nowMs = draft.context.now.getTime();
  const next = found.find(({ start }) => start.ms >= nowMs) ?? found.at(-1);
  let hasTexts = false;
  for (const one of found) {
    const isOwn = one.component !== master;
    if (isOwn) nameProperties(one.component, draft);
    const isNoted = addOccurrence(one, plannedText(one), draft, reading, isOwn || one === next);
    hasTexts ||= isNoted && !isOwn;
  }
  if (found.length > 1 && hasTexts)
    draft.leave('Texts of repeating events', 'kept in one note at the next event', title);
  return true;
}

const plannedText = ({ plannedMs }: Occurrence): string => new Date(plannedMs).toISOString();

/** Adds a date as an event of its own. Returns whether a note with texts was added. */
function addOccurrence(
  { component, start, end }: Occurrence,
  planned: string,
  draft: ImportDraft,
  reading: Reading,
  withTexts: boolean,
): boolean {
  if (isCancelledEntry(component)) {
    reading.name('Canceled events', LEFT_OUT, textOf(component, 'summary'));
    return false;
  }
  const uid = textOf(component, 'uid');
  const { fields, used } = eventRecordOf(component, start, end, draft);
  const key = uid
    ? `${uid} ${planned}`
    : JSON.stringify([textOf(component, 'summary'), fields.start, fields.end]);
  const id = draft.idOf('events', key, planned === '' ? ownIdOf(component) : undefined);
  draft.add('events', { ...fields, id });
  return withTexts && attachTexts(component, { id, key, used }, draft);
}
