import { isOpen, type Task } from '@daymark/contract/task';
import { composed, foldText } from '../../lib/text/foldText';
import { QUERY_MAX } from '../../lib/text/queryMax';
import type { LocalDay } from '../../lib/time/dates';
import { tasksOfDay } from '../tasks/taskPlan';

/** A task or step that a focus session can be about. */
export interface TaskChoice<T extends Task = Task> {
  task: T;
  /** Whether the task is one of today's, or a step of one of them. */
  isToday: boolean;
  /** The title of the task that a step belongs to. */
  of?: string;
}

/** At most this many tasks are offered at once. */
const OFFERED_MAX = 50;

/**
 * Returns the open tasks and steps that match a query: today's in the order of today's list, then the others, newest
 * first. Each step follows its task. A step is also found by the title of its task.
 */
export function taskChoices<T extends Task>(
  tasks: readonly T[],
  steps: ReadonlyMap<number, readonly T[]>,
  today: LocalDay,
  query: string,
): TaskChoice<T>[] {
  const todays = tasksOfDay(tasks, today, today);
  const ofToday = new Set(todays);
  const ordered = [...todays, ...tasks.filter((task) => isOpen(task) && !ofToday.has(task))];
  const all = ordered.flatMap((task): TaskChoice<T>[] => {
    const isToday = ofToday.has(task);
    const open = (steps.get(task.id) ?? []).filter(isOpen);
    return [{ task, isToday }, ...open.map((step) => ({ task: step, isToday, of: task.title }))];
  });
  const words = foldText(composed(query.slice(0, QUERY_MAX)))
    .split(/\s+/)
    .filter(Boolean);
  const matches = ({ task: { title }, of = '' }: TaskChoice<T>) => {
    if (words.length === 0) return true;
    const text = foldText(composed(`${title} ${of}`));
    return words.every((word) => text.includes(word));
  };
  return all.filter(matches).slice(0, OFFERED_MAX);
}
