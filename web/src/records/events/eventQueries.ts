import { NO_DETAILS, type Event, type EventPatch } from '@daymark/contract/event';
import type { BlockTime, Task } from '@daymark/contract/task';
import { expandEvents, nextOfEach } from '@daymark/contract/repeats/occurrences';
import { useCallback, useMemo, useRef } from 'react';
import { dayName, personsDay, type LocalDay } from '../../lib/time/dates';
import type { Sync } from '../../sync/createSync';
import { type MutationRequest, withId, type Shown } from '../../domain/mutation';
import { useCategories } from '../categories/categoryQueries';
import { useTaskRecords } from '../tasks/taskQueries';
import { blockTimeUpdate } from '../../domain/tasks/taskRequests';
import { useRecordMutations, useRecords, useSync } from '../../sync/useSync';
import { toastSaved } from '../../ui/toasts/savedToast';
import { changeWithUndo, deleteWithUndo } from '../changeWithUndo';
import { elementId } from '../elementId';
import { inLocalTimes } from '../../domain/events/allDay';
import { withTasks, withTheirSeries, withoutTask } from '../../domain/events/blockTasks';
import { expandDaysOff } from '../../domain/events/dayOff';
import { byStart } from '../../domain/events/eventDays';
import {
  differing,
  eventFields,
  type EventDraft,
  type EventFields,
} from '../../domain/events/eventFields';
import { changedTimesText } from '../../domain/events/eventTimes';
import { plannedDayAfter } from '../../domain/events/plannedDay';
import {
  seriesEdit,
  seriesOf,
  seriesRemoval,
  type SeriesScope,
} from '../../domain/events/seriesChanges';
import type { ShownCategory, ShownEvent } from '../../domain/shownRecords';

/** Replaces each series in a list of stored events by some of its events. */
type Expand = (events: readonly Shown<Event>[]) => readonly Shown<Event>[];

/** Returns the events that `expand` makes of the stored ones, as screens show them, earliest start first. */
function useExpanded(expand: Expand) {
  const { data, ...rest } = useRecords('events');
  const tasks = useTaskRecords().data ?? NO_TASKS;
  const local = useMemo(() => {
    const expanded = data && expand(data);
    if (expanded === data) return data?.map(inLocalTimes);
    return withTheirSeries((expanded ?? []).map(inLocalTimes), data ?? []).toSorted(byStart);
  }, [data, expand]);
  const categories = useCategories().data ?? NO_CATEGORIES;
  const shown = useMemo(
    () => local && withTasks(local, tasks, categories),
    [local, tasks, categories],
  );
  return { ...rest, data: shown };
}

/**
 * Returns the person's own events, earliest start first, with pending mutations applied. A series is expanded to its
 * events on the days from `from` to `to`. Other events are in the list whatever their days. A block has its task's
 * title and its category's color, and an all-day event begins and ends at this time zone's midnights.
 */
export function useEvents(from: LocalDay, to = from) {
  return useExpanded(useCallback((events) => expandEvents(events, { from, to }), [from, to]));
}

/** Returns the events that make days from `from` to `to` days off. Events that don't repeat may be on any days. */
export function useDaysOff(from: LocalDay, to: LocalDay): readonly ShownEvent[] {
  const { data } = useExpanded(
    useCallback((events) => expandDaysOff(events, { from, to }), [from, to]),
  );
  return data ?? NO_EVENTS;
}

/** Returns the person's own events as `useEvents` does, with the next event of each series after `now`. */
export function useNextOfEach(now: Date) {
  const atMs = now.getTime();
  return useExpanded(useCallback((events) => nextOfEach(events, atMs), [atMs]));
}

const NO_EVENTS: readonly ShownEvent[] = [];
const NO_TASKS: readonly Shown<Task>[] = [];
const NO_CATEGORIES: readonly ShownCategory[] = [];

type Times = Pick<Event, 'start' | 'end'>;

/**
 * The requests that set the planned day of a block's task, with the new day (`day`) and the old one (`before`). There
 * are no requests if the planned day stays.
 */
interface DayChange {
  requests: MutationRequest[];
  day?: LocalDay;
  before?: LocalDay | null;
}

const NO_CHANGE: DayChange = { requests: [] };

const setPlannedDay = (id: number, plannedDay: LocalDay | null): MutationRequest => ({
  kind: 'update',
  collection: 'tasks',
  id,
  fields: { plannedDay },
});

/** Returns the change of the planned day that comes with a change of a task's blocks. */
export function dayChange(
  sync: Sync,
  taskId: number | null,
  change: (blocks: readonly Shown<Event>[]) => readonly Times[],
): DayChange {
  if (taskId === null) return NO_CHANGE;
  const task = withId(sync.records('tasks').data, taskId);
  const events = sync.records('events').data ?? [];
  const blocks = events.filter((event) => event.taskId === taskId);
  const day = task && plannedDayAfter(task, change(blocks), new Date());
  if (day === undefined) return NO_CHANGE;
  return { requests: [setPlannedDay(taskId, day)], day, before: task?.plannedDay ?? null };
}

/**
 * Returns the part of a toast with the new planned day, or nothing if the day stays. The person should know about the
 * new planned day, because they moved a block and not the task.
 */
export const dayText = ({ day }: DayChange): string[] =>
  day === undefined ? [] : [`Planned day: ${dayName(day, personsDay(new Date()))}`];

/**
 * Returns the mutations of events, shown at once, with the toasts of product §8. A task's planned day follows its
 * blocks. The planned day is set in the same change as the blocks, and Undo takes both back.
 */
