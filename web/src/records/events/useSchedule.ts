import { newId } from '@daymark/contract/primitives';
import type { Event } from '@daymark/contract/event';
import type { BlockTime, Task } from '@daymark/contract/task';
import { blockTimeOf } from '../../domain/tasks/blockTime';
import type { MutationRequest } from '../../domain/mutation';
import { useSync } from '../../sync/useSync';
import { blockCreation, blockTimeUpdate } from '../../domain/tasks/taskRequests';
import { changeWithUndo } from '../changeWithUndo';
import { elementId } from '../elementId';
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
    changeWithUndo(
      sync,
      {
        title: 'Task scheduled',
        about: task.title,
        description: [task.title, eventTimesText(times), ...dayText(change)].join(' · '),
        focusId: elementId('task', task.id),
        tellsOffline: true,
      },
      {
        requests: [creation, ...change.requests, ...setBlockTime(blockTimeOf(times))],
        undo: [
          { kind: 'delete', collection: 'events', id },
          ...undoOf(task.id, change),
          ...setBlockTime(null),
        ],
      },
    );
  };
}
