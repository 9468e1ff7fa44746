import { useRef, useState } from 'react';
import { PartBoundary } from '../../../ui/states/Boundary';
import { lazyComponent } from '../../../ui/lazyComponent';
import { RowTools } from '../row/RowTools';
import css from './TaskList.module.css';
import orderCss from '../row/rowOrder.module.css';
import { keyOf, TaskListItem, type TaskListProps } from './TaskListItem';
import { isHeading } from '../../../domain/tasks/taskViews';

/** A list with more items draws only those in view, for which it needs more code. */
const SHORT_LIST = 50;

const LongTaskList = lazyComponent(() => import('./LongTaskList'));
// The code of the screen is there by now, and the records are on their way.
LongTaskList.preload();

/** Enough rows for most windows, until that code is loaded. */
const FIRST_ROWS = 20;

/** The list of tasks. */
export function TaskList(props: TaskListProps) {
  const isLong = props.items.length > SHORT_LIST;
  // Stays true: with a change, all rows would be made again, and the focus in them lost.
  const [wasLong, setWasLong] = useState(isLong);
  if (isLong && !wasLong) setWasLong(true);
  if (!wasLong) return <ShortTaskList {...props} />;
  return (
    <PartBoundary fallback={<ShortTaskList {...props} items={props.items.slice(0, FIRST_ROWS)} />}>
      <LongTaskList {...props} />
    </PartBoundary>
  );
}

function ShortTaskList(props: TaskListProps) {
  const { items, sections, selectedIds, actions, onMove } = props;
  const list = useRef<HTMLUListElement>(null);
  return (
    <ul
      className={`${css.list} ${orderCss.ordered} ${orderCss.swiped}`}
      ref={list}
      aria-label="Tasks"
    >
      <RowTools
        list={list}
        items={items}
        context={actions.context}
        isSelecting={selectedIds.size > 0}
        onMove={onMove}
      />
      {items.map((item) => {
        const section = isHeading(item) ? undefined : sections.get(item.id);
        return (
          <li key={keyOf(item)} data-section={section}>
            <TaskListItem item={item} list={props} hasHandle={section !== undefined} />
          </li>
        );
      })}
    </ul>
  );
}
