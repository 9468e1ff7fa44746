import { EVENT_TITLE_MAX } from '@daymark/contract/event';
import { dayAfter } from '@daymark/contract/repeat';
import ICAL from 'ical.js';
import { addMonths, type LocalDay } from '../../lib/dates';
import { addTo } from './addTo';
import {
  createImportDraft,
  IN_NOTE,
  LEFT_OUT,
  type ImportContext,
  type ImportDraft,
  type ReadImport,
} from './importDraft';
import { ImportFileError } from './importFileError';
import { ruleOfRRule } from './ruleOfRRule';
import {
  clockOf,
  clockText,
  dayIn,
  instantIn,
  instantWithOffset,
  isTimeZone,
  momentOfClock,
} from '../../lib/zonedTime';

/** Repeating events are written out from a year ago to a year ahead. */
const RANGE_MONTHS = 12;

/** How many times a rule is followed, from its first event on: daily for more than a century. */
const STEPS_MAX = 50_000;

/** Of one series, within the range. */
const OCCURRENCES_MAX = 1_000;

/** Texts of an event that go into a note, with what they are called there. */
const TEXTS = new Map([
  ['location', 'Where'],
  ['url', 'Link'],
  ['conference', 'Conference'],
  ['categories', 'Categories'],
  ['organizer', 'Organizer'],
  ['attendee', 'Attendee'],
  ['contact', 'Contact'],
  ['comment', 'Comment'],
  ['attach', 'Attachment'],
  ['geo', 'Position'],
  ['resources', 'Resources'],
]);

/** What says something about the file, or is read elsewhere. */
const READ = new Set([
  'summary',
  'description',
  'dtstart',
  'dtend',
  'duration',
  'uid',
  'rrule',
  'rdate',
  'exdate',
  'recurrence-id',
  'due',
  'completed',
  'status',
  'related-to',
  'exrule',
]);
const TECHNICAL = new Set(['dtstamp', 'created', 'last-modified', 'sequence', 'request-status']);

/** What has no place in Daymark, as a person would call it. */
const NAMES = new Map([
  ['transp', 'Whether an event makes busy'],
  ['class', 'Whether an event is private'],
  ['color', 'Colors of events'],
  ['priority', 'Priorities of events'],
]);

/** Any calendar file. @throws ImportFileError */
export function readICalendar(text: string, context: ImportContext): ReadImport {
  const draft = createImportDraft('iCalendar', context);
  const today = dayIn(context.now.getTime(), context.timeZone);
  const range = { from: addMonths(today, -RANGE_MONTHS), to: addMonths(today, RANGE_MONTHS) };
  let hasSeries = false;
  for (const calendar of calendarsOf(text, draft)) {
    nameCalendar(calendar, draft);
    const events = groupsOf(calendar.getAllSubcomponents('vevent'));
    for (const { master, exceptions } of events)
      if (addEvents(master, exceptions, draft, range)) hasSeries = true;
    addTodos(calendar.getAllSubcomponents('vtodo'), draft);
    for (const journal of calendar.getAllSubcomponents('vjournal')) addJournal(journal, draft);
  }
  return draft.finish(hasSeries ? { range } : {});
}

/** The calendars of a file, without the events that can't be read: one of a thousand must not refuse all others. */
function calendarsOf(text: string, draft: ImportDraft): ICAL.Component[] {
  const whole = withoutBrokenLines(text);
  try {
    return parsedCalendars(whole);
  } catch {
    const readable = partsOf(whole).filter((part) => {
      if (!part.includes('\n') || isReadable(part)) return true;
      draft.leave('Damaged events', LEFT_OUT, /^SUMMARY[^:\n]*:(.*)$/im.exec(part)?.[1]);
      return false;
    });
    try {
      return parsedCalendars(withoutBrokenLines(readable.join('\n')));
    } catch {
      throw new ImportFileError('This calendar file is damaged.');
    }
  }
}

const PART_START = /^BEGIN:(VEVENT|VTODO|VJOURNAL)$/i;

