import { zodResolver } from '@hookform/resolvers/zod';
import type { Task } from '@daymark/contract/task';
import { NotebookPen } from 'lucide-react';
import { FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '../../../ui/controls/Button';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { RecordLinks } from '../../../ui/layout/RecordLinks';
import { useNotesOf } from '../../../records/notes/useNoteLinks';
import { withId } from '../../../domain/mutation';
import { useTaskRecords } from '../../../records/tasks/taskQueries';
import { GoalField } from './GoalField';
import { PlanFields } from './PlanFields';
import { TitleField } from './TitleField';
import { useTitleField, type NewTitle } from './useTitleField';
import css from './TaskDetailsDialog.module.css';
import { PlanForm, typedPlanOf, type Plan } from '../../../domain/line/typedPlan';
import type { ShownTask } from '../../../domain/shownRecords';

const DetailsForm = z.object({ plan: PlanForm });

interface TaskDetailsDialogProps {
  task: ShownTask;
  /** The field that gets the focus. */
  field?: 'estimate' | undefined;
  /** Called with the fields that were changed, and with the title that a new title replaces. */
  onSave: (fields: Partial<Plan & Pick<Task, 'title'>>, seen?: Pick<Task, 'title'>) => void;
  onRename: (renamed: NewTitle) => void;
  onClose: () => void;
}

/**
 * A dialog for a task's title, day, deadline, estimate and repeat, with its notes. The title is saved by itself, the
 * other fields by Save. Default export, because it is loaded lazily.
 */
export default function TaskDetailsDialog({
  task,
  field,
  onSave,
  onRename,
  onClose,
}: TaskDetailsDialogProps) {
  const notes = useNotesOf({ type: 'task', id: task.id });
  const current = withId(useTaskRecords().data, task.id) ?? task;
  const title = useTitleField(current, onRename);
  const form = useForm({
    resolver: zodResolver(DetailsForm),
    // The values at the time when the dialog opened. Another device may change the task while the dialog is open.
    defaultValues: { plan: typedPlanOf(task) },
  });
  const { isDirty, dirtyFields } = form.formState;
  const save = form.handleSubmit(({ plan }) => {
    const { plannedDay, deadline, estimateMinutes, repeat } = plan;
    const changed = dirtyFields.plan ?? {};
    const renamed = title.take();
    if (renamed === false) return;
    onSave(
      {
        ...(renamed && { title: renamed.title }),
        ...(changed.plannedDay && { plannedDay }),
        ...(changed.deadline && { deadline }),
        ...(changed.estimate && { estimateMinutes }),
        ...(changed.repeat && { repeat }),
      },
      renamed && { title: renamed.before },
    );
  });
  return (
    <Dialog
      title="Task details"
      onClose={onClose}
      isDirty={isDirty || title.isInvalid}
      fillsPhone
      actions={
        <Button
          type="submit"
          form="task-details"
          variant="contained"
          // The title keeps the focus. Otherwise it would be saved before the other fields, as a change of its own.
          onMouseDown={(event) => event.preventDefault()}
        >
          Save
        </Button>
      }
    >
      <TitleField title={title} isFirst={field === undefined} />
      <form id="task-details" className={css.form} noValidate onSubmit={save}>
        <FormProvider {...form}>
          <PlanFields focused={field} />
        </FormProvider>
      </form>
      <GoalField task={current} />
      <div className={css.notes}>
        <RecordLinks
          label="Notes"
          icon={<NotebookPen size={16} aria-hidden="true" />}
          links={notes.links}
          add={{ label: 'Add note', route: notes.add }}
        />
      </div>
    </Dialog>
  );
}
