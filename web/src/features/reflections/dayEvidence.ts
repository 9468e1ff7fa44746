import type { Event } from '@daymark/contract/event';
import type { FocusSession } from '@daymark/contract/focusSession';
import type { Task } from '@daymark/contract/task';
import { durationText } from '../../lib/durationText';
import { eventSpan, isDayLong } from '../../lib/eventSpan';
import { localDay, type LocalDay } from '../../lib/dates';
import { paths } from '../../lib/paths';
import { lineKey } from '../../lib/plainLine';

/** Something that the person did on a day, and where it is written. */
export interface Evidence {
  kind: 'task' | 'session' | 'event';
  /** The record's id. */
  id: number | string;
  /** One line of the reflection. */
  line: string;
  /** How long it took, where that is known. */
  length?: string;
  /** The screen that shows the record. */
  to: string;
}

export interface DayRecords {
  tasks: readonly Task[];
  sessions: readonly FocusSession[];
  /** The person's own, and Google's. */
  events: readonly (Pick<Event, 'title' | 'start' | 'end'> & { id: number | string })[];
}

/**
 * What the records say of a local day: tasks completed on it, what was focused on, and the events that were over by
 * now; each in its order. Sessions of one task make one line, that of the first of them.
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
  return [...done, ...focusLines(sessions, tasks, isOnDay), ...attended];
}

function focusLines(
  sessions: readonly FocusSession[],
  tasks: readonly Task[],
  isOnDay: (instant: string) => boolean,
): Evidence[] {
  const titles = new Map(tasks.map(({ id, title }) => [id, title]));
  const byTask = new Map<number, FocusSession[]>();
  for (const session of sessions) {
    if (session.mode !== 'focus' || !isOnDay(session.start)) continue;
    const taskId = session.taskId !== null && titles.has(session.taskId) ? session.taskId : 0;
    byTask.set(taskId, [...(byTask.get(taskId) ?? []), session]);
  }
  return [...byTask].flatMap(([taskId, those]): Evidence[] => {
    const [first] = those;
    const seconds = those.reduce((sum, { actualSeconds }) => sum + actualSeconds, 0);
    // Less than a minute is nothing to write down.
    if (!first || seconds < 60) return [];
    const title = titles.get(taskId);
    return [
      {
        kind: 'session',
        id: first.id,
        // Without its length: later in the day the same line would come a second time.
        line: title ? `Focused on: ${title}` : 'Focused on nothing in particular',
        length: durationText(seconds / 60),
        to: paths.focus,
      },
    ];
  });
}

/** The text with the lines that it doesn't have yet below what is typed. Nothing typed is ever changed. */
export function withLines(typed: string, lines: readonly string[], most: number): string {
  const there = new Set(typed.split('\n').map(lineKey));
  let text = typed;
  for (const line of lines) {
    if (there.has(lineKey(line))) continue;
    const next = text === '' || text.endsWith('\n') ? text + line : `${text}\n${line}`;
    if (next.length > most) break;
    text = next;
    there.add(lineKey(line));
  }
  return text;
}
