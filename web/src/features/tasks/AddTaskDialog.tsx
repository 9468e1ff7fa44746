import { newId } from '@daymark/contract/primitives';
import { Category } from '@daymark/contract/category';
import { NewTask } from '@daymark/contract/task';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { SelectField } from '../../ui/SelectField';
import { TextInput } from '../../ui/TextInput';
import { useCategoryMutations } from '../categories/categoryQueries';
import css from './AddTaskDialog.module.css';

/** The select's value for a category that is created together with the task. */
const NEW = 'new';

/** Product §5: an empty title is 'Task title is required'; a title of spaces is 'Task title cannot be empty'. */
const AddTask = z.object({
  title: z.pipe(
    z.string().check(z.minLength(1, { error: 'Task title is required', abort: true })),
    NewTask.shape.title,
  ),
  /** The select's value: the category's id, '' for none, or `NEW`. */
  category: z.string(),
  /** Only while its field is shown. */
  newCategory: z.optional(Category.shape.name),
});

interface AddTaskDialogProps {
  categories: readonly Category[];
  /** The category selected at first; null for none. */
  categoryId: number | null;
  onAdd: (task: { id: number; title: string; categoryId: number | null }) => void;
  onClose: () => void;
}

/** Asks for a new task's title and category. Default export, because it is loaded lazily. */
export default function AddTaskDialog({
  categories,
  categoryId,
  onAdd,
  onClose,
}: AddTaskDialogProps) {
  // One id per dialog, so that submitting twice creates one task.
  const [id] = useState(newId);
  const categoryMutations = useCategoryMutations();
  const form = useForm({
    resolver: zodResolver(AddTask),
    defaultValues: { title: '', category: categoryId ? String(categoryId) : '' },
  });
  const { errors, isDirty } = form.formState;
  const isNewCategory = useWatch({ control: form.control, name: 'category' }) === NEW;
  const submit = form.handleSubmit(({ title, category, newCategory: name }) =>
    onAdd({
      id,
      title,
      categoryId:
        name === undefined ? Number(category) || null : categoryMutations.create({ name }),
    }),
  );
  return (
    <Dialog
      title="Add Task"
      onClose={onClose}
      isDirty={isDirty}
      actions={
        <Button type="submit" form="add-task" variant="contained">
          Add Task
        </Button>
      }
    >
      <form className={css.form} id="add-task" noValidate onSubmit={submit}>
        <TextInput
          label="Title"
          autoFocus
          placeholder="What needs doing?"
          error={errors.title?.message}
          {...form.register('title')}
        />
        <SelectField label="Category" {...form.register('category')}>
          <option value="">
            {categories.length === 0 ? 'No categories available' : 'No category'}
          </option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value={NEW}>New category…</option>
        </SelectField>
        {isNewCategory && (
          <TextInput
            label="New category’s name"
            autoFocus
            error={errors.newCategory?.message}
            {...form.register('newCategory', { shouldUnregister: true })}
          />
        )}
      </form>
    </Dialog>
  );
}
