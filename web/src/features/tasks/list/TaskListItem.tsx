import type { Category } from '@daymark/contract/category';
import { isBlockOver, type ShownBlocks } from '../../../domain/planning/shownBlocks';
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
  now: Date;
  /** The block that each task's row shows. */
  blocks: ShownBlocks;
  /** Hides the planned day in the rows, because the list itself shows it. */
  hidesDay: boolean;
  selectedIds: ReadonlySet<number>;
  /** A number for each task of an ordered day. Tasks with the same number can change places, except `BY_TIME`. */
  sections: ReadonlyMap<number, number>;
  /** Moves a task to the position of another task. */
  onMove: (id: number, placeOf: number) => Promise<void>;
  /** Minutes of focus by task id. */
  focused: ReadonlyMap<number, number>;
}

/** An item of the list: a task's row, or a heading. */
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
  const block = list.blocks.get(item.id);
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
      block={block}
      isBlockOver={isBlockOver(block, list.now)}
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
