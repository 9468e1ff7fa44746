import type { GoogleEvent } from '@daymark/contract/googleCalendar';
import { expect, it } from 'vitest';
import { localDay } from '../../lib/time/dates';
import { toExternalEvents } from './toExternalEvents';

const CALENDARS = [{ id: 'team', summary: 'Team', primary: false, color: '#9a9cff' }];
const event: GoogleEvent = {
  id: 'e1',
  calendarId: 'team',
  summary: 'Review',
  location: null,
  colorId: null,
  start: { dateTime: '2026-11-20T09:00:00+01:00' },
  end: { dateTime: '2026-11-20T10:00:00+01:00' },
  htmlLink: null,
  transparency: 'opaque',
  ownResponse: null,
};
const externalEvent = (fields: Partial<GoogleEvent>) =>
  toExternalEvents({ items: [{ ...event, ...fields }] }, CALENDARS)[0]!;

it('an event without times lasts from one local midnight to another', () => {
  const external = externalEvent({ start: { date: '2026-03-28' }, end: { date: '2026-03-30' } });
  const [start, end] = [new Date(external.start), new Date(external.end)];
  expect([localDay(start), start.getHours(), localDay(end), end.getHours()]).toEqual([
    '2026-03-28',
    0,
    '2026-03-30',
    0,
  ]);
});

it.each([
  ['1', '#7986CB'],
  ['11', '#D50000'],
  [null, '#9a9cff'],
] as const)('colorId %s is shown as %s', (colorId, color) => {
  expect(externalEvent({ colorId }).color).toBe(color);
});

it('an event without a title, or of an unknown calendar, is shown', () => {
  expect(externalEvent({ summary: ' ', calendarId: 'gone' })).toMatchObject({
    title: '(No title)',
    calendar: 'Google Calendar',
    color: '#039BE5',
  });
});

it('the same event id in two calendars makes two external events', () => {
  expect(Date.parse(externalEvent({}).start)).toBe(Date.parse('2026-11-20T08:00:00Z'));
  expect(externalEvent({}).id).not.toBe(externalEvent({ calendarId: 'gone' }).id);
});

it.each([
  ['an event', {}, true],
  ['one that the person has accepted', { ownResponse: 'accepted' }, true],
  ['one without a response yet', { ownResponse: 'needsAction' }, true],
  ['one that the person has declined', { ownResponse: 'declined' }, false],
  ['one that is marked as free', { transparency: 'transparent' }, false],
  ['one from a stored reply without this field', { transparency: undefined as never }, true],
] as const)('%s with %j is busy: %s', (_what, fields, isBusy) => {
  expect(externalEvent(fields).isBusy).toBe(isBusy);
});
