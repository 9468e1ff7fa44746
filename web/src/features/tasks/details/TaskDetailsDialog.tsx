import { zodResolver } from '@hookform/resolvers/zod';
import { NotebookPen } from 'lucide-react';
import { FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '../../../ui/controls/Button';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { RecordLinks } from '../../../ui/layout/RecordLinks';
import { useNotesOf } from '../../../records/notes/useNoteLinks';
import { PlanFields } from './PlanFields';
import css from './TaskDetailsDialog.module.css';
import { PlanForm, typedPlanOf, type Plan } from '../../../domain/line/typedPlan';
import type { ShownTask } from '../../../domain/shownRecords';

const DetailsForm = z.object({ plan: PlanForm });

interface TaskDetailsDialogProps {
  task: ShownTask;
  /** The field that gets the focus. */
  field?: 'estimate' | undefined;
  /** Called with the fields that were changed. */
  onSave: (plan: Partial<Plan>) => void;
  onClose: () => void;
}

/**
 * A dialog for a task's day, deadline, estimate and repeat, with its notes. Default export, because it is loaded
 * lazily.
 */
export default function TaskDetailsDialog({
  task,
  field,
  onSave,
  onClose,
}: TaskDetailsDialogProps) {
  const notes = useNotesOf({ type: 'task', id: task.id });
  const form = useForm({
    resolver: zodResolver(DetailsForm),
    // The values at the time when the dialog opened. Another device may change the task while the dialog is open.
    defaultValues: { plan: typedPlanOf(task) },
  });
  const { isDirty, dirtyFields } = form.formState;
  const save = form.handleSubmit(({ plan }) => {
    const { plannedDay, deadline, estimateMinutes, repeat } = plan;
    const changed = dirtyFields.plan ?? {};
    onSave({
      ...(changed.plannedDay && { plannedDay }),
      ...(changed.deadline && { deadline }),
      ...(changed.estimate && { estimateMinutes }),
      ...(changed.repeat && { repeat }),
    });
  });
  return (
    <Dialog
      title="Task details"
      text={<bdi>{task.title}</bdi>}
      onClose={onClose}
      isDirty={isDirty}
      actions={
        <Button type="submit" form="task-details" variant="contained">
          Save
        </Button>
      }
    >
      <form id="task-details" className={css.form} noValidate onSubmit={save}>
        <FormProvider {...form}>
          <PlanFields focused={field} />
        </FormProvider>
      </form>
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