export function useEventMutations() {
  const sync = useSync();
  const { create, retry, discard } = useRecordMutations('events');
  /** The planned day that the task had before each change, for Undo. */
  const plannedDays = useRef(new WeakMap<ShownEvent, LocalDay | null>());

  /** Changes an event of a series, this one and later ones, or all. Returns a function that undoes the change. */
  function updateSeries(
    event: ShownEvent,
    fields: Partial<EventFields>,
    scope: SeriesScope,
    seen: Pick<ShownEvent, 'title'> = event,
  ): (() => void) | undefined {
    const stored = seriesOf(event, sync.records('events').data ?? []);
    if (!stored) return undefined;
    const text = {
      title: scope === 'this' ? 'Event updated' : 'Events updated',
      about: fields.title ?? event.title,
    };
    const isMoved = fields.start !== undefined || fields.end !== undefined || fields.days != null;
    const times = isMoved ? `${changedTimesText(event, { ...event, ...fields })} · ` : '';
    return changeWithUndo(
      sync,
      {
        ...text,
        description: `${times}${text.about}`,
        focusId: elementId('event', event.id),
        tellsOffline: true,
      },
      seriesEdit(event, fields, scope, stored, seen),
    );
  }

  return {
    /** Creates an event. An event that is sent twice under one id is created once. */
    create: (draft: EventDraft): void => {
      const text = { title: 'Event created', about: draft.title };
      create({ ...NO_DETAILS, ...draft }, text);
      toastSaved(sync, { title: text.title, description: draft.title });
    },
    /**
     * Sends the fields that differ, if any. An event of a series changes alone. `before` is what Undo goes back to, and `seen` is what the person edited.
     * Returns a function that undoes the update, or undefined if nothing differs.
     */
    update: (
      event: ShownEvent,
      fields: Partial<EventFields>,
      before = event,
      seen: Pick<ShownEvent, 'title'> = event,
    ): (() => void) | undefined => {
      const patch = differing(event, fields);
      if (!patch) return undefined;
      if (event.series) return updateSeries(event, patch, 'this', seen);
      const { id, taskId } = event;
      const change = dayChange(sync, taskId, (blocks) =>
        blocks.map((block) => (block.id === id ? { ...block, ...patch } : block)),
      );
      if (change.before !== undefined && !plannedDays.current.has(before))
        plannedDays.current.set(before, change.before);
      const update = (changed: EventPatch): MutationRequest => ({
        kind: 'update',
        collection: 'events',
        id,
        fields: changed,
      });
      const back = differing({ ...event, ...patch }, eventFields(before));
      const dayBefore = plannedDays.current.get(before);
      const undo = [
        ...(back ? [update(back)] : []),
        ...(taskId !== null && dayBefore !== undefined ? [setPlannedDay(taskId, dayBefore)] : []),
      ];
      const text = { title: 'Event updated', about: fields.title ?? event.title };
      const edit = { ...update(patch), base: { title: seen.title } };
      const isMoved = patch.start !== undefined || patch.end !== undefined || patch.days != null;
      const description = [
        ...(isMoved ? [changedTimesText(event, { ...event, ...patch })] : []),
        text.about,
        ...dayText(change),
      ].join(' · ');
      return changeWithUndo(
        sync,
        { ...text, description, focusId: elementId('event', id), tellsOffline: true },
        { requests: [edit, ...change.requests], undo },
      );
    },
    /**
     * Sets a series' block time, which later tasks get. With null, later tasks get no blocks. `takeBack` undoes the
     * change that led to this one, and Undo calls it as well.
     */
    setBlockTime: (
      task: Pick<Task, 'id' | 'title'>,
      blockTime: BlockTime | null,
      takeBack?: () => void,
    ): void => {
      const text = { title: 'Time of later ones changed', about: task.title };
      const undo = sync.change(text, [blockTimeUpdate(task, blockTime)]);
      toastSaved(sync, {
        title: text.title,
        description: task.title,
        action: {
          label: 'Undo',
          run: () => {
            undo();
            takeBack?.();
          },
        },
      });
    },
    updateSeries,
    /** Deletes an event, or those of its series that `scope` says, with Undo in the toast. */
    remove: (event: ShownEvent, scope: SeriesScope = 'this'): (() => void) => {
      const { id, taskId } = event;
      const stored = seriesOf(event, sync.records('events').data ?? []);
      if (stored) return deleteWithUndo(sync, 'event', event, seriesRemoval(event, scope, stored));
      const change = dayChange(sync, taskId, (blocks) => blocks.filter((block) => block.id !== id));
      return deleteWithUndo(sync, 'event', event, {
        requests: [{ kind: 'delete', collection: 'events', id }, ...change.requests],
      });
    },
    /** Creates an event again that was deleted while it was edited. `seen` is what the person edited. */
    bringBack: (event: ShownEvent, seen: ShownEvent): void => {
      const change = dayChange(sync, event.taskId, (blocks) => [...blocks, event]);
      const text = { title: 'Event created', about: event.title };
      sync.change(text, [{ ...restored(event), base: seen }, ...change.requests]);
      toastSaved(sync, { title: text.title, description: event.title });
    },
    // A computed event has the save error of its series.
    retry: ({ id, series }: ShownEvent): void => [id, series?.id ?? id].forEach(retry),
    discard: ({ id, series }: ShownEvent): void => [id, series?.id ?? id].forEach(discard),
  };
}

const restored = (event: ShownEvent): MutationRequest & { kind: 'create' } => ({
  kind: 'create',
  collection: 'events',
  record: withoutTask(event),
  restore: true,
});
