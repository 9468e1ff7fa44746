import { closingFields, NO_PRIORITY, type Task } from '@daymark/contract/task';
import { isInTopThree, isTopThreeFull, topThree } from '@daymark/contract/topThree';
import { personsDay } from '../lib/time/dates';
import type { MutationRequest } from '../domain/mutation';

/**
 * Returns the requests, but takes the priority from a task that is restored or reopened while the Top 3 is full. The
 * server does the same. `shownTasks` is called only if a request may bring a task back.
 */
export function withinTopThree(
  requests: readonly MutationRequest[],
  shownTasks: () => readonly Task[],
  now: Date,
): readonly MutationRequest[] {
  if (!requests.some(mayBringBack)) return requests;
  const tasks = shownTasks();
  const today = personsDay(now);
  const isToday = (moment: string) => personsDay(new Date(moment)) === today;
  let count = topThree(tasks, isToday).length;
  return requests.map((request) => {
    if (!mayBringBack(request)) return request;
    const { before, after } = edited(request, tasks, now);
    if (!after || !isInTopThree(after, isToday)) return request;
    if ((before && isInTopThree(before, isToday)) || !isTopThreeFull(count++)) return request;
    if (request.kind === 'create')
      return { ...request, record: { ...request.record, ...NO_PRIORITY } };
    return { ...request, fields: { ...request.fields, isPriority: false } };
  });
}

type BringsBack = Exclude<MutationRequest, { kind: 'delete' }>;

function mayBringBack(request: MutationRequest): request is BringsBack {
  if (request.collection !== 'tasks' || request.kind === 'delete') return false;
  if (request.kind === 'create') return request.restore === true;
  const { completed, skippedAt, isPriority } = request.fields as Partial<Task>;
  return (completed === false || skippedAt === null) && isPriority !== true;
}

/** Returns the task before and after a request. */
function edited(
  request: BringsBack,
  tasks: readonly Task[],
  now: Date,
): { before?: Task | undefined; after?: Task | undefined } {
  if (request.kind === 'create') return { after: request.record as Task };
  const before = tasks.find(({ id }) => id === request.id);
  if (!before) return {};
  const after = { ...before, ...request.fields };
  return {
    before,
    after: { ...after, ...closingFields(after, request.fields, now.toISOString()) },
  };
}
