import type { Task } from '@daymark/contract/task';
import { durationText } from '../../lib/time/durationText';
import { toast } from '../../ui/toasts/toast';
import { startFocusOn } from '../../records/focus/browserTimer';

/**
 * Starts the focus timer with a task, for the time that is left of its time block. A run that has begun continues,
 * because replacing it would record it as interrupted. Call this function in a click or key handler. The shell shows
 * the timer and lets it tick.
 */
export function startBlockFocus(userId: number, { id, title }: Task, minutes: number): void {
  if (!startFocusOn(userId, id, minutes * 60_000)) return;
  toast({ title: 'Focus started', description: `${title} · ${durationText(minutes)}` });
}
