import { dayOfId } from '@daymark/contract/primitives';
import type { Reflection } from '@daymark/contract/reflection';
import type { WeekReview } from '@daymark/contract/weekReview';
import { useEffect, useMemo, useState } from 'react';
import { paths, weekReviewPath } from '../../lib/paths';
import { addDays, dateRange, shortDate, startOfDay } from '../../lib/time/dates';
import { useCategories } from '../../records/categories/categoryQueries';
import { useNextOfEach } from '../../records/events/eventQueries';
import { useNotes } from '../../records/notes/noteQueries';
import { withoutAddresses } from '../../domain/notes/noteLinks';
import { useReflections } from '../../records/reflections/reflectionQueries';
import { useWeekReviews } from '../../records/reflections/weekReviewQueries';
import { useTasks } from '../../records/tasks/taskQueries';
import type { Sync } from '../../sync/createSync';
import { useSync } from '../../sync/useSync';
import type { Command } from './useCommands';
import { createSearchIndex, type Searched } from '../../lib/text/searchIndex';
import type { ShownCategory, ShownEvent, ShownNote, ShownTask } from '../../domain/shownRecords';
import { withoutBlocksOf } from '../../domain/events/blockTasks';

interface TaskItem extends Searched {
  kind: 'task';
  task: ShownTask;
}
interface NoteItem extends Searched {
  kind: 'note';
  note: ShownNote;
}
interface EventItem extends Searched {
  kind: 'event';
  event: ShownEvent;
}
interface CategoryItem extends Searched {
  kind: 'category';
  category: ShownCategory;
}

/** A text that the person wrote about a day or a week. */
interface ReflectionItem extends Searched {
  kind: 'reflection';
  /** The path that shows it. */
  path: string;
}

/** One of the person's records, as the palette finds it. */
type RecordItem = TaskItem | NoteItem | EventItem | CategoryItem | ReflectionItem;

/** Everything that the palette finds. */
export type PaletteItem = RecordItem | Command;

type Index = ReturnType<typeof createSearchIndex<PaletteItem>>;

interface Indexed {
  index: Index;
  /** The indexed records and commands, by the item's key. */
  known: Map<string, object>;
}

/** Indexes are kept while the palette is closed, so that opening it again only looks for changes. */
const indexes = new WeakMap<Sync, Indexed>();

/** Longest slice of work between two frames, in ms. */
const SLICE_MS = 4;

const NONE: readonly never[] = [];

/**
 * Returns the search over the person's records and `commands`. The search is complete a moment after the palette opens.
 */
export function useSearchIndex(commands: readonly Command[]) {
  const sync = useSync();
  const tasks = useTasks().data ?? NONE;
  const notes = useNotes().data ?? NONE;
  const [now] = useState(() => new Date());
  const events = useNextOfEach(now).data ?? NONE;
  const { data: categories = NONE } = useCategories();
  const reflections = useReflections().data ?? NONE;
  const reviews = useWeekReviews().data ?? NONE;
  const indexed = useMemo(() => indexOf(sync), [sync]);
  /**
   * The search, set each time all current records are indexed. The search is a new function each time. The index stays
   * the same object, so the React Compiler would otherwise not see that the index has changed.
   */
  const [complete, setComplete] = useState<{ search: Index['search'] }>();
  useEffect(() => {
    note(indexed, { tasks, notes, events, categories, reflections, reviews, commands });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const work = () => {
      if (indexed.index.work(SLICE_MS))
        setComplete({ search: (...query) => indexed.index.search(...query) });
      else timer = setTimeout(work);
    };
    // Run the first slice at once, so that many records are ready before the next key.
    work();
    return () => clearTimeout(timer);
  }, [indexed, tasks, notes, events, categories, reflections, reviews, commands]);
  return {
    /**
     * Searches the items that are indexed so far. `isComplete` becomes true when all items have been indexed for the
     * first time.
     */
    search: complete?.search ?? indexed.index.search,
    isComplete: complete !== undefined,
    itemOf: (key: string) =>
      itemOf(key, { tasks, notes, events, categories, reflections, reviews, commands }),
    categories,
  };
}

