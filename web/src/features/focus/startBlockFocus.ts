import type { Task } from '@daymark/contract/task';
import { durationText } from '../../lib/durationText';
import { toast } from '../../ui/toast';
import { focusTimerOf } from './browserTimer';
import { unlockChime } from './chime';

/**
 * Starts the focus timer with a task, for as long as is left of its time block. A run that has begun goes on: it would be
 * recorded as interrupted. To be called in a click or key handler. The shell shows the timer and lets it tick.
 */
export function startBlockFocus(userId: number, { id, title }: Task, minutes: number): void {
  const timer = focusTimerOf(userId);
  unlockChime();
  if (timer.view().state !== 'idle') {
    toast({
      title: 'The focus timer is already in use',
      description: 'Finish or reset that session first.',
    });
    return;
  }
  timer.chooseMode('focus');
  timer.chooseTask(id);
  timer.start(minutes * 60_000);
  toast({ title: 'Focus started', description: `${title} · ${durationText(minutes)}` });
}
