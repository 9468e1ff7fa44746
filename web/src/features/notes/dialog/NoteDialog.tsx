import { NewNote, NoteAttachment } from '@daymark/contract/note';
import { zodResolver } from '@hookform/resolvers/zod';
import { Suspense, useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { shortcutText } from '../../../lib/shortcuts';
import { Button } from '../../../ui/controls/Button';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { RecordLinks } from '../../../ui/layout/RecordLinks';
import { Tabs } from '../../../ui/controls/Tabs';
import { TextInput } from '../../../ui/fields/TextInput';
import { AttachField } from './AttachField';
import { ContentField } from './ContentField';
import { LazyMarkdownText } from '../LazyMarkdownText';
import css from './NoteDialog.module.css';
import { withCheckbox } from '../../../domain/notes/noteCheckboxes';
import { useLinkTargets, useNotesLinkingTo } from '../../../records/notes/useNoteLinks';
import { routeOf } from '../../../domain/notes/noteLinks';
import { changedFields, type NoteDraft } from '../../../domain/notes/noteDraft';
import { RecordIcon } from './RecordIcon';
import type { ShownNote } from '../../../domain/shownRecords';

/** The rules of product §5: a title is required, and the content may be empty. The contract limits their lengths. */
const NoteForm = z.object({
  title: NewNote.shape.title,
  content: NewNote.shape.content,
  attachedTo: z.nullable(NoteAttachment),
});

interface NoteDialogProps {
  /** The note as it was when the dialog opened, or undefined for a new note. */
  note: ShownNote | undefined;
  /** The note's text as it is now. The text is shown as long as nothing is typed here. */
  currentContent?: string | undefined;
  /** The record that a new note is attached to. */
  attachedTo?: NoteAttachment | null | undefined;
  /** Whether the note was deleted while the dialog was open. Saving creates it again. */
  isDeleted?: boolean | undefined;
  /** A draft that is left from an earlier visit: the typed text, and the note as it was before the typing. */
  draft: { typed: NoteDraft; before: NoteDraft } | undefined;
  /** Called with the typed text and the note as it was before. Called with undefined if the two are equal. */
  onType: (draft: { typed: NoteDraft; before: NoteDraft } | undefined) => void;
  /** Ticks or unticks a checkbox of the current note. If undefined, a tick counts as typing. */
  onTick: ((line: number, isDone: boolean) => void) | undefined;
  /** Called with the saved text and the text before the edit. */
  onSave: (draft: NoteDraft, before: NoteDraft) => void;
  onDelete: () => void;
  onClose: () => void;
}

/** Creates a note, or shows and edits one. Default export, because it is loaded lazily. */
export default function NoteDialog({
  note,
  currentContent = note?.content,
  attachedTo = null,
  isDeleted = false,
  draft,
  onType,
  onTick,
  onSave,
  onDelete,
  onClose,
}: NoteDialogProps) {
  const id = useId();
  const targets = useLinkTargets();
  const linkedFrom = useNotesLinkingTo(note?.id);
  const [view, setView] = useState(note?.content && !draft ? 'preview' : 'write');
  const [before, setBefore] = useState<NoteDraft>(
    () => draft?.before ?? note ?? { title: '', content: '', attachedTo },
  );
  const form = useForm({
    resolver: zodResolver(NoteForm),
    defaultValues: { title: before.title, content: before.content, attachedTo: before.attachedTo },
    // With keepDefaultValues a restored draft counts as dirty.
    ...(draft && { values: draft.typed, resetOptions: { keepDefaultValues: true } }),
  });
  const typed = useWatch({ control: form.control }) as NoteDraft;
  const { errors } = form.formState;
  // As long as nothing is typed, show the current note's text.
  const isUntouched = typed.content === before.content;
  const isChangedElsewhere =
    !isUntouched && !isDeleted && note !== undefined && currentContent !== before.content;
  const content = isUntouched ? (currentContent ?? typed.content) : typed.content;
  const reportTyped = () => {
    const values = form.getValues();
    onType(isChanged(before, values) ? { typed: values, before: textsOf(before) } : undefined);
  };
  const set = (name: 'content' | 'attachedTo', value: NoteDraft[typeof name]) => {
    form.setValue(name, value);
    reportTyped();
  };
  /** Starts an edit from this text, which is already saved. */
  const beginWith = (saved: string) => {
    form.setValue('content', saved);
    setBefore({ ...before, content: saved });
  };
  const tick = (line: number, isDone: boolean) => {
    const ticked = withCheckbox(content, line, isDone);
    // After typing, the tick is saved together with what was typed, or not at all.
    if (!onTick || !isUntouched) {
      set('content', ticked);
      return;
    }
    onTick(line, isDone);
    beginWith(ticked);
  };
  const submit = form.handleSubmit((values) => onSave(values, before));
  return (
    <Dialog
      title={note ? 'Edit Note' : 'New Note'}
      text={isDeleted && 'This note was deleted. Save to bring it back.'}
      width="sm"
      fillsPhone
      onClose={onClose}
      isDirty={isChanged(before, typed)}
      aside={
        note &&
        !isDeleted && (
          <Button color="error" onClick={onDelete}>
            Delete
          </Button>
        )
      }
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
      <form
        className={css.form}
        id={`${id}-form`}
        noValidate
        onSubmit={submit}
        onChange={reportTyped}
      >
        <TextInput
          label="Title"
          autoFocus={!note}
          error={errors.title?.message}
          {...form.register('title')}
        />
        <div>
          <Tabs
            label="Content"
            value={view}
            onChange={(chosen) => {
              if (isUntouched) beginWith(content);
              setView(chosen);
            }}
            tabs={[
              { value: 'write', label: 'Write' },
              { value: 'preview', label: 'Preview' },
            ]}
          >
            {view === 'write' ? (
              <ContentField
                noteId={note?.id}
                rows={12}
                aria-label="Content"
                aria-describedby={`${id}-content`}
                placeholder="Markdown works here: # heading, **bold**, - list, [[ links"
                {...form.register('content')}
              />
            ) : (
              <div className={css.preview}>
                {content ? (
                  <Suspense fallback={<p>{content}</p>}>
                    <LazyMarkdownText text={content} targets={targets} onTick={tick} />
                  </Suspense>
                ) : (
                  <p>Nothing written yet.</p>
                )}
              </div>
            )}
          </Tabs>
          <p id={`${id}-content`} role={errors.content && 'alert'}>
            {errors.content?.message}
          </p>
          {isChangedElsewhere && (
            <p role="status">This note was changed on another device. Saving keeps both texts.</p>
          )}
        </div>
        <AttachField
          attachedTo={typed.attachedTo}
          onChange={(attached) => set('attachedTo', attached)}
        />
        {linkedFrom.length > 0 && (
          <RecordLinks
            label="Linked from"
            icon={<RecordIcon type="note" />}
            links={linkedFrom.map((other) => ({
              key: other.id,
              title: other.title,
              route: routeOf({ type: 'note', id: other.id }),
            }))}
          />
        )}
      </form>
    </Dialog>
  );
}

const textsOf = ({ title, content, attachedTo }: NoteDraft): NoteDraft => ({
  title,
  content,
  attachedTo,
});

const isChanged = (before: NoteDraft, draft: NoteDraft): boolean =>
  Object.keys(changedFields(before, draft)).length > 0;
