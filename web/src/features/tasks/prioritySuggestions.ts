import { PRIORITIES_MAX, TASK_TITLE_MAX } from '@daymark/contract/task';
import { localDay } from '../../lib/dates';
import { lineKey } from '../../lib/plainLine';
import type { ShownTask } from './taskQueries';

/** A line that could be a priority, and the open task that says the same already. */
export interface PrioritySuggestion {
  title: string;
  task: ShownTask | undefined;
}

/**
 * Which of yesterday's lines to offer for the Top 3: as many as there is room for, none that is a priority already or
 * was done today.
 */
export function prioritySuggestions(
  lines: readonly string[],
  tasks: readonly ShownTask[],
  priorities: readonly ShownTask[],
  now: Date,
): PrioritySuggestion[] {
  const today = localDay(now);
  const settled = new Set(
    [
      ...priorities,
      ...tasks.filter(
        ({ completed, completedAt }) =>
          completed && (completedAt === null || localDay(new Date(completedAt)) === today),
      ),
    ].map(({ title }) => lineKey(title)),
  );
  return lines
    .filter((line) => !settled.has(lineKey(line)))
    .map((line) => ({
      title: Array.from(line).slice(0, TASK_TITLE_MAX).join(''),
      task: tasks.find(({ title, completed }) => !completed && lineKey(title) === lineKey(line)),
    }))
    .slice(0, Math.max(0, PRIORITIES_MAX - priorities.length));
}
