import type { Event } from '@daymark/contract/event';
import { nextEventReminder, type EventReminder } from '@daymark/contract/reminders/eventReminders';
import { REMINDER_MINUTES } from '@daymark/contract/reminders/reminderSettings';
import type { EventRepeat } from '@daymark/contract/repeats/eventRepeat';
import { expandEvents, occurrenceId } from '@daymark/contract/repeats/occurrences';
import { dayAfter } from '@daymark/contract/repeats/repeat';
import { DAY_MS, MINUTE_MS } from '@daymark/contract/time/units';
import { roundsOf, seedOf } from '@daymark/contract/test/longRuns';
import { event as anyEvent } from '@daymark/contract/test/records';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anySeries } from '../anySeries';

const meeting = (fields: Partial<Event> = {}) =>
  anyEvent(7, { start: '2026-11-20T09:00:00+01:00', end: '2026-11-20T10:00:00+01:00', ...fields });

const repeats = (weekdays: number[], fields: Partial<EventRepeat> = {}): EventRepeat => ({
  rule: { every: 'week', interval: 1, weekdays, from: 'schedule' },
  timeZone: 'Europe/Berlin',
  until: null,
  count: null,
  ...fields,
});

/** A series at 9:15 in Berlin. The first day is a Wednesday, five days before the clocks go forward. */
const standup = (fields: Partial<Event> = {}) =>
  anyEvent(7, {
    start: '2026-03-25T09:15:00+01:00',
    end: '2026-03-25T09:30:00+01:00',
    repeat: repeats([1, 2, 3, 4, 5]),
    ...fields,
  });

const utc = (ms: number) => new Date(ms).toISOString().replace(':00.000Z', 'Z');

/** Returns the first reminders of an event after a moment, at most `most`. */
function remindersOf(
  event: Event,
  from: string,
  minutes: (typeof REMINDER_MINUTES)[number] = 0,
  most = 10,
): EventReminder[] {
  const found: EventReminder[] = [];
  let after = Date.parse(from);
  while (found.length < most) {
    const next = nextEventReminder(event, minutes, after);
    if (!next) break;
    found.push(next);
    after = next.at;
  }
  return found;
}

const momentsOf = (...given: Parameters<typeof remindersOf>) =>
  remindersOf(...given).map(({ at }) => utc(at));

describe('an event that doesn’t repeat', () => {
  test('reminds at its start', () => {
    expect(remindersOf(meeting(), '2026-01-01T00:00:00Z')).toEqual([
      {
        at: Date.parse('2026-11-20T08:00:00Z'),
        eventId: 7,
        seriesDay: null,
        startMs: Date.parse('2026-11-20T08:00:00Z'),
        expiresMs: Date.parse('2026-11-20T09:00:00Z'),
      },
    ]);
  });

  test('reminds as many minutes before as the settings say', () => {
    expect(momentsOf(meeting(), '2026-01-01T00:00:00Z', 30)).toEqual(['2026-11-20T07:30Z']);
  });

  test('reminds as it says itself, whatever the settings say', () => {
    const event = meeting({ reminder: 5 });
    expect(momentsOf(event, '2026-01-01T00:00:00Z', 30)).toEqual(['2026-11-20T07:55Z']);
    expect(momentsOf(meeting({ reminder: 0 }), '2026-01-01T00:00:00Z', 30)).toEqual([
      '2026-11-20T08:00Z',
    ]);
  });

  test('reminds on the day before if the minutes before it cross midnight', () => {
    const event = meeting({ start: '2026-11-20T00:10:00+01:00' });
    expect(momentsOf(event, '2026-01-01T00:00:00Z', 15)).toEqual(['2026-11-19T22:55Z']);
  });

  test('doesn’t remind at or after its moment', () => {
    expect(momentsOf(meeting(), '2026-11-20T08:00:00Z')).toEqual([]);
    expect(momentsOf(meeting(), '2026-11-20T07:59:59Z')).toEqual(['2026-11-20T08:00Z']);
  });

  test.each([
    ['is switched off', { reminder: 'none' as const }],
    ['is canceled', { canceled: true }],
    ['lasts all day', { days: { start: '2026-11-20', end: '2026-11-21' } }],
  ])('doesn’t remind if it %s', (_, fields) => {
    expect(momentsOf(meeting(fields), '2026-01-01T00:00:00Z')).toEqual([]);
    const snoozed = { ...fields, snoozedUntil: '2026-11-20T08:10:00Z' };
    expect(momentsOf(meeting(snoozed), '2026-01-01T00:00:00Z')).toEqual([]);
  });

  test('reminds as a block although it has days', () => {
    const block = meeting({ taskId: 3, days: { start: '2026-11-20', end: '2026-11-21' } });
    expect(momentsOf(block, '2026-01-01T00:00:00Z')).toEqual(['2026-11-20T08:00Z']);
  });

  test.each([
    ['its end', '2026-11-20T09:20:00+01:00', '2026-11-20T08:20Z'],
    ['an hour after its start', '2026-11-20T18:00:00+01:00', '2026-11-20T09:00Z'],
    ['five minutes after its start if it has no length', '2026-11-20T09:00:00+01:00', '08:05Z'],
    ['five minutes after its start if it ends before', '2026-11-20T07:00:00+01:00', '08:05Z'],
  ])('is of use until %s', (_, end, expires) => {
    const [only] = remindersOf(meeting({ end }), '2026-01-01T00:00:00Z');
    expect(utc(only!.expiresMs)).toContain(expires);
  });
});