/** A file's events, to-dos and journals, each with all of its lines, and the lines around them. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let part: string[] | undefined;
  let end = '';
  for (const line of text.split('\n')) {
    const name = part ? undefined : PART_START.exec(line)?.[1];
    if (name) {
      part = [];
      end = `END:${name.toUpperCase()}`;
    }
    if (!part) parts.push(line);
    else {
      part.push(line);
      if (line.toUpperCase() === end) {
        parts.push(part.join('\n'));
        part = undefined;
      }
    }
  }
  // One that never ends is no part.
  return part ? parts.concat(part) : parts;
}

function isReadable(part: string): boolean {
  try {
    return parsedCalendars(`BEGIN:VCALENDAR\n${part}\nEND:VCALENDAR`).length === 1;
  } catch {
    return false;
  }
}

function parsedCalendars(text: string): ICAL.Component[] {
  const parsed = ICAL.parse(text) as unknown[];
  const roots = (Array.isArray(parsed[0]) ? parsed : [parsed]) as unknown[][];
  return roots
    .map((root) => new ICAL.Component(root as never))
    .filter(({ name }) => name === 'vcalendar');
}

/** Some programs write empty lines. */
const withoutBrokenLines = (text: string): string =>
  text.replaceAll(/\n(?:[ \t]*\n)+/g, '\n').trim();

function nameCalendar(calendar: ICAL.Component, draft: ImportDraft): void {
  for (const property of calendar.getAllProperties())
    if (!['version', 'prodid', 'calscale', 'method'].includes(property.name))
      draft.leave(propertyName(property.name), LEFT_OUT, valueText(property));
  for (const { name } of calendar.getAllSubcomponents())
    if (!['vevent', 'vtodo', 'vjournal', 'vtimezone'].includes(name))
      draft.leave(`Parts called ${name.toUpperCase()}`, LEFT_OUT);
}

const propertyName = (name: string): string =>
  NAMES.get(name) ??
  (name === 'x-wr-calname' || name === 'name'
    ? 'Name of the calendar'
    : name.startsWith('x-')
      ? 'Fields of other programs (X-…)'
      : `Field ${name.toUpperCase()}`);

interface Group {
  master: ICAL.Component;
  exceptions: ICAL.Component[];
}

/** Events by UID: the one that repeats, and those that take the place of one of its. */
function groupsOf(components: readonly ICAL.Component[]): Group[] {
  const byUid = new Map<string, ICAL.Component[]>();
  components.forEach((component, index) => {
    const uid = textOf(component, 'uid') || `without ${index}`;
    addTo(byUid, uid, component);
  });
  return [...byUid.values()].flatMap((group): Group[] => {
    const exceptions = newest(group.filter((one) => one.hasProperty('recurrence-id')));
    const masters = group.filter((one) => !one.hasProperty('recurrence-id'));
    // The same event twice: the later version counts.
    const master = masters.reduce<ICAL.Component | undefined>(
      (latest, one) => (latest && sequenceOf(latest) > sequenceOf(one) ? latest : one),
      undefined,
    );
    if (master) return [{ master, exceptions }];
    return exceptions.map((exception) => ({ master: exception, exceptions: [] }));
  });
}

function newest(exceptions: readonly ICAL.Component[]): ICAL.Component[] {
  const latest = new Map<string, ICAL.Component>();
  for (const exception of exceptions) {
    const id = String(exception.getFirstPropertyValue('recurrence-id'));
    const other = latest.get(id);
    if (!other || sequenceOf(other) <= sequenceOf(exception)) latest.set(id, exception);
  }
  return [...latest.values()];
}

const sequenceOf = (component: ICAL.Component): number =>
  Number(component.getFirstPropertyValue('sequence')) || 0;

/** A value of ical.js, which is a text or has its own `toString`; '' without one. */
function plainValue(value: unknown): string {
  const known = value as { toString: () => string } | null | undefined;
  return known?.toString() ?? '';
}

/** A property's value as a text; '' without one. */
function valueText(property: ICAL.Property): string {
  return plainValue(property.getFirstValue());
}

const textOf = (component: ICAL.Component, name: string): string => {
  const property = component.getFirstProperty(name);
  return property ? valueText(property) : '';
};

