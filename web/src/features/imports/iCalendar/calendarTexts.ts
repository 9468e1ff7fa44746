import { htmlText } from '../parsing/htmlText';
import { LEFT_OUT, type ImportDraft } from '../importDraft';
import { ALL_DAY_MARK } from './calendarTimes';
import { plainText, textOf, textsOf, type Component, type Property } from './calendarLines';

/** Properties whose text goes into a note, with their labels in the note. */
const TEXTS = new Map([
  ['location', 'Place'],
  ['url', 'Link'],
  ['conference', 'Conference'],
  ['x-google-conference', 'Conference'],
  ['x-microsoft-skypeteamsmeetingurl', 'Conference'],
  ['categories', 'Categories'],
  ['organizer', 'Organizer'],
  ['attendee', 'Attendee'],
  ['contact', 'Contact'],
  ['comment', 'Comment'],
  ['attach', 'Attachment'],
  ['geo', 'Position'],
  ['resources', 'Resources'],
]);

/** Properties that have a use of their own, so the report doesn't name them. */
const READ = new Set([
  'summary',
  'description',
  'x-alt-desc',
  'dtstart',
  'dtend',
  'duration',
  'uid',
  'rrule',
  'rdate',
  'exdate',
  'exrule',
  'recurrence-id',
  'due',
  'completed',
  'status',
  'related-to',
  'transp',
  'x-microsoft-cdo-busystatus',
]);
const TECHNICAL = new Set(['dtstamp', 'created', 'last-modified', 'sequence', 'request-status']);

/** Names, for the report, of properties that Daymark has no field for. */
const NAMES = new Map([
  ['class', 'Event privacy'],
  ['color', 'Colors of events'],
  ['priority', 'Priorities of events'],
]);

/** Values that mean the same as no value. */
const PLAIN = new Set(['class PUBLIC']);

const propertyName = (name: string): string =>
  NAMES.get(name) ??
  (name === 'x-wr-calname' || name === 'name'
    ? 'Calendar name'
    : name.startsWith('x-')
      ? 'Fields of other programs (X-…)'
      : `Field ${name.toUpperCase()}`);

/** Reports the fields and parts of the calendar itself that Daymark has no place for. */
export function nameCalendar(calendar: Component, draft: ImportDraft): void {
  for (const { name, value } of calendar.properties)
    if (!['version', 'prodid', 'calscale', 'method'].includes(name))
      draft.leave(propertyName(name), LEFT_OUT, plainText(value));
  for (const { name } of calendar.components)
    if (!['vevent', 'vtodo', 'vjournal', 'vtimezone'].includes(name))
      draft.leave(`Parts called ${name.toUpperCase()}`, LEFT_OUT);
}

/**
 * Reports an entry's properties and parts that Daymark has no field for. `keep` returns whether a property is kept in a
 * note instead.
 */
export function nameProperties(
  entry: Component,
  draft: ImportDraft,
  keep: (name: string, value: string) => boolean = () => false,
): void {
  for (const { name, value } of entry.properties) {
    const text = plainText(value).trim();
    const isRead = READ.has(name) || TEXTS.has(name) || ALL_DAY_MARK.test(name);
    if (isRead || PLAIN.has(`${name} ${text.toUpperCase()}`)) continue;
    if (TECHNICAL.has(name)) draft.leave('Version dates and numbers', LEFT_OUT);
    else if (!keep(name, text)) draft.leave(propertyName(name), LEFT_OUT, text);
  }
  for (const line of entry.unreadable) draft.leave('Lines that can’t be read', LEFT_OUT, line);
  for (const { name } of entry.components)
    draft.leave(name === 'valarm' ? 'Reminders' : `Parts called ${name.toUpperCase()}`, LEFT_OUT);
}

/**
 * Returns an entry's description. A description with HTML tags becomes Markdown. A separate HTML description is used
 * only if there is no plain one.
 */
export function descriptionOf(entry: Component): string {
  return htmlText(textOf(entry, 'description') || textOf(entry, 'x-alt-desc'));
}

/**
 * Returns the lines for an entry's note, besides its description. Leaves out attached files, and the properties that are
 * used elsewhere. If `isNamed`, reports the properties of the lines, and the attached files.
 */
export function notesOf(
  entry: Component,
  draft: ImportDraft,
  isNamed: boolean,
  used: ReadonlySet<Property> = new Set(),
): string[] {
  const kept: string[] = [];
  for (const property of entry.properties) {
    const { name, parameters, value } = property;
    const label = TEXTS.get(name);
    if (!label || used.has(property)) continue;
    if (parameters.get('value')?.toUpperCase() === 'BINARY' || parameters.has('encoding')) {
      if (isNamed) draft.leave('Attached files', LEFT_OUT);
      continue;
    }
    const isList = name === 'categories' || name === 'resources';
    const whole = isList ? textsOf(value).join(', ') : plainText(value).trim();
    const text = whole.replace(/^mailto:/i, '');
    if (!text) continue;
    const person = parameters.get('cn');
    kept.push(`${label}: ${person ? `${person} <${text}>` : text}`);
    if (isNamed) draft.leave(label, 'kept in the event’s notes', text);
  }
  return kept;
}

/**
 * Returns a function that keeps a property of a to-do for the note of its task. The function returns false for a
 * property that it doesn't handle and that must be reported.
 */
export const keptInTask =
  (keep: (label: string, value: string, field: string) => void) =>
  (name: string, value: string): boolean => {
    if (value === '') return true;
    if (name === 'priority') {
      if (value !== '0') keep('Priority', value, 'Priorities');
      return true;
    }
    if (name === 'percent-complete') {
      if (!/^(?:0|100)$/.test(value)) keep('Progress', `${value}%`, 'Progress');
      return true;
    }
    return false;
  };
