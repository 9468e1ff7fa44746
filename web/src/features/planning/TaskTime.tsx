import { TimeChip } from '../../ui/layout/TimeChip';
import { blockText, isBlockOver } from '../../domain/planning/shownBlocks';
import type { DayPlanning } from './useDayPlanning';
import type { ShownTask } from '../../domain/shownRecords';

/** The time of a task's block, if it has one. */
export function TaskTime({ task, planning }: { task: ShownTask; planning: DayPlanning }) {
  const { day, now, blocks } = planning;
  const block = blocks.get(task.id);
  if (!block) return null;
  return (
    <small>
      <TimeChip text={blockText(block, day)} isOver={isBlockOver(block, now)} />
    </small>
  );
}
