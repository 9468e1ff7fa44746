import type { Task } from '@daymark/contract/task';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { personsDay } from '../../lib/time/dates';
import type { TaskContext } from '../../records/tasks/taskActions';
import { useSync } from '../../sync/useSync';
import { lazyComponent } from '../../ui/lazyComponent';
import { asksForLater, editOfLater, editOfThisOne, withRule } from '../../domain/tasks/seriesEdits';
import { withId } from '../../domain/mutation';
import { useTaskMutations } from '../../records/tasks/taskQueries';
import type { ShownTask } from '../../domain/shownRecords';

const TaskDetailsDialog = lazyComponent(() => import('./details/TaskDetailsDialog'));
const SeriesDialog = lazyComponent(() => import('../../ui/dialogs/SeriesDialog'));
const ScheduleDialog = lazyComponent(() => import('./details/ScheduleDialog'));

/** Loads the code of the dialog that schedules a task. */
export const preloadScheduling = ScheduleDialog.preload;

/** Loads the code of the dialog with a task's details. */
export const preloadDetails = TaskDetailsDialog.preload;

/** A change of a repeating task. The person is asked whether the change also applies to later tasks of the series. */
interface SeriesQuestion {
  verb: 'Edit' | 'Delete';
  task: ShownTask;
  fields: Partial<Task>;
}

interface TaskDialogs extends TaskContext {
  edit: (task: ShownTask, fields: Partial<Task>, seen?: Pick<Task, 'title'>) => void;
  /** The open dialog, to be rendered once. */
  dialogs: ReactNode;
}

/** Returns the context of task actions and the dialogs that they open. Lists and the palette use this context. */
export function useTaskDialogs(): TaskDialogs {
  const { update, setCompleted, skip, remove } = useTaskMutations();
  const sync = useSync();
  const navigate = useNavigate();
  const [detailed, setDetailed] = useState<{ task: ShownTask; field: 'estimate' | undefined }>();
  const [question, setQuestion] = useState<SeriesQuestion>();
  const [scheduling, setScheduling] = useState<ShownTask>();
  /** Returns a task as it is now. Another device may have changed it since its dialog opened. */
  const currentOf = (task: ShownTask) => withId(sync.records('tasks').data, task.id) ?? task;
  const edit = (task: ShownTask, fields: Partial<Task>, seen?: Pick<Task, 'title'>) => {
    const changed = withRule(
      task,
      fields,
      personsDay(sync.now()),
      sync.records('events').data ?? [],
    );
    if (!asksForLater(task, changed)) {
      update(task.id, changed, seen);
      return;
    }
    // Saved for this task before the question is asked, because the person may leave the question unanswered.
    update(task.id, editOfThisOne(task, changed), seen);
    setQuestion({ verb: 'Edit', task, fields: changed });
  };
  return {
    sync,
    navigate,
    setCompleted: (task, completed) => setCompleted(task, completed, true),
    skip,
    edit,
    remove: (task) => {
      if (task.repeat === null) remove(task);
      else setQuestion({ verb: 'Delete', task, fields: {} });
    },
    openDetails: (task, field) => setDetailed({ task, field }),
    schedule: setScheduling,
    dialogs: (
      <>
        {scheduling && (
          <ScheduleDialog task={scheduling} onClose={() => setScheduling(undefined)} />
        )}
        {detailed && (
          <TaskDetailsDialog
            key={detailed.task.id}
            task={detailed.task}
            field={detailed.field}
            onClose={() => setDetailed(undefined)}
            onSave={(fields, seen) => {
              setDetailed(undefined);
              if (Object.keys(fields).length > 0) edit(currentOf(detailed.task), fields, seen);
            }}
            onRename={({ title, before }) =>
              edit(currentOf(detailed.task), { title }, { title: before })
            }
          />
        )}
        {question && (
          <SeriesDialog
            verb={question.verb}
            what="task"
            title={question.task.title}
            onClose={() => setQuestion(undefined)}
            onThisOne={() => {
              setQuestion(undefined);
              if (question.verb === 'Delete') skip(question.task);
            }}
            onLater={() => {
              setQuestion(undefined);
              if (question.verb === 'Delete') remove(question.task);
              else update(question.task.id, editOfLater(question.task, question.fields));
            }}
          />
        )}
      </>
    ),
  };
}
