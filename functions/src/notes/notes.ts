import { editOf } from '@daymark/contract/laterEdits';
import { inUtc, newId } from '@daymark/contract/primitives';
import type { Handler } from '../handler';

/** The last changed note first; notes of the same moment by descending id, compared as text. */
export const listNotes: Handler<'listNotes'> = ({ owner, query }, { stores }) =>
  stores.notes.page(owner, query.after);

export const createNote: Handler<'createNote'> = ({ owner, body, mutation }, { stores, now }) => {
  const { id, title, content, attachedTo, restore, restoredAt } = body;
  const createdAt = inUtc(body.createdAt ?? now().toISOString());
  const updatedAt = inUtc(body.updatedAt ?? createdAt);
  const note = { id: id ?? newId(), title, content, attachedTo, createdAt, updatedAt };
  return stores.notes.create(owner, note, { restore, restoredAt, mutation });
};

/** An edit that is older than the last one does not change `updatedAt`. */
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
