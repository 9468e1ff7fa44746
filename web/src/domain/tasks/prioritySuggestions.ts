import { TASK_TITLE_MAX } from '@daymark/contract/task';
import { PRIORITIES_MAX } from '@daymark/contract/topThree';
import { personsDay } from '../../lib/time/dates';
import { lineKey } from '../../lib/text/plainLine';
import type { ShownTask } from '../shownRecords';

/** A line of the day's plan, and the open task with the same title, if there is one. */
export interface PrioritySuggestion {
  title: string;
  task: ShownTask | undefined;
}

/**
 * Returns the lines of the day's plan that are suggested for the Top 3. Lines that are a priority already, or were
 * completed today, are left out. There are at most as many suggestions as the Top 3 has free slots.
 */
export function prioritySuggestions(
  lines: readonly string[],
  tasks: readonly ShownTask[],
  priorities: readonly ShownTask[],
  now: Date,
): PrioritySuggestion[] {
  const today = personsDay(now);
  const handled = new Set(
    [
      ...priorities,
      ...tasks.filter(
        ({ completed, completedAt }) =>
          completed && (completedAt === null || personsDay(new Date(completedAt)) === today),
      ),
    ].map(({ title }) => lineKey(title)),
  );
  return lines
    .filter((line) => !handled.has(lineKey(line)))
    .map((line) => ({
      title: Array.from(line).slice(0, TASK_TITLE_MAX).join(''),
      task: tasks.find(({ title, completed }) => !completed && lineKey(title) === lineKey(line)),
    }))
    .slice(0, Math.max(0, PRIORITIES_MAX - priorities.length));
}
