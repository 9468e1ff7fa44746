/** A property of a calendar file after unfolding, with its name, parameters and value as written. */
export interface CalendarLine {
  name: string;
  parameters: Record<string, string>;
  value: string;
}

/** Returns the properties of a calendar file in order, with folded lines joined. */
export function calendarLines(text: string): CalendarLine[] {
  const lines = text.replace(/\r\n[ \t]/g, '').split('\r\n');
  return lines.filter(Boolean).map((line) => {
    const [, name = '', parameters = '', value = ''] =
      /^([A-Z-]+)((?:;[A-Z-]+=(?:"[^"]*"|[^";:,]*))*):(.*)$/.exec(line) ?? [];
    const pairs = [...parameters.matchAll(/;([A-Z-]+)=("[^"]*"|[^;]*)/g)];
    return { name, value, parameters: Object.fromEntries(pairs.map(([, key, of]) => [key, of])) };
  });
}

/** Returns the properties of each event in a calendar file. */
export function eventsIn(text: string): Record<string, CalendarLine>[] {
  const events: Record<string, CalendarLine>[] = [];
  for (const line of calendarLines(text)) {
    if (line.name === 'BEGIN' && line.value === 'VEVENT') events.push({});
    else if (line.name !== 'END' && events.length > 0) events.at(-1)![line.name] = line;
  }
  return events;
}

/** Returns the unescaped text of a property. */
export const textOf = ({ value }: CalendarLine): string =>
  value.replace(/\\(.)/g, (_, one: string) => (/n/i.test(one) ? '\n' : one));

/** The properties that RFC 5545 requires once in each component, and the component's parent. */
const COMPONENTS: Record<string, { required: string[]; parent?: string }> = {
  VCALENDAR: { required: ['PRODID', 'VERSION'] },
  VTIMEZONE: { required: ['TZID'], parent: 'VCALENDAR' },
  STANDARD: { required: ['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO'], parent: 'VTIMEZONE' },
  DAYLIGHT: { required: ['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO'], parent: 'VTIMEZONE' },
  VEVENT: { required: ['UID', 'DTSTAMP', 'DTSTART'], parent: 'VCALENDAR' },
};

const DATE = /^\d{8}$/;
const DATE_TIME = /^\d{8}T([01]\d|2[0-3])[0-5]\d[0-5]\d$/;
const UTC_TIME = /^\d{8}T([01]\d|2[0-3])[0-5]\d[0-5]\dZ$/;

/** Returns the rules of RFC 5545 that a calendar file breaks, each as a sentence. */
export function brokenRules(text: string): string[] {
  const broken: string[] = [];
  const must = (holds: boolean, rule: string) => {
    if (!holds) broken.push(rule);
  };
  must(text.endsWith('END:VCALENDAR\r\n'), 'It ends with its last line, and that with CRLF.');
  must(!/\r(?!\n)|(?<!\r)\n/.test(text), 'Every line break is CRLF (3.1).');
  for (const line of text.split('\r\n'))
    must(Buffer.byteLength(line) <= 75, `At most 75 octets in a line (3.1): ${line}`);
  must(!/(?![\t\r\n])\p{Cc}/u.test(text), 'No control characters (3.1).');
  must(text.isWellFormed() && !text.includes('\ufffd'), 'No character is cut by folding (3.1).');

  const zones: string[] = [];
  const uids: string[] = [];
  const open: { name: string; lines: CalendarLine[] }[] = [];
  for (const line of calendarLines(text)) {
    must(line.name !== '', 'Every line is a property with a value (3.1).');
    if (line.name === 'BEGIN') {
      const { parent } = COMPONENTS[line.value] ?? { parent: 'unknown' };
      must(open.at(-1)?.name === parent, `${line.value} is where it belongs (3.4).`);
      open.push({ name: line.value, lines: [] });
    } else if (line.name === 'END') {
      const { name, lines } = open.pop() ?? { name: '', lines: [] };
      must(name === line.value, `${line.value} ends what began (3.4).`);
      endComponent(name, lines);
    } else {
      must(open.length > 0, 'Nothing is outside of a component (3.4).');
      open.at(-1)?.lines.push(line);
    }
  }
  must(open.length === 0, 'Every component ends (3.4).');
  must(
    new Set(uids).size === uids.length,
    'Every UID is there once, and once for each RECURRENCE-ID (3.8.4.7).',
  );
  must(new Set(zones).size === zones.length, 'Every zone is there once (3.6.5).');
  return broken;

  function endComponent(name: string, lines: CalendarLine[]): void {
    const find = (wanted: string) => lines.find((line) => line.name === wanted);
    for (const required of COMPONENTS[name]?.required ?? [])
      must(
        lines.filter((line) => line.name === required).length === 1,
        `${name} has one ${required}.`,
      );
    if (name === 'VCALENDAR') must(find('VERSION')?.value === '2.0', 'The version is 2.0 (3.7.4).');
    if (name === 'VTIMEZONE') zones.push(String(find('TZID')?.value));
    if (name !== 'VEVENT') return;
    uids.push(`${find('UID')?.value} ${find('RECURRENCE-ID')?.value ?? ''}`);
    for (const stamp of ['DTSTAMP', 'LAST-MODIFIED'])
      must(UTC_TIME.test(find(stamp)?.value ?? ''), `${stamp} is in UTC (3.8.7).`);
    must(/^\d+$/.test(find('SEQUENCE')?.value ?? ''), 'SEQUENCE is a number (3.8.7.4).');
    must(Number(find('SEQUENCE')?.value) < 2 ** 31, 'SEQUENCE has 31 bits (3.3.8).');
    must(
      /^(?:[^\\;,]|\\[\\;,nN])*$/.test(find('SUMMARY')?.value ?? '\\'),
      'The text is escaped (3.3.11).',
    );
    const [start, end] = [find('DTSTART'), find('DTEND')];
    const named = ['EXDATE', 'RDATE', 'RECURRENCE-ID'].flatMap((wanted) =>
      lines.filter((line) => line.name === wanted),
    );
    for (const one of [start, end, ...named]) if (one) mustBeMoment(one);
    const rules = lines.filter((line) => line.name === 'RRULE');
    must(rules.length <= 1, 'There is at most one RRULE (3.8.5.3).');
    must(!rules[0] || !find('RECURRENCE-ID'), 'A changed occurrence has no RRULE (3.8.4.4).');
    must(!end || !find('DURATION'), 'There is either DTEND or DURATION (3.6.1).');
    if (!start || !end) return;
    must(
      DATE.test(start.value) === DATE.test(end.value),
      'Start and end are of one kind (3.8.2.2).',
    );
    if (start.parameters.TZID === end.parameters.TZID)
      must(end.value > start.value, `The end is after the start (3.8.2.2): ${end.value}`);
  }

  function mustBeMoment({ name, parameters: { TZID, VALUE }, value }: CalendarLine): void {
    if (VALUE === 'DATE') must(DATE.test(value) && !TZID, `${name} is a date (3.3.4): ${value}`);
    else if (TZID) {
      must(DATE_TIME.test(value), `${name} is a clock time (3.3.5): ${value}`);
      must(zones.includes(TZID), `${TZID} is one of the file's zones (3.2.19).`);
    } else must(UTC_TIME.test(value), `${name} is in UTC (3.3.5): ${value}`);
  }
}
