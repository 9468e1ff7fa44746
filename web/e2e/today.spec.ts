import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import {
  FAILED_REQUEST,
  PHONE,
  expect,
  expectNoSideScroll,
  heading,
  saved,
  signUp,
  taskRow,
  test,
  toast,
  type Person,
  type Seed,
} from './fixtures';

/** Opens /today as somebody new, with these records. */
async function openToday(page: Page, seed: Seed = {}): Promise<Person> {
  const person = await signUp(page, seed);
  await page.goto('/today');
  await expect(page.getByRole('heading', { name: 'Top 3 Priorities' })).toBeVisible();
  await expect(page.getByText('Add Priority').or(priorities(page)).first()).toBeVisible();
  return person;
}

/** Three priorities, in this order. */
const PRIORITIES = ['First', 'Second', 'Third'].map((title, order) => ({
  title,
  categoryId: 1,
  isPriority: true,
  order,
}));

/** A card of the dashboard, by its heading. */
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const priorities = (page: Page) => page.getByRole('list', { name: 'Priorities' });
const tasks = (page: Page) => card(page, 'Tasks');

async function addPriority(page: Page, title: string): Promise<void> {
  const open = page.getByRole('button', { name: 'Add Priority' });
  if (await open.isVisible()) await open.click();
  await page.getByLabel('Priority title').fill(title);
  const reply = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/tasks'),
  );
  await page.keyboard.press('Enter');
  expect((await reply).status()).toBe(201);
}

test('§1 the greeting of the hour with the first name and a wave, and the date below', async ({
  page,
}) => {
  await page.clock.setFixedTime('2026-11-20T11:59:00');
  const { username } = await openToday(page);
  const first = username.replace(/[^a-z].*/, '');
  for (const [time, greeting] of [
    ['11:59', 'Good morning'],
    ['12:00', 'Good afternoon'],
    ['17:59', 'Good afternoon'],
    ['18:00', 'Good evening'],
  ] as const)
    await test.step(`at ${time} it is ${greeting}`, async () => {
      await page.clock.setFixedTime(`2026-11-20T${time}:00`);
      await page.getByRole('link', { name: 'Notes', exact: true }).click();
      await expect(heading(page, 'Notes')).toBeVisible();
      await page.getByRole('link', { name: 'Today', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        new RegExp(`^${greeting}, ${first}\\w* 👋$`),
      );
      await expect(page.getByText('Friday, November 20')).toBeVisible();
    });
});

test('a new day: every card says so in words', async ({ page }) => {
  await openToday(page);
  await expect(card(page, 'Daily Progress')).toContainText('Nothing planned yet');
  await expect(card(page, 'Focus Time')).toContainText('0m');
  await expect(card(page, 'Focus Time')).toContainText('No focus sessions yet today');
  await expect(card(page, 'Next Up')).toContainText('No upcoming events');
  await expect(page.getByText('No events scheduled for this day')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible();
});

test('Focus Time adds up today’s recorded sessions, in hours and minutes', async ({ page }) => {
  const today = new Date();
  today.setHours(0, 0, 0, 0);
  const session = (mode: 'focus' | 'shortBreak', start: number, seconds: number) => ({
    mode,
    start: new Date(start).toISOString(),
    end: new Date(start + seconds * 1000).toISOString(),
    plannedSeconds: seconds,
    actualSeconds: seconds,
    completed: true,
  });
  await openToday(page, {
    focusSessions: [
      session('focus', today.getTime(), 50 * 60),
      session('focus', today.getTime() + 3_600_000, 25 * 60),
      session('shortBreak', today.getTime() + 100, 300),
      session('focus', today.getTime() - 3_600_000, 1500),
    ],
  });
  await expect(card(page, 'Focus Time')).toContainText('1h 15m');
  await expect(card(page, 'Focus Time')).toContainText('in 2 sessions today');
  await card(page, 'Focus Time').getByRole('link', { name: 'Start a session' }).click();
  await expect(heading(page, 'Focus Time')).toBeVisible();
});

for (const [timezoneId, now, offset] of [
  ['America/Los_Angeles', '2026-11-20T23:30:00-08:00', '-08:00'],
  ['Asia/Kolkata', '2026-11-20T01:00:00+05:30', '+05:30'],
] as const)
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test('the day of Focus Time, of the subtitle and of the schedule is the local one', async ({
      page,
    }) => {
      const times = [
        { start: `2026-11-19T23:20:00${offset}`, end: `2026-11-19T23:50:00${offset}` },
        { start: `2026-11-20T00:10:00${offset}`, end: `2026-11-20T00:40:00${offset}` },
      ];
      await page.clock.setFixedTime(now);
      await openToday(page, {
        focusSessions: times.map((time) => ({
          ...time,
          mode: 'focus',
          plannedSeconds: 1800,
          actualSeconds: 1800,
          completed: true,
        })),
        events: times.map((time) => ({ ...time, title: `From ${time.start}` })),
      });
      await expect(page.getByText('Friday, November 20')).toBeVisible();
      await expect(card(page, 'Focus Time')).toContainText('30m');
      await expect(card(page, 'Focus Time')).toContainText('in 1 session today');
      await expect(page.getByRole('list', { name: 'Events' }).getByRole('listitem')).toHaveText([
        /From 2026-11-20T00:10:00/,
      ]);
    });
  });

