import type { Category } from '@daymark/contract/category';
import type { LocalDay } from '../../lib/dates';
import { numberText } from '../../lib/numbers';
import { TaskRow, type TaskRowActions } from './TaskRow';
import { focusedOn } from './taskPlan';
import type { ShownTask } from './taskQueries';
import type { ListItem } from './taskViews';

const NO_FOCUS: ReadonlyMap<number, number> = new Map();

export interface TaskListProps {
  items: ListItem[];
  categories: ReadonlyMap<number, Category>;
  actions: TaskRowActions;
  editingIds: ReadonlySet<number>;
  deletedIds: ReadonlySet<number>;
  newIds: ReadonlySet<number>;
  /** The tasks whose steps are shown. */
  expandedIds: ReadonlySet<number>;
  /** The steps of each task, by its id. */
  steps: ReadonlyMap<number, readonly ShownTask[]>;
  today: LocalDay;
  /** Where the headings say on which day the tasks are. */
  hidesDay: boolean;
  /** Minutes of focus by task id. */
  focusedMinutes?: ReadonlyMap<number, number> | undefined;
}

/** What a list has for one of its items: a task's row, or a heading. */
export function TaskListItem({ item, list }: { item: ListItem; list: TaskListProps }) {
  if ('heading' in item)
    return (
      <h2>
        {item.heading} · {numberText(item.count)}
      </h2>
    );
  const { task } = item;
  const steps = list.steps.get(task.id);
  return (
    <TaskRow
      task={task}
      category={task.categoryId === null ? undefined : list.categories.get(task.categoryId)}
      actions={list.actions}
      isEditing={list.editingIds.has(task.id)}
      isDeleted={list.deletedIds.has(task.id)}
      isNew={list.newIds.has(task.id)}
      isExpanded={list.expandedIds.has(task.id)}
      today={list.today}
      hidesDay={list.hidesDay}
      steps={steps}
      focusedMinutes={focusedOn(task, steps ?? [], list.focusedMinutes ?? NO_FOCUS)}
    />
  );
}

export const keyOf = (item: ListItem): string | number =>
  'task' in item ? item.task.id : item.heading;
