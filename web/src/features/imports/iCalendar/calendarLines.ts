/** A line of a calendar file: its name and parameters in lower case, its value as it is written. */
export interface Property {
  name: string;
  parameters: ReadonlyMap<string, string>;
  value: string;
}

/** A component: the lines between BEGIN and END. Its name is in lower case. */
export interface Component {
  name: string;
  properties: Property[];
  components: Component[];
  /** Lines that are no properties. */
  unreadable: string[];
  /** Whether the file goes on after it. It is false for a part that the end of the file cuts off. */
  isWhole: boolean;
}

/** Nothing that programs write is deeper: an alarm is in an event in a calendar. */
const DEPTH_MAX = 10;

/** Parts that are never in each other: one that begins in another one means that the other's END is missing. */
const ENTRIES: ReadonlySet<string> = new Set(['vevent', 'vtodo', 'vjournal', 'vtimezone']);

const NAME = /^([\w-]+)(?=[;:])/;

/** A parameter and its value, in quotes or not. */
const PARAMETER = /;\s*([\w-]+)(?:=([^";:]*(?:"[^"]*"[^";:]*)*))?/y;

/**
 * The calendars of a text. Lines that are outside of them don't matter, and no line makes the others unreadable.
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

/** Without empty lines, which some programs write, also inside of a folded line. */
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
  // An entry after the calendar's end belongs to it.
  else (parent ?? calendars.at(-1))?.components.push(component);
  open.push(component);
}

/** Closes a part, and those in it whose END is missing. */
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

/** Without quotes, and with the characters that RFC 6868 writes as `^n`, `^'` and `^^`. */
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

/** The components of a name. */
export const componentsOf = (component: Component, name: string): Component[] =>
  component.components.filter((one) => one.name === name);

/** A property's text, without the backslashes that stand before commas, semicolons and line breaks. */
export const textOf = (component: Component, name: string): string => {
  const property = propertyOf(component, name);
  return property ? plainText(property.value).trim() : '';
};

export const plainText = (value: string): string =>
  value.replaceAll(/\\(.)/gs, (_, code: string) => (/n/i.test(code) ? '\n' : code));

/** The texts of a list, which commas part. */
export const textsOf = (value: string): string[] =>
  (value.match(/(?:\\.|[^,\\])+/gs) ?? []).map((one) => plainText(one).trim()).filter(Boolean);

/** Returns whether an entry has a status, such as "CANCELLED". */
export const hasStatus = (entry: Component, status: string): boolean =>
  textOf(entry, 'status').toUpperCase() === status;
