import type { Note } from '@daymark/contract/note';
import * as z from 'zod/mini';
import { drafts, noteDraftKey } from '../../lib/drafts';
import type { Shown } from '../../sync/mutation';
import { useRecordMutations, useRecords } from '../../sync/useSync';
import { toast } from '../../ui/toast';

/** A note as the screen shows it, with the changes that wait. */
export type ShownNote = Shown<Note>;

/** What a person writes of a note. */
export type NoteDraft = Pick<Note, 'title' | 'content'>;

/** The person's notes, the latest changed first. */
export const useNotes = () => useRecords('notes');

/** Everything that can be done to notes; each is on the screen at once, and said (product §8). */
export function useNoteMutations() {
  const { create, update, remove, restore, retry, discard, now } = useRecordMutations('notes');
  return {
    create: (id: number, draft: NoteDraft): void => {
      const moment = now().toISOString();
      create({ id, ...draft, createdAt: moment, updatedAt: moment });
      toast({ title: 'Note created' });
    },
    /** Sends only what is different: what another device wrote beside it stays. */
    update: (note: ShownNote, draft: NoteDraft): void => {
      const changed = {
        ...(draft.title !== note.title && { title: draft.title }),
        ...(draft.content !== note.content && { content: draft.content }),
      };
      if (Object.keys(changed).length > 0) update(note.id, changed);
      toast({ title: 'Note updated' });
    },
    /** Deletes a note, with a way back in the notice. */
    remove: (note: ShownNote): void => {
      remove(note.id);
      toast({
        title: 'Note deleted',
        description: note.title,
        action: { label: 'Undo', run: () => restore(note) },
      });
    },
    retry: ({ id }: ShownNote): void => retry(id),
    discard: ({ id }: ShownNote): void => discard(id),
  };
}

/** What was being written when the page was left; of a new note without an id. */
const KeptNote = z.object({ id: z.nullable(z.int()), title: z.string(), content: z.string() });
type KeptNote = z.infer<typeof KeptNote>;

/** Keeps the text of the open dialog in this browser, so that neither a reload nor going back loses it. */
export const keptNote = {
  get(userId: number): KeptNote | undefined {
    try {
      return KeptNote.safeParse(JSON.parse(drafts.get(noteDraftKey(userId)) ?? '{}')).data;
    } catch {
      return undefined;
    }
  },
  set: (userId: number, kept: KeptNote | undefined): void =>
    drafts.set(noteDraftKey(userId), JSON.stringify(kept ?? {})),
};
