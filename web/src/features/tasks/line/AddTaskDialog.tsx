import { newId } from '@daymark/contract/primitives';
import { Category, CATEGORY_NAME_TAKEN, categoryNameKey } from '@daymark/contract/category';
import { NewTask } from '@daymark/contract/task';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  startTransition,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type SubmitEvent,
} from 'react';
import { flushSync } from 'react-dom';
import {
  FormProvider,
  FormState,
  useForm,
  useFormState,
  useWatch,
  type Control,
} from 'react-hook-form';
import * as z from 'zod/mini';
import { lazyComponent } from '../../../ui/lazyComponent';
import { listTitles } from '../../../lib/text/plainLine';
import { useSync } from '../../../sync/useSync';
import { PartBoundary } from '../../../ui/states/Boundary';
import { Button } from '../../../ui/controls/Button';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { LongField } from '../../../ui/fields/LongField';
import { SelectField } from '../../../ui/fields/SelectField';
import { TextInput } from '../../../ui/fields/TextInput';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden';
import { useCategoryMutations } from '../../../records/categories/categoryQueries';
import css from './AddTaskDialog.module.css';
import { PlanFields } from '../details/PlanFields';
import { taskDrafts, type TypedTask } from './taskDrafts';
import { lastPositions } from '../../../domain/tasks/handOrder';
import { taskOfLine, type Reading, type TaskLine } from '../../../domain/line/taskLine';
import { PlanForm, typedPlanOf, type TypedPlan } from '../../../domain/line/typedPlan';
import { typedSteps } from '../../../domain/line/typedSteps';
import { useCategoryChoice } from './useCategoryChoice';
import { useTaskLine } from '../../../records/tasks/useTaskLine';
import type { TaskCreation } from '../../../domain/tasks/newTask';

const CategoryOptions = lazyComponent(() => import('./CategoryOptions'));
const LineReadings = lazyComponent(() => import('./LineReadings'));

/** The select's value for a category that is created together with the task. */
const NEW = 'new';

/** One step per line. */
const TypedSteps = z.pipe(
  z.string(),
  z.transform((text, { issues }) => {
    const { titles = [], error } = typedSteps(listTitles(text), 0);
    if (error) issues.push({ code: 'custom', message: error, input: text });
    return titles;
  }),
);

/**
 * Returns the form's schema. The error for an empty title is 'Task title is required'. The error for a title of spaces
 * is 'Task title cannot be empty' (product §5).
 */
const addTaskForm = (categories: readonly Category[]) =>
  z.object({
    title: z.pipe(
      z.string().check(z.minLength(1, { error: 'Task title is required', abort: true })),
      NewTask.shape.title,
    ),
    /** The select's value: the category's id, '' for none, or `NEW`. */
    category: z.string(),
    /** Set only while the field for a new category is shown. */
    newCategory: z.optional(
      Category.shape.name.check(
        z.refine(
          (name: string) =>
            !categories.some((other) => categoryNameKey(other.name) === categoryNameKey(name)),
          CATEGORY_NAME_TAKEN,
        ),
      ),
    ),
    plan: PlanForm,
    steps: TypedSteps,
  });

type AddTaskForm = ReturnType<typeof addTaskForm>;
type AddTaskFields = z.input<AddTaskForm>;
const FIELDS = ['title', 'category', 'newCategory', 'plan', 'steps'] as const;

interface AddTaskDialogProps {
  categories: readonly Category[];
  /** The category selected at first, or null for none. */
  categoryId: number | null;
  /** The day that new tasks are planned for at first, or '' for none. */
  day?: string;
  /** The draft from before the page was left. */
  draft?: TypedTask | undefined;
  onAdd: (creation: TaskCreation) => void;
  onClose: () => void;
}

/**
 * Asks for the title, category and plan of new tasks. Enter adds a task and keeps the dialog open for the next one. The
 * button adds a task and closes the dialog. The typed values are stored as a draft until the task is added or the
 * dialog is canceled. Default export, because it is loaded lazily.
 */
