import { NO_DETAILS, type Event } from '@daymark/contract/event';
import { idOfText } from '@daymark/contract/primitives';
import { occurrenceId } from '@daymark/contract/repeats/occurrences';
import type { DemoClock } from './demoClock';

type NewRecord = Omit<Event, 'userId'>;

interface DemoEvent {
  title: string;
  /** Hours of the day. Hours from 24 on are on the next day. */
  from: number;
  to: number;
  color: Event['color'];
}

/** An event of one day of the last four weeks or of this week. */
interface DatedEvent extends DemoEvent {
  /** Weeks ago, and the weekday from 1 for Monday. */
  on: readonly [weeksAgo: number, weekday: number];
  /** Whether the event came up during its day. */
  unplanned?: true;
}

const BLUE = '#3B82F6';
const PURPLE = '#8B5CF6';
const YELLOW = '#F59E0B';
const GREEN = '#10B981';
const INDIGO = '#6366F1';

const DATED_EVENTS: readonly DatedEvent[] = [
  { on: [4, 3], title: 'Budget kick-off', from: 14, to: 16, color: INDIGO },
  { on: [4, 4], title: 'Sprint review', from: 13.25, to: 14.5, color: BLUE },
  { on: [4, 5], title: 'Coffee with Noor', from: 15, to: 15.75, color: YELLOW },
  { on: [3, 2], title: 'Interview: researcher', from: 10, to: 11, color: PURPLE },
  { on: [3, 3], title: 'Vendor demo', from: 14, to: 16.5, color: INDIGO },
  { on: [3, 5], title: 'Sprint review', from: 13.25, to: 14.5, color: BLUE },
  { on: [3, 7], title: 'Lunch with Grandma', from: 12.5, to: 14, color: YELLOW },
  { on: [2, 2], title: 'Call about the export', from: 14, to: 14.75, color: BLUE, unplanned: true },
  { on: [2, 3], title: 'Quarterly planning', from: 13.25, to: 17, color: BLUE },
  { on: [2, 4], title: 'Release workshop', from: 14, to: 15.5, color: INDIGO },
  { on: [1, 2], title: 'Sprint planning', from: 13.25, to: 14.5, color: BLUE },
  {
    on: [1, 3],
    title: 'Call with a customer',
    from: 10.5,
    to: 11.25,
    color: INDIGO,
    unplanned: true,
  },
  { on: [1, 3], title: 'Design critique', from: 14, to: 15, color: PURPLE },
  { on: [1, 4], title: 'Coffee with Noor', from: 15, to: 15.75, color: YELLOW },
  { on: [1, 5], title: 'Interview: product designer', from: 11, to: 12, color: PURPLE },
  { on: [1, 6], title: 'Climbing with Noor', from: 16, to: 18, color: PURPLE },
  { on: [0, 2], title: 'Hiring sync with Priya', from: 11, to: 11.5, color: INDIGO },
  {
    on: [0, 3],
    title: 'Call about a refund',
    from: 11.25,
    to: 11.75,
    color: BLUE,
    unplanned: true,
  },
  { on: [0, 3], title: 'Design critique', from: 14, to: 15, color: PURPLE },
  { on: [0, 4], title: 'Release retrospective', from: 14, to: 15, color: BLUE },
  { on: [0, 5], title: 'Coffee with Noor', from: 15, to: 15.75, color: YELLOW },
];

/** Today's events, or those of the next Monday on a weekend. */
const TODAYS_EVENTS: readonly DemoEvent[] = [
  { title: 'Budget review with Priya', from: 11, to: 12, color: INDIGO },
  { title: 'Lunch walk', from: 12.5, to: 13.25, color: GREEN },
  { title: 'Interview: product designer', from: 16, to: 17, color: PURPLE },
];

/** Today's events if today is a Saturday or Sunday. */
const WEEKEND_EVENTS: readonly DemoEvent[] = [
  { title: 'Farmers’ market', from: 9.5, to: 10.5, color: GREEN },
  { title: 'Lunch with Grandma', from: 12.5, to: 14, color: YELLOW },
  { title: 'Climbing with Noor', from: 16, to: 18, color: PURPLE },
];

const DENTIST: DemoEvent = { title: 'Dentist', from: 8.25, to: 8.75, color: GREEN };

/** The event of the next weekend, from Saturday to Sunday. */
const NEXT_WEEKEND: DemoEvent = {
  title: 'Weekend at the lake',
  from: 10,
  to: 24 + 18,
  color: GREEN,
};

/** The events of each week, with their weekdays from 1 for Monday. */
const SERIES: readonly (DemoEvent & { weekdays: number[] })[] = [
  { title: 'Team stand-up', weekdays: [1, 2, 3, 4, 5], from: 9, to: 9.25, color: BLUE },
  { title: 'One-on-one with Tomás', weekdays: [1], from: 9.5, to: 10.25, color: GREEN },
  { title: 'Spanish class', weekdays: [2], from: 18, to: 19.5, color: YELLOW },
];
const STANDUP = 0;

