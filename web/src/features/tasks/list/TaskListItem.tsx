import type { Category } from '@daymark/contract/category';
import type { LocalDay } from '../../../lib/time/dates';
import { numberText } from '../../../lib/text/numbers';
import { TaskRow, type TaskRowActions } from '../row/TaskRow';
import { focusedOn } from '../../../domain/tasks/taskPlan';
import { isHeading, type ListItem } from '../../../domain/tasks/taskViews';
import type { ShownTask } from '../../../domain/shownRecords';

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
  selectedIds: ReadonlySet<number>;
  /** The tasks that can change places: those with the same number. */
  sections: ReadonlyMap<number, number>;
  /** Gives a task the place of another one. */
  onMove: (id: number, placeOf: number) => Promise<void>;
  /** Minutes of focus by task id. */
  focused: ReadonlyMap<number, number>;
}

/** What a list has for one of its items: a task's row, or a heading. */
export function TaskListItem({
  item,
  list,
  hasHandle = false,
}: {
  item: ListItem;
  list: TaskListProps;
  hasHandle?: boolean;
}) {
  if (isHeading(item))
    return (
      <h2>
        {item.heading} · {numberText(item.count)}
      </h2>
    );
  const steps = list.steps.get(item.id);
  return (
    <TaskRow
      task={item}
      category={item.categoryId === null ? undefined : list.categories.get(item.categoryId)}
      actions={list.actions}
      isEditing={list.editingIds.has(item.id)}
      isDeleted={list.deletedIds.has(item.id)}
      isNew={list.newIds.has(item.id)}
      isExpanded={list.expandedIds.has(item.id)}
      today={list.today}
      hidesDay={list.hidesDay}
      steps={steps}
      isSelected={list.selectedIds.has(item.id)}
      hasHandle={hasHandle}
      focusedMinutes={focusedOn(item, steps ?? [], list.focused)}
    />
  );
}

export const keyOf = (item: ListItem): string | number =>
  isHeading(item) ? item.heading : item.id;
