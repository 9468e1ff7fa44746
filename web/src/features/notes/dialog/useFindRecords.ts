import { useMemo, useState } from 'react';
import { dayName, personsDay, shortDate } from '../../../lib/time/dates';
import { createSearchIndex, type Searched } from '../../../lib/text/searchIndex';
import { useNextOfEach } from '../../../records/events/eventQueries';
import { eventTimesText } from '../../../domain/events/eventTimes';
import { dayOfTask } from '../../../domain/tasks/taskPlan';
import { useTasks } from '../../../records/tasks/taskQueries';
import { useNotes } from '../../../records/notes/noteQueries';
import type { ShownEvent, ShownNote, ShownTask } from '../../../domain/shownRecords';
import { withoutBlocksOf } from '../../../domain/events/blockTasks';

/** A record that is found by its title. */
export interface FoundRecord<Type extends 'note' | 'task' | 'event' = 'note' | 'task' | 'event'> {
  type: Type;
  id: number;
  title: string;
  /** A detail that is shown beside the title, such as a day. */
  context: string;
}

interface Item<Type extends FoundRecord['type']> extends Searched {
  kind: Type;
  id: number;
  context: () => string;
}

/** Returns the best records for a query, or the latest for an empty query. */
type Find<Type extends FoundRecord['type']> = (query: string) => readonly FoundRecord<Type>[];

const FOUND_MAX = 8;
const NONE: readonly never[] = [];

/** Returns a search by title for the notes and tasks that a note can link to. */
export function useFindTargets(ownId: number | undefined): Find<'note' | 'task'> {
  const notes = useNotes().data ?? NONE;
  const tasks = useTasks().data ?? NONE;
  const [now] = useState(Date.now);
  return useMemo(
    () =>
      finderOf(
        [
          ...notes.filter(({ id }) => id !== ownId).map(noteItem),
          ...tasks.map((task) => taskItem(task, now)),
        ],
        now,
      ),
    [notes, tasks, ownId, now],
  );
}

/** Returns a search by title for the tasks and events that a note can be attached to. */
export function useFindAttachments(): Find<'task' | 'event'> {
  const tasks = useTasks().data ?? NONE;
  const [opened] = useState(() => new Date());
  const now = opened.getTime();
  const events = useNextOfEach(opened).data ?? NONE;
  return useMemo(
    () =>
      finderOf(
        [
          ...tasks.map((task) => taskItem(task, now)),
          ...withoutBlocksOf(tasks, events).map((event) => eventItem(event, now)),
        ],
        now,
      ),
    [tasks, events, now],
  );
}

function finderOf<Type extends FoundRecord['type']>(
  items: readonly Item<Type>[],
  now: number,
): Find<Type> {
  const index = createSearchIndex<Item<Type>>();
  for (const item of items) index.put(item);
  index.work(Infinity);
  const latest = items.filter(({ isPast }) => !isPast).sort((a, b) => b.at - a.at);
  return (query) => {
    const found =
      query.trim() === ''
        ? latest
        : index
            .search(query, now, () => 0)
            .sort((a, b) => b.score - a.score)
            .map(({ item }) => item);
    return found
      .slice(0, FOUND_MAX)
      .map(({ kind, id, title, context }) => ({ type: kind, id, title, context: context() }));
  };
}

const noteItem = ({ id, title, updatedAt }: ShownNote): Item<'note'> => ({
  key: `note:${id}`,
  kind: 'note',
  id,
  title,
  context: () => shortDate(new Date(updatedAt)),
  at: Date.parse(updatedAt),
});

const taskItem = (task: ShownTask, now: number): Item<'task'> => ({
  key: `task:${task.id}`,
  kind: 'task',
  id: task.id,
  title: task.title,
  context: () => {
    if (task.completed) return 'Completed';
    const today = personsDay(new Date(now));
    const day = dayOfTask(task, today);
    return day === null ? '' : dayName(day, today);
  },
  at: Date.parse(task.completedAt ?? task.createdAt),
  isPast: task.completed,
});

const eventItem = (event: ShownEvent, now: number): Item<'event'> => ({
  key: `event:${event.id}`,
  kind: 'event',
  // A note belongs to the whole series.
  id: event.series?.id ?? event.id,
  title: event.title,
  context: () => eventTimesText(event),
  // Events near the present come first, whether they are past or future.
  at: now - Math.abs(Date.parse(event.start) - now),
  isPast: Date.parse(event.end) < now,
});