test('Next Up is the next event from now, with how soon it is', async ({ page }) => {
  const now = new Date(2026, 10, 20, 9, 0);
  const event = (title: string, minutes: number) => ({
    title,
    start: new Date(now.getTime() + minutes * 60_000).toISOString(),
    end: new Date(now.getTime() + (minutes + 30) * 60_000).toISOString(),
    color: '#3B82F6' as const,
  });
  await page.clock.setFixedTime(now);
  await openToday(page, {
    events: [event('On already', -10), event('Design review', 25), event('Later', 90)],
  });
  await expect(card(page, 'Next Up')).toContainText('Design review');
  await expect(card(page, 'Next Up')).toContainText('9:25 AM · in 25 min');
});

test.describe('Top 3 Priorities', () => {
  test('§5 an empty title is named at the field: Priority title is required', async ({ page }) => {
    await openToday(page);
    await page.getByRole('button', { name: 'Add Priority' }).click();
    const title = page.getByLabel('Priority title');
    await expect(title).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(title).toHaveAccessibleDescription('Priority title is required');
    await title.fill('   ');
    await page.keyboard.press('Enter');
    await expect(title).toHaveAccessibleDescription('Priority title is required');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Add Priority' })).toBeFocused();
  });

  test('§7 a priority is created in category 1, its order the current count; §4 the add control is hidden once 3 exist', async ({
    page,
  }) => {
    await openToday(page);
    for (const [order, title] of ['First', 'Second', 'Third'].entries()) {
      const sent = page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('/api/tasks'),
      );
      await addPriority(page, title);
      expect((await sent).postDataJSON()).toMatchObject({
        title,
        completed: false,
        categoryId: 1,
        isPriority: true,
        order,
      });
    }
    await expect(priorities(page).getByRole('listitem')).toHaveText([/First/, /Second/, /Third/]);
    await expect(page.getByLabel('Priority title')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Add Priority' })).toBeHidden();
    await page.reload();
    await expect(priorities(page).getByRole('listitem')).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Add Priority' })).toBeHidden();
  });

  test('a completed one still counts today, and Daily Progress with it', async ({ page }) => {
    await openToday(page, { tasks: PRIORITIES });
    await saved(page, 'PATCH', () =>
      priorities(page).getByRole('checkbox', { name: 'Second' }).check(),
    );
    await expect(card(page, 'Daily Progress')).toContainText('1 of 3');
    await expect(card(page, 'Top 3 Priorities')).toContainText('1 of 3 done');
    await expect(page.getByRole('button', { name: 'Add Priority' })).toBeHidden();
  });

  test('one is edited inline, taken off the list with Undo, and deleted', async ({ page }) => {
    await openToday(page, { tasks: PRIORITIES });
    const more = (title: string) =>
      priorities(page).getByRole('button', { name: `More actions for ${title}` });
    await more('Second').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await priorities(page).getByLabel('Task title').fill('Second, renamed');
    await saved(page, 'PATCH', () => page.keyboard.press('Enter'));
    await expect(more('Second, renamed')).toBeFocused();

    await more('First').click();
    await saved(page, 'PATCH', () =>
      page.getByRole('menuitem', { name: 'Remove from Top 3' }).click(),
    );
    await expect(priorities(page).getByRole('listitem')).toHaveText([/Second, renamed/, /Third/]);
    await expect(page.getByRole('button', { name: 'Add Priority' })).toBeVisible();
    await expect(tasks(page).getByText('First')).toBeVisible();
    await expect(toast(page)).toContainText('Removed from Top 3');
    await saved(page, 'PATCH', () => toast(page).getByRole('button', { name: 'Undo' }).click());
    await expect(priorities(page).getByRole('listitem')).toHaveCount(3);

    await more('Third').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await saved(page, 'DELETE', () =>
      page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click(),
    );
    await expect(priorities(page).getByRole('listitem')).toHaveCount(2);
  });
});

