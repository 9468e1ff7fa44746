import {
  nextDailyReminder,
  timerEndMs,
  type DailyReminder,
  type DailySettings,
} from '@daymark/contract/reminders/dailyReminders';
import { dayAfter } from '@daymark/contract/repeats/repeat';
import { DEFAULT_SETTINGS, type Settings } from '@daymark/contract/settings';
import { personsDayAt } from '@daymark/contract/time/personsDay';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@daymark/contract/time/units';
import { clockOfDay, namedZone } from '@daymark/contract/time/zone';
import { roundsOf, seedOf } from '@daymark/contract/test/longRuns';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

type Hours = DailySettings['workingHours'][number];

const OFFICE: Hours = { start: '09:00', end: '17:00' };

const everyDay = (hours: Hours): Hours[] => Array.from({ length: 7 }, () => hours);

/** Settings with all of the day's reminders. */
const settings = (fields: Partial<DailySettings> = {}): DailySettings => ({
  ...DEFAULT_SETTINGS,
  remindsToPlan: true,
  remindsToReflect: true,
  ...fields,
});

const berlin = namedZone('Europe/Berlin');

const utc = (ms: number) => new Date(ms).toISOString().replace(':00.000Z', 'Z');

function remindersOf(
  of: DailySettings,
  from: string,
  most: number,
  zone = berlin,
): DailyReminder[] {
  const found: DailyReminder[] = [];
  let after = Date.parse(from);
  while (found.length < most) {
    const next = nextDailyReminder(of, zone, after);
    if (!next) break;
    found.push(next);
    after = next.at;
  }
  return found;
}

const linesOf = (...given: Parameters<typeof remindersOf>) =>
  remindersOf(...given).map(({ part, day, at }) => `${day} ${part} ${utc(at)}`);

