import { newId } from '@daymark/contract/primitives';
import { Category, CATEGORY_NAME_TAKEN, categoryNameKey } from '@daymark/contract/category';
import { NewTask } from '@daymark/contract/task';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  startTransition,
  useId,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type SubmitEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { useForm, useFormState, useWatch, type Control } from 'react-hook-form';
import * as z from 'zod/mini';
import { lazyPart } from '../../../lib/browser/lazyPart';
import { listTitles } from '../../../lib/text/plainLine';
import { useSync } from '../../../sync/useSync';
import { PartBoundary } from '../../../ui/states/Boundary';
import { Button } from '../../../ui/controls/Button';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { FieldLabel } from '../../../ui/fields/FieldLabel';
import { SelectField } from '../../../ui/fields/SelectField';
import { TextArea } from '../../../ui/fields/TextArea';
import { TextInput } from '../../../ui/fields/TextInput';
import { useCategoryMutations } from '../../../records/categories/categoryQueries';
import css from './AddTaskDialog.module.css';
import { PlanFields } from '../details/PlanFields';
import { taskDrafts, type TypedTask } from './taskDrafts';
import { lastPositions } from '../../../domain/tasks/handOrder';
import { taskOfLine, type Reading, type TaskLine } from '../../../domain/line/taskLine';
import {
  EMPTY_PLAN,
  isWithoutErrors,
  parsePlan,
  typedPlanOf,
  type PlanErrors,
  type TypedPlan,
} from '../../../domain/line/typedPlan';
import { typedSteps } from '../../../domain/line/typedSteps';
import { useTaskLine } from './useTaskLine';
import type { TaskCreation } from '../../../domain/tasks/newTask';

const LineReadings = lazyPart(() => import('./LineReadings'));

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

type AddTaskFields = z.infer<ReturnType<typeof addTaskForm>>;
const FIELDS = ['title', 'category', 'newCategory'] as const;

interface AddTaskDialogProps {
  categories: readonly Category[];
  /** The category selected at first; null for none. */
  categoryId: number | null;
  /** The day for which new tasks are planned at first; '' for none. */
  day?: string;
  /** What was typed before the page was left. */
  draft?: TypedTask | undefined;
  onAdd: (creation: TaskCreation) => void;
  onClose: () => void;
}

