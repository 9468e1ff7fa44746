import { NewNote } from '@daymark/contract/note';
import { zodResolver } from '@hookform/resolvers/zod';
import { lazy, Suspense, useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Tabs } from '../../ui/Tabs';
import { TextInput } from '../../ui/TextInput';
import css from './NoteDialog.module.css';
import type { NoteDraft, ShownNote } from './noteQueries';

const MarkdownText = lazy(() => import('./MarkdownText'));

/** Spec §5: title 'Title is required'; content any string. */
const NoteForm = z.pick(NewNote, { title: true, content: true });

interface NoteDialogProps {
  /** The note that is opened; a new one is made without it. */
  note: ShownNote | undefined;
  onSave: (draft: NoteDraft) => void;
  onDelete: () => void;
  onClose: () => void;
}

/** Creates a note, or shows and edits one. Default export: loaded on intent. */
export default function NoteDialog({ note, onSave, onDelete, onClose }: NoteDialogProps) {
  const id = useId();
  const [view, setView] = useState(note?.content ? 'preview' : 'write');
  const form = useForm({
    resolver: zodResolver(NoteForm),
    defaultValues: { title: note?.title ?? '', content: note?.content ?? '' },
  });
  const content = useWatch({ control: form.control, name: 'content' });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit(onSave);
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => (isDirty ? setIsLeaving(true) : onClose());
  return (
    <>
      <Dialog
        title={note ? 'Edit Note' : 'New Note'}
        width="sm"
        onClose={leave}
        actions={
          <>
            {note && (
              <div className={css.delete}>
                <Button color="error" onClick={onDelete}>
                  Delete
                </Button>
              </div>
            )}
            <Button onClick={leave}>Cancel</Button>
            <Button type="submit" form={`${id}-form`} variant="contained" title="Save (Ctrl+Enter)">
              Save
            </Button>
          </>
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
                <textarea
                  rows={12}
                  dir="auto"
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
      {isLeaving && (
        <Dialog
          role="alertdialog"
          title="Discard what you wrote?"
          text="It hasn’t been saved."
          onClose={() => setIsLeaving(false)}
          actions={
            <>
              <Button color="error" onClick={onClose}>
                Discard
              </Button>
              <Button variant="contained" autoFocus onClick={() => setIsLeaving(false)}>
                Keep Writing
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