describe('the reminders of a day', () => {
  test('come when the working hours begin and end', () => {
    expect(linesOf(settings(), '2026-11-20T00:00:00Z', 3)).toEqual([
      '2026-11-20 morning 2026-11-20T08:00Z',
      '2026-11-20 evening 2026-11-20T16:00Z',
      '2026-11-21 morning 2026-11-21T08:00Z',
    ]);
  });

  test('of the morning are of use until the working hours end', () => {
    const [morning] = remindersOf(settings(), '2026-11-20T00:00:00Z', 1);
    expect(utc(morning!.expiresMs)).toBe('2026-11-20T16:00Z');
  });

  test('of the evening are of use until the day ends', () => {
    const late = settings({ dayEndMinutes: 240, remindsOfDeadlines: false, remindsToPlan: false });
    const [evening] = remindersOf(late, '2026-11-20T00:00:00Z', 1);
    expect(utc(evening!.expiresMs)).toBe('2026-11-21T03:00Z');
  });

  test('don’t come on weekdays without working hours', () => {
    const workingHours = [OFFICE, OFFICE, OFFICE, OFFICE, OFFICE, null, null];
    expect(linesOf(settings({ workingHours }), '2026-11-20T09:00:00Z', 2)).toEqual([
      '2026-11-20 evening 2026-11-20T16:00Z',
      '2026-11-23 morning 2026-11-23T08:00Z',
    ]);
  });

  test('come a week later if a person works on one weekday', () => {
    const workingHours = [null, null, null, null, OFFICE, null, null];
    const weekly = settings({ workingHours, remindsToReflect: false });
    expect(linesOf(weekly, '2026-11-20T08:00:00Z', 2)).toEqual([
      '2026-11-27 morning 2026-11-27T08:00Z',
      '2026-12-04 morning 2026-12-04T08:00Z',
    ]);
  });

  test('don’t depend on the lunch break', () => {
    const workingHours = everyDay({ ...OFFICE, break: { start: '12:00', end: '13:00' } });
    const from = '2026-11-20T00:00:00Z';
    expect(linesOf(settings({ workingHours }), from, 4)).toEqual(linesOf(settings(), from, 4));
  });

  test.each([
    ['deadlines', { remindsOfDeadlines: true, remindsToPlan: false, remindsToReflect: false }],
    ['planning', { remindsOfDeadlines: false, remindsToPlan: true, remindsToReflect: false }],
  ])('come in the morning alone if only %s are chosen', (_, chosen) => {
    expect(linesOf(settings(chosen), '2026-11-20T00:00:00Z', 2)).toEqual([
      '2026-11-20 morning 2026-11-20T08:00Z',
      '2026-11-21 morning 2026-11-21T08:00Z',
    ]);
  });

  test('don’t come if none is chosen', () => {
    const none = { remindsOfDeadlines: false, remindsToPlan: false, remindsToReflect: false };
    expect(linesOf(settings(none), '2026-11-20T00:00:00Z', 1)).toEqual([]);
  });

  test('don’t come if no weekday has working hours', () => {
    const workingHours = everyDay(null);
    expect(linesOf(settings({ workingHours }), '2026-11-20T00:00:00Z', 1)).toEqual([]);
  });

  test('keep their clock times when the clocks change', () => {
    const mornings = settings({ remindsToReflect: false });
    expect(linesOf(mornings, '2026-03-28T00:00:00Z', 2)).toEqual([
      '2026-03-28 morning 2026-03-28T08:00Z',
      '2026-03-29 morning 2026-03-29T07:00Z',
    ]);
    expect(linesOf(mornings, '2026-10-24T00:00:00Z', 2)).toEqual([
      '2026-10-24 morning 2026-10-24T07:00Z',
      '2026-10-25 morning 2026-10-25T08:00Z',
    ]);
  });

  test('come in order when the clocks skip the end of the working hours', () => {
    const workingHours = everyDay({ start: '01:30', end: '02:15' });
    expect(linesOf(settings({ workingHours }), '2026-03-29T00:00:00Z', 2)).toEqual([
      '2026-03-29 morning 2026-03-29T00:30Z',
      '2026-03-29 evening 2026-03-29T01:15Z',
    ]);
  });

  test('come both when the clocks skip the start of the working hours alone', () => {
    const workingHours = everyDay({ start: '02:30', end: '03:00' });
    expect(linesOf(settings({ workingHours }), '2026-03-29T00:00:00Z', 2)).toEqual([
      '2026-03-29 morning 2026-03-29T01:30Z',
      '2026-03-29 evening 2026-03-29T01:31Z',
    ]);
  });

  test('follow the clocks of the place to which the person travels', () => {
    const from = '2026-11-20T12:00:00Z';
    const auckland = namedZone('Pacific/Auckland');
    expect(linesOf(settings(), from, 1, auckland)).toEqual([
      '2026-11-21 morning 2026-11-20T20:00Z',
    ]);
    expect(linesOf(settings(), from, 1, namedZone('America/New_York'))).toEqual([
      '2026-11-20 morning 2026-11-20T14:00Z',
    ]);
  });
});

describe('working hours around midnight', () => {
  const night = settings({ workingHours: everyDay({ start: '16:00', end: '24:00' }) });

  test('that end at 24:00 remind a minute before, while it is still that day', () => {
    expect(linesOf(night, '2026-11-20T20:00:00Z', 1)).toEqual([
      '2026-11-20 evening 2026-11-20T22:59Z',
    ]);
  });

  test('that end at 24:00 leave time to send the evening’s reminder', () => {
    const [evening] = remindersOf(night, '2026-11-20T20:00:00Z', 1);
    expect(evening!.expiresMs - evening!.at).toBeGreaterThanOrEqual(HOUR_MS);
  });

  test('that last from midnight to midnight remind twice a day', () => {
    const always = settings({ workingHours: everyDay({ start: '00:00', end: '24:00' }) });
    expect(linesOf(always, '2026-11-20T12:00:00Z', 3)).toEqual([
      '2026-11-20 evening 2026-11-20T22:59Z',
      '2026-11-21 morning 2026-11-20T23:00Z',
      '2026-11-21 evening 2026-11-21T22:59Z',
    ]);
  });

  test('that begin before the day remind when the day begins', () => {
    const workingHours = everyDay({ start: '03:00', end: '12:00' });
    const early = settings({ workingHours, dayEndMinutes: 240 });
    expect(linesOf(early, '2026-11-20T00:00:00Z', 2)).toEqual([
      '2026-11-20 morning 2026-11-20T03:00Z',
      '2026-11-20 evening 2026-11-20T11:00Z',
    ]);
  });
});

