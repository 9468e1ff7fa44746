import type { GoogleEvent } from '@daymark/contract/googleCalendar';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { firebasePorts } from '../src/firebasePorts';
import { tokensIn } from '../src/googleCalendar/access';
import { roundsOf, seedOf } from '@daymark/contract/test/longRuns';
import { ask, connectedPerson, post, type Connecting } from './googleAccount';

const SEED = seedOf('SYNC_SEED');
/** Number of changes, and number of changes between two comparisons of the copy with Google. */
const [CHANGES, ROUND] = [roundsOf('SYNC_CHANGES', 30, 300), 10];

const DAY = 24 * 60 * 60_000;
const TODAY = Math.floor(Date.now() / DAY) * DAY;
/** A range well inside the window of a new copy. */
const RANGE = { from: TODAY - 30 * DAY, to: TODAY + 60 * DAY };

const instant = (ms: number) => new Date(ms).toISOString();
const date = (ms: number) => instant(ms).slice(0, 10);

/** One change, with its kind, a number that picks the event, and the time. */
const change = fc.record({
  what: fc.oneof(
    { weight: 6, arbitrary: fc.constant('create' as const) },
    { weight: 5, arbitrary: fc.constant('createRecurring' as const) },
    { weight: 6, arbitrary: fc.constant('move' as const) },
    { weight: 5, arbitrary: fc.constant('moveInstance' as const) },
    { weight: 5, arbitrary: fc.constant('cancelInstance' as const) },
    { weight: 4, arbitrary: fc.constant('changeRule' as const) },
    { weight: 4, arbitrary: fc.constant('delete' as const) },
    { weight: 1, arbitrary: fc.constant('createCalendar' as const) },
    { weight: 1, arbitrary: fc.constant('deleteCalendar' as const) },
    { weight: 1, arbitrary: fc.constant('expireTokens' as const) },
  ),
  which: fc.nat(),
  // Some days are far outside of the copy.
  day: fc.integer({ min: -120, max: 200 }),
  hour: fc.integer({ min: 0, max: 23 }),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const RULES = [
  'RRULE:FREQ=DAILY;COUNT=8',
  'RRULE:FREQ=WEEKLY;COUNT=10',
  'RRULE:FREQ=DAILY;INTERVAL=3',
  'RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR',
];

test(`after ${CHANGES} random changes at Google the incremental copy equals a full read`, async () => {
  console.log(`SYNC_SEED=${SEED} SYNC_CHANGES=${CHANGES}`);
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: CHANGES, maxLength: CHANGES }),
      async (changes) => {
        const who = await connectedPerson();
        const model = new Model(who);
        // Make the pages small, so that a sync reads several pages.
        await who.google.state('limitPages', { most: 40 });
        await model.createCalendar();
        await model.select();
        await read(who);
        for (const [index, one] of changes.entries()) {
          await model.apply(one);
          if ((index + 1) % ROUND > 0) continue;
          const { calendarError } = (await post(who, 'refresh')).json();
          if (calendarError) expect(calendarError.error).toBe('notFound');
          expect(await read(who), `after ${index + 1} changes`).toEqual(await fullRead(who, model));
        }
        await who.google.state('limitPages', { most: null });
        const tokens = (await who.google.calls('events.list')).filter(({ params }) =>
          params.includes('syncToken'),
        );
        // Without incremental reads, the test would compare only full reads.
        expect(tokens.length).toBeGreaterThan(CHANGES / ROUND);
      },
    ),
    { seed: SEED, numRuns: 1, endOnFailure: true },
  );
}, 600_000);

const byId = (events: GoogleEvent[]) =>
  events.sort((one, other) =>
    `${one.calendarId} ${one.id}` < `${other.calendarId} ${other.id}` ? -1 : 1,
  );

/** Returns the events that Daymark shows. */
async function read(who: Connecting): Promise<GoogleEvent[]> {
  const query = { timeMin: instant(RANGE.from), timeMax: instant(RANGE.to) };
  const reply = await ask(who, 'events', { query });
  expect(reply.status, reply.text).toBe(200);
  return byId(reply.json().items);
}

