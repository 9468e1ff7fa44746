import type { Event } from '@daymark/contract/event';
import type { EventRepeat } from '@daymark/contract/repeats/eventRepeat';
import { expandEvents } from '@daymark/contract/repeats/occurrences';
import type { Repeat } from '@daymark/contract/repeats/repeat';
import { event as anyEvent } from '@daymark/contract/test/records';
import { describe, expect, test } from 'vitest';
import type { Change } from '../mutation';
import { withTheirSeries } from './blockTasks';
import { byStart } from './eventDays';
import type { EventFields } from './eventFields';
import { seriesEdit, seriesOf, seriesRemoval, type SeriesScope } from './seriesChanges';

const RANGE = { from: '2026-11-16', to: '2026-11-30' };

const weekly = (...weekdays: number[]): Repeat => ({
  every: 'week',
  interval: 1,
  weekdays,
  from: 'schedule',
});
const repeat = (rule: Repeat, end: Partial<EventRepeat> = {}): EventRepeat => ({
  rule,
  timeZone: 'Europe/Berlin',
  until: null,
  count: null,
  ...end,
});

/** A series on Mondays and Thursdays from 9:15 to 9:30. */
const standup = (fields: Partial<Event> = {}) =>
  anyEvent(7, {
    title: 'Standup',
    start: '2026-11-16T09:15:00+01:00',
    end: '2026-11-16T09:30:00+01:00',
    repeat: repeat(weekly(1, 4)),
    ...fields,
  });

const shownOf = (events: readonly Event[]) =>
  withTheirSeries(expandEvents(events, RANGE), events)
    .filter(({ start }) => start.slice(0, 10) <= RANGE.to)
    .toSorted(byStart);

/** Returns each shown event as day, clock time and title. */
const linesOf = (events: readonly Event[]) =>
  shownOf(events).map(
    ({ start, title }) => `${start.slice(5, 10)} ${start.slice(11, 16)} ${title}`,
  );

function applied(events: readonly Event[], requests: Change['requests']): Event[] {
  const records = new Map(events.map((event) => [event.id, event]));
  for (const request of requests)
    if (request.kind === 'create') records.set(request.record.id, request.record as Event);
    else if (request.kind === 'delete') records.delete(request.id);
    else records.set(request.id, { ...records.get(request.id)!, ...request.fields });
  return [...records.values()];
}

const shownOn = (events: readonly Event[], day: string) => {
  const shown = shownOf(events).find(({ start }) => start.startsWith(day));
  if (!shown) throw new Error(`There is no event on ${day}.`);
  return shown;
};

function edited(
  events: readonly Event[],
  day: string,
  fields: Partial<EventFields>,
  scope: SeriesScope,
): Event[] {
  const event = shownOn(events, day);
  return applied(
    events,
    seriesEdit(event, fields, scope, seriesOf(event, events)!, event).requests,
  );
}

function removed(events: readonly Event[], day: string, scope: SeriesScope): Event[] {
  const event = shownOn(events, day);
  return applied(events, seriesRemoval(event, scope, seriesOf(event, events)!).requests);
}

const at = (day: string, from: string, to: string) => ({
  start: `${day}T${from}:00+01:00`,
  end: `${day}T${to}:00+01:00`,
});

test.each<[SeriesScope, string[]]>([
  ['this', ['Standup', 'Daily', 'Standup', 'Standup', 'Standup']],
  ['later', ['Standup', 'Daily', 'Daily', 'Daily', 'Daily']],
  ['all', ['Daily', 'Daily', 'Daily', 'Daily', 'Daily']],
])('a new title for %s', (scope, titles) => {
  const events = edited([standup()], '2026-11-19', { title: 'Daily' }, scope);
  expect(shownOf(events).map(({ title }) => title)).toEqual(titles);
});

test.each<[SeriesScope, string[]]>([
  ['this', ['11-16 09:15', '11-20 11:00', '11-23 09:15', '11-26 09:15', '11-30 09:15']],
  ['later', ['11-16 09:15', '11-20 11:00', '11-23 11:00', '11-27 11:00', '11-30 11:00']],
  ['all', ['11-16 11:00', '11-20 11:00', '11-23 11:00', '11-27 11:00', '11-30 11:00']],
])('a move from Thursday to Friday at 11:00 for %s moves only the Thursdays', (scope, times) => {
  const events = edited([standup()], '2026-11-19', at('2026-11-20', '11:00', '11:15'), scope);
  expect(linesOf(events).map((line) => line.slice(0, 11))).toEqual(times);
});