/** The day on which the stand-up was moved to another hour. */
const MOVED_STANDUP = { on: [1, 4] as const, from: 16, to: 16.25 };

/** The day off. */
export const DAY_OFF = [2, 5] as const;

/** An event on one day, as it was known in the morning and as it was in the evening. In hours of the day. */
export interface DayEvent {
  eventId: string;
  title: string;
  from: number;
  to: number;
  /** Undefined for an event that came up during the day. */
  planned: { from: number; to: number } | undefined;
}

/** Returns the demo's events, without time blocks. */
export function demoEvents(clock: DemoClock): NewRecord[] {
  const today = clock.workday(0);
  return [
    ...SERIES.map((event) => seriesOf(event, clock)),
    ...DATED_EVENTS.flatMap((event) => {
      const day = clock.dayIn(...event.on);
      return isDated(day) ? [eventOn(day, event, clock)] : [];
    }),
    ...TODAYS_EVENTS.map((event) => eventOn(today, event, clock)),
    ...(clock.isWeekend ? WEEKEND_EVENTS.map((event) => eventOn(0, event, clock)) : []),
    eventOn(clock.workday(2), DENTIST, clock),
    eventOn(clock.nextSaturday, NEXT_WEEKEND, clock),
    dayOff(clock),
    ...SERIES.flatMap((event, index) => {
      const isOff = event.weekdays.includes(DAY_OFF[1]);
      const moved =
        index === STANDUP ? [exceptionOf(event, MOVED_STANDUP.on, clock, MOVED_STANDUP)] : [];
      const off = isOff ? [{ ...exceptionOf(event, DAY_OFF, clock, event), canceled: true }] : [];
      return [...moved, ...off];
    }),
  ];
}

/** Whether a day has the events of the table. Today has its own events. */
const isDated = (day: number) => day !== 0;

/** Returns the events of today or of a past day, in the order of their hours. */
export function eventsOn(day: number, clock: DemoClock): DayEvent[] {
  const dated: readonly (DemoEvent & { unplanned?: true })[] = isDated(day)
    ? DATED_EVENTS.filter(({ on }) => clock.dayIn(...on) === day)
    : TODAYS_EVENTS;
  const single = dated.map((event) => ({
    ...event,
    eventId: String(eventIdOf(event.title, day, clock)),
  }));
  const moved = clock.dayIn(...MOVED_STANDUP.on) === day;
  const weekday = new Date(clock.at(day, 12).slice(0, 10)).getUTCDay() || 7;
  const repeated = SERIES.flatMap((event, index) => {
    if (!event.weekdays.includes(weekday)) return [];
    const { title, from, to } = event;
    const eventId = String(occurrenceId(seriesIdOf(title), clock.date(day)));
    const held = moved && index === STANDUP ? MOVED_STANDUP : event;
    return [{ eventId, title, from: held.from, to: held.to, planned: { from, to } }];
  });
  return [
    ...repeated,
    ...single.map(({ eventId, title, from, to, unplanned }) => ({
      eventId,
      title,
      from,
      to,
      planned: unplanned ? undefined : { from, to },
    })),
  ].toSorted((a, b) => a.from - b.from);
}

const seriesIdOf = (title: string) => idOfText(`demo series ${title}`);

const eventIdOf = (title: string, day: number, clock: DemoClock) =>
  idOfText(`demo event ${title} ${clock.date(day)}`);

function eventOn(day: number, { title, from, to, color }: DemoEvent, clock: DemoClock): NewRecord {
  return {
    id: eventIdOf(title, day, clock),
    title,
    start: clock.at(day, from),
    end: clock.at(day, to),
    ...NO_DETAILS,
    color,
  };
}

function seriesOf(event: (typeof SERIES)[number], clock: DemoClock): NewRecord {
  const { title, weekdays } = event;
  return {
    ...eventOn(clock.dayIn(4, weekdays[0] ?? 1), event, clock),
    id: seriesIdOf(title),
    repeat: {
      rule: { every: 'week', interval: 1, weekdays, from: 'schedule' },
      timeZone: clock.timeZone,
      until: null,
      count: null,
    },
  };
}

/** Returns the record of an event of a series that has other hours on a day. */
function exceptionOf(
  { title, color }: DemoEvent,
  on: readonly [weeksAgo: number, weekday: number],
  clock: DemoClock,
  { from, to }: { from: number; to: number },
): NewRecord {
  const day = clock.dayIn(...on);
  const seriesDay = clock.date(day);
  const seriesId = seriesIdOf(title);
  return {
    ...eventOn(day, { title, from, to, color }, clock),
    id: occurrenceId(seriesId, seriesDay),
    seriesId,
    seriesDay,
  };
}

function dayOff(clock: DemoClock): NewRecord {
  const day = clock.dayIn(...DAY_OFF);
  const days = { start: clock.date(day), end: clock.date(day + 1) };
  return {
    ...eventOn(day, { title: 'Day off: hiking with Noor', from: 0, to: 24, color: GREEN }, clock),
    days,
    dayOff: true,
  };
}
