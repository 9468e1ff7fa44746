import type { Task } from '@daymark/contract/task';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { localDay } from '../../lib/time/dates';
import { useSync } from '../../sync/useSync';
import { lazyDialog } from '../../ui/dialogs/lazyDialog';
import { useNow } from '../../ui/hooks/useNow';
import { asksForLater, editOfLater, editOfThisOne, withRule } from '../../domain/tasks/seriesEdits';
import { useTaskMutations } from '../../records/tasks/taskQueries';
import type { ShownTask } from '../../domain/shownRecords';

const TaskDetailsDialog = lazyDialog(() => import('./details/TaskDetailsDialog'));
const SeriesDialog = lazyDialog(() => import('../../ui/dialogs/SeriesDialog'));
const ScheduleDialog = lazyDialog(() => import('./details/ScheduleDialog'));

/** Loads the code of the dialog that schedules a task. */
export const preloadScheduling = ScheduleDialog.preload;

/** Loads the code of the dialog with a task's details. */
export const preloadDetails = TaskDetailsDialog.preload;

/** A change of a repeating task, and whether it is of later ones, too. */
interface SeriesQuestion {
  verb: 'Edit' | 'Delete';
  task: ShownTask;
  fields: Partial<Task>;
}

interface TaskDialogs {
  /** Edits a task. Of a repeating one, it asks whether later ones are meant. */
  edit: (task: ShownTask, fields: Partial<Task>, seen?: Pick<Task, 'title'>) => void;
  /** Deletes a task. Of a repeating one, it asks whether later ones are meant. */
  remove: (task: ShownTask) => void;
  /** `field` gets the focus; otherwise the first one does. */
  openDetails: (task: ShownTask, field?: 'estimate') => void;
  /** Asks when to work on a task. `onClosed` gives the focus back. */
  schedule: (task: ShownTask, onClosed?: () => void) => void;
  /** The open dialog, to be rendered once. */
  dialogs: ReactNode;
}

/** What asks the person something about a task: wherever tasks are, in lists and in the palette. */
export function useTaskDialogs(): TaskDialogs {
  const { update, skip, remove } = useTaskMutations();
  const sync = useSync();
  const now = useNow();
  const [detailed, setDetailed] = useState<{ task: ShownTask; field: 'estimate' | undefined }>();
  const [question, setQuestion] = useState<SeriesQuestion>();
  const [scheduling, setScheduling] = useState<{
    task: ShownTask;
    onClosed: (() => void) | undefined;
  }>();
  const edit = (task: ShownTask, fields: Partial<Task>, seen?: Pick<Task, 'title'>) => {
    const changed = withRule(task, fields, localDay(now), sync.records('events').data ?? []);
    if (!asksForLater(task, changed)) {
      update(task.id, changed, seen);
      return;
    }
    // Saved for this one before the question: it may be left without an answer.
    update(task.id, editOfThisOne(task, changed), seen);
    setQuestion({ verb: 'Edit', task, fields: changed });
  };
  return {
    edit,
    remove: (task) => {
      if (task.repeat === null) remove(task);
      else setQuestion({ verb: 'Delete', task, fields: {} });
    },
    openDetails: (task, field) => setDetailed({ task, field }),
    schedule: (task, onClosed) => setScheduling({ task, onClosed }),
    dialogs: (
      <>
        {scheduling && (
          <ScheduleDialog
            task={scheduling.task}
            onClose={() => {
              flushSync(() => setScheduling(undefined));
              scheduling.onClosed?.();
            }}
          />
        )}
        {detailed && (
          <TaskDetailsDialog
            task={detailed.task}
            field={detailed.field}
            onClose={() => setDetailed(undefined)}
            onSave={(fields) => {
              setDetailed(undefined);
              if (Object.keys(fields).length > 0) edit(detailed.task, fields);
            }}
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
