import { DEFAULT_EVENT_COLOR, NO_DETAILS } from '@daymark/contract/event';
import { newId } from '@daymark/contract/primitives';
import { expandEvents } from '@daymark/contract/repeats/occurrences';
import { newDayOff } from '../../domain/events/dayOff';
import { dayOffOn } from '../../domain/planning/freeTime';
import { dayName, personsDay, type LocalDay } from '../../lib/time/dates';
import type { Sync } from '../../sync/createSync';
import { toast } from '../../ui/toasts/toast';
import { changeWithUndo } from '../changeWithUndo';

/** Makes a day a day off, with Undo, unless an event already does. */
export function takeDayOff(sync: Sync, day: LocalDay): void {
  const about = dayName(day, personsDay(sync.now()));
  const events = expandEvents(sync.records('events').data ?? [], { from: day, to: day });
  const existing = dayOffOn(day, events);
  if (existing) {
    toast({ title: `${about} is already a day off`, description: existing.title });
    return;
  }
  const record = {
    ...NO_DETAILS,
    ...newDayOff(day),
    id: newId(),
    title: 'Day off',
    color: DEFAULT_EVENT_COLOR,
    userId: sync.userId,
  };
  changeWithUndo(
    sync,
    { title: 'Day off added', about, tellsOffline: true },
    { requests: [{ kind: 'create', collection: 'events', record }] },
  );
}
