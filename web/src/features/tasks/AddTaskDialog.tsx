import { newId } from '@daymark/contract/primitives';
import { Category, CATEGORY_NAME_TAKEN, categoryNameKey } from '@daymark/contract/category';
import { NewTask } from '@daymark/contract/task';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { useSync } from '../../sync/useSync';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { SelectField } from '../../ui/SelectField';
import { TextInput } from '../../ui/TextInput';
import { useCategoryMutations } from '../categories/categoryQueries';
import css from './AddTaskDialog.module.css';
import { taskDrafts, type TypedTask } from './taskDrafts';
import type { TaskDraft } from './taskQueries';

/** The select's value for a category that is created together with the task. */
const NEW = 'new';

/** Product §5: an empty title is 'Task title is required'; a title of spaces is 'Task title cannot be empty'. */
const addTaskForm = (categories: readonly Category[]) =>
  z.object({
    title: z.pipe(
      z.string().check(z.minLength(1, { error: 'Task title is required', abort: true })),
      NewTask.shape.title,
    ),
    /** The select's value: the category's id, '' for none, or `NEW`. */
    category: z.string(),
    /** Only while its field is shown. */
    newCategory: z.optional(
      Category.shape.name.check(
        z.refine(
          (name: string) =>
            !categories.some((other) => categoryNameKey(other.name) === categoryNameKey(name)),
          CATEGORY_NAME_TAKEN,
        ),
      ),
    ),
  });

interface AddTaskDialogProps {
  categories: readonly Category[];
  /** The category selected at first; null for none. */
  categoryId: number | null;
  /** What was typed before the page was left. */
  draft?: TypedTask | undefined;
  onAdd: (task: TaskDraft) => void;
  onClose: () => void;
}

/**
 * Asks for new tasks' titles and categories. Enter adds a task and stays for the next one; the button adds one and
 * closes. What is typed is stored as a draft until then. Default export, because it is loaded lazily.
 */
export default function AddTaskDialog({
  categories,
  categoryId,
  draft,
  onAdd,
  onClose,
}: AddTaskDialogProps) {
  const { userId } = useSync();
  // One id per task, so that submitting twice creates one.
  const [id, setId] = useState(newId);
  const [added, setAdded] = useState<string>();
  const categoryMutations = useCategoryMutations();
  const empty: TypedTask = { title: '', category: categoryId ? String(categoryId) : '' };
  const form = useForm({
    resolver: zodResolver(addTaskForm(categories)),
    defaultValues: empty,
    // With keepDefaultValues a restored draft counts as dirty.
    ...(draft && { values: draft, resetOptions: { keepDefaultValues: true } }),
  });
  const { errors, isDirty } = form.formState;
  const isNewCategory = useWatch({ control: form.control, name: 'category' }) === NEW;
  const storeDraft = () => {
    const typed = form.getValues();
    const isEmpty = !typed.title && !typed.newCategory;
    taskDrafts.set(userId, isEmpty ? undefined : typed);
  };
  const close = () => {
    taskDrafts.set(userId, undefined);
    onClose();
  };
  const submit = (onAdded: (title: string, category: string) => void) =>
    form.handleSubmit(({ title, category, newCategory: name }) => {
      taskDrafts.set(userId, undefined);
      // Rendered at once, so that the select has the new category.
      const chosen = flushSync(() =>
        name === undefined ? category : String(categoryMutations.create({ name })),
      );
      onAdd({ id, title, categoryId: Number(chosen) || null });
      onAdded(title, chosen);
    });
  const addAndClose = submit(onClose);
  const addAndStay = submit((title, category) => {
    setId(newId());
    setAdded(title);
    form.resetField('title', { defaultValue: '' });
    form.resetField('category', { defaultValue: category });
    form.setFocus('title');
  });
  const onEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    const { target } = event;
    if (event.key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
    // Enter confirms what an input method suggests, before it ends the title.
    if (event.nativeEvent.isComposing) return;
    event.preventDefault();
    void addAndStay();
  };
  return (
    <Dialog
      title="Add Task"
      dismiss={added !== undefined && !isDirty ? 'Done' : 'Cancel'}
      onClose={close}
      isDirty={isDirty}
      actions={
        <Button type="submit" form="add-task" variant="contained">
          Add Task
        </Button>
      }
    >
      <form
        className={css.form}
        id="add-task"
        noValidate
        onSubmit={addAndClose}
        onChange={storeDraft}
        onKeyDown={onEnter}
      >
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
        <p className={css.added} role="status">
          {added === undefined
            ? 'Press Enter to add another.'
            : `Added “${added}”. Type the next one.`}
        </p>
      </form>
    </Dialog>
  );
}
