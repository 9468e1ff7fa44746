import { isOpen, type Task } from '@daymark/contract/task';
import { isTopThreeFull } from '@daymark/contract/topThree';
import {
  CalendarClock,
  CalendarDays,
  CalendarX,
  CircleCheck,
  Flag,
  FlagOff,
  Hourglass,
  ListChecks,
  Pencil,
  RotateCcw,
  SkipForward,
  SlidersHorizontal,
  Sunrise,
  Tag,
  Timer,
  Trash2,
} from 'lucide-react';
import type { NavigateFunction } from 'react-router-dom';
import { namedDays } from '../../domain/tasks/namedDays';
import { asksForLater, editOfThisOne } from '../../domain/tasks/seriesEdits';
import {
  addedToTop3,
  closingChange,
  deletion,
  removedFromTop3,
  taskUpdate,
  type Surroundings,
} from '../../domain/tasks/taskRequests';
import { todaysPriorities } from '../../domain/tasks/todaysPriorities';
import { addDays, dayInSentence, personsDay, type LocalDay } from '../../lib/time/dates';
import { countText } from '../../lib/text/numbers';
import { focusOn, paths } from '../../lib/paths';
import type { Sync } from '../../sync/createSync';
import type { RecordAction } from '../action';
import { changeWithUndo } from '../changeWithUndo';
import type { Change } from '../../domain/mutation';
import { surroundingsOf } from './surroundingsOf';
import { elementId } from '../elementId';
import type { ShownTask } from '../../domain/shownRecords';

/** The data and functions that the actions of tasks use. */
export interface TaskContext {
  sync: Sync;
  navigate: NavigateFunction;
  /** Completes a task or reopens it, with a toast. */
  setCompleted: (task: ShownTask, completed: boolean) => void;
  skip: (task: ShownTask) => void;
  /** Edits a task. If later tasks of its series share an edited field, asks whether these tasks are meant, too. */
  edit: (task: ShownTask, fields: Partial<Task>) => void;
  /** Deletes a task. If the task repeats, asks whether later tasks of its series are meant. */
  remove: (task: ShownTask) => void;
  /** Opens a task's details. `field` gets the focus, or else the first field. */
  openDetails: (task: ShownTask, field?: 'estimate') => void;
  /** Asks when to work on a task. */
  schedule: (task: ShownTask) => void;
  /** Functions that only a list of tasks has. */
  list?: Record<'rename' | 'showSteps', (task: ShownTask) => void>;
}

/** A change that can be made to several tasks together, with one Undo. */
export interface TaskChange {
  /** Returns the change, or undefined if the task stays as it is. */
  change: (task: ShownTask, surroundings: Surroundings) => Change | undefined;
  /** Returns what was done: "planned for tomorrow". */
  text: (today: LocalDay) => string;
}

type Run = RecordAction<ShownTask, TaskContext>['run'];

/** An item of an action's own menu: a day, a category. */
export interface TaskChoice {
  label: string;
  /** Whether a task has this day or category. */
  isChosen?: (task: ShownTask) => boolean;
  run: Run;
  /** The change of several tasks. A selection of tasks doesn't offer an item without this change. */
  together?: TaskChange;
}

export interface TaskAction extends RecordAction<ShownTask, TaskContext> {
  /** Returns the items of the action's own menu. Without a menu, `run` is called. */
  choices?: (sync: Sync) => TaskChoice[];
  together?: TaskChange;
}

/** Changes a task, with a toast that offers Undo, because the change may move the task to another view. */
export function changeTask(sync: Sync, task: ShownTask, { change, text }: TaskChange): void {
  const surroundings = surroundingsOf(sync);
  const made = change(task, surroundings);
  const done = text(surroundings.today);
  const title = done.charAt(0).toUpperCase() + done.slice(1);
  const focusId = elementId('task', task.id);
  if (made) changeWithUndo(sync, { title, about: task.title, focusId }, made);
}

