import { roundsOf, seedOf } from '@daymark/contract/test/longRuns';
import { NO_DETAILS } from '@daymark/contract/event';
import { expandEvents } from '@daymark/contract/repeats/occurrences';
import { dayAfter } from '@daymark/contract/repeats/repeat';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anySeries } from '../../functions/test/anySeries';
import { writtenSeries } from '../../functions/test/writtenSeries';
import { readImportFile } from '../../web/src/features/imports/readers/readImportFile';

/** Number of random series. CALENDAR_ROUND_TRIPS sets another number, and CALENDAR_ROUND_TRIPS_SEED repeats a run. */
const RUNS = roundsOf('CALENDAR_ROUND_TRIPS', 300, 10_000);

/**
 * Returns what the app shows of some events: days, times, title and place.
 *
 * @param {readonly import('@daymark/contract/event').Event[]} events
 * @param {string} first The first day of their series
 */
function shown(events, first) {
  const range = { from: dayAfter(first, -1) ?? first, to: dayAfter(first, 500) ?? first };
  return expandEvents(events, range)
    .map(({ start, end, days, title, place }) => ({
      title,
      place,
      ...(days ?? { start: new Date(start).toISOString(), end: new Date(end).toISOString() }),
    }))
    .sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : a.title < b.title ? -1 : 1));
}

test(`${RUNS} random series are the same after an export to a calendar file and an import`, async () => {
  await fc.assert(
    fc.asyncProperty(
      anySeries(fc.integer({ min: 1, max: 31 })),
      fc.constantFrom('Europe/Berlin', 'Asia/Tokyo', 'America/New_York'),
      async ({ series, exceptions }, timeZone) => {
        const text = await writtenSeries([{ series, exceptions }], timeZone);
        const { records } = readImportFile(new TextEncoder().encode(text), 'daymark.ics', {
          now: new Date('2026-11-25T10:00:00Z'),
          timeZone,
          categories: [],
        });
        const imported = records.events.map((event) => ({ ...NO_DETAILS, ...event, userId: 1 }));
        expect(imported.filter(({ repeat }) => repeat).map(({ id }) => id)).toEqual([series.id]);
        const first = series.start.slice(0, 10);
        expect(shown(imported, first)).toEqual(shown([series, ...exceptions], first));
      },
    ),
    { seed: seedOf('CALENDAR_ROUND_TRIPS_SEED'), numRuns: RUNS },
  );
}, 600_000);
