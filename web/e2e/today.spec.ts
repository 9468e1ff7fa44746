import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import {
  PHONE,
  expect,
  expectNoSideScroll,
  signUp,
  taskRow,
  test,
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

/** A card of the dashboard, by its heading. */
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** An event in the hours of Today’s Schedule. */
const box = (page: Page, title: string | RegExp) =>
  page.locator('section[data-day] [data-event]').filter({ hasText: title });
const priorities = (page: Page) => page.getByRole('list', { name: 'Priorities' });

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

test('by keyboard alone: three priorities, a task, an event; each is kept, Escape gives the focus back at once, and axe finds nothing, whether the day is empty or filled and has an error', async ({
  page,
}) => {
  await openToday(page);
  await expectAccessible(page);
  const open = page.getByRole('button', { name: 'Add Priority' });
  await open.click();
  const focused = await page.getByLabel('Priority title').evaluate((field) => {
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    return document.activeElement?.textContent;
  });
  expect(focused).toBe('Add Priority');

  await page.keyboard.press('Enter');
  for (const title of ['Ship it', 'Then rest']) {
    await page.keyboard.type(title);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('Then read');
  await page.keyboard.press('Enter');
  await expect(priorities(page).getByRole('listitem')).toHaveCount(3);
  await expect(open).toBeHidden();
  await priorities(page).getByRole('checkbox', { name: 'Ship it' }).focus();
  await page.keyboard.press('Space');
  await expect(priorities(page).getByRole('checkbox', { name: 'Ship it' })).toBeChecked();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused();
  await page.keyboard.type('A task');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('Added “A task”');
  await page.keyboard.press('Escape');
  await expect(taskRow(page, 'A task')).toBeVisible();
  await page.getByRole('button', { name: 'Add Event' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Lunch');
  await page.keyboard.press('Enter');
  await expect(box(page, 'Lunch')).toBeVisible();

  await expect(page.locator('p[data-state="saved"]')).toBeAttached();
  await page.reload();
  await expect(priorities(page).getByRole('listitem')).toHaveText([
    /Ship it/,
    /Then rest/,
    /Then read/,
  ]);
  await expect(priorities(page).getByRole('checkbox', { name: 'Ship it' })).toBeChecked();
  await expect(card(page, 'Daily Progress')).toContainText('1 of 4');
  await expect(taskRow(page, 'A task')).toBeVisible();
  await expect(box(page, 'Lunch')).toBeVisible();
});

test.describe('in Kolkata', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('the day of Focus Time, of the subtitle and of the schedule is the local one', async ({
    page,
  }) => {
    const times = [
      { start: '2026-11-19T23:20:00+05:30', end: '2026-11-19T23:50:00+05:30' },
      { start: '2026-11-20T00:10:00+05:30', end: '2026-11-20T00:40:00+05:30' },
    ];
    await page.clock.setFixedTime('2026-11-20T01:00:00+05:30');
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
    await expect(box(page, /./)).toHaveText([/From 2026-11-20T00:10:00/]);
    // A recorded focus session is a thin mark beside it.
    await expect(page.getByRole('img', { name: 'Focus, 12:10 AM – 12:40 AM' })).toHaveCount(1);
  });
});

test('the cards are beside each other on a desktop, one strip on a phone with the Top 3 on its first screen, nothing is wider than the screen, and the task list stays below the priorities as they grow', async ({
  page,
}) => {
  const title = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3);
  await openToday(page, {
    tasks: [
      { title, categoryId: 1, isPriority: true, order: 0 },
      ...Array.from({ length: 30 }, (_, index) => ({ title: `Task ${index + 1}` })),
    ],
  });
  await expect(priorities(page)).toContainText(title);
  const boxes = async () => {
    const [first, second] = await Promise.all(
      ['Daily Progress', 'Focus Time'].map((name) => card(page, name).boundingBox()),
    );
    return { first: first!, second: second! };
  };
  await test.step('on a desktop', async () => {
    const { first, second } = await boxes();
    expect(second.y).toBe(first.y);
    await expectNoSideScroll(page);
  });
  await test.step('on a phone', async () => {
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize(PHONE);
    await expect(async () => {
      const { first, second } = await boxes();
      expect(second.y).toBe(first.y);
      expect(second.x).toBe(first.x + first.width);
      expect(first.height).toBeLessThan(120);
    }).toPass();
    await expectNoSideScroll(page);
    await page.setViewportSize({ width, height });
  });
  await test.step('the list below the priorities', async () => {
    await expect(taskRow(page, 'Task 30')).toBeVisible();
    for (const added of ['Second', 'Third']) await addPriority(page, added);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(taskRow(page, 'Task 1')).toBeInViewport();
  });
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
