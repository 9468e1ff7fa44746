// @ts-check
import { instanceId } from './calendarHistory.mjs';
import { addDays, wallAt } from './zonedTime.mjs';

/**
 * Fills an account with calendars and a plausible week around now. The week has recurring and all-day events, events
 * over several days, across midnight and in another time zone, and a canceled meeting.
 * @param {object} into
 * @param {string} into.email
 * @param {string} into.timeZone
 * @param {Date} into.now
 * @param {import('./googleAccounts.mjs').Accounts['actions']['createCalendar']} into.createCalendar
 * @param {import('./eventChanges.mjs').EventChanges['createEvent']} into.createEvent
 * @param {import('./eventChanges.mjs').EventChanges['deleteEvent']} into.deleteEvent
 */
export function seedWeek({ email, timeZone, now, createCalendar, createEvent, deleteEvent }) {
  const today = wallAt(now.getTime(), timeZone).slice(0, 10);
  const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7));
  const [mon, tue, wed, thu, fri, sat, sun] =
    /** @type {[string, string, string, string, string, string, string]} */ (
      [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(monday, day))
    );
  const key = email.replaceAll(/[^a-z0-9]/gi, '-').toLowerCase();

  const calendar = (/** @type {Omit<Parameters<typeof createCalendar>[0], 'account'>} */ given) =>
    createCalendar({ account: email, timeZone, ...given }).id;
  const add = (
    /** @type {string} */ calendarId,
    /** @type {import('./eventChanges.mjs').NewEvent} */ event,
  ) => createEvent({ account: email, calendarId, event }).id;
  const at = (
    /** @type {string} */ date,
    /** @type {string} */ from,
    /** @type {string} */ to,
    /** @type {string} */ zone = timeZone,
  ) => ({
    start: { dateTime: `${date}T${from}:00`, timeZone: zone },
    end: { dateTime: `${to < from ? addDays(date, 1) : date}T${to}:00`, timeZone: zone },
  });
  const days = (/** @type {string} */ first, count = 1) => ({
    start: { date: first },
    end: { date: addDays(first, count) },
  });

  const team = calendar({
    id: `team-${key}@group.calendar.google.com`,
    summary: 'Team',
    backgroundColor: '#9a9cff',
    accessRole: 'writer',
  });
  const family = calendar({
    id: `family-${key}@group.calendar.google.com`,
    summary: 'Family',
    backgroundColor: '#fbe983',
  });
  const newYork = calendar({
    id: `new-york-${key}@group.calendar.google.com`,
    summary: 'New York office',
    backgroundColor: '#ffad46',
    accessRole: 'reader',
    timeZone: 'America/New_York',
  });
  const holidays = calendar({
    // Google's holiday calendars have ids with characters that have to be escaped in a path.
    id: 'en.german#holiday@group.v.calendar.google.com',
    summary: 'Holidays',
    backgroundColor: '#16a765',
    accessRole: 'reader',
  });

  add(email, {
    summary: 'Dentist',
    location: 'Lindenstraße 12',
    colorId: '11',
    ...at(tue, '08:15', '09:00'),
  });
  add(email, {
    summary: 'Morning run',
    colorId: '2',
    ...at(addDays(mon, -28), '06:45', '07:30'),
    recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU,TH,SA'],
  });
  add(email, {
    summary: 'Lunch with Grace',
    location: 'Café am Ufer',
    ...at(wed, '12:30', '13:30'),
  });
  add(email, { summary: 'Reading: deep work', colorId: '9', ...at(today, '16:00', '17:00') });
  add(email, {
    summary:
      'Prepare the talk “What we learned from a year of planning one day at a time, and what we would do differently”',
    location: 'Home office',
    colorId: '5',
    ...at(thu, '14:00', '16:30'),
  });
  add(email, {
    summary: 'Night train to Vienna',
    location: 'Main station',
    colorId: '7',
    ...at(fri, '22:40', '06:35'),
  });
  add(email, { summary: 'Weekend in Vienna', colorId: '6', ...days(sat, 2) });
  add(email, { summary: 'Rent', colorId: '8', transparency: 'transparent', ...days(mon) });

  const standup = add(team, {
    summary: 'Stand-up',
    description: 'What did I do, what will I do, what is in my way?',
    location: 'Meet',
    ...at(addDays(mon, -28), '09:30', '09:45'),
    recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
  });
  add(team, {
    summary: 'Sprint planning',
    location: 'Room Turing',
    colorId: '3',
    ...at(mon, '10:00', '11:30'),
  });
  add(team, {
    summary: 'Design review',
    location: 'Room Hopper',
    ...at(addDays(wed, -14), '15:00', '16:00'),
    recurrence: ['RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=WE'],
  });
  add(team, { summary: 'Demo and retrospective', colorId: '10', ...at(fri, '14:00', '15:30') });
  add(team, { summary: 'Conference', location: 'Hamburg', ...days(addDays(mon, 9), 3) });
  const calledOff = add(team, { summary: 'Budget meeting', ...at(thu, '11:00', '12:00') });

  add(family, {
    summary: 'Swimming lesson',
    location: 'Public pool',
    ...at(addDays(wed, -7), '17:00', '17:45'),
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=12'],
  });
  add(family, {
    summary: 'Grandma’s birthday',
    colorId: '4',
    transparency: 'transparent',
    ...days(sun),
  });
  add(family, { summary: 'House cleaning', ...days(addDays(sat, -7), 2) });

  add(newYork, {
    summary: 'Sync with New York',
    location: 'Meet',
    ...at(addDays(tue, -28), '10:00', '10:45', 'America/New_York'),
    recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU,TH'],
  });
  add(newYork, {
    summary: 'Release window',
    colorId: '1',
    ...at(wed, '21:00', '01:00', 'America/New_York'),
  });

  // The events of a holiday calendar are marked as free.
  const free = { transparency: 'transparent' };
  add(holidays, { summary: 'Public holiday', ...free, ...days(fri) });
  add(holidays, { summary: 'Bridge day', ...free, ...days(addDays(mon, 7)) });

  deleteEvent({ account: email, calendarId: team, eventId: calledOff });
  // Cancel one stand-up of this week, but not today's.
  const without = today === thu ? wed : thu;
  deleteEvent({
    account: email,
    calendarId: team,
    eventId: instanceId(standup, { wall: `${without}T09:30:00`, zone: timeZone }),
  });
}