/** Joins the changes of several tasks. */
export function joined(changes: readonly Change[]): Change {
  // Undo the last change first, because each change is undone from the state that it made.
  const undo = changes.toReversed().flatMap((change) => change.undo ?? []);
  const requests = changes.flatMap((change) => change.requests);
  return { requests, undo: undo.length > 0 ? undo : undefined };
}

/** Changes several tasks as one change, with one Undo. */
export function changeTasks(
  sync: Sync,
  tasks: readonly ShownTask[],
  { change, text }: TaskChange,
): void {
  const surroundings = surroundingsOf(sync);
  const changes = tasks.flatMap((task) => change(task, surroundings) ?? []);
  const title = `${countText(changes.length, 'task')} ${text(surroundings.today)}`;
  const description = tasks.map((task) => task.title).join(', ');
  const focusId = elementId('task', tasks[0]?.id);
  if (changes.length > 0) changeWithUndo(sync, { title, description, focusId }, joined(changes));
}

const changing =
  (change: TaskChange): Run =>
  (task, { sync }) =>
    changeTask(sync, task, change);

const todayOf = ({ sync }: Pick<TaskContext, 'sync'>): LocalDay => personsDay(sync.now());

/** Returns the change that plans a task for a day. Null means no day. */
export const planFor = (day: LocalDay | null): TaskChange => ({
  change: (task) =>
    task.plannedDay === day ? undefined : { requests: [taskUpdate(task, { plannedDay: day })] },
  text: (today) =>
    day === null ? 'no longer planned' : `planned for ${dayInSentence(day, today)}`,
});

const planning = (dayFrom: (today: LocalDay) => LocalDay | null) => ({
  applies: ({ plannedDay }: ShownTask, context: TaskContext) =>
    plannedDay !== dayFrom(todayOf(context)),
  run: (task: ShownTask, context: TaskContext) =>
    changeTask(context.sync, task, planFor(dayFrom(todayOf(context)))),
});

function dayChoices(sync: Sync): TaskChoice[] {
  const choice = (label: string, day: LocalDay | null): TaskChoice => ({
    label,
    isChosen: ({ plannedDay }) => plannedDay === day,
    run: changing(planFor(day)),
    together: planFor(day),
  });
  return [
    ...namedDays(todayOf({ sync })).map(({ menuLabel, value }) => choice(menuLabel, value)),
    { label: 'Pick a date…', run: (task, context) => context.openDetails(task) },
    choice('No day', null),
  ];
}

function categoryChoices(sync: Sync): TaskChoice[] {
  const choice = (label: string, categoryId: number | null): TaskChoice => ({
    label,
    isChosen: (task) => task.categoryId === categoryId,
    run: (task, context) => {
      if (task.categoryId !== categoryId) context.edit(task, { categoryId });
    },
    together: {
      change: (task) => {
        if (task.categoryId === categoryId) return undefined;
        const fields = { categoryId };
        // Change only this task of a series. Asking about later tasks for each selected task would be too much.
        const ownFields = asksForLater(task, fields) ? editOfThisOne(task, fields) : fields;
        return { requests: [taskUpdate(task, ownFields)] };
      },
      text: () => (categoryId === null ? 'without a category' : `moved to ${label}`),
    },
  });
  const categories = sync.records('categories').data ?? [];
  return [choice('No category', null), ...categories.map(({ id, name }) => choice(name, id))];
}

const countPriorities = ({ tasks, now }: Surroundings) => todaysPriorities(tasks, now).length;

const define = <Name extends string>(actions: Record<Name, TaskAction>) => actions;