/** Adds an event, or those of a series within the range. Answers whether it is a series. */
function addEvents(
  master: ICAL.Component,
  exceptions: readonly ICAL.Component[],
  draft: ImportDraft,
  range: { from: LocalDay; to: LocalDay },
): boolean {
  nameProperties(master, draft);
  const start = timeOf(master, 'dtstart');
  if (!start) {
    draft.leave('Events without a start', LEFT_OUT, textOf(master, 'summary'));
    return false;
  }
  const isSeries = master.hasProperty('rrule') || master.hasProperty('rdate');
  if (!isSeries) {
    addOccurrence(master, { start, end: endOf(master, start), key: '' }, draft, true);
    for (const exception of exceptions) {
      const own = timeOf(exception, 'dtstart');
      if (!own) continue;
      nameProperties(exception, draft);
      const key = keyOf(exception.getFirstPropertyValue('recurrence-id') as ICAL.Time);
      addOccurrence(exception, { start: own, end: endOf(exception, own), key }, draft, true);
    }
    return false;
  }
  if (isCancelled(master)) {
    draft.leave('Cancelled events', LEFT_OUT, textOf(master, 'summary'));
    return true;
  }
  const zone = zoneOf(master.getFirstProperty('dtstart'), draft);
  const found = occurrencesOf(master, exceptions, draft, range, zone);
  // Its texts are attached once: to the next of them.
  const nowMs = draft.context.now.getTime();
  const next = found.find(({ start: at }) => at.ms >= nowMs) ?? found.at(-1);
  for (const { component, ...occurrence } of found) {
    const isOwn = component !== master;
    if (isOwn) nameProperties(component, draft);
    addOccurrence(component, occurrence, draft, isOwn || occurrence.start === next?.start);
  }
  if (found.length > 1 && notesOf(master, draft, false).length > 0)
    draft.leave(
      'Texts of repeating events',
      'in one note, at the next of them',
      textOf(master, 'summary'),
    );
  if (found.length === 0)
    draft.leave('Series without an event in this time', LEFT_OUT, textOf(master, 'summary'));
  return true;
}

/** A time of an event: a moment with its offset, or the day of an event for whole days. */
interface EventTime {
  ms: number;
  instant: string;
  day: LocalDay | null;
}

interface Occurrence {
  start: EventTime;
  end: EventTime;
  /** Which of its series it is. */
  key: string;
}

function occurrencesOf(
  master: ICAL.Component,
  exceptions: readonly ICAL.Component[],
  draft: ImportDraft,
  range: { from: LocalDay; to: LocalDay },
  zone: Zone,
): (Occurrence & { component: ICAL.Component })[] {
  const periods = takePeriods(master);
  const event = new ICAL.Event(master, { exceptions: [...exceptions], strictExceptions: false });
  const { timeZone } = draft.context;
  const fromMs = momentOfClock(clockOf(range.from), timeZone);
  const toMs = momentOfClock(clockOf(dayAfter(range.to, 1) ?? range.to), timeZone);
  const found: (Occurrence & { component: ICAL.Component })[] = [];
  for (const { start: at, end: until } of periods) {
    const [start, end] = [eventTime(at, zone, draft), eventTime(until, zone, draft)];
    if (end.ms > fromMs && start.ms < toMs)
      found.push({ start, end, key: keyOf(at), component: master });
  }
  // Zones are at most a day apart. Before the range nothing else is computed: a rule may have begun decades ago.
  const early = fromMs - event.duration.toSeconds() * 1000 - 2 * DAY_MS;
  const movedDays = new Set(
    exceptions.map((one) => dayNumber(one.getFirstPropertyValue('recurrence-id') as ICAL.Time)),
  );
  const isMoved = (time: ICAL.Time) =>
    [-1, 0, 1].some((days) => movedDays.has(dayNumber(time) + days));
  const iterator = event.iterator();
  let steps = 0;
  for (
    let time = iterator.next() as ICAL.Time | null;
    time;
    time = iterator.next() as ICAL.Time | null
  ) {
    if (++steps > STEPS_MAX || found.length >= OCCURRENCES_MAX) {
      draft.leave(
        'Rules that repeat too often',
        `only ${found.length} of its events`,
        event.summary,
      );
      break;
    }
    if (clockOfTime(time) < early && !isMoved(time)) continue;
    const details = event.getOccurrenceDetails(time);
    const component = details.item.component;
    const isOwn = component !== master;
    const ownZone = isOwn ? zoneOf(component.getFirstProperty('dtstart'), draft) : zone;
    const start = eventTime(details.startDate, ownZone, draft);
    const plannedMs = isOwn ? eventTime(time, zone, draft).ms : start.ms;
    if (plannedMs >= toMs) break;
    const end = eventTime(details.endDate, ownZone, draft);
    if (Math.max(end.ms, start.ms + 1) <= fromMs || start.ms >= toMs) continue;
    found.push({ start, end, key: keyOf(time), component });
  }
  return found;
}

const DAY_MS = 86_400_000;

