import type { ComponentType } from 'react';
import { paths } from '../lib/paths';
import { preload } from '../lib/browser/preload';

type Load = () => Promise<{ default: ComponentType }>;

/** The code of each screen, by its path: one bundle a route, fetched when it is wanted or about to be. */
export const publicPages: Record<string, Load> = {
  [paths.auth]: () => import('../pages/public/AuthPage'),
  [paths.privacy]: () => import('../pages/public/PrivacyPage'),
  [paths.developers]: () => import('../pages/public/DevelopersPage'),
};

/** Public pages that a signed-in person is led past (product §2). */
export const signedOutPages: Record<string, Load> = {
  [paths.login]: () => import('../pages/public/LoginPage'),
  [paths.signUp]: () => import('../pages/public/SignUpPage'),
  [paths.landing]: () => import('../pages/public/LandingPage'),
  [paths.about]: () => import('../pages/public/AboutPage'),
  [paths.features]: () => import('../pages/public/FeaturesPage'),
};

export const protectedPages: Record<string, Load> = {
  [paths.today]: () => import('../pages/TodayPage'),
  [paths.focus]: () => import('../pages/FocusPage'),
  [paths.tasks]: () => import('../pages/TasksPage'),
  [paths.calendar]: () => import('../pages/CalendarPage'),
  [paths.notes]: () => import('../pages/NotesPage'),
  [paths.reflection]: () => import('../pages/ReflectionPage'),
  [paths.insights]: () => import('../pages/InsightsPage'),
  [paths.settings]: () => import('../pages/SettingsPage'),
};

/** Pages that take what their address brings and lead on. They need no session. */
export const leadingPages: Record<string, Load> = {
  [paths.share]: () => import('../pages/SharePage'),
};

/** Public pages with something to fill in: the app takes them over. The other public ones are only read. */
export const formPages: readonly string[] = [
  paths.auth,
  paths.login,
  paths.signUp,
  paths.developers,
];

/** The code of the screen at a path; the root's is that of /today. */
export const pageAt = (pathname: string): Load | undefined =>
  publicPages[pathname] ??
  signedOutPages[pathname] ??
  leadingPages[pathname] ??
  protectedPages[pathname === paths.root ? paths.today : pathname];

/** Starts loading a screen's code; unknown paths are no fault. */
export function preloadPage(pathname: string): void {
  const load = pageAt(pathname);
  if (load) preload(load);
}
