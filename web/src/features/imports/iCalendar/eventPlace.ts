import { linkIn, Place, PLACE_MAX } from '@daymark/contract/event';
import type { ImportDraft } from '../importDraft';
import { plainText, textOf, type Component, type Property } from './calendarLines';

/** Properties whose value is the link of a meeting. */
const CONFERENCES: ReadonlySet<string> = new Set([
  'conference',
  'x-google-conference',
  'x-microsoft-skypeteamsmeetingurl',
]);

/** The hosts of meetings. A URL elsewhere may be any page about the event. */
const MEETING_HOST =
  /^https?:\/\/([\w-]+\.)*(zoom\.us|meet\.google\.com|teams\.(microsoft|live)\.com|webex\.com|whereby\.com|meet\.jit\.si|gotomeet\.me|chime\.aws)([/?#:]|$)/i;

/**
 * Returns an event's place, and the properties that it is made of: the location, and a meeting's link. Returns null if
 * there is none, or if Daymark refuses the text. The report names a location that is too long and therefore cut.
 */
export function placeOf(
  event: Component,
  draft: ImportDraft,
): { place: string | null; used: ReadonlySet<Property> } {
  const whole = textOf(event, 'location')
    .toWellFormed()
    .replaceAll(/\s*\n\s*/g, ', ');
  const location = draft.within(whole, PLACE_MAX, 'Long places');
  const meeting = linkIn(location) === undefined ? meetingLinkOf(event) : undefined;
  const both = [location, meeting].filter(Boolean).join(' ');
  const place = both.length > PLACE_MAX ? location : both;
  if (!place || !Place.safeParse(place).success) return { place: null, used: new Set() };
  const link = linkIn(place);
  const used = event.properties.filter(
    (property) => property.name === 'location' || (isLink(property) && valueOf(property) === link),
  );
  return { place, used: new Set(used) };
}

const isLink = ({ name }: Property): boolean => name === 'url' || CONFERENCES.has(name);

const valueOf = ({ value }: Property): string => plainText(value).trim();

function meetingLinkOf({ properties }: Component): string | undefined {
  const property = properties.find(
    (one) =>
      linkIn(valueOf(one)) === valueOf(one) &&
      (CONFERENCES.has(one.name) || (one.name === 'url' && MEETING_HOST.test(valueOf(one)))),
  );
  return property && valueOf(property);
}
