import { NewNote } from '@daymark/contract/note';
import { NewTask } from '@daymark/contract/task';
import { useId, useState } from 'react';
import { PRODUCT } from '../../lib/product';
import { paths } from '../../lib/paths';
import { useSync } from '../../sync/useSync';
import { Button } from '../../ui/Button';
import { ChoiceGroup } from '../../ui/ChoiceGroup';
import { Dialog } from '../../ui/Dialog';
import { FieldLabel } from '../../ui/FieldLabel';
import { TextArea } from '../../ui/TextArea';
import { TextInput } from '../../ui/TextInput';
import { toast } from '../../ui/toast';
import { useNoteMutations } from '../notes/noteQueries';
import { useTaskMutations } from '../tasks/taskQueries';
import { forgetShared, storeShared, type SharedDraft } from './sharedDrafts';
import css from './SharedDialog.module.css';

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
  const { userId } = useSync();
  const tasks = useTaskMutations();
  const notes = useNoteMutations();
  const [errors, setErrors] = useState<Errors>({});
  const id = useId();
  const { kind, task, title, content } = shared;
  const type = (typed: Partial<SharedDraft>) => {
    setErrors({});
    storeShared(userId, { ...shared, ...typed });
  };
  const save = () => {
    const problems = errorsOf(shared);
    setErrors(problems);
    if (Object.values(problems).some(Boolean)) return;
    forgetShared(userId, shared);
    if (kind === 'note') {
      notes.create(shared.id, { title: title.trim(), content });
      return;
    }
    const name = task.trim();
    tasks.create({ task: { id: shared.id, title: name, categoryId: null } });
    toast({
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
          <TextInput
            key="task"
            label="Task"
            autoFocus
            error={errors.task}
            value={task}
            // A text of one line is the same as a note.
            onChange={({ target }) =>
              type({ task: target.value, ...(content === '' && { title: target.value }) })
            }
          />
        ) : (
          <>
            <TextInput
              key="title"
              label="Title"
              autoFocus
              error={errors.title}
              value={title}
              onChange={({ target }) =>
                type({ title: target.value, ...(content === '' && { task: target.value }) })
              }
            />
            <div>
              <FieldLabel htmlFor={`${id}-content`}>Content</FieldLabel>
              <TextArea
                id={`${id}-content`}
                rows={5}
                aria-invalid={Boolean(errors.content)}
                aria-describedby={`${id}-content-error`}
                value={content}
                onChange={({ target }) => type({ content: target.value })}
                onKeyDown={({ key, ctrlKey, metaKey }) => {
                  if (key === 'Enter' && (ctrlKey || metaKey)) save();
                }}
              />
              <p id={`${id}-content-error`} role={errors.content && 'alert'}>
                {errors.content}
              </p>
            </div>
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

/** What the contract refuses of what would be saved. */
function errorsOf({ kind, task, title, content }: SharedDraft): Errors {
  const message = (parsed: { error?: { issues: { message: string }[] } | undefined }) =>
    parsed.error?.issues[0]?.message;
  if (kind === 'task') return { task: message(NewTask.shape.title.safeParse(task)) };
  return {
    title: message(NewNote.shape.title.safeParse(title)),
    content: message(NewNote.shape.content.safeParse(content)),
  };
}
