import { useRef, useState } from 'react';
import { lazyPart } from '../../../lib/browser/lazyPart';
import { isWarmStart } from '../../../lib/browser/preload';
import { PartBoundary } from '../../../ui/states/Boundary';
import { laterPart } from '../../../ui/dialogs/laterPart';
import { loadLongTaskList, SHORT_LIST } from './loadLongTaskList';
import css from './TaskList.module.css';
import orderCss from '../row/rowOrder.module.css';
import { keyOf, TaskListItem, type TaskListProps } from './TaskListItem';
import { isHeading } from '../../../domain/tasks/taskViews';

/** Most lists don't need its code. */
const LongTaskList = lazyPart(loadLongTaskList);

const RowTools = laterPart(() => import('../row/RowTools'));

// Its code is there before the tasks are.
if (isWarmStart()) LongTaskList.preload();

/** What fills most windows, until the code for a long list is loaded. */
const FIRST_ROWS = 20;

/** The list of tasks. Until the code for a long one is loaded, it shows the first rows. */
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
  const { items, sections, actions, onMove } = props;
  const list = useRef<HTMLUListElement>(null);
  return (
    <ul
      className={`${css.list} ${orderCss.ordered} ${orderCss.swiped}`}
      ref={list}
      aria-label="Tasks"
      data-rows
    >
      <RowTools list={list} items={items} actions={actions} onMove={onMove} />
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
