import { importedCollections, type ImportedCollection } from '@daymark/contract/accountExport';
import { inUtc } from '@daymark/contract/primitives';
import { idOfDay } from '@daymark/contract/primitives';
import { reflectionIdOf } from '@daymark/contract/reflection';
import { SETTINGS_ID } from '@daymark/contract/settings';
import { closingFields } from '@daymark/contract/task';
import type { Handler } from '../handler';

/**
 * Creates the records of an import that don't exist yet, and takes over the settings and the time zone. The limit of
 * three priorities does not apply to imported tasks.
 */
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
  if (body.user?.timeZone || body.settings)
    await stores.reminders.lookAgain(owner, ports.now().getTime());

  const tasks = (body.tasks ?? []).map((task) => ({
    ...task,
    createdAt: inUtc(task.createdAt ?? moment),
    ...closingFields(
      { ...task, completedAt: task.completedAt ? inUtc(task.completedAt) : null },
      {},
      moment,
    ),
  }));
  const notes = (body.notes ?? []).map((note) => ({
    ...note,
    createdAt: inUtc(note.createdAt ?? moment),
    updatedAt: inUtc(note.updatedAt ?? note.createdAt ?? moment),
  }));
  const reflections = (body.reflections ?? []).map((reflection) => ({
    ...reflection,
    id: reflectionIdOf(reflection.date),
  }));
  const goals = (body.goals ?? []).map((goal) => ({
    ...goal,
    createdAt: inUtc(goal.createdAt ?? moment),
  }));
  const byDay = <R extends { day: string }>(list: readonly R[] | null | undefined) =>
    (list ?? []).map((record) => ({ ...record, id: idOfDay(record.day) }));
  const dayPlans = byDay(body.dayPlans);
  const weekReviews = byDay(body.weekReviews);
  const records = { ...body, goals, tasks, notes, reflections, dayPlans, weekReviews };
  const created: Partial<Record<ImportedCollection, number>> = {};
  for (const name of importedCollections) {
    const list = (records[name] ?? []).map(withoutEdit);
    created[name] = await stores[name].createMissing(owner, list as never, importId);
  }
  return created as Required<typeof created>;
};

/** Returns the fields of a record, without the other fields of a create or an edit. */
const withoutEdit = ({
  restore: _r,
  restoredAt: _t,
  editedAt: _e,
  base: _b,
  ...fields
}: object & {
  restore?: unknown;
  restoredAt?: unknown;
  editedAt?: unknown;
  base?: unknown;
}) => fields;

/**
 * At most this many records are checked in one call, so that the call stays well within the request's time limit. Each
 * category needs a separate query, so fewer categories are checked.
 */
const UNDO_MAX = { records: 720, categories: 20 };

/**
 * Deletes the records that an import created, except records that were changed after the import and records that others
 * refer to. If a call is cut off after deleting some records, the next call has fewer to check. Records that existed
 * before the import, and settings, stay as they are.
 */
export const undoImport: Handler<'undoImport'> = async ({ owner, body }, { stores }) => {
  const { importId } = body;
  const { categories, goals, tasks, events, notes, focusSessions, conflicts } = stores;
  const withNotes = (type: 'task' | 'event') =>
    notes.referredIds(owner, 'attachedTo.id', ['attachedTo.type', '==', type]);
  const exceptionsInUse = once(() => withNotes('event'));
  const eventsInUse = once(async () =>
    (await Promise.all([exceptionsInUse(), events.referredIds(owner, 'seriesId')])).flat(),
  );
  const stepsInUse = once(async () =>
    (
      await Promise.all([
        events.referredIds(owner, 'taskId'),
        focusSessions.referredIds(owner, 'taskId'),
        withNotes('task'),
      ])
    ).flat(),
  );
  const tasksInUse = once(async () =>
    (await Promise.all([stepsInUse(), tasks.referredIds(owner, 'parentId')])).flat(),
  );
  const goalsOfTasks = once(() => tasks.referredIds(owner, 'goalId'));
  const goalsInUse = async () =>
    (await Promise.all([goalsOfTasks(), goals.referredIds(owner, 'servesId')])).flat();
  const categoriesInUse = async (ids: readonly number[]) => {
    const used = ids.map((id) => tasks.hasAny(owner, ['categoryId', '==', id]));
    const isUsed = await Promise.all(used);
    return ids.filter((_id, index) => isUsed[index]);
  };

  let deleted = 0;
  let left = UNDO_MAX.records;
  // Records that refer to others come first. If a record stays, the records that it refers to stay as well.
  for (const [store, options] of [
    [conflicts],
    [focusSessions],
    [stores.reflections],
    [stores.dayPlans],
    [stores.weekReviews],
    [notes],
    [events, { inUse: exceptionsInUse, condition: ['seriesId', '>', 0] }],
    [events, { inUse: eventsInUse }],
    [tasks, { inUse: stepsInUse, condition: ['parentId', '>', 0] }],
    [tasks, { inUse: tasksInUse }],
    // Goals of shorter spans serve those of longer spans.
    [goals, { inUse: goalsInUse, condition: ['span', '==', 'week'] }],
    [goals, { inUse: goalsInUse, condition: ['span', '==', 'month'] }],
    [goals, { inUse: goalsInUse }],
  ] as const) {
    if (left === 0) break;
    const undone = await store.deleteImported(owner, importId, left, options);
    deleted += undone.deleted;
    left -= undone.seen;
  }
  let isDone = false;
  if (left > 0) {
    const most = UNDO_MAX.categories;
    const inUse = categoriesInUse;
    const undone = await categories.deleteImported(owner, importId, most, { inUse });
    deleted += undone.deleted;
    isDone = undone.seen < most;
  }
  const kept = await Promise.all(
    importedCollections.map((name) => stores[name].countKept(owner, importId)),
  );
  return { deleted, kept: kept.reduce((sum, count) => sum + count), isDone };
};

/** Returns a function that does the work at its first call, and returns the same result at each later call. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}
