/**
 * The screens of a signed-in person, in the order in which they are listed. A screen's name here is its address, and
 * `keys` is the shortcut that goes to the screen. `app/routePages.ts` has the page and the icon of each screen.
 */
export const SCREENS = {
  today: { title: 'Today', keys: 'G T' },
  focus: { title: 'Focus', keys: 'G F' },
  tasks: { title: 'Tasks', keys: 'G K' },
  calendar: { title: 'Calendar', keys: 'G C' },
  notes: { title: 'Notes', keys: 'G N' },
  reflection: { title: 'Reflection', keys: 'G R' },
  insights: { title: 'Insights', keys: 'G I' },
  settings: { title: 'Settings', keys: 'G S' },
} as const;

export type ScreenId = keyof typeof SCREENS;
export type ScreenPath = `/${ScreenId}`;

export const screenIds = Object.keys(SCREENS) as ScreenId[];

export const screenPaths = screenIds.map((id): ScreenPath => `/${id}`);