/**
 * Asks for new tasks' titles and categories. Enter adds a task and stays for the next one; the button adds one and
 * closes. What is typed is stored as a draft until then. Default export, because it is loaded lazily.
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
  const empty: TypedTask = { title: '', category: categoryId ? String(categoryId) : '' };
  const form = useForm({
    resolver: zodResolver(addTaskForm(categories)),
    defaultValues: empty,
    // With keepDefaultValues a restored draft counts as dirty.
    ...(draft && { values: draft, resetOptions: { keepDefaultValues: true } }),
  });
  const { isDirty: isFormDirty } = form.formState;
  const emptyPlan = { ...EMPTY_PLAN, plannedDay: day };
  const [chosenPlan, setChosenPlan] = useState(draft?.plan ?? emptyPlan);
  const typedTitle = useWatch({ control: form.control, name: 'title' });
  const typed = useTaskLine(typedTitle, chosenPlan.plannedDay || null);
  const readings = typed.line?.readings ?? [];
  const typedPlan = { ...chosenPlan, ...(typed.line && planOfLine(typed.line)) };
  const [scrolled, setScrolled] = useState(0);
  const stepsId = useId();
  const [steps, setSteps] = useState(draft?.steps ?? '');
  const { titles = [], error: stepsError } = typedSteps(listTitles(steps), 0);
  const [incomplete, setIncomplete] = useState<PlanErrors>({});
  const [isSubmitted, setSubmitted] = useState(false);
  const { errors: planErrors } = parsePlan(typedPlan, incomplete);
  const isPlanned = JSON.stringify(chosenPlan) !== JSON.stringify(emptyPlan) || steps !== '';
  const isDirty = () => isPlanned || FIELDS.some((name) => form.getFieldState(name).isDirty);
  const chosenCategory = useWatch({ control: form.control, name: 'category' });
  const lineCategory = typed.line?.categoryId;
  const isNewCategory = chosenCategory === NEW && !lineCategory;
  const storeDraft = (more: Pick<TypedTask, 'plan' | 'steps'> = {}) => {
    const values = form.getValues();
    const isEmpty = !values.title && !values.newCategory && !more.steps;
    taskDrafts.set(userId, isEmpty ? undefined : { ...values, plan: chosenPlan, steps, ...more });
  };
  const close = () => {
    taskDrafts.set(userId, undefined);
    onClose();
  };
  const submit = (onAdded: (title: string, category: string) => void) => {
    const id = ids.current();
    return form.handleSubmit(async ({ title, category, newCategory: name }) => {
      const line = await typed.read(title);
      const read = parsePlan({ ...chosenPlan, ...planOfLine(line) }, incomplete);
      const { error: badTitle } = NewTask.shape.title.safeParse(line.title);
      if (badTitle || !isWithoutErrors(read.errors) || stepsError) {
        setSubmitted(true);
        return;
      }
      taskDrafts.set(userId, undefined);
      // Rendered at once, so that the select has the new category.
      const chosen =
        name === undefined ? category : flushSync(() => String(categoryMutations.create({ name })));
      const positions = lastPositions([], titles.length);
      const { task, block } = taskOfLine(line, {
        categoryId: Number(chosen) || null,
        plannedDay: chosenPlan.plannedDay || null,
        priorities: typed.countPriorities(),
      });
      onAdd({
        task: { ...task, ...read.plan, id },
        ...(block && { block }),
        steps: titles.map((step, index) => ({ title: step, position: positions[index] ?? null })),
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
      if (isPlanned) {
        setChosenPlan(emptyPlan);
        setSteps('');
      }
      // The task is painted before the dialog, whose fields are emptied at once.
      startTransition(() => {
        setAdded(title);
        setSubmitted(false);
        form.resetField('title', { defaultValue: '' });
        form.resetField('category', { defaultValue: category });
      });
      form.setFocus('title');
    });
  /** Makes the readings of a kind text again. */
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
      dismiss={added === undefined || isFormDirty || isPlanned ? 'Cancel' : 'Done'}
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
        onChange={() => storeDraft()}
        onKeyDown={onEnter}
      >
        <FormTextInput
          control={form.control}
          label="Title"
          autoFocus
          placeholder="What needs doing?"
          onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollLeft)}
          onKeyDown={typed.onKeyDown}
          {...form.register('title')}
        >
          {typedTitle !== '' && (
            <PartBoundary>
              <LineReadings
                typed={typed}
                scrolled={scrolled}
                onUsed={() => form.setFocus('title')}
              />
            </PartBoundary>
          )}
        </FormTextInput>
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
          {categories.map(({ id, name }) => (
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
        <PlanFields
          typed={typedPlan}
          errors={isSubmitted ? planErrors : {}}
          onChange={(fields, problems) => {
            // What is chosen by hand is what counts.
            if ('plannedDay' in fields) takeBack('when');
            if ('deadline' in fields) takeBack('deadline');
            if ('estimate' in fields) takeBack('estimate');
            if ('repeat' in fields) takeBack('repeat');
            const changed = { ...chosenPlan, ...fields };
            setChosenPlan(changed);
            setIncomplete((earlier) => ({ ...earlier, ...problems }));
            storeDraft({ plan: changed });
          }}
        />
        <div>
          <FieldLabel htmlFor={stepsId}>Steps</FieldLabel>
          <TextArea
            id={stepsId}
            placeholder="One step per line"
            rows={2}
            aria-invalid={Boolean(isSubmitted && stepsError)}
            aria-describedby={isSubmitted && stepsError ? `${stepsId}-error` : undefined}
            value={steps}
            onChange={({ target }) => {
              setSteps(target.value);
              storeDraft({ steps: target.value });
            }}
          />
          {isSubmitted && stepsError && (
            <p className={css.error} id={`${stepsId}-error`} role="alert">
              {stepsError}
            </p>
          )}
        </div>
        <p className={css.added} role="status">
          {added === undefined
            ? 'Press Enter to add another.'
            : `Added “${added}”. Type the next one.`}
        </p>
      </form>
    </Dialog>
  );
}

/** The id of the task that is typed, so that submitting it twice creates one. No state: nothing is rendered for another one. */
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
  control: Control<AddTaskFields>;
  name: 'title' | 'newCategory';
}

/** A field that shows its error by itself: a submission sets the errors, and renders no more than this. */
function FormTextInput({ control, ...input }: FormTextInputProps) {
  const { errors } = useFormState({ control, name: input.name });
  return <TextInput {...input} error={errors[input.name]?.message} />;
}

/** The fields of the plan that a line says. */
function planOfLine(line: TaskLine): Partial<TypedPlan> {
  const { plannedDay, deadline, estimate, repeat } = typedPlanOf(line);
  return {
    ...(plannedDay && { plannedDay }),
    ...(deadline && { deadline }),
    ...(estimate && { estimate }),
    ...(repeat && { repeat }),
  };
}
