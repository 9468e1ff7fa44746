import type { PlannedTask } from '@daymark/contract/dayPlan';
import type { Event } from '@daymark/contract/event';
import type { FocusSession } from '@daymark/contract/focusSession';
import type { Task } from '@daymark/contract/task';
import { durationText } from '../../lib/time/durationText';
import { eventSpan, isDayLong } from '../../domain/events/eventSpan';
import { personsDay, type LocalDay } from '../../lib/time/dates';
import { paths, tasksPath } from '../../lib/paths';
import { minutesOnDay } from '../../domain/focus/focusDay';
import { lineKey } from '../../lib/text/plainLine';
import { estimateOf, tasksOfDay } from '../../domain/tasks/taskPlan';

/** Something that the person did or left open on a day, with a link to a screen that shows it. */
export interface Evidence {
  kind: 'task' | 'session' | 'event' | 'leftOver';
  id: number | string;
  /**
   * The line for the reflection. The line has no figures, because a line with new figures would be added a second time.
   */
  line: string;
  /** The person's focus time on the record and the record's estimate, as text. */
  figures?: string;
  /** The path of the screen that shows the record. */
  to: string;
}

export interface DayRecords {
  tasks: readonly Task[];
  /** The steps of each task, by its id. */
  steps: ReadonlyMap<number, readonly Task[]>;
  sessions: readonly FocusSession[];
  /** The person's own events, with time blocks, and external events. */
  events: readonly (Pick<Event, 'title' | 'start' | 'end'> &
    Partial<Pick<Event, 'taskId'>> & { id: number | string })[];
  /** The tasks of the day's kept plan that were not done on the day. */
  slipped?: readonly Pick<PlannedTask, 'taskId' | 'title'>[] | undefined;
}

/**
 * Returns what the person did on a local day, one line for each task. Completed tasks come first, then tasks that were
 * only focused on, then meetings that have ended by `now`. Each of these groups is sorted by time. Open tasks that were
 * planned for the day come last, without tasks that have a time block that hasn't ended yet. The tasks of the kept plan
 * that were not done on the day follow, whether they moved to another day, were completed later, skipped or deleted. A
 * meeting is an event of less than 23 hours that isn't a time block.
 */
export function dayEvidence(records: DayRecords, day: LocalDay, now: Date): Evidence[] {
  const { tasks, events, slipped = [] } = records;
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const isOnDay = (instant: string | null) =>
    instant !== null && personsDay(new Date(instant)) === day;
  const focused = focusByTask(records, day);
  const figuresOf = (task: Task) =>
    figuresText(focused.get(task.id)?.minutes ?? 0, estimateOf(task, records.steps.get(task.id)));
  const taskEvidence = (kind: Evidence['kind'], line: string, task: Task, to: string): Evidence => {
    const figures = figuresOf(task);
    return { kind, id: task.id, line: `${line}: ${task.title}`, ...(figures && { figures }), to };
  };

  const done = tasks
    .filter(({ completed, completedAt }) => completed && isOnDay(completedAt))
    .toSorted((a, b) => Date.parse(a.completedAt ?? '') - Date.parse(b.completedAt ?? ''))
    .map((task) => taskEvidence('task', 'Completed', task, paths.tasks));
  const blocked = new Set(
    events.filter((event) => eventSpan(event).to > now.getTime()).map(({ taskId }) => taskId),
  );
  const left = tasksOfDay(tasks, day, personsDay(now))
    .filter(({ id }) => !blocked.has(id))
    .map((task) => taskEvidence('leftOver', 'Left over', task, tasksPath({ view: 'left-over' })));
  const leftIds = new Set(left.map(({ id }) => id));
  const alsoLeft = slipped
    .filter(({ taskId }) => !leftIds.has(taskId))
    .map(({ taskId: id, title }): Evidence => {
      const task = byId.get(id);
      return task
        ? taskEvidence('leftOver', 'Left over', task, paths.tasks)
        : { kind: 'leftOver', id, line: `Removed: ${title}`, to: paths.tasks };
    });
  const met = events
    .filter(
      (event) =>
        event.taskId == null &&
        isOnDay(event.start) &&
        !isDayLong(event) &&
        eventSpan(event).to <= now.getTime(),
    )
    .toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
    .map(({ id, title }): Evidence => ({
      kind: 'event',
      id,
      line: `Met: ${title}`,
      to: `${paths.calendar}?view=day&date=${day}`,
    }));

  const named = new Set([...done, ...left, ...alsoLeft].map(({ id }) => id));
  const onlyFocused = [...focused].flatMap(([taskId, { minutes, firstId }]): Evidence[] => {
    // Less than a minute is not worth a line.
    if (named.has(taskId) || minutes < 1) return [];
    const task = byId.get(taskId);
    const figures = task ? figuresOf(task) : durationText(minutes);
    return [
      {
        kind: 'session',
        id: firstId,
        line: task ? `Focused on: ${task.title}` : 'Focused without a task',
        ...(figures && { figures }),
        to: paths.focus,
      },
    ];
  });
  return [...done, ...onlyFocused, ...met, ...left, ...alsoLeft];
}

/**
 * Returns "50m of 2h 0m" for the focus time on a task and its estimate, or "50m" if it has no estimate. Returns
 * undefined for less than a minute.
 */
function figuresText(minutes: number, estimate: number | null): string | undefined {
  if (minutes < 1) return undefined;
  return estimate === null
    ? durationText(minutes)
    : `${durationText(minutes)} of ${durationText(estimate)}`;
}

/**
 * Returns the focus time on each task and its steps on a day, by the task's id. The tasks are in the order of their
 * first focus sessions. Focus time without a task, or on a deleted task, has the id 0.
 */
function focusByTask(
  { tasks, steps, sessions }: DayRecords,
  day: LocalDay,
): Map<number, { minutes: number; firstId: number }> {
  const owners = new Map(tasks.map(({ id }) => [id, id]));
  for (const [taskId, ofTask] of steps) for (const { id } of ofTask) owners.set(id, taskId);
  const focused = new Map<number, { minutes: number; firstId: number }>();
  for (const session of sessions) {
    const { id, mode, taskId } = session;
    const onDay = minutesOnDay(session, day);
    if (mode !== 'focus' || onDay === 0) continue;
    const owner = owners.get(taskId ?? 0) ?? 0;
    const { minutes, firstId } = focused.get(owner) ?? { minutes: 0, firstId: id };
    focused.set(owner, { minutes: minutes + onDay, firstId });
  }
  return focused;
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
