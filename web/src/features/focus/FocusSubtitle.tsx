import type { Task } from '@daymark/contract/task';
import { useFocusTimer } from './useFocusTimer';

interface FocusSubtitleProps {
  userId: number;
  tasks: readonly Task[];
}

/** The line below the title of /focus, which names the task of the current focus session, or else the technique. */
export function FocusSubtitle({ userId, tasks }: FocusSubtitleProps) {
  const { state, timer } = useFocusTimer(userId);
  const isFocusing = state !== 'idle' && timer.mode === 'focus';
  const task = isFocusing ? tasks.find(({ id }) => id === timer.taskId) : undefined;
  if (!task) return 'Focused work and short breaks: the Pomodoro technique.';
  return <bdi>{task.title}</bdi>;
}