/** What the clock shows at a time, whatever its zone, in ms. */
const clockOfTime = (time: ICAL.Time): number =>
  Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second);

/** Days since 1970 on the clock of a time. */
const dayNumber = (time: ICAL.Time): number => Math.floor(clockOfTime(time) / DAY_MS);

/** Removes the dates of a series that have their own end, which ical.js can't iterate, and returns them. */
function takePeriods(master: ICAL.Component): { start: ICAL.Time; end: ICAL.Time }[] {
  return master.getAllProperties('rdate').flatMap((property) => {
    const periods = property
      .getValues()
      .filter((value: unknown): value is ICAL.Period => value instanceof ICAL.Period);
    if (periods.length === 0) return [];
    master.removeProperty(property);
    return periods.map((period) => ({ start: period.start, end: period.getEnd() }));
  });
}

/** Where a time's offset comes from: the file's own zones, the browser's, or the person's. */
type Zone = { name: string } | { file: true };

function zoneOf(property: ICAL.Property | null, draft: ImportDraft): Zone {
  const { timeZone } = draft.context;
  const tzid: unknown = property?.getParameter('tzid');
  if (typeof tzid !== 'string') return { name: timeZone };
  const value: unknown = property?.getFirstValue();
  if (value instanceof ICAL.Time && hasFileZone(value)) return { file: true };
  // Some programs put their name before the zone's.
  const name = [tzid, tzid.replace(/^\/[^/]+\/(?:[^/]+\/)?(?=[A-Z]\w+\/)/, '')].find(isTimeZone);
  if (name) return { name };
  draft.leave('Unknown time zones', `times are in yours, ${timeZone}`, tzid);
  return { name: timeZone };
}

/** Whether a time is in a zone that the file describes. A zone that it does not describe is none for ical.js. */
function hasFileZone({ zone }: { zone: ICAL.Timezone | null }): boolean {
  return zone !== null && zone !== ICAL.Timezone.localTimezone;
}

function timeOf(component: ICAL.Component, name: string): ICAL.Time | undefined {
  const value: unknown = component.getFirstPropertyValue(name);
  return value instanceof ICAL.Time ? value : undefined;
}

function eventTime(time: ICAL.Time, zone: Zone, draft: ImportDraft): EventTime {
  const { timeZone } = draft.context;
  const day = `${String(time.year).padStart(4, '0')}-${pad(time.month)}-${pad(time.day)}`;
  if (time.isDate) {
    const ms = momentOfClock(clockOf(day), timeZone);
    return { ms, instant: instantIn(ms, timeZone), day };
  }
  const clockMs = clockOf(day) + (time.hour * 3600 + time.minute * 60 + time.second) * 1000;
  if (time.zone === ICAL.Timezone.utcTimezone)
    return { ms: clockMs, instant: instantWithOffset(clockMs, 0), day: null };
  if (hasFileZone(time)) {
    const offsetSeconds = time.utcOffset();
    const ms = clockMs - offsetSeconds * 1000;
    return { ms, instant: instantWithOffset(ms, offsetSeconds / 60), day: null };
  }
  const name = 'name' in zone ? zone.name : timeZone;
  const ms = momentOfClock(clockMs, name);
  return { ms, instant: instantIn(ms, name), day: null };
}

const pad = (number: number): string => String(number).padStart(2, '0');

/** An event without an end is over at once; for whole days it is one day. */
function endOf(component: ICAL.Component, start: ICAL.Time): ICAL.Time {
  const end = timeOf(component, 'dtend');
  if (end) return end;
  const duration: unknown = component.getFirstPropertyValue('duration');
  const copy = start.clone();
  if (duration instanceof ICAL.Duration) copy.addDuration(duration);
  else if (start.isDate) copy.day += 1;
  return copy;
}

const keyOf = (time: ICAL.Time): string => time.toString();

const isCancelled = (component: ICAL.Component): boolean =>
  textOf(component, 'status').toUpperCase() === 'CANCELLED';