test.each<[SeriesScope, string[]]>([
  ['this', ['11-16', '11-23', '11-26', '11-30']],
  ['later', ['11-16']],
  ['all', []],
])('deleting %s', (scope, days) => {
  const events = removed([standup()], '2026-11-19', scope);
  expect(linesOf(events).map((line) => line.slice(0, 5))).toEqual(days);
});

test('deleting the first one and later ones deletes the whole series', () => {
  const events = edited([standup()], '2026-11-23', { title: 'Alone' }, 'this');
  expect(removed(events, '2026-11-16', 'later')).toEqual([]);
});

describe('an event that was changed alone', () => {
  const changed = edited([standup()], '2026-11-19', { title: 'Retro' }, 'this');
  const moved = edited([standup()], '2026-11-19', at('2026-11-19', '14:00', '14:15'), 'this');

  test('keeps its title and follows the series in its time', () => {
    const events = edited(changed, '2026-11-23', at('2026-11-23', '10:00', '10:15'), 'all');
    expect(linesOf(events).slice(0, 3)).toEqual([
      '11-16 10:00 Standup',
      '11-19 10:00 Retro',
      '11-23 10:00 Standup',
    ]);
  });

  test('keeps its time and follows the series in its title', () => {
    const events = edited(moved, '2026-11-23', { title: 'Daily' }, 'all');
    expect(linesOf(events).slice(0, 3)).toEqual([
      '11-16 09:15 Daily',
      '11-19 14:00 Daily',
      '11-23 09:15 Daily',
    ]);
  });

  test('stays changed when this and later ones become another series', () => {
    const events = edited(moved, '2026-11-16', { title: 'Daily' }, 'later');
    expect(linesOf(events)).toContain('11-19 14:00 Daily');
    const again = edited(events, '2026-11-19', { title: 'Huddle' }, 'later');
    expect(linesOf(again)).toEqual([
      '11-16 09:15 Daily',
      '11-19 14:00 Huddle',
      '11-23 14:00 Huddle',
      '11-26 14:00 Huddle',
      '11-30 14:00 Huddle',
    ]);
  });

  test('is an event of its own after its series no longer repeats', () => {
    const events = edited(changed, '2026-11-23', { repeat: null }, 'all');
    expect(linesOf(events)).toEqual(['11-16 09:15 Standup', '11-19 09:15 Retro']);
  });
});

test('a series that ends after a number of times keeps that number when it is divided', () => {
  const three = [standup({ repeat: repeat(weekly(1, 4), { count: 4 }) })];
  const events = edited(three, '2026-11-19', { title: 'Daily' }, 'later');
  expect(linesOf(events)).toEqual([
    '11-16 09:15 Standup',
    '11-19 09:15 Daily',
    '11-23 09:15 Daily',
    '11-26 09:15 Daily',
  ]);
});

test('a new end for this and later ones ends only the new series', () => {
  const ended = repeat(weekly(1, 4), { until: '2026-11-24' });
  const events = edited([standup()], '2026-11-19', { repeat: ended }, 'later');
  expect(linesOf(events).map((line) => line.slice(0, 5))).toEqual(['11-16', '11-19', '11-23']);
});

test('a monthly event that moves to another date repeats on that date', () => {
  const monthly: Repeat = { every: 'month', interval: 1, day: 16, from: 'schedule' };
  const [series] = edited(
    [standup({ repeat: repeat(monthly) })],
    '2026-11-16',
    at('2026-11-18', '09:15', '09:30'),
    'all',
  );
  expect(series).toMatchObject({ start: '2026-11-18T09:15:00+01:00' });
  expect(series?.repeat?.rule).toEqual({ ...monthly, day: 18 });
});

test('undoing a change of one event edits it back, so that later changes of it still arrive', () => {
  const events = [standup()];
  const event = shownOn(events, '2026-11-19');
  const change = seriesEdit(event, { title: 'Daily' }, 'this', seriesOf(event, events)!, event);
  const undone = applied(applied(events, change.requests), change.undo ?? []);
  expect(linesOf(undone)).toEqual(linesOf(events));
  expect(undone).toHaveLength(2);
});
