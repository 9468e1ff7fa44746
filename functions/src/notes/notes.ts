import { editOf } from '@daymark/contract/laterEdits';
import { inUtc, newId } from '@daymark/contract/primitives';
import type { Handler } from '../handler';

/** Lists notes, most recently changed first. Notes of the same moment are ordered by descending id, as text. */
export const listNotes: Handler<'listNotes'> = ({ owner, query }, { stores }) =>
  stores.notes.page(owner, query.after);

export const createNote: Handler<'createNote'> = ({ owner, body, mutation }, { stores, now }) => {
  const { userId: _, id, restore, restoredAt, ...fields } = body;
  const createdAt = inUtc(body.createdAt ?? now().toISOString());
  const updatedAt = inUtc(body.updatedAt ?? createdAt);
  const note = { ...fields, id: id ?? newId(), createdAt, updatedAt };
  return stores.notes.create(owner, note, { restore, restoredAt, mutation });
};

/** Updates a note. The note's `updatedAt` never moves back. */
export const updateNote: Handler<'updateNote'> = (
  { owner, id, body, mutation },
  { stores, now },
) => {
  const edit = editOf(body, now());
  return stores.notes.update(owner, id, edit, mutation, ({ updatedAt }, winning) => ({
    ...winning,
    updatedAt: edit.at > updatedAt ? edit.at : updatedAt,
  }));
};

export const deleteNote: Handler<'deleteNote'> = ({ owner, id, query, mutation }, { stores }) =>
  stores.notes.delete(owner, id, { ...query, mutation });
