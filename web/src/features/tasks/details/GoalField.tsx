import { goalChoices } from '../../../domain/goals/weekGoals';
import type { ShownTask } from '../../../domain/shownRecords';
import { personsDay } from '../../../lib/time/dates';
import { useRecordMutations, useRecords } from '../../../sync/useSync';
import { SelectField } from '../../../ui/fields/SelectField';
import { useNow } from '../../../ui/hooks/useNow';

/** The goal that a task serves. A choice is saved at once. Nothing is drawn while there are no goals to choose. */
export function GoalField({ task }: { task: ShownTask }) {
  const { data = [] } = useRecords('goals');
  const { update } = useRecordMutations('tasks');
  const choices = goalChoices(data, personsDay(useNow()), task.goalId);
  if (choices.length === 0) return null;
  return (
    <SelectField
      label="Goal"
      // A deleted goal is not among the choices.
      value={choices.some(({ id }) => id === task.goalId) ? String(task.goalId) : ''}
      onChange={({ target }) =>
        update(
          task.id,
          { goalId: target.value === '' ? null : Number(target.value) },
          { title: 'Task edited', about: task.title },
        )
      }
    >
      <option value="">No goal</option>
      {choices.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </SelectField>
  );
}
