import { paths } from '../lib/paths';
import { lazyComponent, type LazyComponent } from '../ui/lazyComponent';

type Page = LazyComponent<object>;

/** The code of each screen, by its path: one bundle a route, fetched when it is wanted or about to be. */
export const publicPages: Record<string, Page> = {
  [paths.auth]: lazyComponent(() => import('../pages/public/AuthPage')),
  [paths.privacy]: lazyComponent(() => import('../pages/public/PrivacyPage')),
  [paths.developers]: lazyComponent(() => import('../pages/public/DevelopersPage')),
};

/** Public pages that a signed-in person is led past (product §2). */
export const signedOutPages: Record<string, Page> = {
  [paths.login]: lazyComponent(() => import('../pages/public/LoginPage')),
  [paths.signUp]: lazyComponent(() => import('../pages/public/SignUpPage')),
  [paths.landing]: lazyComponent(() => import('../pages/public/LandingPage')),
  [paths.about]: lazyComponent(() => import('../pages/public/AboutPage')),
  [paths.features]: lazyComponent(() => import('../pages/public/FeaturesPage')),
};

export const protectedPages: Record<string, Page> = {
  [paths.today]: lazyComponent(() => import('../pages/TodayPage')),
  [paths.focus]: lazyComponent(() => import('../pages/FocusPage')),
  [paths.tasks]: lazyComponent(() => import('../pages/TasksPage')),
  [paths.calendar]: lazyComponent(() => import('../pages/CalendarPage')),
  [paths.notes]: lazyComponent(() => import('../pages/NotesPage')),
  [paths.reflection]: lazyComponent(() => import('../pages/ReflectionPage')),
  [paths.insights]: lazyComponent(() => import('../pages/InsightsPage')),
  [paths.settings]: lazyComponent(() => import('../pages/SettingsPage')),
};

/** Pages that take what their address brings and lead on. They need no session. */
export const leadingPages: Record<string, Page> = {
  [paths.share]: lazyComponent(() => import('../pages/SharePage')),
};

/** Public pages with something to fill in: the app takes them over. The other public ones are only read. */
export const formPages: readonly string[] = [
  paths.auth,
  paths.login,
  paths.signUp,
  paths.developers,
];

/** Returns the screen at a path; /today for the root, and undefined for an unknown path. */
export const pageAt = (pathname: string): Page | undefined =>
  publicPages[pathname] ??
  signedOutPages[pathname] ??
  leadingPages[pathname] ??
  protectedPages[pathname === paths.root ? paths.today : pathname];
