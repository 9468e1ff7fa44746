import { linkIn } from '@daymark/contract/event';

/** The hosts of video meetings, with their subdomains. */
const MEETING_HOSTS = [
  'meet.google.com',
  'zoom.us',
  'zoom.com',
  'teams.microsoft.com',
  'teams.live.com',
  'webex.com',
  'whereby.com',
  'meet.jit.si',
  'gotomeeting.com',
  'meet.goto.com',
  'bluejeans.com',
  'chime.aws',
  'around.co',
  'gather.town',
  'discord.com',
  'discord.gg',
  'slack.com',
];

/** Returns the link in an event's place, and whether it leads to a video meeting. Returns undefined without a link. */
export function placeLink(place: string | null): { href: string; isMeeting: boolean } | undefined {
  const link = linkIn(place);
  if (link === undefined) return undefined;
  const { href, hostname } = new URL(link);
  const isMeeting = MEETING_HOSTS.some(
    (host) => hostname === host || hostname.endsWith(`.${host}`),
  );
  return { href, isMeeting };
}
