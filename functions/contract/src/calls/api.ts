import * as z from 'zod/mini';
import {
  AccountExport,
  AccountImport,
  AccountImported,
  ExportFormat,
  ImportUndo,
  ImportUndone,
} from '../accountExport';
import { ApiToken, CreatedApiToken, NewApiToken } from '../apiToken';
import {
  CalendarFeed,
  CalendarFeedAddress,
  CalendarFeedPatch,
  CalendarFeedSecret,
  NewCalendarFeed,
  Revalidation,
} from '../calendarFeed';
import { ChangesQuery, ChangesReply, LiveToken, type CollectionName } from '../changes';
import { Category, CategoryPatch, NewCategory } from '../category';
import { Conflict, NewConflict } from '../conflict';
import { DeletedIn, DeletedRecord, DeleteQuery } from '../deletion';
import { DayPlan, DayPlanPatch, NewDayPlan } from '../dayPlan';
import { Device, DeviceById, SignOut } from '../device';
import { endpoint, type Endpoint, type Schema } from './endpoint';
import { Event, EventPatch, EventRange, NewEvent } from '../event';
import {
  CreatedFocusSession,
  FocusSession,
  FocusSessionPatch,
  FocusSessionRange,
} from '../focusSession';
import {
  CalendarAuthUrl,
  CalendarCallback,
  CalendarCheck,
  CalendarEventRange,
  CalendarEvents,
  CalendarList,
  CalendarPush,
  CalendarSelection,
  CalendarSettings,
  CalendarTokens,
  CalendarError,
} from '../googleCalendar';
import { Goal, GoalPatch, NewGoal } from '../goal';
import { NewNote, Note, NotePatch } from '../note';
import { ById, PageQuery } from '../primitives';
import { NewReflection, Reflection, ReflectionDay, ReflectionDays } from '../reflection';
import { DeviceReminders, PushKey, PushSubscription } from '../reminders/pushSubscription';
import { Settings, SettingsPatch } from '../settings';
import { NewTask, Task, TaskPatch } from '../task';
import {
  AccessChoice,
  GoogleSignIn,
  Login,
  LogoutQuery,
  NewAccount,
  PasswordChange,
  SignInMethods,
  StartChoice,
  User,
  UserPatch,
} from '../user';
import { NewWeekReview, WeekReview, WeekReviewPatch } from '../weekReview';

/** Returns the call that lists a collection's records, page by page. */
const list = <Query extends Schema, Record extends Schema>(
  path: Endpoint['path'],
  revisionOf: CollectionName,
  query: Query,
  record: Record,
) =>
  endpoint({
    method: 'GET',
    path,
    token: 'read',
    paged: true,
    revisionOf,
    query,
    reply: z.array(record),
  });

/** Returns the call that creates a record. */
const create = <Body extends Schema, Record extends Schema>(
  path: Endpoint['path'],
  body: Body,
  reply: Record,
) => endpoint({ method: 'POST', path, token: 'write', mutates: true, status: 201, body, reply });

/** Returns the call that edits a record. */
const update = <Body extends Schema, Record extends Schema>(
  path: Endpoint['path'],
  body: Body,
  reply: Record,
) => endpoint({ method: 'PATCH', path, token: 'write', mutates: true, params: ById, body, reply });

/** Returns the call that deletes a record. */
const remove = (path: Endpoint['path']) =>
  endpoint({
    method: 'DELETE',
    path,
    token: 'write',
    mutates: true,
    params: ById,
    query: DeleteQuery,
  });

