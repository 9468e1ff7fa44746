// @ts-check

/** @typedef {import('@playwright/test').Page} Page */

/**
 * @typedef {object} Screen
 * @property {string} path
 * @property {(page: Page) => Promise<unknown>} ready waits until the screen is drawn, and then opens or types
 *   everything that the picture shows
 * @property {boolean} [isSignedIn] whether it is a screen of the demo account
 * @property {number} [hour] the hour of a working day at which the screen is opened. Without it, the time is now.
 * @property {'phone' | 'desktop'} [only]
 * @property {boolean} [isPrinted]
 */

/** @param {Page} page */
const heading = (page) => page.getByRole('heading', { level: 1 }).first().waitFor();

/**
 * Waits until tasks and their categories are drawn.
 * @param {Page} page
 */
const tasksDrawn = (page) => page.getByRole('listitem').getByText('Work').first().waitFor();

/** @param {Page} page */
const todayDrawn = async (page) => {
  await page.getByText('completed today').waitFor();
  await page.getByText(/sessions? today/).waitFor();
  // A desktop shows hours, and a phone shows a list.
  const hours = page.getByRole('group', { name: 'Hours' });
  await hours
    .or(page.getByRole('list', { name: 'Events' }))
    .first()
    .waitFor();
  await page
    .getByText(/planned .* free|left for today|^Done for today|^A day off/)
    .first()
    .waitFor();
};

/** @param {Page} page */
const eventsDrawn = (page) => page.locator('[data-event]').first().waitFor();

/** @param {Page} page */
const monthDrawn = (page) => page.getByRole('gridcell', { name: /event/ }).first().waitFor();

/** @param {Page} page */
const notesDrawn = (page) => page.getByRole('article').first().waitFor();

/** @param {Page} page */
const timerDrawn = (page) => page.getByRole('timer').waitFor();

/**
 * Opens Add Task with an empty title. On phones it opens from the quick-entry line.
 *
 * @param {Page} page
 */
async function openAddTask(page) {
  const button = page.getByRole('button', { name: 'Add Task' });
  if (await button.isVisible()) await button.click();
  else {
    await press(page, 'Add a task');
    await page.getByLabel('New task').fill('Call');
    await press(page, 'Show all fields');
    await dialog(page).getByLabel('Title').fill('');
  }
}

/**
 * @param {Page} page
 * @param {string} name
 */
const press = (page, name) => page.getByRole('button', { name, exact: true }).first().click();

/** @param {Page} page */
const dialog = (page) => page.getByRole('dialog').last();

/** @param {Page} page */
const openPalette = async (page) => {
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('combobox', { name: /^Search tasks/ }).waitFor();
};

/** @param {Page} page */
export async function signInToDemo(page) {
  await page.goto('/login');
  await press(page, 'Login');
  await page.waitForURL('**/today');
}

/**
 * Lets the pages of a context get reminders. The browser must be the full Chromium, because the headless shell denies
 * notifications. Chromium can't subscribe without Google's service, so the pages get the subscription of a device of
 * `push`. Without `push`, an open page shows the reminders.
 *
 * @param {import('@playwright/test').BrowserContext} context
 * @param {import('../../tools/pushStandIn/startPushStandIn.mjs').PushStandIn | undefined} push
 */
export async function allowReminders(context, push) {
  await context.grantPermissions(['notifications']);
  if (!push) return;
  await context.addInitScript((subscription) => {
    PushManager.prototype.subscribe = async () =>
      /** @type {any} */ ({ ...subscription, toJSON: () => subscription });
  }, push.state.subscribe());
}

/**
 * Turns reminders on. The page must be /settings.
 * @param {Page} page
 */
export async function turnOnReminders(page) {
  const box = page.getByRole('checkbox', { name: 'Reminders in this browser' });
  await box.waitFor();
  // The box is ticked once the server knows the subscription.
  if (!(await box.isChecked())) await box.click();
  await page.getByRole('checkbox', { name: 'Reminders in this browser', checked: true }).waitFor();
}

/**
 * Turns reminders on and sends a test.
 * @param {Page} page
 */
async function testReminders(page) {
  await turnOnReminders(page);
  // Without a subscription there is nothing to test.
  if (await page.getByText('This browser can’t get reminders').isVisible()) return;
  await page.getByRole('button', { name: /^Send a test to/ }).click();
  const toast = page.locator('[data-toast]').getByText('Test sent');
  await toast.waitFor();
  await toast.waitFor({ state: 'hidden' });
  await page.mouse.move(0, 0);
}

/**
 * Removes unsaved drafts before each page, so that text typed for one picture doesn't appear in the next.
 * @param {import('@playwright/test').BrowserContext} context
 */
export const forgetDrafts = (context) =>
  context.addInitScript(() => {
    for (const key of Object.keys(localStorage))
      if (key.includes('Draft.')) localStorage.removeItem(key);
  });

/**
 * Opens a screen and waits until it is drawn.
 * @param {Page} page
 * @param {Screen} screen
 */
