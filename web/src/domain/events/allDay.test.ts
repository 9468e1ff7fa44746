import { DEFAULT_DATES } from '@daymark/contract/time/defaultDates';
import { event as anyEvent } from '@daymark/contract/test/records';
import { describe, expect, it, test, vi } from 'vitest';
import { localDay } from '../../lib/time/dates';
import { dateSettings } from '../../lib/time/dateSettings';
import { daysResized, firstDayOf, inLocalTimes } from './allDay';
import { eventsOfDay } from './eventDays';
import { eventTimesText, timesOnDay } from './eventTimes';

const allDayEvent = (start: string, end: string) =>
  anyEvent(1, {
    // Written in Berlin.
    start: `${start}T00:00:00+01:00`,
    end: `${end}T00:00:00+01:00`,
    days: { start, end },
  });

describe('an all-day event is on the same days in every time zone', () => {
  it.each([
    'Europe/Berlin',
    'America/Los_Angeles',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    // In Santiago, the clocks skip midnight when they go forward.
    'America/Santiago',
  ])('in %s', (zone) => {
    vi.stubEnv('TZ', zone);
    for (const [before, first, last, end] of [
      // In each row, the clocks change in at least one of these zones.
      ['2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09'],
      ['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30'],
      ['2026-04-03', '2026-04-04', '2026-04-05', '2026-04-06'],
      ['2026-09-04', '2026-09-05', '2026-09-06', '2026-09-07'],
      ['2026-10-03', '2026-10-04', '2026-10-05', '2026-10-06'],
      ['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27'],
      ['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03'],
    ] as const) {
      const event = inLocalTimes(allDayEvent(first, end));
      const days = [before, first, last, end];
      expect(days.filter((day) => eventsOfDay([event], day).length > 0)).toEqual([first, last]);
      expect([first, last].map((day) => timesOnDay(event, day))).toEqual(['All day', 'All day']);
      expect([localDay(new Date(event.start)), localDay(new Date(event.end))]).toEqual([
        first,
        end,
      ]);
      expect(firstDayOf(allDayEvent(first, end))).toBe(first);
      expect(event.days).toEqual({ start: first, end });
    }
  });

  it('even after the browser moves to another zone, without a reload', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const event = allDayEvent('2026-11-20', '2026-11-21');
    expect(inLocalTimes(event).start).toBe('2026-11-20T00:00:00+01:00');
    vi.stubEnv('TZ', 'America/Los_Angeles');
    expect(inLocalTimes(event).start).toBe('2026-11-20T00:00:00-08:00');
  });

  it('even after the person chooses another zone', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const events = [allDayEvent('2026-11-20', '2026-11-21')];
    const dayOf = () =>
      ['2026-11-19', '2026-11-20', '2026-11-21'].filter(
        (day) => eventsOfDay(events.map(inLocalTimes), day).length > 0,
      );
    expect(dayOf()).toEqual(['2026-11-20']);
    for (const timeZone of ['America/Los_Angeles', 'Asia/Kolkata', null]) {
      dateSettings.set({ ...DEFAULT_DATES, timeZone });
      expect(dayOf()).toEqual(['2026-11-20']);
    }
  });
});

test('a time block is never all-day', () => {
  const block = { ...allDayEvent('2026-11-20', '2026-11-22'), taskId: 7 };
  expect(inLocalTimes(block)).toEqual({ ...block, days: null });
});

test('a resized all-day event has at least one day', () => {
  const days = { start: '2026-11-20', end: '2026-11-23' };
  expect(daysResized(days, 'end', '2026-11-25')).toEqual({
    start: '2026-11-20',
    end: '2026-11-26',
  });
  expect(daysResized(days, 'end', '2026-11-01')).toEqual({
    start: '2026-11-20',
    end: '2026-11-21',
  });
  expect(daysResized(days, 'start', '2026-11-18')).toEqual({
    start: '2026-11-18',
    end: '2026-11-23',
  });
  expect(daysResized(days, 'start', '2026-11-30')).toEqual({
    start: '2026-11-22',
    end: '2026-11-23',
  });
});

test('the text about an all-day event has no times', () => {
  expect(eventTimesText(allDayEvent('2026-11-20', '2026-11-21'))).toBe('Nov 20, all day');
  expect(eventTimesText(allDayEvent('2026-12-31', '2027-01-02'))).toBe('Dec 31 – Jan 1, all day');
});
