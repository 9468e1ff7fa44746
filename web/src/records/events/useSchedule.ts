import { newId } from '@daymark/contract/primitives';
import type { Event } from '@daymark/contract/event';
import type { Task } from '@daymark/contract/task';
import { blockTimeOf } from '../../domain/tasks/blockTime';
import type { MutationRequest } from '../../domain/mutation';
import { useSync } from '../../sync/useSync';
import { blockCreation, blockTimeUpdate } from '../../domain/tasks/taskRequests';
import { changeWithUndo } from '../changeWithUndo';
import { elementId } from '../elementId';
import { dayChange, dayText } from './eventQueries';
import { eventTimesText } from '../../domain/events/eventTimes';

/**
 * Returns a function that creates a time block of a task and sets the task's planned day. The first block of a series
 * sets the time of the later blocks. Undo in the toast takes everything back.
 */
export function useSchedule(): (
  task: Pick<Task, 'id' | 'title' | 'repeat' | 'blockTime'>,
  times: Pick<Event, 'start' | 'end'>,
) => void {
  const sync = useSync();
  return (task, times) => {
    const id = newId();
    const change = dayChange(sync, task.id, (blocks) => [...blocks, times]);
    const { start, end } = times;
    const creation = blockCreation({ id, userId: sync.userId, start, end }, task);
    const ofSeries = task.repeat !== null && task.blockTime === null;
    const later: MutationRequest[] = ofSeries ? [blockTimeUpdate(task, blockTimeOf(times))] : [];
    changeWithUndo(
      sync,
      {
        title: 'Task scheduled',
        about: task.title,
        description: [task.title, eventTimesText(times), ...dayText(change)].join(' · '),
        focusId: elementId('task', task.id),
        tellsOffline: true,
      },
      { requests: [creation, ...change.requests, ...later] },
    );
  };
}