function addOccurrence(
  component: ICAL.Component,
  given: Omit<Occurrence, 'start' | 'end'> & {
    start: EventTime | ICAL.Time;
    end: EventTime | ICAL.Time;
  },
  draft: ImportDraft,
  withTexts: boolean,
): void {
  const name = textOf(component, 'summary');
  if (isCancelled(component)) {
    draft.leave('Cancelled events', LEFT_OUT, name);
    return;
  }
  const zone = (property: string): Zone => zoneOf(component.getFirstProperty(property), draft);
  const start =
    given.start instanceof ICAL.Time ? eventTime(given.start, zone('dtstart'), draft) : given.start;
  const end =
    given.end instanceof ICAL.Time
      ? eventTime(
          given.end,
          component.hasProperty('dtend') ? zone('dtend') : zone('dtstart'),
          draft,
        )
      : given.end;
  const uid = textOf(component, 'uid');
  const key = uid ? `${uid} ${given.key}` : JSON.stringify([name, start.instant, end.instant]);
  const own =
    given.key === '' ? /^(?:\d+-)?([1-9]\d{0,15})@daymark\.app$/.exec(uid)?.[1] : undefined;
  const id = own === undefined ? draft.idOf('events', key) : Number(own);
  const days = start.day === null ? null : { start: start.day, end: lastDay(start.day, end.day) };
  draft.add('events', {
    id,
    title: draft.title(name, EVENT_TITLE_MAX),
    start: start.instant,
    end: days
      ? instantIn(momentOfClock(clockOf(days.end), draft.context.timeZone), draft.context.timeZone)
      : end.instant,
    ...(days && { days }),
  });
  if (withTexts)
    draft.attach(
      { type: 'event', id },
      `event ${key}`,
      name || 'Untitled',
      [textOf(component, 'description')],
      notesOf(component, draft, true),
    );
}

/** The day after the last one. */
const lastDay = (start: LocalDay, end: LocalDay | null): LocalDay =>
  end !== null && end > start ? end : (dayAfter(start, 1) ?? start);

/** What is kept of an event in its note, besides its description. */
function notesOf(component: ICAL.Component, draft: ImportDraft, isNamed: boolean): string[] {
  const kept: string[] = [];
  for (const property of component.getAllProperties()) {
    const label = TEXTS.get(property.name);
    if (!label) continue;
    if (property.getParameter('value') === 'BINARY' || property.getParameter('encoding')) {
      if (isNamed) draft.leave('Attached files', LEFT_OUT);
      continue;
    }
    const name: unknown = property.getParameter('cn');
    const value = property
      .getValues()
      .map((one: unknown) => plainValue(one).replace(/^mailto:/i, ''))
      .filter(Boolean)
      .join(', ');
    if (!value) continue;
    kept.push(`${label}: ${typeof name === 'string' && name ? `${name} <${value}>` : value}`);
    if (isNamed) draft.leave(NAMES.get(property.name) ?? label, 'kept in the event’s note', value);
  }
  return kept;
}

/** Names what has no place in Daymark. */
function nameProperties(component: ICAL.Component, draft: ImportDraft): void {
  for (const property of component.getAllProperties()) {
    const { name } = property;
    if (READ.has(name) || TEXTS.get(name)) continue;
    const value = valueText(property);
    if (TECHNICAL.has(name)) draft.leave('Dates and numbers of versions', LEFT_OUT);
    else if (name === 'transp' && value.toUpperCase() === 'OPAQUE') continue;
    else if (name === 'class' && value.toUpperCase() === 'PUBLIC') continue;
    else draft.leave(propertyName(name), LEFT_OUT, value);
  }
  const status = textOf(component, 'status').toUpperCase();
  if (status === 'TENTATIVE')
    draft.leave('Tentative events', 'ordinary events', textOf(component, 'summary'));
  if (component.hasProperty('exrule'))
    draft.leave('Exceptions by a rule', LEFT_OUT, textOf(component, 'summary'));
  for (const { name } of component.getAllSubcomponents())
    draft.leave(name === 'valarm' ? 'Reminders' : `Parts called ${name.toUpperCase()}`, LEFT_OUT);
}

