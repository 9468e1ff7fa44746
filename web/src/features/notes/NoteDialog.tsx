import { NewNote } from '@daymark/contract/note';
import { zodResolver } from '@hookform/resolvers/zod';
import { Suspense, useEffect, useEffectEvent, useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Tabs } from '../../ui/Tabs';
import { TextArea } from '../../ui/TextArea';
import { TextInput } from '../../ui/TextInput';
import css from './NoteDialog.module.css';
import type { NoteDraft, ShownNote } from './noteQueries';
import { loadMarkdown } from './loadMarkdown';
import { lazyPart } from '../../lib/lazyPart';

const MarkdownText = lazyPart(loadMarkdown);

/** Product §5: title 'Title is required'; content any string. */
const NoteForm = z.pick(NewNote, { title: true, content: true });

interface NoteDialogProps {
  /** The note that is opened; a new one is made without it. */
  note: ShownNote | undefined;
  /** What was typed before this was last left without being closed: by a reload, or by going back. */
  kept: NoteDraft | undefined;
  /** What to keep should that happen: nothing while nothing is different. */
  onType: (typed: NoteDraft | undefined) => void;
  onSave: (draft: NoteDraft) => void;
  onDelete: () => void;
  onClose: () => void;
}

/** Creates a note, or shows and edits one. Default export: loaded on intent. */
export default function NoteDialog({
  note,
  kept,
  onType,
  onSave,
  onDelete,
  onClose,
}: NoteDialogProps) {
  const id = useId();
  const [view, setView] = useState(note?.content && !kept ? 'preview' : 'write');
  const form = useForm({
    resolver: zodResolver(NoteForm),
    defaultValues: { title: note?.title ?? '', content: note?.content ?? '' },
    ...(kept && { values: kept, resetOptions: { keepDefaultValues: true } }),
  });
  const { title, content } = useWatch({ control: form.control });
  const { errors, isDirty } = form.formState;
  const keep = useEffectEvent(() => onType(isDirty ? form.getValues() : undefined));
  useEffect(() => keep(), [title, content, isDirty]);
  const submit = form.handleSubmit(onSave);
  return (
    <Dialog
      title={note ? 'Edit Note' : 'New Note'}
      width="sm"
      onClose={onClose}
      isDirty={isDirty}
      aside={
        note && (
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
                    <MarkdownText text={content} />
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
