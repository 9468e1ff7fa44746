import type { CollectionName } from '@daymark/contract/changes';
import type { NoteAttachment } from '@daymark/contract/note';
import { screenIds, screenPaths, type ScreenId } from './screens';

/** Leads to /today or to /landing. */
export const ROOT = '/';

/** Takes what another app shares, and leads on. Not a screen. */
const SHARE = '/share';

/** Every route of product §2, and our own /developers, /insights, /settings and /share. */
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

/** Whether an address needs a session. */
export const isProtected = (pathname: string): boolean =>
  [SHARE, ...screenPaths].some((path) => path === pathname);

/** A view of /tasks, all of them without one, and the category that it is filtered by. */
export function tasksPath({ view, category }: { view?: string; category?: number }): string {
  const query = new URLSearchParams({
    ...(view !== undefined && view !== 'all' && { view }),
    ...(category !== undefined && { category: String(category) }),
  }).toString();
  return query ? `${paths.tasks}?${query}` : paths.tasks;
}

/** Where API tokens are made. */
export const API_SETTINGS = '/settings#api';

/** The calendar's day view. */
export const calendarDayPath = (day: string): string => `${paths.calendar}?view=day&date=${day}`;

/** `/auth?demo`: the demo account is filled in. */
export const DEMO_PARAMETER = 'demo';

/** `/tasks?add`: the line for new tasks has the focus. */
export const ADD_PARAMETER = 'add';
/** `/focus?start`: the button that starts a focus session has the focus. */
export const START_PARAMETER = 'start';

/** The query of `paths.share`, in which the manifest has another app's texts put. */
export const SHARE_PARAMETERS = { title: 'title', text: 'text', url: 'url' } as const;

/** Where a person lands after signing in (product §9). */
export const AFTER_SIGN_IN = paths.today;

/** The state of a link to /focus that starts a session with a task. */
export interface FocusState {
  focusOn?: number;
}

export const focusOn = (taskId: number): FocusState => ({ focusOn: taskId });

/** The state of a link that opens something on its screen. */
export interface OpenState {
  /** A new task, event or note. */
  adds?: true;
  /** The line for new tasks gets the focus. */
  typesTask?: true;
  /** A new note is attached to this. */
  attachTo?: NoteAttachment;
  /** The note, event or task with this id, in its dialog. */
  opens?: number;
  /** The event with this id gets the focus. */
  shows?: number;
  /** The dialog of the categories. */
  editsCategories?: true;
  /** Planning the day. */
  plansDay?: true;
}

/** Where a record is opened: an address, and the state of the link. */
export interface RecordPlace {
  to: string;
  state: OpenState;
}

/** The state of a link to a change that needs the person's attention: its collection. */
export interface AttentionState {
  attention?: CollectionName;
}
