import type { DeletedRecord } from '@daymark/contract/deletion';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/call';
import { changeWithUndo } from '../../records/changeWithUndo';
import { nextPage } from '../../lib/nextPage';
import { sessionName } from '../../domain/focus/focusDay';
import { byId, type MutationRequest } from '../../domain/mutation';
import { useRecords, useSync } from '../../sync/useSync';

interface Page {
  records: DeletedRecord[];
  after: string | undefined;
}

/** Returns the records that were deleted in the last 30 days and not restored, most recently deleted first. */
export function useDeletedRecords() {
  const { userId } = useSync();
  const query = useInfiniteQuery({
    queryKey: ['deleted', userId],
    queryFn: ({ pageParam }: { pageParam: string | undefined }) => fetchPage(userId, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }: Page) => after,
    staleTime: 0,
  });
  const there = {
    goals: useRecords('goals').data ?? [],
    tasks: useRecords('tasks').data ?? [],
    notes: useRecords('notes').data ?? [],
    events: useRecords('events').data ?? [],
    categories: useRecords('categories').data ?? [],
    focusSessions: useRecords('focusSessions').data ?? [],
    conflicts: useRecords('conflicts').data ?? [],
  };
  const all = (query.data?.pages ?? []).flatMap(({ records }) => records);
  const deleted = all.filter(
    ({ collection, record }) => !byId<{ id: number }>(there[collection]).has(record.id),
  );
  return { ...query, deleted };
}

/**
 * Returns a page of deleted records. A task and its steps are deleted at the same time. If the page ends with a task,
 * pages are added until one ends with another time, so that no step is missing.
 */
async function fetchPage(userId: number, after: string | undefined): Promise<Page> {
  let page = await fetchOnePage(userId, after);
  const last = page.records.at(-1);
  while (page.after && last?.collection === 'tasks') {
    const next = await fetchOnePage(userId, page.after);
    page = { records: [...page.records, ...next.records], after: next.after };
    if (page.records.at(-1)?.deletedAt !== last.deletedAt) break;
  }
  return page;
}

async function fetchOnePage(userId: number, after: string | undefined): Promise<Page> {
  let headers = new Headers();
  const records = await call(
    'listDeleted',
    { query: { after } },
    { as: userId, onResponse: (response) => void (headers = response.headers) },
  );
  return { records, after: nextPage(headers) };
}

/** A record that can be brought back, and the records that belong to it. */
export interface Deletion {
  deleted: DeletedRecord;
  /** The steps of a task, its time blocks, the exceptions of a series, and the other versions of a text. */
  parts: DeletedRecord[];
}

/**
 * Groups deleted records. A record that belongs to another deleted record becomes a part of it. A record that belongs
 * to an existing record is listed by itself, unless it is a conflict.
 */
export function deletionsOf(all: readonly DeletedRecord[]): Deletion[] {
  const keys = new Set(all.map(keyOf));
  const listed = all.filter((one) => !keys.has(ownerOf(one) ?? ''));
  return listed
    .filter(({ collection, record }) => collection !== 'conflicts' && !isCanceled(record))
    .map((deleted) => ({
      deleted,
      parts: all.filter((one) => ownerOf(one) === keyOf(deleted)),
    }));
}

/** Whether a record is an event of a series that is not shown, because it was deleted alone. */
const isCanceled = (record: DeletedRecord['record']): boolean =>
  'canceled' in record && record.canceled === true;

const keyOf = ({ collection, record }: DeletedRecord) => `${collection} ${record.id}`;

/** Returns the key of the record that this record belongs to, if there is one. */
function ownerOf(one: DeletedRecord): string | undefined {
  switch (one.collection) {
    case 'tasks':
      return one.record.parentId === null ? undefined : `tasks ${one.record.parentId}`;
    case 'events':
      if (one.record.taskId !== null) return `tasks ${one.record.taskId}`;
      return one.record.seriesId === null ? undefined : `events ${one.record.seriesId}`;
    case 'conflicts':
      return `${one.record.collection} ${one.record.recordId}`;
    default:
      return undefined;
  }
}

export function nameOf({ collection, record }: DeletedRecord): string {
  if (collection === 'focusSessions') return sessionName(record);
  return 'title' in record ? record.title : 'name' in record ? record.name : '';
}

/** Returns a function that restores a deletion, with Undo. */
export function useRestore() {
  const sync = useSync();
  return ({ deleted, parts }: Deletion): void => {
    const requests = [deleted, ...parts].map(({ collection, record }): MutationRequest => ({
      kind: 'create',
      collection,
      record,
      restore: true,
    }));
    changeWithUndo(sync, { title: 'Restored', about: nameOf(deleted) }, { requests });
  };
}
