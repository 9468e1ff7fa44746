import { type Event, NO_DETAILS } from '@daymark/contract/event';
import type { FocusSession } from '@daymark/contract/focusSession';
import { NO_GOAL_CHOICES, type Goal } from '@daymark/contract/goal';
import type { Note } from '@daymark/contract/note';
import { NO_PLAN, type Task } from '@daymark/contract/task';

/* Records for the tests of the server and of the app. A test names only the fields that it is about. */

const MOMENT = '2026-11-20T09:00:00.000Z';

/** Returns an open task without a plan. */
export const task = (id: number, fields: Partial<Task> = {}): Task => ({
  ...NO_PLAN,
  id,
  title: `Task ${id}`,
  completed: false,
  categoryId: null,
  userId: 1,
  isPriority: false,
  order: null,
  createdAt: MOMENT,
  completedAt: null,
  ...fields,
});

/** Returns an event of one hour. */
export const event = (id: number, fields: Partial<Event> = {}): Event => ({
  ...NO_DETAILS,
  id,
  title: `Event ${id}`,
  start: MOMENT,
  end: '2026-11-20T10:00:00.000Z',
  userId: 1,
  ...fields,
});

/** Returns an empty note that is attached to nothing. */
export const note = (id: number, fields: Partial<Note> = {}): Note => ({
  id,
  title: `Note ${id}`,
  content: '',
  attachedTo: null,
  createdAt: MOMENT,
  updatedAt: MOMENT,
  userId: 1,
  ...fields,
});

/** Returns a focus session of 25 minutes without a task. */
export const focusSession = (id: number, fields: Partial<FocusSession> = {}): FocusSession => ({
  id,
  mode: 'focus',
  start: MOMENT,
  end: '2026-11-20T09:25:00.000Z',
  plannedSeconds: 1500,
  actualSeconds: 1500,
  completed: true,
  taskId: null,
  note: null,
  userId: 1,
  ...fields,
});

/** Returns an open goal of the week from November 16, 2026. */
export const goal = (id: number, fields: Partial<Goal> = {}): Goal => ({
  ...NO_GOAL_CHOICES,
  id,
  title: `Goal ${id}`,
  span: 'week',
  day: '2026-11-16',
  createdAt: MOMENT,
  userId: 1,
  ...fields,
});
