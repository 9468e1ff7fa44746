import { useRef, useState } from 'react';
import { LongTaskList } from './LongTaskList';
import { RowTools } from '../row/RowTools';
import css from './TaskList.module.css';
import orderCss from '../row/rowOrder.module.css';
import swipeCss from '../../../ui/layout/swipeRow.module.css';
import { keyOf, TaskListItem, type TaskListProps } from './TaskListItem';
import { BY_TIME, isHeading } from '../../../domain/tasks/taskViews';

/** Longest list of which every row is rendered, in items. A longer list renders only the rows in view. */
const SHORT_LIST = 50;

export function TaskList(props: TaskListProps) {
  const isLong = props.items.length > SHORT_LIST;
  // Stays true. Switching back would recreate all rows, and the focus in them would be lost.
  const [wasLong, setWasLong] = useState(isLong);
  if (isLong && !wasLong) setWasLong(true);
  return wasLong ? <LongTaskList {...props} /> : <ShortTaskList {...props} />;
}

function ShortTaskList(props: TaskListProps) {
  const { items, sections, selectedIds, actions, onMove } = props;
  const list = useRef<HTMLUListElement>(null);
  return (
    <ul
      className={`${css.list} ${orderCss.ordered} ${swipeCss.swiped}`}
      ref={list}
      aria-label="Tasks"
    >
      <RowTools
        list={list}
        items={items}
        context={actions.context}
        isSelecting={selectedIds.size > 0}
        onMove={onMove}
      >
        {items.map((item) => {
          const section = isHeading(item) ? undefined : sections.get(item.id);
          return (
            <li key={keyOf(item)} data-section={section}>
              <TaskListItem
                item={item}
                list={props}
                hasHandle={section !== undefined && section !== BY_TIME}
              />
            </li>
          );
        })}
      </RowTools>
    </ul>
  );
}
