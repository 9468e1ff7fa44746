import { newId } from '@daymark/contract/primitives';
import type { Event } from '@daymark/contract/event';
import type { BlockTime, Task } from '@daymark/contract/task';
import { blockTimeOf } from '../../domain/tasks/blockTime';
import type { MutationRequest } from '../../domain/mutation';
import { useSync } from '../../sync/useSync';
import { toastSaved } from '../../ui/toasts/savedToast';
import { blockCreation, blockTimeUpdate } from '../../domain/tasks/taskRequests';
import { usePlannedDays } from './eventQueries';
import { eventTimesText } from '../../domain/events/eventTimes';

/**
 * Creates a time block of a task, with the task's planned day. The first block of a series says when the later ones are.
 * The toast offers Undo of all of it.
 */
export function useSchedule(): (
  task: Pick<Task, 'id' | 'title' | 'repeat' | 'blockTime'>,
  times: Pick<Event, 'start' | 'end'>,
) => void {
  const sync = useSync();
  const { dayChange, undoOf, dayText } = usePlannedDays();
  return (task, times) => {
    const id = newId();
    const change = dayChange(task.id, (blocks) => [...blocks, times]);
    const { start, end } = times;
    const creation = blockCreation({ id, userId: sync.userId, start, end }, task);
    const ofSeries = task.repeat !== null && task.blockTime === null;
    const setBlockTime = (blockTime: BlockTime | null): MutationRequest[] =>
      ofSeries ? [blockTimeUpdate(task, blockTime)] : [];
    const takeBack = sync.change(
      { title: 'Task scheduled', about: task.title },
      [creation, ...change.requests, ...setBlockTime(blockTimeOf(times))],
      [
        { kind: 'delete', collection: 'events', id },
        ...undoOf(task.id, change),
        ...setBlockTime(null),
      ],
    );
    toastSaved(sync, {
      title: 'Task scheduled',
      description: [task.title, eventTimesText(times), ...dayText(change)].join(' · '),
      action: {
        label: 'Undo',
        run: takeBack,
        focusAfter: `[data-task="${task.id}"]`,
      },
    });
  };
}
