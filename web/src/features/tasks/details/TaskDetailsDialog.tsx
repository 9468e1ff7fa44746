import { NotebookPen } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/controls/Button';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { RecordLinks } from '../../../ui/layout/RecordLinks';
import { useNotesOf } from '../../../records/notes/useNoteLinks';
import { PlanFields } from './PlanFields';
import css from './TaskDetailsDialog.module.css';
import {
  isWithoutErrors,
  parsePlan,
  typedPlanOf,
  type Plan,
  type PlanErrors,
} from '../../../domain/line/typedPlan';
import type { ShownTask } from '../../../domain/shownRecords';

interface TaskDetailsDialogProps {
  task: ShownTask;
  /** What gets the focus. */
  field?: 'estimate' | undefined;
  /** Called with the fields that were changed. */
  onSave: (plan: Partial<Plan>) => void;
  onClose: () => void;
}

/** A task's day, deadline, estimate and repeat, and its notes. Default export, because it is loaded lazily. */
export default function TaskDetailsDialog({
  task,
  field,
  onSave,
  onClose,
}: TaskDetailsDialogProps) {
  // As it was when the dialog opened: another device may change it meanwhile.
  const [before] = useState(() => typedPlanOf(task));
  const [typed, setTyped] = useState(before);
  const [incomplete, setIncomplete] = useState<PlanErrors>({});
  const notes = useNotesOf({ type: 'task', id: task.id });
  const [isSubmitted, setSubmitted] = useState(false);
  const { plan, errors } = parsePlan(typed, incomplete);
  const changed = (Object.keys(before) as (keyof typeof before)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(typed[field]),
  );
  const save = () => {
    setSubmitted(true);
    if (!isWithoutErrors(errors)) return;
    const { plannedDay, deadline, estimateMinutes, repeat } = plan;
    onSave({
      ...(changed.includes('plannedDay') && { plannedDay }),
      ...(changed.includes('deadline') && { deadline }),
      ...(changed.includes('estimate') && { estimateMinutes }),
      ...(changed.includes('repeat') && { repeat }),
    });
  };
  return (
    <Dialog
      title="Task details"
      text={<bdi>{task.title}</bdi>}
      onClose={onClose}
      isDirty={changed.length > 0}
      actions={
        <Button type="submit" form="task-details" variant="contained">
          Save
        </Button>
      }
    >
      <form
        id="task-details"
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <PlanFields
          typed={typed}
          errors={isSubmitted ? errors : {}}
          focused={field}
          onChange={(fields, problems) => {
            setTyped((earlier) => ({ ...earlier, ...fields }));
            setIncomplete((earlier) => ({ ...earlier, ...problems }));
          }}
        />
      </form>
      <div className={css.notes}>
        <RecordLinks
          label="Notes"
          icon={<NotebookPen size={16} aria-hidden="true" />}
          links={notes.links}
          add={{ label: 'Add note', place: notes.add }}
        />
      </div>
    </Dialog>
  );
}
