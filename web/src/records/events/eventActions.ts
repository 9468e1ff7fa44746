import { isOpen } from '@daymark/contract/task';
import { CalendarDays, Pencil, Timer, Trash2 } from 'lucide-react';
import type { NavigateFunction } from 'react-router-dom';
import { localDay } from '../../lib/time/dates';
import { calendarDayPath, focusOn, paths } from '../../lib/paths';
import type { RecordAction } from '../action';
import type { ShownEvent } from '../../domain/shownRecords';

/** Functions that an event's row and the calendar's keys use. */
interface EventEdits {
  openEdit: (event: ShownEvent) => void;
  /** Deletes an event if the person confirms. A neighbor of `from` then gets the focus. */
  askDelete: (event: ShownEvent, from: HTMLElement | undefined) => void;
}

/** Returns the address of the day on which the calendar shows an event. */
export const calendarDayOf = ({ start }: ShownEvent): string =>
  calendarDayPath(localDay(new Date(start)));

export const editEvent: RecordAction<ShownEvent, EventEdits> = {
  label: 'Edit…',
  Icon: Pencil,
  run: (event, { openEdit }) => openEdit(event),
};

export const removeEvent: RecordAction<ShownEvent, EventEdits> = {
  label: 'Delete…',
  Icon: Trash2,
  run: (event, { askDelete }, from) => askDelete(event, from),
};

/** The actions of an event. In the palette, Enter runs the first action. */
export const eventActions: readonly RecordAction<
  ShownEvent,
  EventEdits & { navigate: NavigateFunction }
>[] = [
  {
    label: 'Show in the calendar',
    Icon: CalendarDays,
    run: (event, { navigate }) =>
      void navigate(calendarDayOf(event), { state: { shows: event.id } }),
  },
  editEvent,
  {
    label: 'Start focus',
    Icon: Timer,
    applies: ({ task }) => task !== undefined && isOpen(task),
    run: ({ task }, { navigate }) =>
      void navigate(paths.focus, { state: task && focusOn(task.id) }),
  },
  removeEvent,
];
