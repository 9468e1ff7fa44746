import type { Task } from '@daymark/contract/task';
import { dayInSentence, type LocalDay } from '../../lib/time/dates';
import { countText } from '../../lib/text/numbers';
import type { MutationRequest } from '../../domain/mutation';
import { asksForLater, editOfThisOne } from '../../domain/tasks/seriesEdits';
import {
  closingChange,
  deletion,
  taskUpdate,
  type Surroundings,
} from '../../domain/tasks/taskRequests';
import type { ShownTask } from '../../domain/shownRecords';

/** What can be done to several tasks at once. */
export type BulkAction =
  | { kind: 'day'; day: LocalDay | null }
  | { kind: 'category'; categoryId: number | null; name: string }
  | { kind: 'complete' }
  | { kind: 'delete' };

/** A change of several tasks, the requests that take it back, and what it did in words. */
interface BulkChange {
  requests: readonly MutationRequest[];
  undo: readonly MutationRequest[];
  text: string;
}

/** Does something to several tasks as one change. Undefined where nothing would change. */
export function bulkChange(
  tasks: readonly ShownTask[],
  action: BulkAction,
  surroundings: Surroundings,
): BulkChange | undefined {
  const changes = tasks.flatMap((task) => changeOf(task, action, surroundings) ?? []);
  if (changes.length === 0) return undefined;
  return {
    requests: changes.flatMap(({ requests }) => requests),
    // The last change first: each is taken back from what it made.
    undo: changes.toReversed().flatMap(({ undo }) => undo),
    text: `${countText(changes.length, 'task')} ${said(action, surroundings.today)}`,
  };
}

type Requests = Omit<BulkChange, 'text'>;

function changeOf(
  task: ShownTask,
  action: BulkAction,
  surroundings: Surroundings,
): Requests | undefined {
  switch (action.kind) {
    case 'day':
      return task.plannedDay === action.day
        ? undefined
        : updateOf(task, { plannedDay: action.day }, { plannedDay: task.plannedDay });
    case 'category': {
      if (task.categoryId === action.categoryId) return undefined;
      const fields = { categoryId: action.categoryId };
      const { categoryId, laterFields } = task;
      // Of a repeating task only this one: a question for each of several would be too many.
      return asksForLater(task, fields)
        ? updateOf(task, editOfThisOne(task, fields), { categoryId, laterFields })
        : updateOf(task, fields, { categoryId });
    }
    case 'complete':
      return task.completed ? undefined : closingChange(task, { completed: true }, surroundings);
    case 'delete':
      return deletion(task, surroundings);
  }
}

function updateOf(task: Task, fields: Partial<Task>, before: Partial<Task>): Requests {
  const { request, undo } = taskUpdate(task, fields, before);
  return { requests: [request], undo: [undo] };
}

function said(action: BulkAction, today: LocalDay): string {
  switch (action.kind) {
    case 'day':
      return action.day === null
        ? 'no longer planned'
        : `planned for ${dayInSentence(action.day, today)}`;
    case 'category':
      return action.categoryId === null ? 'without a category' : `moved to ${action.name}`;
    case 'complete':
      return 'completed';
    case 'delete':
      return 'deleted';
  }
}
