import type { Repeat } from './repeat';

const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const WORKDAYS = '1,2,3,4,5';

/** Returns the name of a weekday, 1 for Monday to 7 for Sunday. */
export const weekdayText = (weekday: number): string => WEEKDAYS[weekday - 1] ?? '';

/** Returns a day of the month in the form "1st", "22nd" or "31st". */
export function ordinal(date: number): string {
  const isTeen = date > 10 && date < 14;
  const ending = isTeen ? undefined : ['th', 'st', 'nd', 'rd'][date % 10];
  return `${date}${ending ?? 'th'}`;
}

/** Returns which of a month's weekdays is meant, in words: "first" to "fourth", or "last". */
export const nthText = (nth: NonNullable<Repeat['nth']>): string =>
  ['', 'first', 'second', 'third', 'fourth'][nth] ?? 'last';

/**
 * Returns a rule in words: "every 2 weeks on Monday and Thursday". The month of a yearly rule comes from the series'
 * day, because the rule itself doesn't have one.
 */
export const repeatText = (rule: Repeat, seriesDay: string): string =>
  rule.from === 'completion' ? completionText(rule) : scheduleText(rule, seriesDay);

function scheduleText({ every, interval, weekdays = [], day, nth }: Repeat, seriesDay: string) {
  const times = interval === 1 ? `every ${every}` : `every ${interval} ${every}s`;
  if (nth !== undefined) {
    const which = `${times} on the ${nthText(nth)} ${weekdayList(weekdays, 'and')}`;
    return every === 'year' ? `${which} of ${MONTHS[Number(seriesDay.slice(5, 7)) - 1]}` : which;
  }
  const date = day ?? Number(seriesDay.slice(8));
  switch (every) {
    case 'day':
      return times;
    case 'week':
      if (interval === 1 && areWorkdays(weekdays)) return 'every weekday';
      return `${times} on ${weekdayList(weekdays, 'and')}`;
    case 'month':
      return `${times} on the ${ordinal(date)}`;
    case 'year':
      return `${times} on ${monthAndDate(seriesDay, date)}`;
  }
}

function completionText({ every, interval, weekdays = [], day }: Repeat) {
  const time = `${interval} ${every}${interval === 1 ? '' : 's'} after completion`;
  if (day !== undefined) return `${time}, on the ${ordinal(day)}`;
  if (weekdays.length === 0) return time;
  return `${time}, on a ${areWorkdays(weekdays) ? 'weekday' : weekdayList(weekdays, 'or')}`;
}

const inOrder = (weekdays: readonly number[]) => weekdays.toSorted((a, b) => a - b);

const areWorkdays = (weekdays: readonly number[]) => inOrder(weekdays).join() === WORKDAYS;

function weekdayList(weekdays: readonly number[], conjunction: 'and' | 'or'): string {
  const names = inOrder(weekdays).map(weekdayText);
  const last = names.pop() ?? '';
  return names.length > 0 ? `${names.join(', ')} ${conjunction} ${last}` : last;
}

/** Returns a date like "February 29" or "November 30". A month with fewer days than `date` gives its last day. */
function monthAndDate(seriesDay: string, date: number): string {
  const month = Number(seriesDay.slice(5, 7));
  // 2000 was a leap year, so the last day of February is called "February 29", although it is the 28th in other years.
  const last = new Date(Date.UTC(2000, month, 0)).getUTCDate();
  return `${MONTHS[month - 1]} ${Math.min(date, last)}`;
}