/** To-dos are tasks: the start is the planned day, the due date the deadline. */
function addTodos(components: readonly ICAL.Component[], draft: ImportDraft): void {
  const { context } = draft;
  const { timeZone } = context;
  const tasks = new Map<string, number>();
  const parentOf = (todo: ICAL.Component) =>
    todo
      .getAllProperties('related-to')
      .filter((one) =>
        ['', 'PARENT'].includes(plainValue(one.getParameter('reltype')).toUpperCase()),
      )
      .map(valueText)[0];
  const uids = new Set(components.map((todo) => textOf(todo, 'uid')));
  const isStep = (todo: ICAL.Component) => uids.has(parentOf(todo) ?? '\n');
  for (const todo of [...components].sort((a, b) => Number(isStep(a)) - Number(isStep(b)))) {
    const kept: string[] = [];
    const keep = (label: string, value: string, field: string) => {
      kept.push(`${label}: ${value}`);
      draft.leave(field, IN_NOTE, value);
    };
    nameTodo(todo, draft, keep);
    const dayOf = (name: string, label: string): LocalDay | null => {
      const time = timeOf(todo, name);
      if (!time) return null;
      const at = eventTime(time, zoneOf(todo.getFirstProperty(name), draft), draft);
      if (at.day !== null) return at.day;
      if (time.hour > 0 || time.minute > 0)
        keep(
          label,
          `${at.instant.slice(0, 10)} ${clockText(time.hour * 60 + time.minute)}`,
          'Times of to-dos',
        );
      return at.instant.slice(0, 10);
    };
    const plannedDay = dayOf('dtstart', 'Starts');
    const deadline = dayOf('due', 'Due');
    const done = timeOf(todo, 'completed');
    const completed = done !== undefined || textOf(todo, 'status').toUpperCase() === 'COMPLETED';
    if (isCancelled(todo)) keep('Status', 'cancelled', 'Cancelled to-dos');
    const parentId = tasks.get(parentOf(todo) ?? '\n') ?? null;
    const day = plannedDay ?? deadline ?? dayIn(context.now.getTime(), timeZone);
    const rules = todo.getAllProperties('rrule').map((one) => String(one.getFirstValue()));
    const [rule = ''] = rules;
    const repeat =
      rules.length === 1 && !completed && parentId === null ? ruleOfRRule(rule, day) : undefined;
    if (rules.length > 0 && !repeat)
      keep('Repeats', rules.join('; '), 'Repeats that Daymark can’t express');
    const [category = '', ...categories] = todo
      .getAllProperties('categories')
      .flatMap((one) => one.getValues() as string[]);
    if (categories.length > 0) keep('Categories', categories.join(', '), 'More than one category');
    const uid = textOf(todo, 'uid');
    const id = draft.addTask({
      key: uid || JSON.stringify([textOf(todo, 'summary'), plannedDay, deadline]),
      title: textOf(todo, 'summary'),
      parentId,
      completed,
      completedAt: done && eventTime(done, { name: timeZone }, draft).instant,
      createdAt: createdOf(todo, draft),
      categoryId: draft.categoryOf(category),
      plannedDay: repeat ? day : plannedDay,
      deadline,
      repeat: repeat ?? null,
      texts: [textOf(todo, 'description')],
      kept: [
        ...kept,
        ...notesOf(todo, draft, true).filter((line) => !line.startsWith('Categories:')),
      ],
    });
    if (uid && parentId === null) tasks.set(uid, id);
  }
}

function createdOf(component: ICAL.Component, draft: ImportDraft): string | undefined {
  const created = timeOf(component, 'created');
  if (!created || created.year < 1) return undefined;
  return new Date(eventTime(created, { name: draft.context.timeZone }, draft).ms).toISOString();
}

function nameTodo(
  todo: ICAL.Component,
  draft: ImportDraft,
  keep: (label: string, value: string, field: string) => void,
): void {
  for (const property of todo.getAllProperties()) {
    const { name } = property;
    const value = valueText(property);
    if (READ.has(name) || TEXTS.get(name) || value === '') continue;
    if (TECHNICAL.has(name)) draft.leave('Dates and numbers of versions', LEFT_OUT);
    else if (name === 'priority' && value !== '0') keep('Priority', value, 'Priorities');
    else if (name === 'percent-complete' && value !== '0')
      keep('Progress', `${value}%`, 'Progress');
    else if (
      !['priority', 'percent-complete'].includes(name) &&
      !(name === 'class' && value === 'PUBLIC')
    )
      draft.leave(propertyName(name), LEFT_OUT, value);
  }
  for (const { name } of todo.getAllSubcomponents())
    draft.leave(name === 'valarm' ? 'Reminders' : `Parts called ${name.toUpperCase()}`, LEFT_OUT);
}

function addJournal(journal: ICAL.Component, draft: ImportDraft): void {
  const title = textOf(journal, 'summary');
  const content = textOf(journal, 'description');
  draft.addNote({
    key: textOf(journal, 'uid') || JSON.stringify([title, content]),
    title,
    content,
    createdAt: createdOf(journal, draft),
  });
  nameProperties(journal, draft);
}