describe('whatever the working hours', () => {
  const options = { numRuns: roundsOf('DAILY_ROUNDS', 300, 5000), seed: seedOf('DAILY_SEED') };
  const clock = (quarters: number) =>
    `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`;
  const hours = fc
    .tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 96 }))
    .filter(([start, end]) => start < end)
    .map(([start, end]) => ({ start: clock(start), end: clock(end) }));
  const anySettings = fc.record({
    workingHours: fc.array(fc.option(hours), { minLength: 7, maxLength: 7 }),
    dayEndMinutes: fc.constantFrom(0, 0, 30, 120, 180, 240),
    remindsOfDeadlines: fc.boolean(),
    remindsToPlan: fc.boolean(),
    remindsToReflect: fc.boolean(),
  });
  const zones = fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'America/Santiago',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
    'UTC',
  );
  const minute = fc.integer({ min: 0, max: 2 * 365 * 24 * 60 });

  test('each day’s start and end remind once, in order', () => {
    fc.assert(
      fc.property(anySettings, zones, minute, (of, name, minutes) => {
        const zone = namedZone(name);
        const from = Date.parse('2026-01-01T00:00:00Z') + minutes * MINUTE_MS;
        const until = from + 10 * DAY_MS;
        const expected: string[] = [];
        for (let ahead = -3; ahead <= 14; ahead++) {
          const day = dayAfter(zone.dayAt(from), ahead) ?? '';
          const found = of.workingHours[(new Date(day).getUTCDay() + 6) % 7];
          if (!found) continue;
          const momentOf = (time: string) =>
            zone.momentOf(
              clockOfDay(day) + Date.parse(`1970-01-01T${time === '24:00' ? '23:59' : time}Z`),
            );
          const add = (part: string, at: number) => {
            if (at > from && at < until) expected.push(`${part} ${utc(at)}`);
          };
          const begin = zone.momentOf(clockOfDay(day, of.dayEndMinutes));
          const [start, end] = [Math.max(momentOf(found.start), begin), momentOf(found.end)];
          if (of.remindsOfDeadlines || of.remindsToPlan) add('morning', start);
          if (of.remindsToReflect) add('evening', Math.max(end, start + MINUTE_MS));
        }
        const found: string[] = [];
        for (let after = from; ;) {
          const next = nextDailyReminder(of, zone, after);
          if (!next || next.at >= until) break;
          expect(next.at).toBeGreaterThan(after);
          expect(next.expiresMs).toBeGreaterThanOrEqual(next.at + HOUR_MS);
          expect(next.day).toBe(personsDayAt(zone, next.at, of.dayEndMinutes));
          found.push(`${next.part} ${utc(next.at)}`);
          after = next.at;
        }
        expect(found).toEqual(expected);
      }),
      options,
    );
  });
});

describe('the end of a timer', () => {
  const AT = Date.parse('2026-11-20T09:00:00Z');
  const timer = (run: Partial<NonNullable<NonNullable<Settings['timer']>['run']>> | null) => ({
    timer: {
      mode: 'focus' as const,
      sessions: 0,
      taskId: null,
      note: null,
      last: null,
      changedAt: AT,
      device: 0,
      run: run && {
        id: 1,
        startedAt: AT,
        plannedMs: 25 * MINUTE_MS,
        leftMs: 25 * MINUTE_MS,
        at: AT,
        isRunning: true,
        ...run,
      },
    },
  });

  test('is when the time that was left has passed', () => {
    expect(timerEndMs(timer({}))).toBe(AT + 25 * MINUTE_MS);
    const resumed = timer({ at: AT + HOUR_MS, leftMs: 10 * MINUTE_MS });
    expect(timerEndMs(resumed)).toBe(AT + HOUR_MS + 10 * MINUTE_MS);
  });

  test.each([
    ['that was never used', {}],
    ['without a run', timer(null)],
    ['that is paused', timer({ isRunning: false })],
    ['that counts up', timer({ plannedMs: DAY_MS, leftMs: DAY_MS })],
  ])('is unknown for a timer %s', (_, of) => {
    expect(timerEndMs(of)).toBeUndefined();
  });
});
