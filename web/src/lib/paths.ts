import type { CollectionName } from '@daymark/contract/changes';
import type { NoteAttachment } from '@daymark/contract/note';
import { screenIds, screenPaths, type ScreenId } from './screens';

/** Redirects to /today or /landing. */
export const ROOT = '/';

/** Receives what another app shares, and redirects. The route has no screen. */
const SHARE = '/share';

/** Every route of product §2. */
export const paths = {
  root: ROOT,
  auth: '/auth',
  login: '/login',
  signUp: '/signup',
  landing: '/landing',
  about: '/about',
  features: '/features',
  privacy: '/privacy',
  developers: '/developers',
  share: SHARE,
  ...(Object.fromEntries(screenIds.map((id) => [id, `/${id}`])) as {
    [Id in ScreenId]: `/${Id}`;
  }),
} as const;

/** Whether an address is a screen of a signed-in person, or /share. */
export const isProtected = (pathname: string): boolean =>
  [SHARE, ...screenPaths].some((path) => path === pathname);

/**
 * Returns the path of a view of /tasks, filtered by a category if there is one. Without a view, the path leads to all
 * tasks.
 */
export function tasksPath({ view, category }: { view?: string; category?: number }): string {
  const query = new URLSearchParams({
    ...(view !== undefined && view !== 'all' && { view }),
    ...(category !== undefined && { category: String(category) }),
  }).toString();
  return query ? `${paths.tasks}?${query}` : paths.tasks;
}

/** The path of the settings in which API tokens are made. */
export const API_SETTINGS = '/settings#api';

/** Returns the path of the calendar's day view. */
export const calendarDayPath = (day: string): string => `${paths.calendar}?view=day&date=${day}`;

/** Returns the path of the review of the week that begins on a day. */
export const weekReviewPath = (day: string): string => `${paths.reflection}?week=${day}`;

/** Returns the path of the calendar's week. With the state `plansWeek`, the week is planned there. */
export const weekPath = (): string => `${paths.calendar}?view=week`;

/** `/auth?demo` fills in the demo account. */
export const DEMO_PARAMETER = 'demo';

/** `/tasks?add` gives the focus to the quick-entry line. */
export const ADD_PARAMETER = 'add';
/** `/focus?start` gives the focus to the button that starts a focus session. */
export const START_PARAMETER = 'start';

/** `/tasks?opens=ID` and `/calendar?opens=ID` open a task or an event in its dialog. Reminders lead there. */
export const OPENS_PARAMETER = 'opens';
/** `/today?plan` opens the planning of the day. */
export const PLAN_PARAMETER = 'plan';

/** The type of the message with which the service worker asks a tab to go to a path. */
export const OPEN_MESSAGE = 'OPEN';

/** The query parameters of `paths.share`. The manifest tells the browser to put another app's texts into them. */
export const SHARE_PARAMETERS = { title: 'title', text: 'text', url: 'url' } as const;

/** The screen after signing in (product §2). */
export const AFTER_SIGN_IN = paths.today;

/** The state of a link to /focus that starts a focus session with a task. */
export interface FocusState {
  focusOn?: number;
}

export const focusOn = (taskId: number): FocusState => ({ focusOn: taskId });

/** The state of a link that opens something on its screen. */
export interface OpenState {
  /** Opens a new task, event or note. */
  adds?: true;
  /** Gives the focus to the quick-entry line. */
  typesTask?: true;
  /** The record that a new note is attached to. */
  attachTo?: NoteAttachment;
  /** The id of the note, event or task to open in its dialog. */
  opens?: number;
  /** The id of the event that gets the focus. */
  shows?: number;
  /** Opens the Categories dialog. */
  editsCategories?: true;
  /** Opens the planning of the day. */
  plansDay?: true;
  /** Plans the week that the calendar shows. */
  plansWeek?: true;
}

/** The address at which a record is opened, and the state of the link. */
export interface RecordRoute {
  to: string;
  state: OpenState;
}

/** The state of a link to a change that needs the person's attention, with its collection. */
export interface AttentionState {
  attention?: CollectionName;
}
