import { DEFAULT_EVENT_COLOR, type Event } from '@daymark/contract/event';
import { expandEvents } from '@daymark/contract/repeats/occurrences';
import { event as anyEvent } from '@daymark/contract/test/records';
import { HOUR_MS, MINUTE_MS } from '@daymark/contract/time/units';
import { withTheirSeries } from '../../src/domain/events/blockTasks';
import {
  seriesEdit,
  seriesOf,
  seriesRemoval,
  type SeriesScope,
} from '../../src/domain/events/seriesChanges';
import type { EventFields } from '../../src/domain/events/eventFields';
import type { ShownEvent } from '../../src/domain/shownRecords';
import { playOnDevices, USER, type Play, type Tab, type Devices } from './playOnDevices';

const SERIES = 1;
const RANGE = { from: '2026-11-16', to: '2026-12-06' };
const SCOPES: readonly SeriesScope[] = ['this', 'this', 'this', 'later', 'all'];

/**
 * Lets two devices rename, move, shorten and delete events of one series, one, later or all of them. The devices are
 * online and offline, on connections that lose and double requests.
 *
 * Returns the violations, as sentences. The list is empty if in the end both devices show the server's events, and each
 * title is in an event or in a conflict. A title may be missing if a person who saw it replaced or deleted it.
 */
export const simulateEventSeries = (
  seed: number,
  options: { steps?: number; log?: (line: string) => void } = {},
): Promise<string[]> => playOnDevices(seed, options, playEventSeries);

function playEventSeries({ world, tabs, events, storedEvents, conflicts, note }: Devices): Play {
  const written = new Set<string>();
  /** Titles that a person who saw them replaced or deleted. */
  const replaced = new Set<string>();
  let titles = 0;
  let deletes = 0;
  /** A title may hold two versions, as in “Title 1 / Title 2”. */
  const giveUp = (title: string) => title.split(' / ').forEach((one) => replaced.add(one));
  const seenBy = (tab: Tab) => withTheirSeries(expandEvents(events(tab), RANGE), events(tab));

  function onEvent(act: (tab: Tab, event: ShownEvent, scope: SeriesScope) => void) {
    return () => {
      const tab = world.pick(tabs);
      const found = seenBy(tab).filter(({ series }) => series);
      if (found.length > 0) act(tab, world.pick(found), world.pick(SCOPES));
    };
  }
  function edit(tab: Tab, event: ShownEvent, scope: SeriesScope, fields: Partial<EventFields>) {
    const stored = seriesOf(event, events(tab));
    if (!stored) return;
    note(`${tab.device.name}: ${JSON.stringify(fields)} ${scope} ${event.seriesDay ?? ''}`);
    if (fields.title !== undefined) {
      giveUp(event.title);
      // Exceptions with the series' title follow the series.
      if (scope !== 'this') giveUp(stored.series.title);
      written.add(fields.title);
    }
    tab.sync.mutate(...seriesEdit(event, fields, scope, stored, event).requests);
  }
  const people = [
    onEvent((tab, event, scope) => edit(tab, event, scope, { title: `Title ${++titles}` })),
    onEvent((tab, event, scope) => edit(tab, event, scope, { title: `Title ${++titles}` })),
    onEvent((tab, event, scope) => edit(tab, event, scope, movedBy(event, 45 * MINUTE_MS))),
    onEvent((tab, event, scope) => edit(tab, event, scope, movedBy(event, 24 * HOUR_MS))),
    onEvent((tab, event, scope) => edit(tab, event, scope, { color: DEFAULT_EVENT_COLOR })),
    onEvent((tab, event) => {
      const repeat = event.series?.repeat;
      if (repeat) edit(tab, event, 'later', { repeat: { ...repeat, count: 6, until: null } });
    }),
    onEvent((tab, event, scope) => {
      const stored = seriesOf(event, events(tab));
      if (!stored || (scope !== 'this' && ++deletes > 2)) return;
      note(`${tab.device.name}: deletes ${scope} ${event.seriesDay ?? ''}`);
      const gone = scope === 'this' ? [event] : [stored.series, ...stored.exceptions];
      for (const { title } of gone) giveUp(title);
      tab.sync.mutate(...seriesRemoval(event, scope, stored).requests);
    }),
  ];
  return {
    begin: [{ kind: 'create', collection: 'events', record: standup }],
    people,
    // The person was told, and gave the text up.
    onGivenUp: (found) => found.forEach(giveUp),
    comparable: () => '',
    check() {
      const kept = JSON.stringify([storedEvents(), conflicts()]);
      return [...written]
        .filter((title) => !replaced.has(title) && !new RegExp(`${title}\\b`).test(kept))
        .map((title) => `“${title}” is lost.`);
    },
  };
}

function movedBy({ start, end }: Event, ms: number): Pick<Event, 'start' | 'end'> {
  const moved = (instant: string) => new Date(Date.parse(instant) + ms).toISOString();
  return { start: moved(start), end: moved(end) };
}

const standup = anyEvent(SERIES, {
  title: 'Standup',
  start: '2026-11-16T09:15:00.000Z',
  end: '2026-11-16T09:30:00.000Z',
  userId: USER,
  repeat: {
    rule: { every: 'week', interval: 1, weekdays: [1, 2, 3, 4, 5], from: 'schedule' },
    timeZone: 'America/Los_Angeles',
    until: null,
    count: null,
  },
});