describe('a snoozed event', () => {
  const snoozed = (fields: Partial<Event> = {}) =>
    meeting({ snoozedUntil: '2026-11-20T08:10:00Z', ...fields });

  test('reminds once more', () => {
    expect(momentsOf(snoozed(), '2026-01-01T00:00:00Z')).toEqual([
      '2026-11-20T08:00Z',
      '2026-11-20T08:10Z',
    ]);
  });

  test('reminds at the snoozed moment if the event is over by then', () => {
    const event = snoozed({ end: '2026-11-20T09:05:00+01:00' });
    const [repeat] = remindersOf(event, '2026-11-20T08:00:00Z');
    expect(repeat).toMatchObject({ eventId: 7, startMs: Date.parse('2026-11-20T08:00:00Z') });
    expect(utc(repeat!.expiresMs)).toBe('2026-11-20T08:15Z');
  });

  test('reminds at its new start alone after it was moved to a later hour', () => {
    const later = snoozed({ start: '2026-11-20T09:00:00Z', end: '2026-11-20T10:00:00Z' });
    expect(momentsOf(later, '2026-01-01T00:00:00Z')).toEqual(['2026-11-20T09:00Z']);
  });

  test('reminds at its new start alone after it was moved to an earlier day', () => {
    const earlier = snoozed({ start: '2026-11-18T09:00:00Z', end: '2026-11-18T10:00:00Z' });
    expect(momentsOf(earlier, '2026-01-01T00:00:00Z')).toEqual(['2026-11-18T09:00Z']);
  });

  test('reminds once if it is snoozed until its start', () => {
    const event = snoozed({ snoozedUntil: '2026-11-20T08:00:00Z' });
    expect(momentsOf(event, '2026-01-01T00:00:00Z', 10)).toEqual([
      '2026-11-20T07:50Z',
      '2026-11-20T08:00Z',
    ]);
  });
});