/** The table of calls (product §7). The server serves them, and the client calls them by name. */
export const api = {
  getUser: endpoint({
    method: 'GET',
    path: '/api/user',
    knowsBrowser: true,
    token: 'read',
    reply: User,
  }),
  updateUser: endpoint({
    method: 'PATCH',
    path: '/api/user',
    knowsBrowser: true,
    body: UserPatch,
    reply: User,
  }),
  sendVerification: endpoint({
    method: 'POST',
    path: '/api/user/verification',
    knowsBrowser: true,
    reply: User,
  }),
  chooseStart: endpoint({
    method: 'POST',
    path: '/api/user/start',
    knowsBrowser: true,
    body: StartChoice,
    reply: User,
  }),
  chooseAccess: endpoint({
    method: 'POST',
    path: '/api/user/access',
    renewsSession: true,
    knowsBrowser: true,
    body: AccessChoice,
    reply: User,
  }),
  getSignInMethods: endpoint({
    method: 'GET',
    path: '/api/user/sign-in-methods',
    reply: SignInMethods,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/user/password',
    confirms: true,
    renewsSession: true,
    knowsBrowser: true,
    body: PasswordChange,
  }),
  listDevices: endpoint({
    method: 'GET',
    path: '/api/devices',
    knowsBrowser: true,
    reply: z.array(Device),
  }),
  endDevice: endpoint({
    method: 'DELETE',
    path: '/api/devices/:id',
    params: DeviceById,
  }),
  getPushKey: endpoint({
    method: 'GET',
    path: '/api/push-key',
    knowsBrowser: true,
    reply: PushKey,
  }),
  /** Sends reminders to this browser from now on. Can be repeated. */
  startReminders: endpoint({
    method: 'POST',
    path: '/api/devices/reminders',
    knowsBrowser: true,
    body: PushSubscription,
  }),
  /** Sends a device no more reminders. Can be repeated. */
  endReminders: endpoint({
    method: 'DELETE',
    path: '/api/devices/:id/reminders',
    params: DeviceById,
  }),
  /** Sends a device a test, and returns what became of it. */
  testReminders: endpoint({
    method: 'POST',
    path: '/api/devices/:id/reminders/test',
    params: DeviceById,
    reply: DeviceReminders,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/api/devices/sign-out',
    renewsSession: true,
    knowsBrowser: true,
    body: SignOut,
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/login',
    session: 'starts',
    body: Login,
    reply: User,
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/register',
    session: 'signedOut',
    status: 201,
    body: NewAccount,
    reply: User,
  }),
  signInWithGoogle: endpoint({
    method: 'POST',
    path: '/api/firebase-auth',
    session: 'starts',
    body: GoogleSignIn,
    reply: User,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/logout',
    session: 'ends',
    query: LogoutQuery,
  }),

  listTasks: list('/api/tasks', 'tasks', PageQuery, Task),
  listPriorities: endpoint({
    method: 'GET',
    path: '/api/tasks/priorities',
    token: 'read',
    reply: z.array(Task),
  }),
  createTask: create('/api/tasks', NewTask, Task),
  updateTask: update('/api/tasks/:id', TaskPatch, Task),
  deleteTask: remove('/api/tasks/:id'),

  listCategories: list('/api/categories', 'categories', PageQuery, Category),
  createCategory: create('/api/categories', NewCategory, Category),
  updateCategory: update('/api/categories/:id', CategoryPatch, Category),
  deleteCategory: remove('/api/categories/:id'),

  listGoals: list('/api/goals', 'goals', PageQuery, Goal),
  createGoal: create('/api/goals', NewGoal, Goal),
  updateGoal: update('/api/goals/:id', GoalPatch, Goal),
  deleteGoal: remove('/api/goals/:id'),

  listEvents: list('/api/events', 'events', EventRange, Event),
  createEvent: create('/api/events', NewEvent, Event),
  updateEvent: update('/api/events/:id', EventPatch, Event),
  deleteEvent: remove('/api/events/:id'),

  getSettings: endpoint({
    method: 'GET',
    path: '/api/settings',
    token: 'read',
    revisionOf: 'settings',
    reply: Settings,
  }),
  updateSettings: endpoint({
    method: 'PATCH',
    path: '/api/settings',
    token: 'write',
    mutates: true,
    body: SettingsPatch,
    reply: Settings,
  }),

  getReflection: endpoint({
    method: 'GET',
    path: '/api/reflections',
    token: 'read',
    revisionOf: 'reflections',
    query: ReflectionDay,
    reply: z.nullable(Reflection),
  }),
  listReflections: list('/api/reflections/days', 'reflections', ReflectionDays, Reflection),
  saveReflection: create('/api/reflections', NewReflection, Reflection),

  listDayPlans: list('/api/day-plans', 'dayPlans', PageQuery, DayPlan),
  createDayPlan: create('/api/day-plans', NewDayPlan, DayPlan),
  updateDayPlan: update('/api/day-plans/:id', DayPlanPatch, DayPlan),

  listWeekReviews: list('/api/week-reviews', 'weekReviews', PageQuery, WeekReview),
  createWeekReview: create('/api/week-reviews', NewWeekReview, WeekReview),
  updateWeekReview: update('/api/week-reviews/:id', WeekReviewPatch, WeekReview),

  listNotes: list('/api/notes', 'notes', PageQuery, Note),
  createNote: create('/api/notes', NewNote, Note),
  updateNote: update('/api/notes/:id', NotePatch, Note),
  deleteNote: remove('/api/notes/:id'),

  listFocusSessions: list('/api/focus-sessions', 'focusSessions', FocusSessionRange, FocusSession),
  createFocusSession: create('/api/focus-sessions', CreatedFocusSession, FocusSession),
  updateFocusSession: update('/api/focus-sessions/:id', FocusSessionPatch, FocusSession),
  deleteFocusSession: remove('/api/focus-sessions/:id'),

  listConflicts: list('/api/conflicts', 'conflicts', PageQuery, Conflict),
  createConflict: create('/api/conflicts', NewConflict, Conflict),
  deleteConflict: remove('/api/conflicts/:id'),

  listDeleted: endpoint({
    method: 'GET',
    path: '/api/deleted',
    token: 'read',
    paged: true,
    query: PageQuery,
    reply: z.array(DeletedRecord),
  }),
  getDeleted: endpoint({
    method: 'GET',
    path: '/api/deleted/:id',
    token: 'read',
    params: ById,
    query: DeletedIn,
    reply: DeletedRecord,
  }),

  getCalendarSettings: endpoint({
    method: 'GET',
    path: '/api/calendar/settings',
    token: 'read',
    reply: CalendarSettings,
  }),
  listCalendars: endpoint({
    method: 'GET',
    path: '/api/calendar/list',
    token: 'read',
    reply: CalendarList,
  }),
  listCalendarEvents: endpoint({
    method: 'GET',
    path: '/api/calendar/events',
    token: 'read',
    query: CalendarEventRange,
    reply: CalendarEvents,
    errorBody: CalendarError,
  }),
  getCalendarAuthUrl: endpoint({
    method: 'GET',
    path: '/api/calendar/auth-url',
    knowsBrowser: true,
    reply: CalendarAuthUrl,
  }),
  // Google sends the person back to this address.
  finishCalendarConnection: endpoint({
    method: 'GET',
    path: '/api/calendar/callback',
    session: 'optional',
    status: 302,
    failsTo: '/calendar?error=other',
    knowsBrowser: true,
    query: CalendarCallback,
  }),
  connectCalendar: endpoint({
    method: 'POST',
    path: '/api/calendar/connect',
    body: CalendarTokens,
    reply: CalendarSettings,
  }),
  disconnectCalendar: endpoint({
    method: 'POST',
    path: '/api/calendar/disconnect',
    reply: CalendarSettings,
  }),
  selectCalendar: endpoint({
    method: 'POST',
    path: '/api/calendar/select',
    body: CalendarSelection,
    reply: CalendarSettings,
  }),
  refreshCalendars: endpoint({
    method: 'POST',
    path: '/api/calendar/refresh',
    reply: CalendarSettings,
  }),
  checkCalendar: endpoint({
    method: 'GET',
    path: '/api/calendar/check',
    token: 'read',
    reply: CalendarCheck,
  }),

  // Google's push messages have a channel's token instead of a session.
  receiveCalendarPush: endpoint({
    method: 'POST',
    path: '/api/calendar/push',
    session: 'none',
    headers: CalendarPush,
  }),

  getCalendarFeed: endpoint({
    method: 'GET',
    path: '/api/calendar-feed',
    reply: z.nullable(CalendarFeed),
  }),
  // Replaces an existing feed, whose address stops working.
  createCalendarFeed: endpoint({
    method: 'POST',
    path: '/api/calendar-feed',
    knowsBrowser: true,
    status: 201,
    body: NewCalendarFeed,
    reply: CalendarFeedAddress,
  }),
  updateCalendarFeed: endpoint({
    method: 'PATCH',
    path: '/api/calendar-feed',
    body: CalendarFeedPatch,
    reply: CalendarFeed,
  }),
  deleteCalendarFeed: endpoint({
    method: 'DELETE',
    path: '/api/calendar-feed',
  }),
  // For calendar programs, which have the secret in the address instead of a session.
  readCalendarFeed: endpoint({
    method: 'GET',
    path: '/api/calendar-feed/:secret.ics',
    session: 'none',
    countedBy: 'secret',
    status: 200,
    params: CalendarFeedSecret,
    headers: Revalidation,
    file: 'text/calendar',
    revalidates: true,
  }),

  listChanges: endpoint({
    method: 'GET',
    path: '/api/changes',
    token: 'read',
    knowsBrowser: true,
    query: ChangesQuery,
    reply: ChangesReply,
  }),
  createLiveToken: endpoint({
    method: 'POST',
    path: '/api/live-token',
    reply: LiveToken,
  }),

  listApiTokens: endpoint({
    method: 'GET',
    path: '/api/tokens',
    reply: z.array(ApiToken),
  }),
  createApiToken: endpoint({
    method: 'POST',
    path: '/api/tokens',
    knowsBrowser: true,
    status: 201,
    body: NewApiToken,
    reply: CreatedApiToken,
  }),
  deleteApiToken: endpoint({
    method: 'DELETE',
    path: '/api/tokens/:id',
    params: ById,
  }),

  exportAccount: endpoint({
    method: 'GET',
    path: '/api/export',
    token: 'read',
    query: ExportFormat,
    reply: AccountExport,
    file: 'application/zip',
  }),
  importAccount: endpoint({
    method: 'POST',
    path: '/api/import',
    body: AccountImport,
    reply: AccountImported,
  }),
  undoImport: endpoint({
    method: 'POST',
    path: '/api/import/undo',
    body: ImportUndo,
    reply: ImportUndone,
  }),

  getHealth: endpoint({
    method: 'GET',
    path: '/api/health',
    session: 'none',
    reply: z.object({ status: z.literal('ok') }),
  }),
  // The last row. A test that makes the calls in the order of the table needs its account until the end.
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/api/user',
    confirms: true,
    leavesNoSession: true,
  }),
};

export type Api = typeof api;
