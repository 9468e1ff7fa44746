import { newId } from '@daymark/contract/primitives';
import { isOpen, TASK_TITLE_MAX } from '@daymark/contract/task';
import { Check, Plus } from 'lucide-react';
import { addDays, dayInSentence, personsDay, type LocalDay } from '../../lib/time/dates';
import { lineKey, plainLines } from '../../lib/text/plainLine';
import { changeTask, planFor } from '../../records/tasks/taskActions';
import { useSync } from '../../sync/useSync';
import { useNow } from '../../ui/hooks/useNow';
import { useTaskMutations, useTasks } from '../../records/tasks/taskQueries';
import css from './TomorrowTasks.module.css';

interface TomorrowTasksProps {
  /** The text under Tomorrow's focus. */
  text: string;
  day: LocalDay;
}

/** Lists the lines of Tomorrow's focus. Each line can become a task that is planned for the next day. */
export function TomorrowTasks({ text, day }: TomorrowTasksProps) {
  const { data: tasks } = useTasks();
  const { create } = useTaskMutations();
  const sync = useSync();
  const today = personsDay(useNow());
  const tomorrow = addDays(day, 1);
  const lines = plainLines(text);
  if (!tasks || lines.length === 0 || tomorrow < today) return null;
  const name = dayInSentence(tomorrow, today);
  return (
    <ul className={css.lines} aria-label="Lines as tasks">
      {lines.map((line) => {
        const title = Array.from(line).slice(0, TASK_TITLE_MAX).join('');
        const same = tasks.filter((task) => isOpen(task) && lineKey(task.title) === lineKey(title));
        const isPlanned = same.some(({ plannedDay }) => plannedDay === tomorrow);
        const [existing] = same;
        return (
          <li key={lineKey(line)}>
            <button
              type="button"
              // Not disabled, because the button has just been pressed and must keep the focus.
              aria-disabled={isPlanned}
              onClick={() => {
                if (isPlanned) return;
                if (existing) changeTask(sync, existing, planFor(tomorrow));
                else
                  create({
                    task: { id: newId(), title, categoryId: null, plannedDay: tomorrow },
                  });
              }}
            >
              {isPlanned ? (
                <Check size={15} aria-hidden="true" />
              ) : (
                <Plus size={15} aria-hidden="true" />
              )}
              <span dir="auto">{title}</span>
              <small>{isPlanned ? `Planned for ${name}` : `Plan for ${name}`}</small>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