function indexOf(sync: Sync): Indexed {
  const own = indexes.get(sync) ?? { index: createSearchIndex<PaletteItem>(), known: new Map() };
  indexes.set(sync, own);
  return own;
}

interface Records {
  tasks: readonly ShownTask[];
  notes: readonly ShownNote[];
  events: readonly ShownEvent[];
  categories: readonly ShownCategory[];
  reflections: readonly Reflection[];
  reviews: readonly WeekReview[];
  commands: readonly Command[];
}

/** Tells the index which records are new, changed or gone. A record that did not change is the same object. */
function note({ index, known }: Indexed, records: Records): void {
  const gone = new Set(known.keys());
  const see = <R extends object>(key: string, record: R, itemOf: (record: R) => PaletteItem) => {
    gone.delete(key);
    if (known.get(key) === record) return;
    known.set(key, record);
    index.put(itemOf(record));
  };
  for (const task of records.tasks) see(`task:${task.id}`, task, taskItem);
  for (const one of records.notes) see(`note:${one.id}`, one, noteItem);
  for (const event of withoutBlocksOf(records.tasks, records.events))
    see(`event:${event.id}`, event, eventItem);
  for (const one of records.categories) see(`category:${one.id}`, one, categoryItem);
  for (const one of records.reflections) see(`reflection:${one.id}`, one, reflectionItem);
  for (const one of records.reviews) see(`review:${one.id}`, one, reviewItem);
  for (const command of records.commands) see(command.key, command, () => command);
  for (const key of gone) {
    known.delete(key);
    index.remove(key);
  }
}

const taskItem = (task: ShownTask): TaskItem => ({
  key: `task:${task.id}`,
  kind: 'task',
  title: task.title,
  at: Date.parse(task.completedAt ?? task.createdAt),
  isPast: task.completed,
  task,
});

const noteItem = (one: ShownNote): NoteItem => ({
  key: `note:${one.id}`,
  kind: 'note',
  title: one.title,
  text: withoutAddresses(one.content),
  at: Date.parse(one.updatedAt),
  note: one,
});

const eventItem = (event: ShownEvent): EventItem => ({
  key: `event:${event.id}`,
  kind: 'event',
  title: event.title,
  at: Date.parse(event.start),
  event,
});

const categoryItem = (category: ShownCategory): CategoryItem => ({
  key: `category:${category.id}`,
  kind: 'category',
  title: category.name,
  at: 0,
  category,
});

const reflectionItem = (one: Reflection): ReflectionItem => {
  const day = startOfDay(dayOfId(one.id));
  return {
    key: `reflection:${one.id}`,
    kind: 'reflection',
    title: `Reflection, ${shortDate(day)}`,
    text: joined(one.accomplishments, one.challenges, one.tomorrowFocus),
    at: day.getTime(),
    path: `${paths.reflection}?day=${dayOfId(one.id)}`,
  };
};

const reviewItem = ({ id, day, done, slipped, nextWeek }: WeekReview): ReflectionItem => ({
  key: `review:${id}`,
  kind: 'reflection',
  title: `Review, ${dateRange(startOfDay(day), startOfDay(addDays(day, 6)))}`,
  keywords: 'week',
  text: joined(done, slipped, nextWeek),
  at: startOfDay(day).getTime(),
  path: weekReviewPath(day),
});

const joined = (...answers: readonly (string | null)[]): string =>
  answers.filter((answer) => answer !== null).join('\n');

/** Returns the item with this key, even while the index is being built. */
function itemOf(
  key: string,
  { tasks, notes, events, categories, reflections, reviews, commands }: Records,
) {
  const [kind, id] = key.split(':');
  const has = (record: { id: number }) => String(record.id) === id;
  const found = <R extends { id: number }>(
    records: readonly R[],
    toItem: (record: R) => PaletteItem,
  ) => records.filter(has).map(toItem)[0];
  switch (kind) {
    case 'task':
      return found(tasks, taskItem);
    case 'note':
      return found(notes, noteItem);
    case 'event':
      return found(events, eventItem);
    case 'category':
      return found(categories, categoryItem);
    case 'reflection':
      return found(reflections, reflectionItem);
    case 'review':
      return found(reviews, reviewItem);
    default:
      return commands.find((command) => command.key === key);
  }
}
