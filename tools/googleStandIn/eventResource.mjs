// @ts-check
import { instantAt } from './calendarHistory.mjs';
import { rfc3339 } from './zonedTime.mjs';

/**
 * Returns an event, or an instance of a recurring event, in Google's format.
 * @param {import('./calendarHistory.mjs').Item} item
 * @param {string} email the calendar's owner
 * @param {import('./googleAccounts.mjs').Calendar} calendar
 */
export function eventResource({ id, event, start, end, instanceOf }, email, calendar) {
  const { primary, summary, timeZone } = calendar.entry;
  const time = (/** @type {import('./calendarHistory.mjs').Moment} */ moment) =>
    'date' in moment
      ? moment
      : { dateTime: rfc3339(instantAt(moment, timeZone), timeZone), timeZone: moment.zone };
  const head = {
    kind: 'calendar#event',
    etag: `"${event.updated * 2}"`,
    id,
    status: event.status,
    ...(instanceOf && {
      recurringEventId: instanceOf.id,
      originalStartTime: time(instanceOf.start),
    }),
  };
  if (event.status !== 'confirmed') return head;
  const eid = Buffer.from(`${id} ${calendar.id}`).toString('base64url');
  const self = { email: primary ? email : calendar.id, self: true };
  return {
    ...head,
    htmlLink: `https://www.google.com/calendar/event?eid=${eid}`,
    created: new Date(event.created).toISOString(),
    updated: new Date(event.updated).toISOString(),
    ...event.fields,
    creator: { email },
    organizer: primary ? self : { ...self, displayName: summary },
    start: time(start),
    end: time(end),
    iCalUID: `${instanceOf?.id ?? id}@google.com`,
    sequence: event.sequence,
    reminders: { useDefault: true },
    eventType: 'default',
  };
}
