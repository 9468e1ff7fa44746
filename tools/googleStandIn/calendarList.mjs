// @ts-check
import { invalidParameter, json } from './googleReply.mjs';

const DEFAULT_PAGE = 100;
const LONGEST_PAGE = 250;

/**
 * Lists an account's calendars.
 * @param {import('./routes.mjs').Call} call
 * @param {import('./routes.mjs').Google} google
 */
export function listCalendars({ url: { searchParams: query }, account }, { accounts, settings }) {
  const maxResults = Number(query.get('maxResults') ?? DEFAULT_PAGE);
  if (!Number.isInteger(maxResults) || maxResults < 1) return invalidParameter('maxResults');
  const offset = Number(query.get('pageToken')?.replace('list-', '') ?? 0);
  if (Number.isNaN(offset)) return invalidParameter('pageToken', 'Invalid page token value.');

  const calendars = [...accounts.accountOf(account).values()].filter(
    ({ entry }) => !entry.hidden || query.get('showHidden') === 'true',
  );
  const end = offset + Math.min(maxResults, LONGEST_PAGE, settings.pageLimit);
  return json({
    kind: 'calendar#calendarList',
    ...(end < calendars.length && { nextPageToken: `list-${end}` }),
    items: calendars.slice(offset, end).map(calendarEntry),
  });
}

/** @param {import('./googleAccounts.mjs').Calendar} calendar */
const calendarEntry = ({ id, entry: { primary, hidden, ...entry } }) => ({
  kind: 'calendar#calendarListEntry',
  id,
  ...entry,
  colorId: '1',
  foregroundColor: '#000000',
  selected: true,
  defaultReminders: [],
  ...(primary && { primary }),
  ...(hidden && { hidden }),
  conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
});