/** Reads all events at Google in full. */
async function fullRead({ person }: Connecting, { calendars }: Model): Promise<GoogleEvent[]> {
  const ports = firebasePorts();
  const kept = await ports.stores.googleConnections.grant(person);
  const { accessToken } = tokensIn(kept!.grant.sealed, person.uid, ports)!;
  const all = await Promise.all(
    calendars.map(async (id) => (await ports.google.syncEvents(accessToken, id, RANGE))!.events),
  );
  // All-day events count by their date in UTC, as in `read`.
  return byId(
    all.flat().filter(({ start, end }) => {
      if (!('date' in start) || !('date' in end)) return true;
      return Date.parse(start.date) < RANGE.to && Date.parse(end.date) > RANGE.from;
    }),
  );
}

/** The ids of the events at Google, from which the next change picks one. */
class Model {
  calendars: string[];
  #made = 0;
  #events: { calendarId: string; id: string; isRecurring: boolean; isAllDay: boolean }[] = [];

  constructor(private readonly who: Connecting) {
    this.calendars = [who.google.account];
  }

  async createCalendar() {
    const id = `calendar${++this.#made}.${this.who.google.account}`;
    await this.who.google.createCalendar(id);
    this.calendars.push(id);
  }

  async select() {
    const reply = await post(this.who, 'select', { calendarIds: this.calendars });
    expect(reply.status, reply.text).toBe(200);
  }

  async apply({ what, which, day, hour }: Change): Promise<void> {
    const { google } = this.who;
    const at = TODAY + day * DAY + hour * 60 * 60_000;
    const isAllDay = which % 3 === 0;
    const times = isAllDay
      ? { start: { date: date(at) }, end: { date: date(at + (1 + (which % 4)) * DAY) } }
      : {
          start: { dateTime: instant(at) },
          end: { dateTime: instant(at + (1 + (which % 30)) * 3_600_000) },
        };
    const calendarId = this.calendars[which % this.calendars.length]!;
    const pick = (isRecurring: boolean) => {
      const some = this.#events.filter((one) => one.isRecurring === isRecurring);
      return some[which % some.length];
    };
    switch (what) {
      case 'create':
      case 'createRecurring': {
        const isRecurring = what === 'createRecurring';
        const recurrence = [RULES[which % RULES.length]];
        const event = { summary: `${what} ${which}`, ...times, ...(isRecurring && { recurrence }) };
        if (isRecurring && !isAllDay) Object.assign(event.start, { timeZone: 'Europe/Berlin' });
        if (isRecurring && !isAllDay) Object.assign(event.end, { timeZone: 'Europe/Berlin' });
        const { id } = await google.createEvent(event, calendarId);
        this.#events.push({ calendarId, id, isRecurring, isAllDay });
        return;
      }
      case 'move': {
        const event = pick(false);
        if (event) await google.state('changeEvent', { ...this.#of(event), changes: { ...times } });
        return;
      }
      case 'changeRule': {
        const event = pick(true);
        const changes = { recurrence: [RULES[(which + 1) % RULES.length]] };
        if (event) await google.state('changeEvent', { ...this.#of(event), changes });
        return;
      }
      case 'delete': {
        const event = pick(which % 2 === 0);
        if (!event) return;
        await google.state('deleteEvent', this.#of(event));
        this.#events = this.#events.filter((one) => one !== event);
        return;
      }
      case 'moveInstance':
      case 'cancelInstance': {
        const instances = (await read(this.who)).filter(
          ({ id, calendarId }) => id.includes('_') && this.calendars.includes(calendarId),
        );
        const instance = instances[which % instances.length];
        const isStanding = this.#events.some(({ id }) => instance?.id.startsWith(`${id}_`));
        if (!instance || !isStanding) return;
        const place = { calendarId: instance.calendarId, eventId: instance.id };
        // The copy may be older than the last change of the rule, so Google may not have this instance.
        const attempt =
          what === 'cancelInstance'
            ? google.state('deleteEvent', place)
            : google.state('changeEvent', {
                ...place,
                changes: { summary: `Moved ${which}`, ...times },
              });
        await attempt.catch((error: unknown) => expect(String(error)).toContain('_state'));
        return;
      }
      case 'createCalendar':
        if (this.calendars.length > 4) return;
        await this.createCalendar();
        return this.select();
      case 'deleteCalendar': {
        const gone = this.calendars.find((id, index) => index > 0 && id !== calendarId);
        if (!gone) return;
        await google.state('deleteCalendar', { calendarId: gone });
        this.calendars = this.calendars.filter((id) => id !== gone);
        this.#events = this.#events.filter((one) => one.calendarId !== gone);
        return;
      }
      case 'expireTokens':
        await google.state('expireSyncTokens');
    }
  }

  #of = ({ calendarId, id }: { calendarId: string; id: string }) => ({ calendarId, eventId: id });
}