describe('a series', () => {
  test('reminds of each occurrence at its clock time, also when the clocks go forward', () => {
    expect(momentsOf(standup(), '2026-03-25T00:00:00Z', 0, 5)).toEqual([
      '2026-03-25T08:15Z',
      '2026-03-26T08:15Z',
      '2026-03-27T08:15Z',
      '2026-03-30T07:15Z',
      '2026-03-31T07:15Z',
    ]);
  });

  test('reminds of each occurrence at its clock time, also when the clocks go back', () => {
    expect(momentsOf(standup(), '2026-10-23T00:00:00Z', 10, 2)).toEqual([
      '2026-10-23T07:05Z',
      '2026-10-26T08:05Z',
    ]);
  });

  test('reminds once of an occurrence in the hour that the clocks skip', () => {
    const nights = standup({
      start: '2026-03-28T02:30:00+01:00',
      end: '2026-03-28T02:45:00+01:00',
      repeat: repeats([6, 7]),
    });
    expect(momentsOf(nights, '2026-03-28T00:00:00Z', 0, 3)).toEqual([
      '2026-03-28T01:30Z',
      '2026-03-29T01:30Z',
      '2026-04-04T00:30Z',
    ]);
  });

  test('reminds once of an occurrence in the hour that comes twice', () => {
    const nights = standup({
      start: '2026-10-24T02:30:00+02:00',
      end: '2026-10-24T02:45:00+02:00',
      repeat: repeats([6, 7]),
    });
    expect(momentsOf(nights, '2026-10-24T00:00:00Z', 0, 3)).toEqual([
      '2026-10-24T00:30Z',
      '2026-10-25T00:30Z',
      '2026-10-31T01:30Z',
    ]);
  });

  test('names its occurrences by their days in the zone of the series', () => {
    const evenings = standup({
      start: '2026-03-25T18:00:00-04:00',
      end: '2026-03-25T19:00:00-04:00',
      repeat: repeats([3, 4], { timeZone: 'Pacific/Auckland' }),
    });
    // In Auckland the first evening is a Thursday morning.
    expect(remindersOf(evenings, '2026-03-01T00:00:00Z', 60, 2)).toMatchObject([
      { at: Date.parse('2026-03-25T21:00:00Z'), seriesDay: '2026-03-26' },
      { at: Date.parse('2026-03-31T21:00:00Z'), seriesDay: '2026-04-01' },
    ]);
  });

  test('has the ids of its occurrences', () => {
    const [first] = remindersOf(standup(), '2026-04-01T12:00:00Z', 0, 1);
    expect(first).toMatchObject({
      eventId: occurrenceId(7, '2026-04-02'),
      seriesDay: '2026-04-02',
      startMs: Date.parse('2026-04-02T07:15:00Z'),
    });
  });

  test('reminds on the day before it begins if the minutes before it cross midnight', () => {
    const nights = standup({
      start: '2026-03-25T00:15:00+01:00',
      end: '2026-03-25T00:30:00+01:00',
      repeat: repeats([3]),
    });
    expect(momentsOf(nights, '2026-03-24T00:00:00Z', 30, 2)).toEqual([
      '2026-03-24T22:45Z',
      '2026-03-31T21:45Z',
    ]);
  });

  test('reminds of its own day although the rule doesn’t name it', () => {
    const mondays = standup({ repeat: repeats([1]) });
    expect(momentsOf(mondays, '2026-03-01T00:00:00Z', 0, 2)).toEqual([
      '2026-03-25T08:15Z',
      '2026-03-30T07:15Z',
    ]);
  });

  test('ends with its last day', () => {
    const short = standup({ repeat: repeats([1, 2, 3, 4, 5], { until: '2026-03-27' }) });
    expect(momentsOf(short, '2026-03-26T12:00:00Z')).toEqual(['2026-03-27T08:15Z']);
    expect(momentsOf(short, '2026-03-27T08:15:00Z')).toEqual([]);
  });

  test('ends after its number of times', () => {
    const thrice = standup({ repeat: repeats([1, 2, 3, 4, 5], { count: 3 }) });
    expect(momentsOf(thrice, '2026-03-01T00:00:00Z')).toHaveLength(3);
    expect(momentsOf(thrice, '2026-03-26T12:00:00Z')).toEqual(['2026-03-27T08:15Z']);
    expect(momentsOf(thrice, '2026-05-01T00:00:00Z')).toEqual([]);
  });

  test('doesn’t remind if it lasts all day', () => {
    const days = { start: '2026-03-25', end: '2026-03-26' };
    expect(momentsOf(standup({ days }), '2026-03-01T00:00:00Z')).toEqual([]);
  });

  test('reminds once more of the occurrence that was snoozed', () => {
    const snoozed = standup({ snoozedUntil: '2026-03-26T08:25:00Z' });
    expect(remindersOf(snoozed, '2026-03-26T00:00:00Z', 0, 3)).toMatchObject([
      { at: Date.parse('2026-03-26T08:15:00Z'), seriesDay: '2026-03-26' },
      { at: Date.parse('2026-03-26T08:25:00Z'), seriesDay: '2026-03-26' },
      { at: Date.parse('2026-03-27T08:15:00Z'), seriesDay: '2026-03-27' },
    ]);
  });

  test('reminds once more after its last occurrence was snoozed', () => {
    const snoozed = standup({
      repeat: repeats([1, 2, 3, 4, 5], { until: '2026-03-27' }),
      snoozedUntil: '2026-03-27T08:25:00Z',
    });
    expect(momentsOf(snoozed, '2026-03-27T08:15:00Z')).toEqual(['2026-03-27T08:25Z']);
    expect(momentsOf(snoozed, '2026-03-27T08:25:00Z')).toEqual([]);
  });

  test('doesn’t repeat a snooze for a later occurrence', () => {
    const snoozed = standup({ snoozedUntil: '2026-03-26T08:25:00Z' });
    expect(momentsOf(snoozed, '2026-03-27T00:00:00Z', 0, 1)).toEqual(['2026-03-27T08:15Z']);
  });
});

