import { blocksAfterCompletion } from '@daymark/contract/event';
import { seriesBlockId } from '@daymark/contract/series';
import { isOpen, type Task } from '@daymark/contract/task';
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';
import { Failure } from '../http/failure';
import type { Owner } from '../owner';
import type { Ports } from '../ports';

dayjs.extend(utc);
dayjs.extend(timezone);

type NewRecord = Omit<Task, 'userId'>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Returns the moment of a clock time, "2026-10-25 02:30"; of two equal clock times the first, as browsers do. */
function momentOf(clock: string, zone: string): dayjs.Dayjs {
  const later = dayjs.tz(clock, zone);
  const earlier = dayjs(later.valueOf() - HOUR_MS).tz(zone);
  return earlier.format('YYYY-MM-DD HH:mm') === clock ? earlier : later;
}

/**
 * Gives the tasks that a series has got their time block, and removes the coming blocks of those that it has lost. A
 * browser does the same by itself, with the same ids. It may not know that a task is there again. A request that is cut
 * off before this leaves the task without its block, unless a browser made it.
 */
export async function changeSeriesBlocks(
  owner: Owner,
  tasks: readonly NewRecord[],
  { stores, now }: Ports,
): Promise<void> {
  for (const task of tasks.filter(({ parentId }) => parentId === null)) {
    const { id, title, plannedDay, blockTime } = task;
    if (!isOpen(task)) {
      const blocks = await stores.events.find(owner, ['taskId', '==', id]);
      const { removed } = blocksAfterCompletion(blocks, now().getTime());
      await stores.events.deleteAlong(
        owner,
        removed.map((block) => block.id),
      );
    } else if (blockTime !== null && plannedDay !== null) {
      const profile = await stores.profiles.get(owner.uid);
      const zone = profile?.timeZone ?? 'UTC';
      const start = momentOf(`${plannedDay} ${blockTime.start}`, zone);
      const block = {
        id: seriesBlockId(id),
        title,
        start: start.format(),
        end: dayjs(start.valueOf() + blockTime.minutes * MINUTE_MS)
          .tz(zone)
          .format(),
        color: null,
        googleEventId: null,
        taskId: id,
        days: null,
        busy: null,
      };
      try {
        await stores.events.createAlong(owner, block);
      } catch (error) {
        // The account is full of events. The task counts without its block.
        if (!(error instanceof Failure) || error.status !== 403) throw error;
      }
    }
  }
}
