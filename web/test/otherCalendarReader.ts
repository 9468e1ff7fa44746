import { Script } from 'node:vm';
import ICAL from 'ical.js';
import { byTime, RANGE } from './generatedCalendar';

/** At most this many dates of a rule are read. */
const STEPS_MAX = 5_000;

/** Longest time that ical.js may look for dates, in ms. For some rules, ical.js never ends. */
const TIME_MAX_MS = 500;

export type OtherDates = [start: number, end: number][] | 'refused' | 'endless';

/**
 * Returns the dates that ical.js finds for the event of a generated file, 'refused' if it throws, or 'endless' if it
 * takes too long.
 */
export function otherDates(text: string): OtherDates {
  Object.assign(globalThis, { readOther: () => readOther(text) });
  try {
    return new Script('readOther()').runInThisContext({ timeout: TIME_MAX_MS }) as OtherDates;
  } catch (error) {
    const { code } = error as { code?: string };
    return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? 'endless' : 'refused';
  }
}

function readOther(text: string): OtherDates {
  try {
    const calendar = new ICAL.Component(ICAL.parse(text) as never);
    for (const zone of calendar.getAllSubcomponents('vtimezone'))
      ICAL.TimezoneService.register(new ICAL.Timezone(zone));
    const events = calendar
      .getAllSubcomponents('vevent')
      .filter((one) => one.getFirstPropertyValue('uid') === 'class');
    const master = events.find((one) => !one.hasProperty('recurrence-id'));
    const exceptions = events.filter((one) => one.hasProperty('recurrence-id'));
    if (!master) return 'refused';
    return datesOf(new ICAL.Event(master, { exceptions, strictExceptions: false }));
  } finally {
    ICAL.TimezoneService.reset();
  }
}

function datesOf(event: ICAL.Event): [number, number][] {
  const dates: [number, number][] = [];
  const iterator = event.iterator();
  for (let steps = 0; steps < STEPS_MAX; steps++) {
    const time = iterator.next() as ICAL.Time | null;
    if (!time || msOf(time) > RANGE.toMs + 40 * 86_400_000) break;
    const { startDate, endDate } = event.getOccurrenceDetails(time);
    const [startMs, endMs] = [msOf(startDate), msOf(endDate)];
    if (Math.max(endMs, startMs + 1) > RANGE.fromMs && startMs < RANGE.toMs)
      dates.push([startMs, endMs]);
  }
  return dates.sort(byTime);
}

/** Returns the moment of a time, in ms since 1970. A day begins at midnight in Berlin. */
function msOf(time: ICAL.Time): number {
  if (!time.isDate) return time.toUnixTime() * 1000;
  const day = time.toString();
  const noon = Date.parse(`${day}T12:00:00Z`);
  const hour = new Intl.DateTimeFormat('en', {
    timeZone: 'Europe/Berlin',
    hour: 'numeric',
    hourCycle: 'h23',
  }).format(noon - 12 * 3_600_000);
  return noon - (12 + Number(hour)) * 3_600_000;
}
