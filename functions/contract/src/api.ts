import * as z from 'zod/mini';
import { AccountExport, AccountImport, AccountImported, ExportFormat } from './accountExport';
import { Changes, KnownRevisions, LiveToken } from './changes';
import { Category, CategoryPatch, NewCategory } from './category';
import { endpoint } from './endpoint';
import { Event, EventPatch, EventRange, NewEvent } from './event';
import { FocusSession, FocusSessionRange, NewFocusSession } from './focusSession';
import { NewNote, Note, NotePatch } from './note';
import { ById, Page } from './primitives';
import { NewReflection, Reflection, ReflectionDay, ReflectionDays } from './reflection';
import { Settings, SettingsPatch } from './settings';
import { NewTask, Task, TaskPatch } from './task';
import { GoogleSignIn, Login, Registration, User, UserPatch } from './user';

/** The one table of calls (spec §7): the server serves its rows, the client calls them by name. */
export const api = {
  getUser: endpoint({
    method: 'GET',
    path: '/api/user',
    session: 'required',
    status: 200,
    reply: User,
  }),
  updateUser: endpoint({
    method: 'PATCH',
    path: '/api/user',
    session: 'required',
    status: 200,
    body: UserPatch,
    reply: User,
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/login',
    session: 'starts',
    status: 200,
    body: Login,
    reply: User,
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/register',
    session: 'starts',
    status: 201,
    body: Registration,
    reply: User,
  }),
  signInWithGoogle: endpoint({
    method: 'POST',
    path: '/api/firebase-auth',
    session: 'starts',
    status: 200,
    body: GoogleSignIn,
    reply: User,
  }),
  logout: endpoint({ method: 'POST', path: '/api/logout', session: 'ends', status: 204 }),

  listTasks: endpoint({
    method: 'GET',
    path: '/api/tasks',
    session: 'required',
    status: 200,
    paged: true,
    revisionOf: 'tasks',
    query: Page,
    reply: z.array(Task),
  }),
  listPriorities: endpoint({
    method: 'GET',
    path: '/api/tasks/priorities',
    session: 'required',
    status: 200,
    reply: z.array(Task),
  }),
  createTask: endpoint({
    method: 'POST',
    path: '/api/tasks',
    session: 'required',
    status: 201,
    body: NewTask,
    reply: Task,
  }),
  updateTask: endpoint({
    method: 'PATCH',
    path: '/api/tasks/:id',
    session: 'required',
    status: 200,
    params: ById,
    body: TaskPatch,
    reply: Task,
  }),
  deleteTask: endpoint({
    method: 'DELETE',
    path: '/api/tasks/:id',
    session: 'required',
    status: 204,
    params: ById,
  }),

  listCategories: endpoint({
    method: 'GET',
    path: '/api/categories',
    session: 'required',
    status: 200,
    paged: true,
    revisionOf: 'categories',
    query: Page,
    reply: z.array(Category),
  }),
  createCategory: endpoint({
    method: 'POST',
    path: '/api/categories',
    session: 'required',
    status: 201,
    body: NewCategory,
    reply: Category,
  }),
  updateCategory: endpoint({
    method: 'PATCH',
    path: '/api/categories/:id',
    session: 'required',
    status: 200,
    params: ById,
    body: CategoryPatch,
    reply: Category,
  }),
  deleteCategory: endpoint({
    method: 'DELETE',
    path: '/api/categories/:id',
    session: 'required',
    status: 204,
    params: ById,
  }),

  listEvents: endpoint({
    method: 'GET',
    path: '/api/events',
    session: 'required',
    status: 200,
    paged: true,
    revisionOf: 'events',
    query: EventRange,
    reply: z.array(Event),
  }),
  createEvent: endpoint({
    method: 'POST',
    path: '/api/events',
    session: 'required',
    status: 201,
    body: NewEvent,
    reply: Event,
  }),
  updateEvent: endpoint({
    method: 'PATCH',
    path: '/api/events/:id',
    session: 'required',
    status: 200,
    params: ById,
    body: EventPatch,
    reply: Event,
  }),
  deleteEvent: endpoint({
    method: 'DELETE',
    path: '/api/events/:id',
    session: 'required',
    status: 204,
    params: ById,
  }),

  getSettings: endpoint({
    method: 'GET',
    path: '/api/settings',
    session: 'required',
    status: 200,
    revisionOf: 'settings',
    reply: Settings,
  }),
  updateSettings: endpoint({
    method: 'PATCH',
    path: '/api/settings',
    session: 'required',
    status: 200,
    body: SettingsPatch,
    reply: Settings,
  }),

  getReflection: endpoint({
    method: 'GET',
    path: '/api/reflections',
    session: 'required',
    status: 200,
    revisionOf: 'reflections',
    query: ReflectionDay,
    reply: z.nullable(Reflection),
  }),
  listReflections: endpoint({
    method: 'GET',
    path: '/api/reflections/days',
    session: 'required',
    status: 200,
    paged: true,
    revisionOf: 'reflections',
    query: ReflectionDays,
    reply: z.array(Reflection),
  }),
  saveReflection: endpoint({
    method: 'POST',
    path: '/api/reflections',
    session: 'required',
    status: 201,
    body: NewReflection,
    reply: Reflection,
  }),

  listNotes: endpoint({
    method: 'GET',
    path: '/api/notes',
    session: 'required',
    status: 200,
    paged: true,
    revisionOf: 'notes',
    query: Page,
    reply: z.array(Note),
  }),
  createNote: endpoint({
    method: 'POST',
    path: '/api/notes',
    session: 'required',
    status: 201,
    body: NewNote,
    reply: Note,
  }),
  updateNote: endpoint({
    method: 'PATCH',
    path: '/api/notes/:id',
    session: 'required',
    status: 200,
    params: ById,
    body: NotePatch,
    reply: Note,
  }),
  deleteNote: endpoint({
    method: 'DELETE',
    path: '/api/notes/:id',
    session: 'required',
    status: 204,
    params: ById,
  }),

  listFocusSessions: endpoint({
    method: 'GET',
    path: '/api/focus-sessions',
    session: 'required',
    status: 200,
    paged: true,
    revisionOf: 'focusSessions',
    query: FocusSessionRange,
    reply: z.array(FocusSession),
  }),
  createFocusSession: endpoint({
    method: 'POST',
    path: '/api/focus-sessions',
    session: 'required',
    status: 201,
    body: NewFocusSession,
    reply: FocusSession,
  }),

  listChanges: endpoint({
    method: 'GET',
    path: '/api/changes',
    session: 'required',
    status: 200,
    query: KnownRevisions,
    reply: Changes,
  }),
  createLiveToken: endpoint({
    method: 'POST',
    path: '/api/live-token',
    session: 'required',
    status: 200,
    reply: LiveToken,
  }),

  exportAccount: endpoint({
    method: 'GET',
    path: '/api/export',
    session: 'required',
    status: 200,
    query: ExportFormat,
    reply: AccountExport,
    file: 'application/zip',
  }),
  importAccount: endpoint({
    method: 'POST',
    path: '/api/import',
    session: 'required',
    status: 200,
    body: AccountImport,
    reply: AccountImported,
  }),

  getHealth: endpoint({
    method: 'GET',
    path: '/api/health',
    session: 'none',
    status: 200,
    reply: z.object({ status: z.literal('ok') }),
  }),
  // Last: whoever goes through the table with one account has it until then.
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/api/user',
    session: 'required',
    leavesNoSession: true,
    status: 204,
  }),
};

export type Api = typeof api;