describe('whatever the series', () => {
  const options = {
    numRuns: roundsOf('REMINDER_ROUNDS', 400, 5000),
    seed: seedOf('REMINDER_SEED'),
  };
  /** Days of a series after which the reminders are compared with the list of its occurrences. */
  const COMPARED_DAYS = 400;
  const series = fc.record({
    series: anySeries(fc.integer({ min: 1, max: 31 })).map((made) => made.series),
    minutes: fc.constantFrom(...REMINDER_MINUTES),
    daysAhead: fc.integer({ min: -3, max: 300 }),
    minuteOfDay: fc.nat({ max: 1439 }),
  });

  test('each occurrence after a moment reminds once, in order', () => {
    fc.assert(
      fc.property(series, ({ series: one, minutes, daysAhead, minuteOfDay }) => {
        const firstMs = Date.parse(one.start);
        const fromMs = firstMs + daysAhead * DAY_MS + minuteOfDay * MINUTE_MS;
        const day = new Date(fromMs).toISOString().slice(0, 10);
        const range = { from: dayAfter(day, -3) ?? '', to: dayAfter(day, COMPARED_DAYS) ?? '' };
        const untilMs = fromMs + (COMPARED_DAYS - 3) * DAY_MS;
        const expected = expandEvents([one], range)
          .map(({ id, start, days }) => ({ id, days, at: Date.parse(start) - minutes * MINUTE_MS }))
          .filter(({ at, days }) => at > fromMs && at < untilMs && days === null)
          .map(({ id, at }) => ({ id, at }));
        const found: { id: number; at: number }[] = [];
        for (let after = fromMs; ;) {
          const next = nextEventReminder(one, minutes, after);
          if (!next || next.at >= untilMs) break;
          expect(next.at).toBeGreaterThan(after);
          expect(next.expiresMs).toBeGreaterThan(next.at);
          found.push({ id: next.eventId, at: next.at });
          after = next.at;
        }
        expect(found).toEqual(expected);
      }),
      options,
    );
  });

  test('the same reminder is next until its moment', () => {
    fc.assert(
      fc.property(series, ({ series: one, minutes, daysAhead, minuteOfDay }) => {
        const after = Date.parse(one.start) + daysAhead * DAY_MS + minuteOfDay * MINUTE_MS;
        const next = nextEventReminder(one, minutes, after);
        if (!next) return;
        const between = after + Math.floor((next.at - 1 - after) / 2);
        expect(nextEventReminder(one, minutes, between)).toEqual(next);
        expect(nextEventReminder(one, minutes, next.at - 1)).toEqual(next);
      }),
      options,
    );
  });

  test('a snooze adds one reminder and changes no other', () => {
    fc.assert(
      fc.property(
        series,
        fc.integer({ min: 1, max: 20 }),
        ({ series: one, minutes, daysAhead }, tens) => {
          const from = new Date(Date.parse(one.start) + daysAhead * DAY_MS).toISOString();
          const [first, ...others] = remindersOf(one, from, minutes, 5);
          if (!first) return;
          const at = first.at + tens * 10 * MINUTE_MS;
          const snoozed = { ...one, snoozedUntil: new Date(at).toISOString() };
          const repeat = { ...first, at, expiresMs: expect.any(Number) as number };
          const most = others.length + 2;
          expect(remindersOf(snoozed, from, minutes, most)).toEqual(
            [first, repeat, ...others].slice(0, most),
          );
        },
      ),
      options,
    );
  });
});