export default function AddTaskDialog({
  categories,
  categoryId,
  day = '',
  draft,
  onAdd,
  onClose,
}: AddTaskDialogProps) {
  const { userId } = useSync();
  const [ids] = useState(createTaskIds);
  const [added, setAdded] = useState<string>();
  const categoryMutations = useCategoryMutations();
  const empty: AddTaskFields = {
    title: '',
    category: categoryId ? String(categoryId) : '',
    plan: { plannedDay: day || null, deadline: null, estimate: '', repeat: null },
    steps: '',
  };
  const [restored] = useState(draft && { ...empty, ...draft });
  const resolve = zodResolver(addTaskForm(categories));
  const form = useForm<AddTaskFields, unknown, z.output<AddTaskForm>>({
    // If the title sets a field, the field's own value is not checked.
    resolver: async (values, ...rest) => {
      const line = await typed.read(values.title);
      return resolve({ ...values, plan: { ...values.plan, ...planOfLine(line) } }, ...rest);
    },
    defaultValues: empty,
    // With keepDefaultValues a restored draft counts as dirty.
    ...(restored && { values: restored, resetOptions: { keepDefaultValues: true } }),
  });
  const typedTitle = useWatch({ control: form.control, name: 'title' });
  const plannedDay = useWatch({ control: form.control, name: 'plan.plannedDay' });
  const typed = useTaskLine(typedTitle, plannedDay || null);
  const choice = useCategoryChoice(typed);
  const readings = typed.line?.readings ?? [];
  const [scrolled, setScrolled] = useState(0);
  const isDirty = () => FIELDS.some((name) => form.getFieldState(name).isDirty);
  const chosenCategory = useWatch({ control: form.control, name: 'category' });
  const lineCategory = typed.line?.categoryId;
  const isNewCategory = chosenCategory === NEW && !lineCategory;
  const storeDraft = () => {
    const values = form.getValues();
    const isEmpty = !values.title && !values.newCategory && !values.steps;
    taskDrafts.set(userId, isEmpty ? undefined : values);
  };
  const close = () => {
    taskDrafts.set(userId, undefined);
    onClose();
  };
  const submit = (onAdded: (title: string, category: string) => void) => {
    const id = ids.current();
    return form.handleSubmit(async ({ title, category, newCategory: name, plan, steps }) => {
      const line = await typed.read(title);
      taskDrafts.set(userId, undefined);
      // Rendered at once, so that the select has the new category.
      const chosen =
        name === undefined ? category : flushSync(() => String(categoryMutations.create({ name })));
      const positions = lastPositions([], steps.length);
      const {
        task,
        block,
        category: typedCategory,
      } = taskOfLine(line, {
        categoryId: Number(chosen) || null,
        plannedDay: plan.plannedDay,
        priorities: typed.countPriorities(),
        today: typed.today,
        newCategories: typed.newCategories,
      });
      onAdd({
        task: { ...task, ...plan, plannedDay: task.plannedDay, id },
        ...(block && { block }),
        ...(typedCategory && { category: typedCategory }),
        steps: steps.map((step, index) => ({ title: step, position: positions[index] ?? null })),
      });
      typed.reset();
      onAdded(line.title, chosen);
    })();
  };
  const addAndClose = (event: SubmitEvent) => {
    event.preventDefault();
    void submit(onClose);
  };
  const addAndStay = () =>
    submit((title, category) => {
      ids.next();
      // The new task is painted before the dialog renders again. The dialog's fields are emptied without a render.
      startTransition(() => {
        setAdded(title);
        form.reset({ ...empty, category }, { keepFieldsRef: true, keepDefaultValues: false });
      });
      form.setFocus('title');
    });
  /** Turns all readings of a kind back into text. */
  const takeBack = (kind: Reading['kind']) => {
    for (const reading of readings) if (reading.kind === kind) typed.takeBack(reading);
  };
  const onEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    const { target } = event;
    if (event.key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void addAndStay();
  };
  return (
    <Dialog
      title="Add Task"
      dismiss={added === undefined || form.formState.isDirty ? 'Cancel' : 'Done'}
      fillsPhone
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
        <FormTextInput
          control={form.control}
          label="Title"
          autoFocus
          placeholder="What needs doing?"
          onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollLeft)}
          {...choice.fieldProps}
          onKeyDown={(event) => {
            choice.onKeyDown(event);
            if (!event.defaultPrevented) typed.onKeyDown(event);
          }}
          {...form.register('title', { onBlur: choice.close })}
        >
          {typedTitle !== '' && (
            <PartBoundary>
              <LineReadings
                typed={typed}
                scrolled={scrolled}
                onUsed={() => form.setFocus('title')}
              />
              {choice.listbox && <CategoryOptions listbox={choice.listbox} />}
            </PartBoundary>
          )}
        </FormTextInput>
        <VisuallyHidden role="status">{choice.statusText}</VisuallyHidden>
        <SelectField
          label="Category"
          {...form.register('category')}
          value={lineCategory ? String(lineCategory) : chosenCategory}
          onChange={(event) => {
            takeBack('category');
            void form.register('category').onChange(event);
          }}
        >
          <option value="">
            {categories.length === 0 ? 'No categories available' : 'No category'}
          </option>
          {typed.categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value={NEW}>New category…</option>
        </SelectField>
        {isNewCategory && (
          <FormTextInput
            control={form.control}
            label="New category’s name"
            autoFocus
            {...form.register('newCategory', { shouldUnregister: true })}
          />
        )}
        <FormProvider {...form}>
          <PlanFields
            fromTitle={typed.line && planOfLine(typed.line)}
            onChange={(field) => {
              // A field that is set by hand overrides the title.
              takeBack(field === 'plannedDay' ? 'when' : field);
              storeDraft();
            }}
          />
        </FormProvider>
        <FormState
          control={form.control}
          name="steps"
          render={({ errors }) => (
            <LongField
              label="Steps"
              placeholder="One step per line"
              rows={2}
              error={errors.steps?.message}
              {...form.register('steps')}
            />
          )}
        />
        <p className={css.added} role="status">
          {added === undefined
            ? 'Press Enter to add another.'
            : `Added “${added}”. Type the next one.`}
        </p>
      </form>
    </Dialog>
  );
}

/**
 * Holds the id of the typed task, so that submitting it twice creates one task. The id is not state, because a new id
 * needs no render.
 */
function createTaskIds() {
  let id = newId();
  return {
    current: () => id,
    /** Called when the task is added. */
    next: () => {
      id = newId();
    },
  };
}

interface FormTextInputProps extends Omit<ComponentProps<typeof TextInput>, 'error'> {
  control: Control<AddTaskFields, unknown, z.output<AddTaskForm>>;
  name: 'title' | 'newCategory';
}

/** A field that shows its own error. When a submission sets errors, only this field renders again. */
function FormTextInput({ control, ...input }: FormTextInputProps) {
  const { errors } = useFormState({ control, name: input.name });
  return <TextInput {...input} error={errors[input.name]?.message} />;
}

/** Returns the fields of the plan that a line sets. */
function planOfLine(line: TaskLine): Partial<TypedPlan> {
  const { plannedDay, deadline, estimate, repeat } = typedPlanOf(line);
  return {
    ...(plannedDay && { plannedDay }),
    ...(deadline && { deadline }),
    ...(estimate && { estimate }),
    ...(repeat && { repeat }),
  };
}
