import { NewNote } from '@daymark/contract/note';
import { NewTask } from '@daymark/contract/task';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { PRODUCT } from '../../lib/product';
import { paths } from '../../lib/paths';
import { shortcutText } from '../../lib/shortcuts';
import { elementId } from '../../records/elementId';
import { useSync } from '../../sync/useSync';
import { Button } from '../../ui/controls/Button';
import { ChoiceGroup } from '../../ui/controls/ChoiceGroup';
import { Dialog } from '../../ui/dialogs/Dialog';
import { LongField } from '../../ui/fields/LongField';
import { TextInput } from '../../ui/fields/TextInput';
import { toastSaved } from '../../ui/toasts/savedToast';
import { useNoteMutations } from '../../records/notes/noteQueries';
import { useTaskMutations } from '../../records/tasks/taskQueries';
import { forgetShared, storeShared, type SharedDraft } from './sharedDrafts';
import css from './SharedDialog.module.css';
import { inOneLine } from './sharedText';

interface SharedDialogProps {
  shared: SharedDraft;
  /** Follows a link to a screen. */
  onOpen: (path: string) => void;
  /** Called if the dialog can't be drawn. */
  onClose: () => void;
}

const OneLine = z.pipe(z.string(), z.transform(inOneLine));

/** The rules for the chosen kind of record. The texts of the other kind are kept. */
const SharedForm = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('task'),
    task: z.pipe(OneLine, NewTask.shape.title),
    title: z.string(),
    content: z.string(),
  }),
  z.object({
    kind: z.literal('note'),
    task: z.string(),
    title: NewNote.shape.title,
    content: NewNote.shape.content,
  }),
]);

/**
 * Asks whether a text that another app has shared becomes a task or a note. Nothing is saved until the person presses
 * Save, because any website can lead here. Default export, because it is loaded lazily.
 */
export default function SharedDialog({ shared, onOpen }: SharedDialogProps) {
  const sync = useSync();
  const { userId } = sync;
  const tasks = useTaskMutations();
  const notes = useNoteMutations();
  const id = useId();
  const { kind, task, title, content } = shared;
  const form = useForm({
    resolver: zodResolver(SharedForm),
    defaultValues: { kind, task, title, content },
  });
  const { errors } = form.formState;
  const chosenKind = useWatch({ control: form.control, name: 'kind' });
  const store = () => storeShared(userId, { ...form.getValues(), id: shared.id });
  /**
   * Copies the typed title between the task and the note while there is no content, so that choosing the other kind
   * loses nothing.
   */
  const copy = (from: 'task' | 'title', to: 'task' | 'title') => {
    if (form.getValues('content') === '') form.setValue(to, form.getValues(from));
  };
  const save = form.handleSubmit((typed) => {
    forgetShared(userId, shared);
    if (typed.kind === 'note') {
      notes.create(shared.id, {
        title: inOneLine(typed.title),
        content: typed.content,
        attachedTo: null,
      });
      return;
    }
    tasks.create({ task: { id: shared.id, title: typed.task, categoryId: null } });
    toastSaved(sync, {
      title: 'Task added',
      description: typed.task,
      action: {
        label: 'Show',
        run: () => onOpen(paths.tasks),
        focusId: elementId('task', shared.id),
      },
    });
  });
  return (
    <Dialog
      title={`Shared with ${PRODUCT}`}
      width="sm"
      isDirty
      onClose={() => forgetShared(userId, shared)}
      actions={
        <Button
          type="submit"
          form={`${id}-form`}
          variant="contained"
          title={`Save (${shortcutText('confirm')})`}
        >
          Save
        </Button>
      }
    >
      <form className={css.form} id={`${id}-form`} noValidate onSubmit={save} onChange={store}>
        <ChoiceGroup
          label="Save as"
          choices={KINDS}
          value={chosenKind}
          onChange={(chosen) => {
            form.clearErrors();
            form.setValue('kind', chosen);
            store();
          }}
        />
        {chosenKind === 'task' ? (
          <LongField
            key="task"
            label="Task"
            rows={2}
            autoFocus
            error={errors.task?.message}
            {...form.register('task', { onChange: () => copy('task', 'title') })}
            // Enter saves, because the text becomes a title, which has one line.
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              void save();
            }}
          />
        ) : (
          <>
            <TextInput
              label="Title"
              autoFocus
              error={errors.title?.message}
              {...form.register('title', { onChange: () => copy('title', 'task') })}
            />
            <LongField
              key="content"
              label="Content"
              rows={5}
              error={errors.content?.message}
              {...form.register('content')}
            />
          </>
        )}
      </form>
    </Dialog>
  );
}

const KINDS = [
  { value: 'task', label: 'Task' },
  { value: 'note', label: 'Note' },
] as const;
