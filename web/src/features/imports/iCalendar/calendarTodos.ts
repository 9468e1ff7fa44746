import { DAY_MS, MINUTE_MS } from '@daymark/contract/time/units';
import type { LocalDay } from '../../../lib/time/dates';
import { clockText } from '../../../lib/time/clockText';
import { addTo } from '../addTo';
import { IN_NOTE, LEFT_OUT, type ImportDraft } from '../importDraft';
import { rootsOf } from '../parsing/rootsOf';
import { ruleOfRRule } from '../parsing/ruleOfRRule';
import { dayTextOf, midnightOf } from './calendarClock';
import { seriesOf } from './calendarEvents';
import {
  hasProperty,
  hasStatus,
  plainText,
  propertiesOf,
  propertyOf,
  textOf,
  textsOf,
  type Component,
} from './calendarLines';
import { parseRule } from './calendarRule';
import {
  isCancelledEntry,
  isSeries,
  NamedDates,
  OCCURRENCES_MAX,
  plannedDates,
  type Series,
} from './calendarSeries';
import { descriptionOf, keptInTask, nameProperties, notesOf } from './calendarTexts';
import { timeOf, type Reading } from './calendarTimes';
import { LENGTH_MAX_MS } from './calendarValues';

/**
 * A to-do. If the first dates of a series are done, `laterDays` tells how many days later the dates of the open to-do
 * are.
 */
interface Todo {
  component: Component;
  key: string;
  laterDays: number;
}

/** Adds to-dos as tasks. The start becomes the planned day, and the due date the deadline. */
export function addTodos(
  components: readonly Component[],
  draft: ImportDraft,
  reading: Reading,
): void {
  const todos = seriesOf(components, reading).flatMap((series) => todosOf(series, reading));
  const byUid = new Map<string, Todo>();
  for (const todo of todos) {
    const uid = textOf(todo.component, 'uid');
    if (uid && !byUid.has(uid)) byUid.set(uid, todo);
  }
  const parents = parentsOf(todos, byUid);
  const rootOf = rootsOf((todo: Todo) => parents.get(todo));
  const steps = new Map<Todo, Todo[]>();
  for (const todo of todos) if (rootOf(todo) !== todo) addTo(steps, rootOf(todo), todo);
  const tops = todos.filter((todo) => rootOf(todo) === todo);
  const ids = new Map(tops.map((todo) => [todo, addTodo(todo, null, draft, reading)]));
  for (const [top, list] of steps)
    for (const step of list) addTodo(step, ids.get(top) ?? null, draft, reading);
}

/**
 * Returns a to-do, or the open to-do of a series and a to-do for each of its changed or completed dates. Canceled dates
 * are reported.
 */
function todosOf({ master, changes }: Series, reading: Reading): Todo[] {
  const uid = textOf(master, 'uid');
  const kept = changes.filter((change) => {
    if (isCancelledEntry(change))
      reading.name('Canceled dates of to-dos', LEFT_OUT, textOf(change, 'summary'));
    return !isCancelledEntry(change);
  });
  const singles = kept.map((component) => ({
    component,
    key: `${uid} ${propertyOf(component, 'recurrence-id')?.value ?? ''}`,
    laterDays: 0,
  }));
  const laterDays = isSeries(master) ? daysToOpenDate(master, changes, reading) : 0;
  return laterDays === undefined
    ? singles
    : [{ component: master, key: uid, laterDays }, ...singles];
}

/**
 * Returns how many days after its start a series has its first unchanged date, or undefined if all dates were changed.
 */
function daysToOpenDate(
  master: Component,
  changes: readonly Component[],
  reading: Reading,
): number | undefined {
  const property = propertyOf(master, 'dtstart') ?? propertyOf(master, 'due');
  const start = property && timeOf(property, reading);
  const rules = propertiesOf(master, 'rrule');
  const isPlain = changes.length === 0 && !hasProperty(master, 'exdate');
  if (!start || isPlain || rules.some(({ value }) => !parseRule(value))) return 0;
  const changed = new NamedDates(start, reading);
  for (const change of changes) {
    const id = propertyOf(change, 'recurrence-id');
    const time = id && timeOf(id, reading, start.zone);
    if (time) changed.add(time);
  }
  const whole = {
    ...reading,
    fromMs: Math.min(start.ms, reading.fromMs),
    toMs: reading.toMs + LENGTH_MAX_MS,
    name: () => undefined,
  };
  const dates = plannedDates(master, { start, length: { days: 0, ms: 0 } }, whole);
  const open = dates.find((date) => !changed.has(date.start));
  if (!open) return dates.length < OCCURRENCES_MAX ? undefined : 0;
  return (midnightOf(open.start.clockMs) - midnightOf(start.clockMs)) / DAY_MS;
}

