import { blocksAfterCompletion, NO_DETAILS } from '@daymark/contract/event';
import { seriesBlock } from '@daymark/contract/repeats/series';
import { isOpen, type Task } from '@daymark/contract/task';
import { Failure } from '../http/failure';
import type { Owner } from '../owner';
import type { Ports } from '../ports';
import { personsZone } from './personsZone';

type NewRecord = Omit<Task, 'userId'>;

/**
 * Creates the time blocks of tasks that were added to a series, and removes the future blocks of tasks that were
 * removed from it. A browser does the same with the same ids, but may not know that a task came back. If a request is
 * interrupted before this function runs, the task has no block unless a browser creates it.
 */
export async function changeSeriesBlocks(
  owner: Owner,
  tasks: readonly NewRecord[],
  ports: Ports,
): Promise<void> {
  const { stores, now } = ports;
  for (const task of tasks.filter(({ parentId }) => parentId === null)) {
    const { id, title } = task;
    if (!isOpen(task)) {
      const blocks = await stores.events.find(owner, ['taskId', '==', id]);
      const { removed } = blocksAfterCompletion(blocks, now().getTime());
      await stores.events.updateRelated(
        owner,
        new Map(),
        removed.map((block) => block.id),
      );
    } else if (task.blockTime !== null) {
      const times = seriesBlock(task, await personsZone(owner, ports));
      if (!times) continue;
      const block = {
        ...times,
        title,
        ...NO_DETAILS,
        taskId: id,
      };
      try {
        await stores.events.createMissing(owner, [block]);
      } catch (error) {
        // The account is full. The task is valid without its block.
        if (!(error instanceof Failure) || error.status !== 403) throw error;
      }
    }
  }
}