test('Today’s Schedule has both tabs, and Add Event makes an event of today', async ({ page }) => {
  await openToday(page);
  await expect(page.getByRole('tab')).toHaveText(['Manual Events', 'Synced with Google']);
  await page.getByRole('button', { name: 'Add Event' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Event' });
  await dialog.getByLabel('Title').fill('Stand-up');
  await saved(page, 'POST', () => dialog.getByRole('button', { name: 'Create Event' }).click());
  await expect(toast(page)).toContainText('Event created');
  await expect(page.getByRole('list', { name: 'Events' })).toContainText('9:00 AM – 10:00 AM');
  await page.getByRole('tab', { name: 'Synced with Google' }).click();
  await page.getByRole('button', { name: 'Connect Calendar' }).click();
  await expect(page.getByRole('dialog', { name: 'Google Calendar Integration' })).toBeVisible();
});

test('§2 the quick filters All Tasks, Work and Personal, and Add Task in the chosen one', async ({
  page,
}) => {
  await openToday(page);
  const filters = tasks(page).getByRole('group', { name: 'Filter tasks' });
  await expect(filters.getByRole('button')).toHaveText(['All Tasks', 'Work', 'Personal']);
  const add = async (title: string) => {
    await tasks(page).getByRole('button', { name: 'Add Task' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Task' });
    await dialog.getByLabel('Title').fill(title);
    await saved(page, 'POST', () => dialog.getByRole('button', { name: 'Add Task' }).click());
  };
  await add('Of no category');
  await filters.getByRole('button', { name: 'Work' }).click();
  await expect(page.getByRole('heading', { name: 'No tasks in Work' })).toBeVisible();
  await add('For work');
  await expect(tasks(page).getByRole('checkbox')).toHaveCount(1);
  await filters.getByRole('button', { name: 'Personal' }).click();
  await add('For me');
  await expect(taskRow(page, 'For me')).toContainText('Personal');
  await expect(tasks(page).getByRole('checkbox')).toHaveCount(1);
  await filters.getByRole('button', { name: 'All Tasks' }).click();
  await expect(filters.getByRole('button', { name: 'All Tasks' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(tasks(page).getByRole('checkbox')).toHaveCount(3);
});

test('the task list stays below the priorities as they grow', async ({ page }) => {
  await openToday(page, {
    tasks: Array.from({ length: 30 }, (_, index) => ({ title: `Task ${index + 1}` })),
  });
  await expect(taskRow(page, 'Task 30')).toBeVisible();
  for (const title of ['First', 'Second', 'Third']) await addPriority(page, title);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(taskRow(page, 'Task 1')).toBeInViewport();
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('nothing on the screen moves when the day’s figures arrive', async ({ page }) => {
    // One after the other, as on a slow line.
    let before = Promise.resolve();
    await page.route(/\/api\/(tasks|events|focus-sessions)$/, async (route) => {
      const reply = await route.fetch();
      before = before.then(async () => {
        await page.evaluate(() => new Promise(requestAnimationFrame));
        await route.fulfill({ response: reply });
      });
      await before;
    });
    await page.addInitScript(() => {
      const moved = Object.assign(window, { moved: [] as string[] });
      new PerformanceObserver((list) => {
        for (const { sources = [] } of list.getEntries() as (PerformanceEntry & {
          sources?: { node?: Node }[];
        })[])
          for (const { node } of sources) moved.moved.push(node?.textContent ?? '');
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await openToday(page, { tasks: [{ title: 'Send the budget' }] });
    await expect(card(page, 'Daily Progress')).toContainText('0 of 1');
    for (const name of ['Focus Time', 'Next Up'])
      await expect(card(page, name)).not.toHaveAttribute('aria-busy', 'true');
    const moved = await page.evaluate(() => Reflect.get(window, 'moved') as string[]);
    // What is below the priorities moves: their number is not known before they arrive.
    expect(moved.filter((text) => !/^(Today’s Schedule|Tasks)/.test(text))).toEqual([]);
  });
});

test('Escape gives the focus back to Add Priority at once', async ({ page }) => {
  await openToday(page);
  await page.getByRole('button', { name: 'Add Priority' }).click();
  const focused = await page.getByLabel('Priority title').evaluate((field) => {
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    return document.activeElement?.textContent;
  });
  expect(focused).toBe('Add Priority');
});

test('by keyboard alone: a priority, a task, an event', async ({ page }) => {
  await openToday(page);
  await page.getByRole('button', { name: 'Add Priority' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Ship it');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Then rest');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(priorities(page).getByRole('listitem')).toHaveCount(2);
  await priorities(page).getByRole('checkbox', { name: 'Ship it' }).focus();
  await page.keyboard.press('Space');
  await expect(priorities(page).getByRole('checkbox', { name: 'Ship it' })).toBeChecked();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused();
  await page.keyboard.type('A task');
  await page.keyboard.press('Enter');
  await expect(taskRow(page, 'A task')).toBeVisible();
  await page.getByRole('button', { name: 'Add Event' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Lunch');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Events' })).toContainText('Lunch');
});

test.describe('offline', () => {
  // Offline, Firestore's SDK looks for a network at an address that our policy forbids.
  test.use({ expectedErrors: new RegExp(`${FAILED_REQUEST.source}|cleardot`) });

  test('priorities are added and ticked while the page stays open, and sent later', async ({
    page,
    context,
  }) => {
    await openToday(page);
    await addPriority(page, 'Online');
    await context.setOffline(true);
    await page.getByLabel('Priority title').fill('Offline');
    await page.keyboard.press('Enter');
    await priorities(page).getByRole('checkbox', { name: 'Offline' }).check();
    await expect(card(page, 'Daily Progress')).toContainText('1 of 2');
    await saved(page, 'PATCH', () => context.setOffline(false));
    await page.reload();
    await expect(priorities(page).getByRole('checkbox', { name: 'Offline' })).toBeChecked();
  });
});

test('the cards are beside each other on a desktop, below each other on a phone, and nothing is wider than the screen', async ({
  page,
}) => {
  const title = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3);
  await openToday(page, { tasks: [{ title, categoryId: 1, isPriority: true, order: 0 }] });
  await expect(priorities(page)).toContainText(title);
  for (const device of ['desktop', 'phone'] as const)
    await test.step(`on a ${device}`, async () => {
      if (device === 'phone') await page.setViewportSize(PHONE);
      const tops = async () => {
        const boxes = ['Daily Progress', 'Focus Time'].map((name) =>
          card(page, name).boundingBox(),
        );
        const [first, second] = await Promise.all(boxes);
        return { first: first!, second: second! };
      };
      if (device === 'phone')
        await expect(async () => {
          const { first, second } = await tops();
          expect(second.y).toBeGreaterThanOrEqual(first.y + first.height);
        }).toPass();
      else {
        const { first, second } = await tops();
        expect(second.y).toBe(first.y);
      }
      await expectNoSideScroll(page);
    });
});

test('axe finds nothing, whether the day is empty, filled or has an error', async ({ page }) => {
  await openToday(page);
  await expectAccessible(page);
  for (const title of ['First', 'Second']) await addPriority(page, title);
  await priorities(page).getByRole('checkbox', { name: 'First' }).check();
  await page.getByLabel('Priority title').press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'More actions for First' }).first().click();
  await expect(page.getByRole('menuitem', { name: 'Remove from Top 3' })).toBeVisible();
  await expectAccessible(page);
});
