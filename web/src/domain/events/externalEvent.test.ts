import { expect, it } from 'vitest';
import { localInstant, timeOnDay } from '../../lib/time/dates';
import { externalEventTimes } from './externalEvent';

const at = (day: string, minutes: number) => localInstant(timeOnDay(day, minutes));
const external = {
  id: '1',
  isExternal: true as const,
  title: 'Review',
  isAllDay: false,
  isBusy: true,
  color: '#039BE5',
  calendar: 'Team',
  location: null,
  link: null,
};

it.each([
  [at('2026-11-20', 540), at('2026-11-20', 600), false, 'Fri, Nov 20 · 9:00 AM – 10:00 AM'],
  [at('2026-11-20', 1380), at('2026-11-21', 60), false, 'Nov 20, 11:00 PM – Nov 21, 1:00 AM'],
  [at('2026-11-20', 0), at('2026-11-21', 0), true, 'Fri, Nov 20'],
  // The clocks go forward on one of these days in much of the world.
  [at('2026-03-28', 0), at('2026-03-30', 0), true, 'Sat, Mar 28 – Sun, Mar 29'],
])(
  'an external event from %s to %s (all-day: %s) is shown as %s',
  (start, end, isAllDay, expected) => {
    expect(externalEventTimes({ ...external, start, end, isAllDay })).toBe(expected);
  },
);
