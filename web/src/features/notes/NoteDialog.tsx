import { NewNote } from '@daymark/contract/note';
import { zodResolver } from '@hookform/resolvers/zod';
import { Suspense, useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Tabs } from '../../ui/Tabs';
import { TextArea } from '../../ui/TextArea';
import { TextInput } from '../../ui/TextInput';
import css from './NoteDialog.module.css';
import type { NoteDraft, ShownNote } from './noteQueries';
import { LazyMarkdownText } from './LazyMarkdownText';

/** Product §5: title 'Title is required'; content any string. */
const NoteForm = z.pick(NewNote, { title: true, content: true });

interface NoteDialogProps {
  /** The note that is shown; undefined for a new one. */
  note: ShownNote | undefined;
  /** It was deleted while the dialog was open. Saving creates it again. */
  isDeleted?: boolean | undefined;
  /** What was typed before the page was left with the dialog open. */
  draft: NoteDraft | undefined;
  /** Called with what is typed, or with undefined if it equals the note. */
  onType: (typed: NoteDraft | undefined) => void;
  onSave: (draft: NoteDraft) => void;
  onDelete: () => void;
  onClose: () => void;
}

/** Creates a note, or shows and edits one. Default export, because it is loaded lazily. */
export default function NoteDialog({
  note,
  isDeleted = false,
  draft,
  onType,
  onSave,
  onDelete,
  onClose,
}: NoteDialogProps) {
  const id = useId();
  const [view, setView] = useState(note?.content && !draft ? 'preview' : 'write');
  const defaultValues = { title: note?.title ?? '', content: note?.content ?? '' };
  const form = useForm({
    resolver: zodResolver(NoteForm),
    defaultValues,
    // With keepDefaultValues a restored draft counts as dirty.
    ...(draft && { values: draft, resetOptions: { keepDefaultValues: true } }),
  });
  const content = useWatch({ control: form.control, name: 'content' });
  const { errors, isDirty } = form.formState;
  const reportTyped = () => {
    const typed = form.getValues();
    const isUnchanged =
      typed.title === defaultValues.title && typed.content === defaultValues.content;
    onType(isUnchanged ? undefined : typed);
  };
  const submit = form.handleSubmit(onSave);
  return (
    <Dialog
      title={note ? 'Edit Note' : 'New Note'}
      text={isDeleted && 'This note was deleted. Save to bring it back.'}
      width="sm"
      onClose={onClose}
      isDirty={isDirty}
      aside={
        note &&
        !isDeleted && (
          <Button color="error" onClick={onDelete}>
            Delete
          </Button>
        )
      }
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
        onSubmit={submit}
        onChange={reportTyped}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void submit();
        }}
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
            onChange={setView}
            tabs={[
              { value: 'write', label: 'Write' },
              { value: 'preview', label: 'Preview' },
            ]}
          >
            {view === 'write' ? (
              <TextArea
                rows={12}
                aria-label="Content"
                aria-describedby={`${id}-content`}
                placeholder="Markdown works here: # heading, **bold**, - list"
                {...form.register('content')}
              />
            ) : (
              <div className={css.preview}>
                {content ? (
                  <Suspense fallback={<p>{content}</p>}>
                    <LazyMarkdownText text={content} />
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
        </div>
      </form>
    </Dialog>
  );
}
