import type { NoteAttachment } from '@daymark/contract/note';
import { useMemo, useState } from 'react';
import { localDay } from '../../lib/time/dates';
import { calendarDayPath, paths, type RecordRoute } from '../../lib/paths';
import { withId } from '../../domain/mutation';
import { useNextOfEach } from '../events/eventQueries';
import { useTaskRecords } from '../tasks/taskQueries';
import {
  linkTargets,
  notesLinkingTo,
  routeOf,
  type LinkTargets,
} from '../../domain/notes/noteLinks';
import { useNotes } from './noteQueries';
import type { ShownNote } from '../../domain/shownRecords';

const NONE: readonly never[] = [];

/** Returns the records that links in notes can lead to, or undefined while they load. */
export function useLinkTargets(): LinkTargets | undefined {
  const notes = useNotes().data;
  const tasks = useTaskRecords().data;
  // The React Compiler does not memoize the targets, and there can be ten thousand notes and as many tasks.
  return useMemo(() => notes && tasks && linkTargets(notes, tasks), [notes, tasks]);
}

/**
 * Returns the notes that link to a note, the most recently changed first. No note links to a note that doesn't exist
 * yet.
 */
export function useNotesLinkingTo(noteId: number | undefined): readonly ShownNote[] {
  const notes = useNotes().data;
  const targets = useLinkTargets();
  return useMemo(
    () =>
      notes && targets && noteId !== undefined
        ? notesLinkingTo([{ type: 'note', id: noteId }], notes, targets)
        : NONE,
    [noteId, notes, targets],
  );
}

/** The notes of a record, and the route that begins a new one. */
interface NotesOfRecord {
  links: { key: number; title: string; route: RecordRoute }[];
  add: RecordRoute;
}

/**
 * Returns the notes that are attached to one of these records, the most recently changed first. The notes that link to
 * a task among the records are included. The records are a task, an event, or a time block and its task. A repeating
 * task has the notes of its whole series. A new note is attached to the last of the records.
 */
export function useNotesOf(...records: readonly NoteAttachment[]): NotesOfRecord {
  const notes = useNotes().data ?? NONE;
  const tasks = useTaskRecords().data ?? NONE;
  const targets = useLinkTargets();
  const taskIds = new Set(records.filter(({ type }) => type === 'task').map(({ id }) => id));
  const series = new Set(tasks.flatMap(({ id, seriesId }) => (taskIds.has(id) && seriesId) || []));
  for (const { id, seriesId } of tasks) if (seriesId && series.has(seriesId)) taskIds.add(id);
  const eventIds = new Set(records.filter(({ type }) => type === 'event').map(({ id }) => id));
  const isAttached = ({ attachedTo }: ShownNote) =>
    attachedTo !== null && (attachedTo.type === 'task' ? taskIds : eventIds).has(attachedTo.id);
  const linked = [...taskIds].map((id) => ({ type: 'task', id }) as const);
  const linking = new Set(targets ? notesLinkingTo(linked, notes, targets) : NONE);
  const attachTo = records.at(-1);
  return {
    links: notes
      .filter((note) => isAttached(note) || linking.has(note))
      .map(({ id, title }) => ({ key: id, title, route: routeOf({ type: 'note', id }) })),
    add: { to: paths.notes, state: { adds: true, ...(attachTo && { attachTo }) } },
  };
}

/**
 * Returns the task or event that a note is attached to, with the route that opens it, or undefined if there is none.
 */
export function useAttached(
  attachedTo: NoteAttachment | null,
): { title: string; route: RecordRoute } | undefined {
  const tasks = useTaskRecords().data ?? NONE;
  const [now] = useState(() => new Date());
  const events = useNextOfEach(now).data ?? NONE;
  if (attachedTo === null) return undefined;
  const { type, id } = attachedTo;
  if (type === 'task') {
    const task = withId(tasks, id);
    return task && { title: task.title, route: routeOf({ type, id }) };
  }
  const event = events.find((one) => one.id === id || one.seriesId === id);
  if (!event) return undefined;
  const day = calendarDayPath(localDay(new Date(event.start)));
  return { title: event.title, route: { to: day, state: { opens: id } } };
}
