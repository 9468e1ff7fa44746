import { event as anyEvent } from '@daymark/contract/test/records';
import { describe, expect, test } from 'vitest';
import { monthLines } from './monthLines';
import type { CalendarEvent } from '../../shownRecords';

const WEEK = [15, 16, 17, 18, 19, 20, 21].map((date) => `2026-11-${date}`);

const event = (id: number, from: number, to: number) =>
  anyEvent(id, {
    start: new Date(2026, 10, from, 9).toISOString(),
    end: new Date(2026, 10, to, 17).toISOString(),
  });

/**
 * Returns a text for each day. A line on which a bar begins is the event's id, with "×3" if the bar spans three days.
 * Any other line is ".". "+n" counts the hidden events.
 */
const drawn = (events: readonly CalendarEvent[]) =>
  monthLines(events, WEEK, 3).map(({ lines, more }) =>
    [
      ...lines.map((line) =>
        line.days > 0 ? `${line.event?.id}${line.days > 1 ? `×${line.days}` : ''}` : '.',
      ),
      ...(more > 0 ? [`+${more}`] : []),
    ].join(' '),
  );

describe('an event of several days', () => {
  test('is one bar across its days, in the same line on each day', () => {
    expect(drawn([event(1, 16, 18), event(2, 17, 20), event(3, 20, 20), event(4, 17, 17)])).toEqual(
      ['', '1×3', '. 2×4 4', '. .', '. .', '3 .', ''],
    );
  });

  test('is a bar in each week that it is in', () => {
    expect(drawn([event(1, 12, 16)])).toEqual(['1×2', '.', '', '', '', '', '']);
    expect(drawn([event(1, 21, 24)])).toEqual(['', '', '', '', '', '', '1']);
  });

  test('is a bar only if it lasts a day or more', () => {
    const night = { ...event(1, 16, 16), end: new Date(2026, 10, 17, 6).toISOString() };
    expect(drawn([night])).toEqual(['', '1', '1', '', '', '', '']);
  });

  test('is hidden on all of its days if one day has no free line', () => {
    const crowd = [2, 3, 4].map((id) => event(id, 17, 17));
    const before = [event(5, 16, 18), event(6, 16, 18)];
    expect(drawn([...before, event(1, 16, 18), ...crowd])).toEqual([
      '',
      '1×3 5×3 +1',
      '. . +4',
      '. . +1',
      '',
      '',
      '',
    ]);
  });
});
