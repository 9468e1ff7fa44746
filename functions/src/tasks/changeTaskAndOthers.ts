import type { Edit } from '@daymark/contract/laterEdits';
import { nextTasks } from '@daymark/contract/repeats/series';
import { withSeries } from '@daymark/contract/repeats/seriesChange';
import { isOpen, type Task, type TaskPatch } from '@daymark/contract/task';
import type { Owner } from '../owner';
import type { Ports } from '../ports';
import { personsDays } from './personsZone';
import type { Written } from '../written';
import { personsToday, possiblePriorities } from './priorities';
import { changeSeriesBlocks } from './seriesBlocks';
import { taskChange, type BeforeAndAfter } from './taskChange';

type NewRecord = Omit<Task, 'userId'>;

interface Options {
  /** The task as it probably is before and after the change. It decides which other records are read. */
  expected: BeforeAndAfter;
  edit?: Edit<TaskPatch>;
  restore?: boolean | null | undefined;
  restoredAt?: string | null | undefined;
  /** The index that the task gets among the priorities. */
  topThreeIndex?: number | null | undefined;
  /** The person's day. The default is their day now, in their time zone. */
  today?: string | null | undefined;
  mutation: string | undefined;
}

/**
 * Writes the task that `decide` returns, and in the same commit everything else that the change involves
 * (`taskChange`). If `decide` returns undefined, the task is deleted. If `decide` returns the same record, nothing
 * changes. The lock document prevents another such change at the same time. Returns the task after the change, or
 * undefined if it was deleted.
 * @throws Failure 400 or 409 if `taskChange` refuses the change, 410 if the task was deleted and `restore` isn't set.
 */
export async function changeTaskAndOthers(
  owner: Owner,
  id: number,
  ports: Ports,
  decide: (task: Task | undefined, winning: TaskPatch) => NewRecord | undefined,
  { expected, edit, restore, restoredAt, topThreeIndex, today: givenDay, mutation }: Options,
): Promise<Written<NewRecord | undefined>> {
  const { tasks } = ports.stores;
  const involved = [expected.before, expected.after].filter((task) => task !== undefined);
  const isRepeating = involved.some(({ repeat, seriesId }) => repeat !== null || seriesId !== null);
  const isReopened =
    expected.before !== undefined &&
    expected.after !== undefined &&
    !isOpen(expected.before) &&
    isOpen(expected.after);
  const now = ports.now();
  const today = givenDay ?? (isRepeating ? (await personsDays(owner, ports))(now.getTime()) : '');
  const seriesIds = new Set(
    involved.flatMap(({ seriesId, repeat }) => seriesId ?? (repeat === null ? [] : id)),
  );
  const candidates = involved.flatMap((task) => nextTasks(withSeries(task, today), today));
  const parentIds = involved.flatMap(({ parentId }) => parentId ?? []);
  const open = await Promise.all(
    [...seriesIds].map((series) => tasks.find(owner, ['openSeriesId', '==', series])),
  );
  const isPriority = [...involved, ...open.flat()].some((task) => task.isPriority);
  const isToday = isPriority ? await personsToday(owner, ports) : undefined;
  const stepsOf = (task: number) => [['parentId', '==', task] as const];
  const isClosed = expected.after !== undefined && !isOpen(expected.after);
  // Also read the steps of other tasks of the series. The series' open task may be removed with its steps, and a task
  // that was removed earlier may come back with its steps.
  const withSteps = new Set([
    id,
    ...(isNewStep(expected) ? parentIds : []),
    ...open.flat().map((task) => task.id),
    ...(isClosed ? candidates.map((candidate) => candidate.id) : []),
  ]);
  const alternatives = [
    ...(isPriority ? possiblePriorities(ports) : []),
    // When a task is reopened, read its whole series, because the task that followed it may be done already.
    ...[...seriesIds].map((series) =>
      isReopened
        ? [['seriesId', '==', series] as const]
        : [['openSeriesId', '==', series] as const],
    ),
    ...[...withSteps].map(stepsOf),
  ];
  const ids = [...candidates.map((candidate) => candidate.id), ...parentIds];
  let result: NewRecord | undefined;
  let ofSeries: readonly NewRecord[] = [];

  const { isRepeated, ...outcome } = await tasks.updateUnderLock(
    owner,
    id,
    {
      alternatives,
      ids: [...new Set(ids)].filter((other) => other !== id),
      created: expected.before ? undefined : expected.after,
      restore,
      restoredAt,
      mutation,
      ...(edit && { edit }),
    },
    (current, found, winning) => {
      const decided = decide(current, winning);
      result = decided;
      ofSeries = [];
      if (decided === current) return { records: [] };
      const asksForTopThree = edit ? winning.isPriority === true : !restore;
      const change = taskChange(
        { before: current, after: decided },
        {
          found,
          today,
          at: now.toISOString(),
          topThree: isToday && { isToday, topThreeIndex, asksForTopThree },
        },
      );
      result = change.task;
      ofSeries = change.ofSeries;
      return change;
    },
  );
  if (isRepeated) return { ...outcome, record: await tasks.get(owner, id) };
  await changeSeriesBlocks(owner, ofSeries, ports);
  return { ...outcome, record: result };
}

const isNewStep = ({ before, after }: Options['expected']): boolean =>
  after !== undefined && after.parentId !== null && after.parentId !== before?.parentId;

/** The fields that decide whether a task is in the Top 3, and its position there. */
const TOP_THREE_FIELDS = [
  'isPriority',
  'completed',
  'skippedAt',
  'parentId',
  'order',
  'priorityPosition',
] as const;

/**
 * Whether a change of a task may depend on other records or affect them: the priorities, the tasks of its series, its
 * parent, or steps.
 */
export function concernsOthers(before: NewRecord | undefined, after: NewRecord): boolean {
  const differs = (field: keyof NewRecord) => before?.[field] !== after[field];
  const mayReorder = TOP_THREE_FIELDS.some(differs);
  if ((before?.isPriority || after.isPriority) && mayReorder) return true;
  if (after.parentId !== null && (differs('parentId') || differs('repeat'))) return true;
  if (after.repeat !== null && after.seriesId === null) return true;
  const wasOpen = before !== undefined && isOpen(before);
  return (
    after.seriesId !== null &&
    (differs('seriesId') || differs('seriesDay') || wasOpen !== isOpen(after))
  );
}
