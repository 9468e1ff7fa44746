import { NewNote } from '@daymark/contract/note';
import { NewTask } from '@daymark/contract/task';
import { useId, useState } from 'react';
import { PRODUCT } from '../../lib/product';
import { paths } from '../../lib/paths';
import { useSync } from '../../sync/useSync';
import { Button } from '../../ui/controls/Button';
import { ChoiceGroup } from '../../ui/controls/ChoiceGroup';
import { Dialog } from '../../ui/dialogs/Dialog';
import { FieldLabel } from '../../ui/fields/FieldLabel';
import { TextArea } from '../../ui/fields/TextArea';
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
  /** Called if its code can't be loaded. */
  onClose: () => void;
}

interface Errors {
  task?: string | undefined;
  title?: string | undefined;
  content?: string | undefined;
}

/**
 * Asks what becomes of a text that another app has shared: a task or a note (issue 15). Nothing is saved before Save is
 * pressed, because any website can lead here. Default export, because it is loaded lazily.
 */
export default function SharedDialog({ shared, onOpen }: SharedDialogProps) {
  const sync = useSync();
  const { userId } = sync;
  const tasks = useTaskMutations();
  const notes = useNoteMutations();
  const [errors, setErrors] = useState<Errors>({});
  const id = useId();
  const { kind, task, title, content } = shared;
  const type = (typed: Partial<SharedDraft>) => {
    setErrors({});
    storeShared(userId, { ...shared, ...typed });
  };
  /** Without a content, what is typed is the task and the note's title at once: choosing the other loses nothing. */
  const inBoth = (text: string) => ({
    ...(kind === 'task' || content === '' ? { task: text } : {}),
    ...(kind === 'note' || content === '' ? { title: text } : {}),
  });
  const save = () => {
    const problems = errorsOf(shared);
    setErrors(problems);
    if (Object.values(problems).some(Boolean)) return;
    forgetShared(userId, shared);
    if (kind === 'note') {
      notes.create(shared.id, { title: inOneLine(title), content, attachedTo: null });
      return;
    }
    const name = inOneLine(task);
    tasks.create({ task: { id: shared.id, title: name, categoryId: null } });
    toastSaved(sync, {
      title: 'Task added',
      description: name,
      action: {
        label: 'Show',
        run: () => onOpen(paths.tasks),
        focusAfter: `[data-task="${shared.id}"]`,
      },
    });
  };
  return (
    <Dialog
      title={`Shared with ${PRODUCT}`}
      width="sm"
      isDirty
      onClose={() => forgetShared(userId, shared)}
      actions={
        <Button type="submit" form={`${id}-form`} variant="contained" title="Save (Ctrl+Enter)">
          Save
        </Button>
      }
    >
      <form
        className={css.form}
        id={`${id}-form`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <ChoiceGroup
          label="Save as"
          choices={KINDS}
          value={kind}
          onChange={(chosen) => type({ kind: chosen })}
        />
        {kind === 'task' ? (
          <LongField
            key="task"
            label="Task"
            rows={2}
            autoFocus
            error={errors.task}
            value={task}
            onType={(text) => type(inBoth(text))}
            onEnter={save}
          />
        ) : (
          <>
            <TextInput
              label="Title"
              autoFocus
              error={errors.title}
              value={title}
              onChange={({ target }) => type(inBoth(target.value))}
            />
            <LongField
              key="content"
              label="Content"
              rows={5}
              error={errors.content}
              value={content}
              onType={(text) => type({ content: text })}
            />
          </>
        )}
      </form>
    </Dialog>
  );
}

interface LongFieldProps {
  label: string;
  rows: number;
  autoFocus?: boolean;
  error: string | undefined;
  value: string;
  onType: (text: string) => void;
  /** In place of a new line. */
  onEnter?: () => void;
}

/** A field that shows all of a text of several lines, with its error. */
function LongField({ label, error, onType, onEnter, ...area }: LongFieldProps) {
  const id = useId();
  return (
    <div>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <TextArea
        {...area}
        id={id}
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-error`}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={(event) => {
          if (!onEnter || event.key !== 'Enter') return;
          event.preventDefault();
          onEnter();
        }}
      />
      <p id={`${id}-error`} role={error && 'alert'}>
        {error}
      </p>
    </div>
  );
}

const KINDS = [
  { value: 'task', label: 'Task' },
  { value: 'note', label: 'Note' },
] as const;

/** What the contract refuses of what would be saved. */
function errorsOf({ kind, task, title, content }: SharedDraft): Errors {
  const message = (parsed: { error?: { issues: { message: string }[] } | undefined }) =>
    parsed.error?.issues[0]?.message;
  if (kind === 'task') return { task: message(NewTask.shape.title.safeParse(inOneLine(task))) };
  return {
    title: message(NewNote.shape.title.safeParse(title)),
    content: message(NewNote.shape.content.safeParse(content)),
  };
}