/** Returns the parent of each to-do. Either the child or the parent may name the other. */
function parentsOf(todos: readonly Todo[], byUid: ReadonlyMap<string, Todo>): Map<Todo, Todo> {
  const parents = new Map<Todo, Todo>();
  const relate = (step: Todo | undefined, parent: Todo | undefined) => {
    if (step && parent && step !== parent && !parents.has(step)) parents.set(step, parent);
  };
  for (const todo of todos)
    for (const { parameters, value } of propertiesOf(todo.component, 'related-to')) {
      const other = byUid.get(plainText(value).trim());
      const type = parameters.get('reltype')?.toUpperCase() ?? 'PARENT';
      if (type === 'PARENT') relate(todo, other);
      else if (type === 'CHILD') relate(other, todo);
    }
  return parents;
}

function addTodo(
  { component, key, laterDays }: Todo,
  parentId: number | null,
  draft: ImportDraft,
  reading: Reading,
): number {
  const { context } = draft;
  const title = textOf(component, 'summary');
  const kept: string[] = [];
  const keep = (label: string, value: string, field: string) => {
    kept.push(`${label}: ${value}`);
    draft.leave(field, IN_NOTE, value);
  };
  nameProperties(component, draft, keptInTask(keep));
  const dayOf = (name: string, label: string): LocalDay | null => {
    const property = propertyOf(component, name);
    if (!property) return null;
    const time = timeOf(property, reading);
    if (!time) {
      kept.push(`${label}: ${property.value}`);
      reading.name('Dates of to-dos that can’t be read', IN_NOTE, title);
      return null;
    }
    const clockMs =
      (time.isDay ? time.clockMs : reading.person.clockAt(time.ms)) + laterDays * DAY_MS;
    const minutes = Math.floor((clockMs - midnightOf(clockMs)) / MINUTE_MS);
    if (minutes > 0) keep(label, `${dayTextOf(clockMs)} ${clockText(minutes)}`, 'Times of to-dos');
    return dayTextOf(clockMs);
  };
  const plannedDay = dayOf('dtstart', 'Starts');
  const deadline = dayOf('due', 'Due');
  const isDone =
    textOf(component, 'completed') !== '' ||
    hasStatus(component, 'COMPLETED') ||
    Number(textOf(component, 'percent-complete')) === 100;
  if (isCancelledEntry(component)) keep('Status', 'canceled', 'Canceled to-dos');
  if (hasStatus(component, 'IN-PROCESS')) keep('Status', 'in process', 'To-dos in process');
  const day = plannedDay ?? deadline ?? draft.zone.dayAt(context.now.getTime());
  const rules = propertiesOf(component, 'rrule').map(({ value }) => value);
  const [rule = ''] = rules;
  const repeat =
    rules.length === 1 && !isDone && parentId === null ? ruleOfRRule(rule, day) : undefined;
  if (rules.length > 0 && !repeat)
    keep('Repeats', rules.join('; '), 'Repeats that Daymark can’t express');
  const [category = '', ...categories] = propertiesOf(component, 'categories').flatMap(
    ({ value }) => textsOf(value),
  );
  if (categories.length > 0) keep('Categories', categories.join(', '), 'More than one category');
  return draft.addTask({
    key: key || JSON.stringify([title, plannedDay, deadline]),
    title,
    parentId,
    completed: isDone,
    completedAt: instantIn(component, 'completed', reading),
    createdAt: instantIn(component, 'created', reading),
    categoryId: draft.categoryOf(category),
    plannedDay: repeat ? day : plannedDay,
    deadline,
    repeat: repeat ?? null,
    texts: [descriptionOf(component)],
    kept: [
      ...kept,
      ...notesOf(component, draft, true).filter((line) => !line.startsWith('Categories:')),
    ],
  });
}

/** Adds a journal entry as a note. */
export function addJournal(journal: Component, draft: ImportDraft, reading: Reading): void {
  const title = textOf(journal, 'summary');
  const content = descriptionOf(journal);
  draft.addNote({
    key: textOf(journal, 'uid') || JSON.stringify([title, content]),
    title,
    content,
    createdAt: instantIn(journal, 'created', reading),
  });
  nameProperties(journal, draft);
}

/** Returns the moment in a property, in UTC, or undefined if it is missing or can't be read. */
function instantIn(entry: Component, name: string, reading: Reading): string | undefined {
  const property = propertyOf(entry, name);
  const time = property && timeOf(property, reading);
  return time && new Date(time.ms).toISOString();
}
