/**
 * A line of a calendar file. The names of the property and its parameters are in lower case. The value is as written.
 */
export interface Property {
  name: string;
  parameters: ReadonlyMap<string, string>;
  value: string;
}

/** The lines between BEGIN and END. The name is in lower case. */
export interface Component {
  name: string;
  properties: Property[];
  components: Component[];
  /** Lines that are not properties. */
  unreadable: string[];
  /** False for a component that the end of the file cuts off. */
  isWhole: boolean;
}

/** The deepest nesting that is read. Programs write at most an alarm in an event in a calendar. */
const DEPTH_MAX = 10;

/** Components that are never nested in each other. If one begins inside another, the END of the other is missing. */
const ENTRIES: ReadonlySet<string> = new Set(['vevent', 'vtodo', 'vjournal', 'vtimezone']);

const NAME = /^([\w-]+)(?=[;:])/;

/** A parameter and its value, with or without quotes. */
const PARAMETER = /;\s*([\w-]+)(?:=([^";:]*(?:"[^"]*"[^";:]*)*))?/y;

/**
 * Returns the calendars of a text. Lines outside of calendars and entries are ignored. A line that can't be read
 * doesn't affect other lines.
 */
export function parseCalendars(text: string): Component[] {
  const calendars: Component[] = [];
  const open: Component[] = [];
  for (const line of unfolded(text).split('\n')) {
    const edge = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line);
    if (edge) {
      const name = (edge[2] ?? '').toLowerCase();
      if (edge[1]?.toUpperCase() === 'BEGIN') begin(name, open, calendars);
      else end(name, open);
      continue;
    }
    const component = open.at(-1);
    if (!component || line.trim() === '') continue;
    const property = parseProperty(line);
    if (property) component.properties.push(property);
    else component.unreadable.push(line);
  }
  for (const component of open) component.isWhole = false;
  return calendars;
}

/** Joins folded lines and removes empty lines, which some programs write even inside a folded line. */
const unfolded = (text: string): string =>
  text.replaceAll(/\n(?:[ \t]*\n)+/g, '\n').replaceAll(/\n[ \t]/g, '');

function begin(name: string, open: Component[], calendars: Component[]): void {
  if (ENTRIES.has(name)) {
    const other = open.findIndex((one) => ENTRIES.has(one.name));
    if (other !== -1) open.length = other;
  }
  if (name === 'vcalendar') open.length = 0;
  const parent = open.at(-1);
  if (open.length >= DEPTH_MAX || (!parent && name !== 'vcalendar' && calendars.length === 0))
    return;
  const component = { name, properties: [], components: [], unreadable: [], isWhole: true };
  if (name === 'vcalendar') calendars.push(component);
  // An entry after the end of a calendar belongs to that calendar.
  else (parent ?? calendars.at(-1))?.components.push(component);
  open.push(component);
}

/** Closes a component, and the components inside it whose END is missing. */
function end(name: string, open: Component[]): void {
  const place = open.findLastIndex((one) => one.name === name);
  if (place !== -1) open.length = place;
}

function parseProperty(line: string): Property | undefined {
  const name = NAME.exec(line)?.[1];
  if (name === undefined) return undefined;
  const parameters = new Map<string, string>();
  let place = name.length;
  while (line[place] === ';') {
    PARAMETER.lastIndex = place;
    const found = PARAMETER.exec(line);
    if (!found) return undefined;
    const parameter = (found[1] ?? '').toLowerCase();
    if (!parameters.has(parameter)) parameters.set(parameter, parameterText(found[2] ?? ''));
    place = PARAMETER.lastIndex;
  }
  if (line[place] !== ':') return undefined;
  return { name: name.toLowerCase(), parameters, value: line.slice(place + 1) };
}

/** Removes the quotes, and decodes `^n`, `^'` and `^^` (RFC 6868). */
const parameterText = (text: string): string =>
  text
    .replaceAll('"', '')
    .replaceAll(/\^([n'^])/g, (_, code) => (code === 'n' ? '\n' : code === "'" ? '"' : '^'));

export const propertiesOf = (component: Component, name: string): Property[] =>
  component.properties.filter((one) => one.name === name);

export const propertyOf = (component: Component, name: string): Property | undefined =>
  component.properties.find((one) => one.name === name);

export const hasProperty = (component: Component, name: string): boolean =>
  propertyOf(component, name) !== undefined;

export const componentsOf = (component: Component, name: string): Component[] =>
  component.components.filter((one) => one.name === name);

/** Returns a property's text with its backslash escapes decoded, or '' if there is no such property. */
export const textOf = (component: Component, name: string): string => {
  const property = propertyOf(component, name);
  return property ? plainText(property.value).trim() : '';
};

export const plainText = (value: string): string =>
  value.replaceAll(/\\(.)/gs, (_, code: string) => (/n/i.test(code) ? '\n' : code));

/** Returns the texts in a comma-separated list. */
export const textsOf = (value: string): string[] =>
  (value.match(/(?:\\.|[^,\\])+/gs) ?? []).map((one) => plainText(one).trim()).filter(Boolean);

/** Returns whether an entry has a status, such as "CANCELLED". */
export const hasStatus = (entry: Component, status: string): boolean =>
  textOf(entry, 'status').toUpperCase() === status;
