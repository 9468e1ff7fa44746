import { taskOfLine, type TaskLine } from '../../domain/line/taskLine';
import { useTaskMutations } from './taskQueries';
import { useTaskLine } from './useTaskLine';

/** Returns a function that adds the task that a line describes. A toast shows the task and offers Undo. */
export function useAddTyped(): (text: string) => void {
  const { createWithUndo } = useTaskMutations();
  const { read, countPriorities, today } = useTaskLine('', null);
  const add = (line: TaskLine) =>
    createWithUndo(
      taskOfLine(line, {
        categoryId: null,
        plannedDay: null,
        priorities: countPriorities(),
        today,
      }),
    );
  return (text) => {
    const line = read(text);
    if (line instanceof Promise) void line.then(add);
    else add(line);
  };
}
