import type { Event } from '@daymark/contract/event';
import type { FocusSession } from '@daymark/contract/focusSession';
import type { Task } from '@daymark/contract/task';
import { durationText } from '../../lib/durationText';
import { eventSpan, isDayLong } from '../../lib/eventSpan';
import { localDay, type LocalDay } from '../../lib/dates';
import { paths, tasksPath } from '../../lib/paths';
import { lineKey } from '../../lib/plainLine';
import { tasksOfDay } from '../tasks/taskPlan';

/** Something that the person did or left over on a day, and a link to the record that shows it. */
export interface Evidence {
  kind: 'task' | 'session' | 'event' | 'leftOver';
  /** The record's id. */
  id: number | string;
  /** The line for the reflection. */
  line: string;
  /** How long it took, as text; only for focus sessions. */
  length?: string;
  /** The path of the screen that shows the record. */
  to: string;
}

export interface DayRecords {
  tasks: readonly Task[];
  sessions: readonly FocusSession[];
  /** The person's own events and external events. */
  events: readonly (Pick<Event, 'title' | 'start' | 'end'> & { id: number | string })[];
}

/** How many tasks were planned for a day, and those of them that are open. */
export function plannedOn(
  tasks: readonly Task[],
  day: LocalDay,
  today: LocalDay,
): { count: number; left: Task[] } {
  const left = tasksOfDay(tasks, day, today);
  const done = tasks.filter(({ completed, plannedDay }) => completed && plannedDay === day);
  return { count: left.length + done.length, left };
}

/**
 * What the person did on a local day: tasks completed, focus sessions, and events that have ended by `now`, each group
 * sorted by time; then the tasks that were planned for it and are open. All sessions of one task are one line, with the
 * id of the first.
 */
export function dayEvidence(
  { tasks, sessions, events }: DayRecords,
  day: LocalDay,
  now: Date,
): Evidence[] {
  const isOnDay = (instant: string | null) =>
    instant !== null && localDay(new Date(instant)) === day;
  const done = tasks
    .filter(({ completed, completedAt }) => completed && isOnDay(completedAt))
    .toSorted((a, b) => Date.parse(a.completedAt ?? '') - Date.parse(b.completedAt ?? ''))
    .map(({ id, title }): Evidence => ({
      kind: 'task',
      id,
      line: `Completed: ${title}`,
      to: paths.tasks,
    }));
  const attended = events
    .filter(
      (event) => isOnDay(event.start) && !isDayLong(event) && eventSpan(event).to <= now.getTime(),
    )
    .toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
    .map(({ id, title }): Evidence => ({
      kind: 'event',
      id,
      line: `Attended: ${title}`,
      to: `${paths.calendar}?view=day&date=${day}`,
    }));
  const left = plannedOn(tasks, day, localDay(now)).left.map(({ id, title }): Evidence => ({
    kind: 'leftOver',
    id,
    line: `Left over: ${title}`,
    to: tasksPath({ view: 'left-over' }),
  }));
  return [...done, ...focusLines(sessions, tasks, isOnDay), ...attended, ...left];
}

function focusLines(
  sessions: readonly FocusSession[],
  tasks: readonly Task[],
  isOnDay: (instant: string) => boolean,
): Evidence[] {
  const titles = new Map(tasks.map(({ id, title }) => [id, title]));
  const sessionsByTask = new Map<number, FocusSession[]>();
  for (const session of sessions) {
    if (session.mode !== 'focus' || !isOnDay(session.start)) continue;
    const taskId = session.taskId !== null && titles.has(session.taskId) ? session.taskId : 0;
    sessionsByTask.set(taskId, [...(sessionsByTask.get(taskId) ?? []), session]);
  }
  return [...sessionsByTask].flatMap(([taskId, taskSessions]): Evidence[] => {
    const [first] = taskSessions;
    const seconds = taskSessions.reduce((sum, { actualSeconds }) => sum + actualSeconds, 0);
    // Less than a minute is not worth a line.
    if (!first || seconds < 60) return [];
    const title = titles.get(taskId);
    return [
      {
        kind: 'session',
        id: first.id,
        // Without the length: after more focus the line would differ and be added a second time.
        line: title ? `Focused on: ${title}` : 'Focused without a task',
        length: durationText(seconds / 60),
        to: paths.focus,
      },
    ];
  });
}

/** Appends the lines that the text doesn't contain yet, up to `maxLength` characters. Typed text is never changed. */
export function appendLines(typed: string, lines: readonly string[], maxLength: number): string {
  const present = new Set(typed.split('\n').map(lineKey));
  let text = typed;
  for (const line of lines) {
    if (present.has(lineKey(line))) continue;
    const next = text === '' || text.endsWith('\n') ? text + line : `${text}\n${line}`;
    if (next.length > maxLength) break;
    text = next;
    present.add(lineKey(line));
  }
  return text;
}