export async function openScreen(page, { path, ready, hour, isSignedIn }) {
  await page.clock.setFixedTime(hour === undefined ? new Date() : workingDayAt(hour));
  await page.goto(path, { waitUntil: isSignedIn ? 'load' : 'networkidle' });
  await ready(page);
}

/**
 * Returns this hour of today, or of Monday at a weekend.
 * @param {number} hour
 */
function workingDayAt(hour) {
  const time = new Date();
  const weekday = time.getDay();
  if (weekday === 0 || weekday === 6) time.setDate(time.getDate() + (weekday === 0 ? 1 : 2));
  time.setHours(hour, 0, 0, 0);
  return time;
}

/** @param {string} path */
const publicScreen = (path) => ({ path, ready: heading });

/**
 * @param {string} path
 * @param {(page: Page) => Promise<unknown>} ready
 * @returns {Screen}
 */
const own = (path, ready) => ({ path, ready, isSignedIn: true });

/**
 * All screens and their states, by name.
 * @type {Record<string, Screen>}
 */
export const screens = {
  landing: publicScreen('/landing'),
  auth: publicScreen('/auth'),
  'auth-error': {
    path: '/auth',
    ready: async (page) => {
      await heading(page);
      await press(page, 'Login');
      await page.getByRole('alert').first().waitFor();
    },
  },
  login: publicScreen('/login'),
  signup: publicScreen('/signup'),
  features: publicScreen('/features'),
  about: publicScreen('/about'),
  privacy: publicScreen('/privacy'),
  developers: publicScreen('/developers'),
  'developers-reference': {
    path: '/developers',
    ready: async (page) => {
      await heading(page);
      await page.getByLabel('Your API token').scrollIntoViewIfNeeded();
      await page.getByText('/api/user', { exact: true }).first().waitFor();
    },
  },
  'not-found': publicScreen('/nowhere'),
  today: own('/today', todayDrawn),
  'today-bottom': own('/today', async (page) => {
    await todayDrawn(page);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  }),
  'today-priority': own('/today', async (page) => {
    await todayDrawn(page);
    await page
      .getByRole('button', { name: /^More actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Remove from Top 3' }).click();
    await press(page, 'Add Priority');
    await page.getByLabel('Priority title').fill('Renew the gym membership');
  }),
  menu: {
    ...own('/today', async (page) => {
      await todayDrawn(page);
      await press(page, 'Menu');
      await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    }),
    only: 'phone',
  },
  'reflection-dialog': {
    ...own('/today', async (page) => {
      await todayDrawn(page);
      await press(page, 'Daily Reflection');
      await dialog(page).getByLabel('Accomplishments').fill('Everything on the list.\n\nAnd more.');
    }),
    only: 'desktop',
  },
  tasks: own('/tasks', tasksDrawn),
  'task-menu': own('/tasks', async (page) => {
    await tasksDrawn(page);
    await page
      .getByRole('button', { name: /^More actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
  }),
  'task-edit': own('/tasks', async (page) => {
    await tasksDrawn(page);
    await page
      .getByRole('button', { name: /^More actions for/ })
      .nth(1)
      .click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Task title').waitFor();
  }),
  'task-deleted': own('/tasks', async (page) => {
    await tasksDrawn(page);
    await page
      .getByRole('button', { name: /^More actions for/ })
      .nth(1)
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.locator('[data-toast]').waitFor();
  }),
  'add-task': own('/tasks', async (page) => {
    await tasksDrawn(page);
    await openAddTask(page);
    await dialog(page).getByRole('button', { name: 'Add Task' }).click();
    await page.getByRole('alert').waitFor();
  }),
  'add-task-typed': own('/tasks', async (page) => {
    await tasksDrawn(page);
    await openAddTask(page);
    await dialog(page).getByLabel('Title').fill('Prepare Monday’s stand-up');
  }),
  categories: own('/tasks', async (page) => {
    await tasksDrawn(page);
    await page.getByLabel('Filter by category').selectOption('Edit categories…');
    await press(page, 'Edit Learning');
  }),
  calendar: own('/calendar', monthDrawn),
  'calendar-week': own('/calendar?view=week', eventsDrawn),
  'calendar-day': own('/calendar?view=day', eventsDrawn),
  'event-dialog': own('/calendar', async (page) => {
    await monthDrawn(page);
    await page
      .getByRole('button', { name: /^(Add|Create) Event/ })
      .first()
      .click();
    await dialog(page).getByRole('button', { name: 'Create Event' }).click();
    await page.getByRole('alert').first().waitFor();
  }),
  'google-dialog': own('/calendar', async (page) => {
    await monthDrawn(page);
    await press(page, 'Connect Calendar');
    await dialog(page).getByText('Not connected').waitFor();
  }),
  focus: own('/focus', timerDrawn),
  'timer-settings': own('/focus', async (page) => {
    await timerDrawn(page);
    await press(page, 'Settings');
    await dialog(page).getByLabel('Focus', { exact: true }).fill('0');
    await press(page, 'Save');
    await page.getByRole('alert').first().waitFor();
  }),
  'focus-running': own('/focus', async (page) => {
    await timerDrawn(page);
    await press(page, 'Start');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  }),
  'mini-timer': own('/notes', notesDrawn),
  'focus-reset': own('/focus', async (page) => {
    await timerDrawn(page);
    await press(page, 'Reset');
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
  }),
  notes: own('/notes', notesDrawn),
  'notes-none': own('/notes?q=nowhere', (page) => page.getByText('No notes match').waitFor()),
  note: own('/notes', async (page) => {
    await notesDrawn(page);
    await page.getByRole('article').first().getByRole('button').first().click();
    await dialog(page).getByRole('tab', { name: 'Preview' }).waitFor();
  }),
  reflection: own('/reflection', (page) =>
    page.getByRole('navigation', { name: 'Earlier reflections' }).waitFor(),
  ),
  insights: own('/insights', (page) => page.locator('.MuiChartsSurface-root').last().waitFor()),
  'insights-bottom': own('/insights', async (page) => {
    await page.locator('.MuiChartsSurface-root').last().waitFor();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  }),
  'plan-day': {
    ...own('/today', async (page) => {
      await press(page, 'Plan the day');
      await dialog(page).getByRole('heading', { level: 3 }).waitFor();
      const today = dialog(page).getByRole('button', { name: 'Today', exact: true }).first();
      if (await today.isVisible()) await today.click();
      while ((await dialog(page).getByRole('button', { name: 'Fill free time' }).count()) === 0)
        await dialog(page).getByRole('button', { name: 'Next' }).click();
      await dialog(page).getByRole('button', { name: 'Fill free time' }).click();
      await dialog(page)
        .getByRole('button', { name: /^Add \d/ })
        .waitFor();
    }),
    hour: 8,
  },
  'close-day': {
    ...own('/today', async (page) => {
      await press(page, 'Finish the day');
      await dialog(page).getByRole('button', { name: 'Next' }).click();
      await dialog(page).getByRole('button', { name: 'Draft from today' }).click();
    }),
    hour: 18,
  },
  'plan-week': {
    ...own('/calendar?view=week', async (page) => {
      await eventsDrawn(page);
      await press(page, 'Plan the week');
      await page.getByRole('heading', { name: 'Plan the week' }).waitFor();
    }),
    hour: 8,
  },
  'review-week': own('/reflection?week=', async (page) => {
    await page.getByRole('button', { name: 'Draft from the week' }).click();
  }),
  palette: own('/today', async (page) => {
    await todayDrawn(page);
    await openPalette(page);
  }),
  'palette-results': own('/today', async (page) => {
    await todayDrawn(page);
    await openPalette(page);
    await page.keyboard.type('re');
    await page.getByRole('option', { selected: true }).waitFor();
    await page.getByRole('group', { name: 'Notes' }).waitFor();
  }),
  'palette-actions': own('/today', async (page) => {
    await todayDrawn(page);
    await openPalette(page);
    await page.keyboard.type('gym');
    await page.getByRole('group', { name: 'Tasks' }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('listbox', { name: 'Actions' }).waitFor();
  }),
  'palette-none': own('/today', async (page) => {
    await todayDrawn(page);
    await openPalette(page);
    await page.keyboard.type('qqqxyz');
    await page.getByText('Nothing matches').waitFor();
  }),
  shortcuts: own('/tasks', async (page) => {
    await tasksDrawn(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  }),
  settings: own('/settings', async (page) => {
    await page.getByLabel('Monday start').waitFor();
    await page.getByText('This device', { exact: true }).waitFor();
  }),
  reminders: own('/settings#notifications', async (page) => {
    await testReminders(page);
    await page.locator('#notifications').evaluate((section) => section.scrollIntoView());
  }),
  'reminder-devices': {
    ...own('/settings#notifications', testReminders),
    only: 'phone',
  },
  'event-reminder': {
    ...own('/settings#notifications', async (page) => {
      await turnOnReminders(page);
      await page.goto('/calendar');
      await monthDrawn(page);
      await press(page, 'Add Event');
      await dialog(page).getByLabel('Title').fill('Pick up the bike');
      await dialog(page).getByLabel('Remind me').selectOption('10 minutes before');
    }),
    hour: 10,
  },
  'print-today': { ...own('/today', todayDrawn), isPrinted: true },
  'print-tasks': { ...own('/tasks', tasksDrawn), isPrinted: true },
  'print-week': { ...own('/calendar?view=week', eventsDrawn), isPrinted: true },
  'print-note': {
    ...own('/notes', async (page) => {
      await notesDrawn(page);
      await page.getByRole('article').first().getByRole('button').first().click();
      await dialog(page).getByRole('listitem').first().waitFor();
    }),
    isPrinted: true,
  },
};
