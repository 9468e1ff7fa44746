import { api, type Api } from '@daymark/contract/calls/api';
import type { Endpoint } from '@daymark/contract/calls/endpoint';

/** The contract's rows with their names. */
export const rows = Object.entries(api).map(([name, row]): Endpoint & { name: string } => ({
  name,
  ...row,
}));

const MORNING = '2026-11-20T08:00:00+01:00';
const EVENING = '2026-11-20T18:00:00+01:00';

/** The id of a device that doesn't exist. */
const DEVICE_ID = '0'.repeat(64);

/** A valid body for each row that takes one. A new row without a body doesn't compile. */
const bodies: {
  [Name in keyof Api as Api[Name] extends { body: unknown } ? Name : never]: object;
} = {
  login: { email: 'nobody@example.com', password: 'not-the-password' },
  register: { username: 'Nobody', email: 'nobody@example.com', password: 'not-a-password' },
  signInWithGoogle: { email: 'nobody@example.com', username: 'nobody', firebaseUid: 'nobody' },
  chooseStart: { keep: true },
  chooseAccess: { end: false },
  changePassword: { password: 'not-a-password', apiTokens: false, calendarFeed: false },
  startReminders: {
    endpoint: 'https://fcm.googleapis.com/fcm/send/nobody',
    keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
  },
  signOut: { thisDevice: false, apiTokens: false, calendarFeed: false },
  createTask: { title: 'Water the ferns' },
  updateTask: { title: 'Water the ferns' },
  createCategory: { name: 'Garden', color: '#10B981' },
  updateUser: { timeZone: 'Europe/Berlin' },
  updateCategory: { name: 'Orchard' },
  createGoal: { title: 'Garden', span: 'week', day: '2026-11-16' },
  updateGoal: { title: 'Orchard' },
  createEvent: { title: 'Stand-up', start: MORNING, end: EVENING },
  updateEvent: { title: 'Stand-up' },
  updateSettings: { focusDuration: 50 },
  saveReflection: { date: MORNING, accomplishments: 'Watered the ferns' },
  createDayPlan: { day: '2026-11-20' },
  updateDayPlan: { plan: null },
  createWeekReview: { day: '2026-11-16', done: 'Watered the ferns' },
  updateWeekReview: { rating: 4 },
  createNote: { title: 'Ferns', content: 'Water them on Fridays.' },
  updateNote: { title: 'Ferns' },
  createFocusSession: {
    mode: 'focus',
    start: MORNING,
    end: EVENING,
    plannedSeconds: 1500,
    actualSeconds: 1500,
    completed: true,
  },
  updateFocusSession: { note: 'Ferns' },
  createConflict: {
    collection: 'notes',
    recordId: 7,
    field: 'content',
    text: 'Water them on Mondays.',
    writtenAt: MORNING,
    device: 1,
    isFromDevice: true,
  },
  connectCalendar: { token: 'ya29.not-a-token', refreshToken: null, expiresAt: EVENING },
  selectCalendar: { calendarId: 'ferns@example.com' },
  createApiToken: { name: 'Backup', scope: 'read', expiresInDays: 30 },
  createCalendarFeed: { busyOnly: false },
  updateCalendarFeed: { busyOnly: true },
  importAccount: { version: 1, notes: [{ id: 1, title: 'Ferns', content: '' }] },
  undoImport: { importId: 1 },
};

/** A valid query for each row that takes one. */
const queries: {
  [Name in keyof Api as Api[Name] extends { query: unknown } ? Name : never]: Record<
    string,
    string
  >;
} = {
  listEvents: { startDate: MORNING, endDate: EVENING },
  getReflection: { date: MORNING },
  listReflections: { from: '2026-11-01', to: '2026-11-30' },
  listFocusSessions: { from: MORNING, to: EVENING },
  logout: {},
  listTasks: {},
  listCategories: {},
  listGoals: {},
  listDayPlans: {},
  listWeekReviews: {},
  listNotes: {},
  listConflicts: {},
  listDeleted: {},
  getDeleted: { collection: 'tasks' },
  deleteTask: {},
  deleteCategory: {},
  deleteEvent: {},
  deleteGoal: {},
  deleteNote: {},
  deleteFocusSession: {},
  deleteConflict: {},
  listCalendarEvents: { timeMin: MORNING, timeMax: EVENING },
  finishCalendarConnection: { code: '4/not-a-code', state: 'not-a-state' },
  listChanges: { tasks: '0.0.0' },
  exportAccount: {},
};

/** Returns a valid request to a row. */
export function requestTo(
  { name, method, path }: (typeof rows)[number],
  id: number | string = path.startsWith('/api/devices/:id') ? DEVICE_ID : 1,
) {
  const body = (bodies as Record<string, object | undefined>)[name];
  const query = (queries as Record<string, Record<string, string> | undefined>)[name];
  return {
    method,
    path: path.replace(/:\w+/, String(id)),
    ...(query && { query }),
    ...(body && { body }),
  };
}

/** A body with every field of any row, all of the wrong type. */
export const wrongTypes = {
  id: 'one',
  title: 7,
  completed: 'yes',
  categoryId: [],
  isPriority: 1,
  order: '1',
  userId: '1',
  version: 7,
  tasks: 7,
  username: 7,
  email: {},
  password: 7,
  name: true,
  color: 7,
  firebaseUid: null,
  photoUrl: 7,
  busyOnly: 'yes',
};
