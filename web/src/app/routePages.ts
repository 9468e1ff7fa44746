import {
  Calendar,
  ChartNoAxesColumn,
  ListTodo,
  NotebookPen,
  Settings,
  Sunrise,
  Sunset,
  Timer,
  type LucideIcon,
} from 'lucide-react';
import { paths } from '../lib/paths';
import { screenIds, SCREENS, type ScreenId } from '../lib/screens';
import { lazyComponent, type LazyComponent } from '../ui/lazyComponent';

type Page = LazyComponent<object>;

/** Public pages for everyone, by path. The code of a page is loaded when it is needed or about to be. */
export const publicPages: Record<string, Page> = {
  [paths.auth]: lazyComponent(() => import('../pages/public/AuthPage')),
  [paths.privacy]: lazyComponent(() => import('../pages/public/PrivacyPage')),
  [paths.developers]: lazyComponent(() => import('../pages/public/DevelopersPage')),
};

/** Public pages from which a signed-in person is redirected (product §2). */
export const signedOutPages: Record<string, Page> = {
  [paths.login]: lazyComponent(() => import('../pages/public/LoginPage')),
  [paths.signUp]: lazyComponent(() => import('../pages/public/SignUpPage')),
  [paths.landing]: lazyComponent(() => import('../pages/public/LandingPage')),
  [paths.about]: lazyComponent(() => import('../pages/public/AboutPage')),
  [paths.features]: lazyComponent(() => import('../pages/public/FeaturesPage')),
};

interface ScreenParts {
  Page: Page;
  Icon: LucideIcon;
  /** Where the screen is listed. The default is the sidebar and the phone's tabs. */
  listed?: 'sidebar' | 'personMenu';
  /** The label of the screen's tab on a phone, if the title is too long. */
  tab?: string;
  /** Other words that find the screen in the palette. */
  keywords?: string;
}

const screenParts: Record<ScreenId, ScreenParts> = {
  today: { Icon: Sunrise, Page: lazyComponent(() => import('../pages/TodayPage')) },
  focus: { Icon: Timer, Page: lazyComponent(() => import('../pages/FocusPage')) },
  tasks: { Icon: ListTodo, Page: lazyComponent(() => import('../pages/TasksPage')) },
  calendar: { Icon: Calendar, Page: lazyComponent(() => import('../pages/CalendarPage')) },
  notes: { Icon: NotebookPen, Page: lazyComponent(() => import('../pages/NotesPage')) },
  reflection: {
    Icon: Sunset,
    tab: 'Reflect',
    Page: lazyComponent(() => import('../pages/ReflectionPage')),
  },
  insights: {
    Icon: ChartNoAxesColumn,
    listed: 'sidebar',
    keywords: 'statistics charts',
    Page: lazyComponent(() => import('../pages/InsightsPage')),
  },
  settings: {
    Icon: Settings,
    listed: 'personMenu',
    keywords: 'preferences',
    Page: lazyComponent(() => import('../pages/SettingsPage')),
  },
};

/** The screens of a signed-in person, in the order in which they are listed. */
export const screens = screenIds.map((id) => ({
  id,
  path: paths[id],
  title: SCREENS[id].title,
  ...screenParts[id],
}));

/** The six screens with a tab on phones (product §2). */
export const tabScreens = screens.filter(({ listed }) => listed === undefined);
/** The entries of the sidebar and of the phone's menu: those with a tab, and Insights. */
export const mainScreens = screens.filter(({ listed }) => listed !== 'personMenu');

/** Pages that take data from their address and redirect. Such pages need no session. */
export const leadingPages: Record<string, Page> = {
  [paths.share]: lazyComponent(() => import('../pages/public/SharePage')),
};

/** Public pages with forms, which the app takes over. The other public pages are only read. */
export const formPages: readonly string[] = [
  paths.auth,
  paths.login,
  paths.signUp,
  paths.developers,
];

/** Returns the page at a path, /today for the root, or undefined for an unknown path. */
export const pageAt = (pathname: string): Page | undefined =>
  publicPages[pathname] ??
  signedOutPages[pathname] ??
  leadingPages[pathname] ??
  screens.find(({ path }) => path === (pathname === paths.root ? paths.today : pathname))?.Page;
