import { isDayOff } from '@daymark/contract/event';
import { expandEvents, repeatOf } from '@daymark/contract/repeats/occurrences';
import { weekdayOf } from '@daymark/contract/reminders/dailyReminders';
import { clockOfDay } from '@daymark/contract/time/zone';
import type { Settings } from '@daymark/contract/settings';
import type { Ports } from '../ports';
import type { ReminderPerson } from '../store/dueReminders';

/** Whether a day's weekday has no working hours. */
export const isFreeWeekday = ({ workingHours }: Settings, day: string): boolean =>
  !workingHours[weekdayOf(day)];

/** Whether one of a person's events makes a day a day off. Reads nothing if the person has no such events. */
export async function isHoliday(
  { owner, reminders }: Pick<ReminderPerson, 'owner' | 'reminders'>,
  day: string,
  { stores }: Ports,
): Promise<boolean> {
  if (reminders.copies?.hasDaysOff === false) return false;
  const near = await stores.events.find(
    owner,
    ['dayOff', '==', true],
    ['endsAt', '>', clockOfDay(day)],
  );
  for (const event of near.filter(isDayOff))
    for (const one of expandEvents([event], { from: day, to: day })) {
      if (!one.days || one.days.start > day || one.days.end <= day) continue;
      // An exception with this id takes the place of the occurrence.
      if (!repeatOf(event) || !(await stores.events.get(owner, one.id))) return true;
    }
  return false;
}
