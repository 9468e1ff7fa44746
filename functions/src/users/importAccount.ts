import { importedCollections } from '@daymark/contract/accountExport';
import { inUtc } from '@daymark/contract/primitives';
import { reflectionIdOf } from '@daymark/contract/reflection';
import { SETTINGS_ID } from '@daymark/contract/settings';
import { closingFields } from '@daymark/contract/task';
import type { Handler } from '../handler';

/** The limit of three priorities does not apply to imported tasks; it applies to later creates. */
export const importAccount: Handler<'importAccount'> = async ({ owner, body }, ports) => {
  const { stores } = ports;
  const moment = ports.now().toISOString();
  const importId = body.importId ?? undefined;
  if (body.user?.timeZone)
    await stores.profiles.update(owner.uid, { timeZone: body.user.timeZone });
  if (body.settings && Object.keys(body.settings).length > 0)
    await stores.settings.merge(
      owner,
      SETTINGS_ID,
      { fields: body.settings, at: moment, isNow: true },
      {},
    );

  const tasks = (body.tasks ?? []).map(
    ({ createdAt, completedAt, restore: _restore, restoredAt: _at, ...task }) => ({
      ...task,
      createdAt: inUtc(createdAt ?? moment),
      ...closingFields(
        { ...task, completedAt: completedAt ? inUtc(completedAt) : null },
        {},
        moment,
      ),
    }),
  );
  const notes = (body.notes ?? []).map(
    ({ createdAt, updatedAt, restore: _restore, restoredAt: _at, ...note }) => ({
      ...note,
      createdAt: inUtc(createdAt ?? moment),
      updatedAt: inUtc(updatedAt ?? createdAt ?? moment),
    }),
  );
  const reflections = (body.reflections ?? []).map(({ editedAt: _editedAt, ...reflection }) => ({
    ...reflection,
    id: reflectionIdOf(reflection.date),
  }));
  const categories = (body.categories ?? []).map(
    ({ restore: _restore, restoredAt: _at, ...category }) => category,
  );
  const events = (body.events ?? []).map(
    ({ restore: _restore, restoredAt: _at, ...event }) => event,
  );
  return {
    categories: await stores.categories.createMissing(owner, categories, importId),
    tasks: await stores.tasks.createMissing(owner, tasks, importId),
    events: await stores.events.createMissing(owner, events, importId),
    notes: await stores.notes.createMissing(owner, notes, importId),
    reflections: await stores.reflections.createMissing(owner, reflections, importId),
    focusSessions: await stores.focusSessions.createMissing(
      owner,
      body.focusSessions ?? [],
      importId,
    ),
  };
};

/** As many records as are deleted well within a request's deadline. Deleting a category also changes its tasks. */
const UNDO_MAX = { records: 1_500, categories: 50 };

/**
 * Deletes the records that an import created and that are still there, edited or not, what refers to others first. A
 * call that is cut off has deleted some of them, and the next one has fewer to delete. Steps that the person has added
 * to an imported task stay, as tasks. Existing records, and settings, stay as they are.
 */
export const undoImport: Handler<'undoImport'> = async ({ owner, body }, { stores }) => {
  const { importId } = body;
  let deleted = 0;
  for (const name of importedCollections.toReversed()) {
    if (name === 'categories') continue;
    deleted += await stores[name].deleteImported(owner, importId, UNDO_MAX.records - deleted);
    if (deleted >= UNDO_MAX.records) return { deleted, isDone: false };
  }
  const ids = await stores.categories.importedIds(owner, importId, UNDO_MAX.categories);
  for (const id of ids) await stores.categories.delete(owner, id);
  return { deleted: deleted + ids.length, isDone: ids.length < UNDO_MAX.categories };
};