/** The actions of a task. A task's menu, the palette, keys, swipes and the bar of a selection read them. */
export const taskActions = define({
  rename: {
    label: 'Edit',
    Icon: Pencil,
    shortcut: 'edit',
    applies: (_, { list }) => list !== undefined,
    run: (task, { list }) => list?.rename(task),
  },
  complete: {
    label: 'Complete',
    Icon: CircleCheck,
    shortcut: 'complete',
    applies: ({ completed }) => !completed,
    run: (task, context) => context.setCompleted(task, true),
    together: {
      change: (task, surroundings) =>
        task.completed ? undefined : closingChange(task, { completed: true }, surroundings),
      text: () => 'completed',
    },
  },
  reopen: {
    label: 'Reopen',
    Icon: RotateCcw,
    applies: ({ completed }) => completed,
    run: (task, context) => context.setCompleted(task, false),
  },
  planToday: {
    label: 'Plan for today',
    Icon: Sunrise,
    shortcut: 'planToday',
    ...planning((today) => today),
  },
  planTomorrow: {
    label: 'Plan for tomorrow',
    Icon: CalendarDays,
    ...planning((today) => addDays(today, 1)),
  },
  planForNoDay: { label: 'No day', Icon: CalendarX, ...planning(() => null) },
  day: {
    label: 'Day…',
    Icon: CalendarDays,
    choices: dayChoices,
    run: (task, context) => context.openDetails(task),
  },
  schedule: {
    label: 'Schedule…',
    Icon: CalendarClock,
    shortcut: 'schedule',
    applies: ({ completed }) => !completed,
    run: (task, context) => context.schedule(task),
  },
  details: {
    label: 'Details…',
    paletteLabel: 'Edit details…',
    Icon: SlidersHorizontal,
    run: (task, context) => context.openDetails(task),
  },
  estimate: {
    label: 'Estimate…',
    Icon: Hourglass,
    shortcut: 'estimate',
    run: (task, context) => context.openDetails(task, 'estimate'),
  },
  steps: {
    label: 'Steps',
    Icon: ListChecks,
    applies: (_, { list }) => list !== undefined,
    run: (task, { list }) => list?.showSteps(task),
  },
  startFocus: {
    label: 'Start focus',
    Icon: Timer,
    run: ({ id }, { navigate }) => void navigate(paths.focus, { state: focusOn(id) }),
  },
  addToTop3: {
    label: 'Add to Top 3',
    Icon: Flag,
    shortcut: 'priority',
    applies: ({ isPriority }) => !isPriority,
    refusal: ({ sync }) =>
      isTopThreeFull(countPriorities(surroundingsOf(sync)))
        ? { title: 'Top 3 is full', description: 'Remove a priority first.' }
        : undefined,
    run: changing({
      change: (task, surroundings) =>
        addedToTop3(task, countPriorities(surroundings), surroundings.today),
      text: () => 'added to Top 3',
    }),
  },
  removeFromTop3: {
    label: 'Remove from Top 3',
    Icon: FlagOff,
    shortcut: 'priority',
    applies: ({ isPriority }) => isPriority,
    run: changing({ change: removedFromTop3, text: () => 'removed from Top 3' }),
  },
  category: {
    label: 'Category…',
    Icon: Tag,
    choices: categoryChoices,
    run: (task, context) => context.openDetails(task),
  },
  skip: {
    label: 'Skip this one',
    Icon: SkipForward,
    applies: ({ repeat }) => repeat !== null,
    run: (task, context) => context.skip(task),
  },
  remove: {
    label: 'Delete',
    Icon: Trash2,
    shortcut: 'remove',
    run: (task, context) => context.remove(task),
    together: { change: deletion, text: () => 'deleted' },
  },
});

const choose = (...names: readonly (keyof typeof taskActions)[]): readonly TaskAction[] =>
  names.map((name) => taskActions[name]);

/** The actions in the menu of a task. */
export const menuActions = choose(
  'rename',
  'day',
  'schedule',
  'details',
  'steps',
  'startFocus',
  'addToTop3',
  'removeFromTop3',
  'category',
  'skip',
  'remove',
);

/** The actions in the bar of a selection of tasks. */
export const selectionActions = choose('day', 'category', 'complete', 'remove');

const ofOpen = choose(
  'details',
  'complete',
  'planToday',
  'planTomorrow',
  'planForNoDay',
  'schedule',
  'startFocus',
  'addToTop3',
  'removeFromTop3',
  'remove',
);
const ofClosed = choose('details', 'reopen', 'remove');

/** Returns the actions that the palette offers for a task. Enter runs the first action. */
export const paletteActions = (task: ShownTask) => (isOpen(task) ? ofOpen : ofClosed);
