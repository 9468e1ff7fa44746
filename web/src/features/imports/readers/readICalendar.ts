import { dayAfter } from '@daymark/contract/repeats/repeat';
import { addMonths } from '../../../lib/time/dates';
import { clockOfDay } from '@daymark/contract/time/zone';
import { addEvents } from '../iCalendar/calendarEvents';
import { componentsOf, parseCalendars, textOf, type Component } from '../iCalendar/calendarLines';
import { StepBudget } from '../iCalendar/calendarRule';
import { nameCalendar } from '../iCalendar/calendarTexts';
import type { Reading } from '../iCalendar/calendarTimes';
import { addJournal, addTodos } from '../iCalendar/calendarTodos';
import { zonesOf } from '../iCalendar/calendarZones';
import {
  createImportDraft,
  LEFT_OUT,
  TITLES_MAX,
  type ImportContext,
  type ImportDraft,
  type ReadImport,
} from '../importDraft';
import { ImportFileError } from '../importFileError';

/** Repeating events are written out for this many months before and after today. */
const RANGE_MONTHS = 12;

/** How many steps all rules of a file may take together (StepBudget). */
const STEPS_MAX = 3_000_000;

/**
 * Reads one calendar file, or the calendar files of a zip. If part of an entry can't be read, the report names that
 * part, and other entries are not affected. @throws ImportFileError for a damaged file in which nothing can be read
 */
export function readICalendar(texts: readonly string[], context: ImportContext): ReadImport {
  const draft = createImportDraft('iCalendar', context);
  const today = draft.zone.dayAt(context.now.getTime());
  const range = { from: addMonths(today, -RANGE_MONTHS), to: addMonths(today, RANGE_MONTHS) };
  const startOf = (day: string) => draft.zone.momentOf(clockOfDay(day));
  const within = {
    fromMs: startOf(range.from),
    toMs: startOf(dayAfter(range.to, 1) ?? range.to),
    budget: new StepBudget(STEPS_MAX),
  };
  let hasSeries = false;
  let isDamaged = false;
  for (const text of texts) {
    const calendars = parseCalendars(text);
    if (calendars.length === 0) draft.leave('Damaged calendars', LEFT_OUT);
    isDamaged ||= calendars.length === 0 || calendars.some(({ isWhole }) => !isWhole);
    const reading = readingOf(calendars, within, draft);
    for (const calendar of calendars) if (addCalendar(calendar, draft, reading)) hasSeries = true;
  }
  const read = draft.finish(hasSeries ? { range } : {});
  if (isDamaged && isEmpty(read)) throw new ImportFileError('This calendar file is damaged.');
  return read;
}

const isEmpty = ({ records: { events, tasks, notes } }: ReadImport): boolean =>
  events.length + tasks.length + notes.length === 0;

function readingOf(
  calendars: readonly Component[],
  within: Pick<Reading, 'fromMs' | 'toMs' | 'budget'>,
  draft: ImportDraft,
): Reading {
  const { timeZone } = draft.context;
  const zones = zonesOf(calendars, within.toMs, within.budget);
  return {
    ...within,
    person: { ...draft.zone, name: timeZone },
    zoneOf: zones.find,
    fileZone: zones.only,
    name: (field, outcome, title) => draft.leave(field, outcome, title || 'Untitled', TITLES_MAX),
    nameZone: (tzid, isGuess) =>
      draft.leave(
        'Unknown time zones',
        isGuess
          ? 'times use the place or offset in the name'
          : `times are in your time zone, ${timeZone}`,
        tzid,
      ),
  };
}

/** Adds the entries of a calendar. Returns whether an event of the calendar repeats. */
function addCalendar(calendar: Component, draft: ImportDraft, reading: Reading): boolean {
  nameCalendar(calendar, draft);
  const whole = (name: string) =>
    componentsOf(calendar, name).filter((one) => {
      if (!one.isWhole) reading.name('Damaged events', LEFT_OUT, textOf(one, 'summary'));
      return one.isWhole;
    });
  const hasSeries = addEvents(whole('vevent'), draft, reading);
  addTodos(whole('vtodo'), draft, reading);
  for (const journal of whole('vjournal')) addJournal(journal, draft, reading);
  return hasSeries;
}
