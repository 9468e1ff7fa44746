import type { Category } from '@daymark/contract/category';
import { NewTask } from '@daymark/contract/task';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { newTaskId } from './taskQueries';
import * as z from 'zod/mini';
import { Dialog } from '../../ui/Dialog';
import { SelectField } from '../../ui/SelectField';
import { TextInput } from '../../ui/TextInput';
import { Button } from '../../ui/Button';
import css from './AddTaskDialog.module.css';

/** Spec §5: nothing typed is 'Task title is required'; only spaces, 'Task title cannot be empty'. */
const AddTask = z.object({
  title: z.pipe(
    z.string().check(z.minLength(1, { error: 'Task title is required', abort: true })),
    NewTask.shape.title,
  ),
  /** A select's value: the category's id, or empty. */
  categoryId: z.string(),
});

interface AddTaskDialogProps {
  categories: readonly Category[];
  /** Chosen from the start. */
  categoryId: number | null;
  onAdd: (task: { id: number; title: string; categoryId: number | null }) => void;
  onClose: () => void;
}

/** Title and category of a new task. Default export: loaded on intent. */
export default function AddTaskDialog({
  categories,
  categoryId,
  onAdd,
  onClose,
}: AddTaskDialogProps) {
  // Chosen once, so that a form sent twice makes one task.
  const [id] = useState(newTaskId);
  const form = useForm({
    resolver: zodResolver(AddTask),
    defaultValues: { title: '', categoryId: categoryId ? String(categoryId) : '' },
  });
  const submit = form.handleSubmit((values) =>
    onAdd({ id, title: values.title, categoryId: Number(values.categoryId) || null }),
  );
  return (
    <Dialog
      title="Add Task"
      onClose={onClose}
      dirty={form.formState.isDirty}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="add-task" variant="contained">
            Add Task
          </Button>
        </>
      }
    >
      <form className={css.form} id="add-task" noValidate onSubmit={submit}>
        <TextInput
          label="Title"
          autoFocus
          placeholder="What needs doing?"
          error={form.formState.errors.title?.message}
          {...form.register('title')}
        />
        <SelectField
          label="Category"
          disabled={categories.length === 0}
          {...form.register('categoryId')}
        >
          <option value="">
            {categories.length === 0 ? 'No categories available' : 'No category'}
          </option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </form>
    </Dialog>
  );
}
