import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useState } from 'react';
import { createRoot } from 'react-dom/client';

/*
 * The floor that the bench compares Daymark's list with. The floor has only React, TanStack Virtual, a field and
 * checkboxes. The floor stores no data and has hardly any styles.
 */
const COUNT = Number(new URLSearchParams(location.search).get('tasks'));

interface FloorTask {
  id: number;
  title: string;
  completed: boolean;
}

interface RowProps {
  task: FloorTask;
  onTick: (id: number, completed: boolean) => void;
}

const Row = memo(function Row({ task, onTick }: RowProps) {
  return (
    <div data-task={task.id}>
      <input
        type="checkbox"
        aria-label={task.title}
        checked={task.completed}
        onChange={({ target }) => onTick(task.id, target.checked)}
      />
      {task.title}
    </div>
  );
});

function List() {
  const [tasks, setTasks] = useState(() =>
    Array.from({ length: COUNT }, (_, id) => ({
      id,
      title: `Task number ${id} of the bench`,
      completed: false,
    })),
  );
  const [title, setTitle] = useState('');
  const tick = useCallback(
    (id: number, completed: boolean) =>
      setTasks((before) => before.map((task) => (task.id === id ? { ...task, completed } : task))),
    [],
  );
  const virtualizer = useWindowVirtualizer({
    count: tasks.length,
    estimateSize: () => 53,
    getItemKey: (index) => tasks[index]?.id ?? index,
    overscan: 8,
  });
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTasks((before) => [{ id: before.length, title, completed: false }, ...before]);
          setTitle('');
        }}
      >
        <input
          aria-label="New task"
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
      </form>
      <ul style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const task = tasks[index];
          return (
            task && (
              <li key={key} style={{ transform: `translateY(${start}px)` }}>
                <Row task={task} onTick={tick} />
              </li>
            )
          );
        })}
      </ul>
    </>
  );
}

createRoot(document.body.appendChild(document.createElement('div'))).render(<List />);
