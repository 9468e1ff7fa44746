import { isOpen } from '@daymark/contract/task';
import { CalendarDays, Pencil, Timer, Trash2 } from 'lucide-react';
import type { NavigateFunction } from 'react-router-dom';
import { localDay } from '../../lib/time/dates';
import { calendarDayPath, focusOn, paths, type OpenState } from '../../lib/paths';
import { offered, type OfferedAction, type RecordAction } from '../action';
import type { ShownEvent } from '../../domain/shownRecords';

interface EventContext {
  navigate: NavigateFunction;
  openEdit: (event: ShownEvent) => void;
  /** Asks, then deletes. A neighbor of `from` gets the focus then. */
  askDelete: (event: ShownEvent, from: HTMLElement | undefined) => void;
}

type EventAction<Needs extends keyof EventContext> = RecordAction<
  ShownEvent,
  Pick<EventContext, Needs>
>;

/** The day on which the calendar shows an event. */
export const calendarDayOf = ({ start }: ShownEvent): string =>
  calendarDayPath(localDay(new Date(start)));

const show: EventAction<'navigate'> = {
  label: 'Show in the calendar',
  Icon: CalendarDays,
  run: (event, { navigate }) =>
    void navigate(calendarDayOf(event), { state: { shows: event.id } satisfies OpenState }),
};

const edit: EventAction<'openEdit'> = {
  label: 'Edit…',
  Icon: Pencil,
  run: (event, context) => context.openEdit(event),
};

const startFocus: EventAction<'navigate'> = {
  label: 'Start focus',
  Icon: Timer,
  applies: ({ task }) => task !== undefined && isOpen(task),
  run: ({ task }, { navigate }) => void navigate(paths.focus, { state: task && focusOn(task.id) }),
};

const remove: EventAction<'askDelete'> = {
  label: 'Delete…',
  Icon: Trash2,
  run: (event, context, from) => context.askDelete(event, from),
};

/** What its row and the calendar's keys do to an event. */
export const eventActions = { edit, remove };

/** Returns what the palette offers for an event, first what Enter does. */
export const offeredEventActions = (event: ShownEvent, context: EventContext): OfferedAction[] =>
  offered<ShownEvent, EventContext>([show, edit, startFocus, remove], event, context);
