import type { DeletedRecord } from '@daymark/contract/deletion';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/call';
import { nextPage } from '../../lib/earlyLists';
import { byId, type MutationRequest } from '../../domain/mutation';
import { useRecords, useSync } from '../../sync/useSync';
import { toast } from '../../ui/toasts/toast';

interface Page {
  records: DeletedRecord[];
  after: string | undefined;
}

/** Returns the records that were deleted in the last 30 days and are still gone, the last deleted first. */
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
    tasks: useRecords('tasks').data ?? [],
    notes: useRecords('notes').data ?? [],
    events: useRecords('events').data ?? [],
    categories: useRecords('categories').data ?? [],
    conflicts: useRecords('conflicts').data ?? [],
  };
  const all = (query.data?.pages ?? []).flatMap(({ records }) => records);
  const deleted = all.filter(
    ({ collection, record }) => !byId<{ id: number }>(there[collection]).has(record.id),
  );
  return { ...query, deleted };
}

/** Returns a page with all of its last deletion: a task and its steps are deleted at one moment. */
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
    { as: userId, onAnswer: (response) => void (headers = response.headers) },
  );
  const next = new URLSearchParams(nextPage(headers)?.split('?')[1]).get('after');
  return { records, after: next ?? undefined };
}

/** A record that can be brought back, and the records that belong to it. */
export interface Deletion {
  deleted: DeletedRecord;
  /** The steps of a task, its time blocks, and the other versions of a text. */
  parts: DeletedRecord[];
}

/** Puts what belongs to a deleted record under it. What belongs to a record that is still there is listed by itself. */
export function deletionsOf(all: readonly DeletedRecord[]): Deletion[] {
  const keys = new Set(all.map(keyOf));
  const listed = all.filter((one) => !keys.has(ownerOf(one) ?? ''));
  return listed
    .filter(({ collection }) => collection !== 'conflicts')
    .map((deleted) => ({
      deleted,
      parts: all.filter((one) => ownerOf(one) === keyOf(deleted)),
    }));
}

const keyOf = ({ collection, record }: DeletedRecord) => `${collection} ${record.id}`;

/** The record that one belongs to. */
function ownerOf(one: DeletedRecord): string | undefined {
  switch (one.collection) {
    case 'tasks':
      return one.record.parentId === null ? undefined : `tasks ${one.record.parentId}`;
    case 'events':
      return one.record.taskId === null ? undefined : `tasks ${one.record.taskId}`;
    case 'conflicts':
      return `${one.record.collection} ${one.record.recordId}`;
    default:
      return undefined;
  }
}

export const nameOf = ({ record }: DeletedRecord): string =>
  'title' in record ? record.title : 'name' in record ? record.name : '';

/** Brings records back, with Undo. */
export function useRestore() {
  const sync = useSync();
  return ({ deleted, parts }: Deletion): void => {
    const title = 'Restored';
    const about = nameOf(deleted);
    const requests = [deleted, ...parts].map(({ collection, record }): MutationRequest => ({
      kind: 'create',
      collection,
      record,
      restore: true,
    }));
    const undo = sync.change({ title, about }, requests);
    toast({ title, description: about, action: { label: 'Undo', run: undo } });
  };
}
