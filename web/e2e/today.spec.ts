import type { Task } from '@daymark/contract/task';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import {
  PHONE,
  expect,
  expectNoSideScroll,
  saved,
  signUp,
  taskRow,
  test,
  toast,
  type Person,
  type Seed,
} from './fixtures';

/** Opens /today for a new person with these records. */
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

test('priorities, a task and an event can be added by keyboard alone, and axe finds nothing', async ({
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
  await expect(page.getByLabel('New task')).toBeFocused();
  await page.keyboard.type('A task');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('New task')).toHaveValue('');
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
  // The Top 3 are planned for today, and the task has no day.
  await expect(card(page, 'Daily Progress')).toContainText('1 of 3');
  await expect(taskRow(page, 'A task')).toBeVisible();
  await expect(box(page, 'Lunch')).toBeVisible();
});

test.describe('in Kolkata', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('Focus Time, the subtitle and the schedule are those of the local day', async ({ page }) => {
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
    // A recorded focus session is a thin bar beside the events.
    await expect(page.getByRole('img', { name: 'Focus, 12:10 AM – 12:40 AM' })).toHaveCount(1);
  });
});

const inTopThree = (page: Page) =>
  priorities(page)
    .getByRole('checkbox')
    .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label')));

test('a repeating task that is added to the Top 3 leaves the other two in it', async ({ page }) => {
  await openToday(page);
  const line = page.getByLabel('New task');
  for (const [count, text] of [
    'Finish tax return !',
    'Call mum !',
    'Water plants every day !',
  ].entries()) {
    await line.fill(text);
    await expect(page.getByRole('list', { name: 'Recognized words' })).toContainText('Top 3');
    await saved(page, 'POST', () => line.press('Enter'));
    await expect(priorities(page).getByRole('checkbox')).toHaveCount(count + 1);
  }
  const stored = (await (await page.request.get('/api/tasks/priorities')).json()) as Task[];
  const titles = ['Finish tax return', 'Call mum', 'Water plants'];
  expect(stored.map(({ title }) => title)).toEqual(titles);
  await page.reload();
  await expect.poll(() => inTopThree(page)).toEqual(titles);
});

test('Undo of a deleted priority while the Top 3 is full brings the task back to the list', async ({
  page,
}) => {
  await openToday(page, {
    tasks: ['First', 'Second', 'Third'].map((title, order) => ({ title, isPriority: true, order })),
  });
  await expect(taskRow(page, 'Third')).toBeVisible();
  await page.getByRole('button', { name: 'More actions for First' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await addPriority(page, 'Fourth');
  await saved(page, 'POST', () => toast(page).getByRole('button', { name: 'Undo' }).click());
  const list = page.getByRole('list', { name: 'Tasks', exact: true });
  await expect(list.getByText('First')).toBeVisible();
  await expect(priorities(page).getByText('First')).toHaveCount(0);
  await expect(page.getByText('Not saved')).toHaveCount(0);
  await page.reload();
  await expect(list.getByText('First')).toBeVisible();
});

test('the cards fit a desktop and a phone, and the end of the task list can be scrolled to', async ({
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

  test('nothing but the content below the priorities moves when the day’s figures arrive', async ({
    page,
  }) => {
    // Deliver the replies one after the other, as over a slow connection.
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
    // The content below the priorities may move, because their number is not known before they arrive.
    expect(moved.filter((text) => !/^(Today’s Schedule|Tasks)/.test(text))).toEqual([]);
  });
});

test.describe('the hours of Today’s Schedule', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });

  const NOW = '2026-11-20T10:40:00-08:00';
  const HOUR = 56;
  const report = { title: 'Write report', estimateMinutes: 40 };
  const hours = (page: Page) => page.getByRole('group', { name: 'Hours' });
  const column = (page: Page) => page.locator('section[data-day="2026-11-20"]');
  const label = (page: Page) => page.locator('[data-over]');

  /** Returns the server's events, with the task of each. */
  const onServer = (page: Page) =>
    page.evaluate(async () => {
      const all = (await (await fetch('/api/events')).json()) as {
        title: string;
        start: string;
        end: string;
        taskId: number | null;
      }[];
      return all.map(({ title, start, end, taskId }) => ({ title, start, end, taskId }));
    });

  async function openAt(page: Page, seed: Seed) {
    await page.clock.setFixedTime(NOW);
    await openToday(page, seed);
  }

  /** Returns a point in the hours at this minute after midnight. */
  async function pointAt(page: Page, minute: number) {
    const { x, y, width } = (await column(page).boundingBox())!;
    return { x: x + width / 2, y: y + (minute / 60) * HOUR + 4 };
  }

  async function press(page: Page, title: string) {
    const { x, y, height } = (await taskRow(page, title).boundingBox())!;
    await page.mouse.move(x + 160, y + height / 2);
    await page.mouse.down();
  }

  test('dragging a task to a time by mouse makes a block of its estimate, rounded to 15 minutes', async ({
    page,
  }) => {
    await openAt(page, { tasks: [report] });
    await expect(column(page)).toBeVisible();
    const noon = await pointAt(page, 12 * 60);

    await test.step('Escape cancels the drag, and so does a drop outside of the hours', async () => {
      await press(page, 'Write report');
      await page.mouse.move(noon.x, noon.y, { steps: 4 });
      await expect(column(page).getByText('12 – 12:45 PM')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(column(page).getByText('12 – 12:45 PM')).toBeHidden();
      await page.mouse.up();
      await press(page, 'Write report');
      await page.mouse.move(noon.x - 400, 20, { steps: 4 });
      await expect(label(page)).toContainText('Write report 45m');
      await page.mouse.up();
      await expect(label(page)).toBeHidden();
      expect(await onServer(page)).toEqual([]);
    });

    await test.step('a dropped task gets a block', async () => {
      await press(page, 'Write report');
      await page.mouse.move(noon.x, noon.y, { steps: 4 });
      await saved(page, 'POST', () => page.mouse.up());
      await expect(toast(page)).toContainText('Task scheduled');
      await expect(box(page, 'Write report')).toContainText('12 – 12:45 PM');
      await expect(column(page).getByRole('checkbox', { name: 'Write report' })).toBeVisible();
      await expect
        .poll(() => onServer(page))
        .toEqual([
          {
            title: 'Write report',
            start: '2026-11-20T12:00:00-08:00',
            end: '2026-11-20T12:45:00-08:00',
            taskId: 1001,
          },
        ]);
    });

    await test.step('the block is moved, and a drag of its edge resizes it', async () => {
      const place = (await box(page, 'Write report').boundingBox())!;
      await page.mouse.move(place.x + 120, place.y + 20);
      await page.mouse.down();
      await page.mouse.move(place.x + 120, place.y + 20 + HOUR / 2, { steps: 4 });
      await saved(page, 'PATCH', () => page.mouse.up());
      await expect(box(page, 'Write report')).toContainText('12:30 – 1:15 PM');
      const edge = (await box(page, 'Write report').locator('[data-edge="end"]').boundingBox())!;
      await page.mouse.move(edge.x + 120, edge.y + 4);
      await page.mouse.down();
      await page.mouse.move(edge.x + 120, edge.y + 4 + HOUR / 4, { steps: 4 });
      await saved(page, 'PATCH', () => page.mouse.up());
      await expect(box(page, 'Write report')).toContainText('12:30 – 1:30 PM');
    });

    await test.step('the hours scroll along when a task is dragged to the edge', async () => {
      // The hours end below the screen, so they scroll at the screen's edge.
      const { x, y, width, height } = (await hours(page).boundingBox())!;
      const screen = page.viewportSize()!;
      expect(y + height).toBeGreaterThan(screen.height);
      const top = () => hours(page).evaluate(({ scrollTop }) => scrollTop);
      const before = await top();
      await press(page, 'Write report');
      await page.mouse.move(x + width / 2, screen.height - 8, { steps: 4 });
      await expect.poll(top).toBeGreaterThan(before + 100);
      await page.keyboard.press('Escape');
      await page.mouse.up();
    });
  });

  test('a step is reordered by its handle, and scheduled by its title', async ({ page }) => {
    await openAt(page, {
      tasks: [
        { id: 1, title: 'Move' },
        { title: 'Boxes', parentId: 1, position: 'a0' },
        { title: 'Van', parentId: 1, position: 'a1' },
      ],
    });
    await page.getByRole('button', { name: '0 of 2 steps' }).click();
    await expect(column(page)).toBeVisible();
    const noon = await pointAt(page, 12 * 60);
    const van = page
      .getByRole('list', { name: /^Steps of/ })
      .getByRole('listitem')
      .filter({ hasText: 'Van' });
    const { x, y } = (await van.getByTitle('Drag to move').boundingBox())!;
    await page.mouse.move(x + 10, y + 10);
    await page.mouse.down();
    await page.mouse.move(noon.x, y - 60, { steps: 4 });
    await expect(van).toHaveAttribute('data-held', 'true');
    await expect(label(page)).toBeHidden();
    await saved(page, 'PATCH', () => page.mouse.up());
    await expect(page.locator('[aria-label^="Steps of"] > li > p')).toHaveText(['Van', 'Boxes']);
    expect(await onServer(page)).toEqual([]);

    const title = (await van.locator('p').boundingBox())!;
    await page.mouse.move(title.x + 60, title.y + 10);
    await page.mouse.down();
    await page.mouse.move(noon.x, noon.y, { steps: 4 });
    await saved(page, 'POST', () => page.mouse.up());
    expect(await onServer(page)).toMatchObject([{ title: 'Van' }]);
    await expect(page.locator('[aria-label^="Steps of"] > li > p')).toHaveText(['Van', 'Boxes']);
  });

  test('a task can be scheduled, moved and ticked by keyboard alone, and axe finds nothing', async ({
    page,
  }) => {
    await openAt(page, {
      tasks: [report],
      events: [
        { title: 'Review', start: '2026-11-20T11:00:00-08:00', end: '2026-11-20T12:40:00-08:00' },
      ],
    });
    await taskRow(page, 'Write report')
      .getByRole('button', { name: /More actions/ })
      .focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Schedule…' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByLabel('Day')).toBeFocused();
    await expectAccessible(page);
    await saved(page, 'POST', () => page.keyboard.press('Enter'));
    await expect(
      taskRow(page, 'Write report').getByRole('button', { name: /More actions/ }),
    ).toBeFocused();
    const block = box(page, 'Write report');
    await expect(block).toContainText('12:45 – 1:30 PM');
    await block.focus();
    await saved(page, 'PATCH', () => page.keyboard.press('Alt+ArrowUp'));
    await expect(block).toBeFocused();
    await expect(page.getByText('Write report: Nov 20, 12:30 PM – 1:15 PM')).toBeAttached();
    await saved(page, 'PATCH', () => page.keyboard.press('Shift+ArrowDown'));
    await expect(page.getByText('Write report: Nov 20, 12:30 PM – 1:30 PM')).toBeAttached();
    await page.keyboard.press('Tab');
    await expect(column(page).getByRole('checkbox')).toBeFocused();
    await expectAccessible(page);
    await column(page).getByRole('checkbox').focus();
    await saved(page, 'PATCH', () => page.keyboard.press('Space'));
    await expect(
      taskRow(page, 'Write report').getByRole('checkbox', { name: 'Write report' }),
    ).toBeChecked();
  });

  test.describe('with a finger', () => {
    test.use({ viewport: { width: 1180, height: 820 }, hasTouch: true });

    test('a long press drags a task to the hours, and a swipe over the list scrolls', async ({
      page,
    }) => {
      await openAt(page, {
        tasks: [...Array.from({ length: 20 }, (_, index) => ({ title: `Task ${index}` })), report],
      });
      await expect(column(page)).toBeVisible();
      const client = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
        client.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
        });
      const row = (await taskRow(page, 'Write report').boundingBox())!;
      const from = { x: row.x + 160, y: row.y + row.height / 2 };
      await touch('touchStart', from.x, from.y);
      await expect(label(page)).toContainText('Write report');
      const noon = await pointAt(page, 12 * 60);
      for (let step = 1; step <= 5; step++)
        await touch(
          'touchMove',
          from.x + ((noon.x - from.x) * step) / 5,
          from.y + ((noon.y - from.y) * step) / 5,
        );
      await expect(column(page).getByText('12 – 12:45 PM')).toBeVisible();
      await saved(page, 'POST', async () => {
        await touch('touchEnd');
      });
      await expect(box(page, 'Write report')).toContainText('12 – 12:45 PM');

      const moves = [1, 2, 3, 4, 5, 6].map((step) => from.y - step * 20);
      await Promise.all([
        touch('touchStart', from.x, from.y),
        ...moves.map((y) => touch('touchMove', from.x, y)),
        touch('touchEnd'),
      ]);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(40);
      expect(await onServer(page)).toHaveLength(1);
    });
  });

  test.describe('on a phone', () => {
    test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

    test('the day is a list that a tap turns into hours, and axe finds nothing in either', async ({
      page,
    }) => {
      await openAt(page, {
        tasks: [report],
        events: [
          {
            title: 'Old title',
            start: '2026-11-20T12:00:00-08:00',
            end: '2026-11-20T13:00:00-08:00',
            taskId: 1001,
          },
        ],
      });
      const list = page.getByRole('list', { name: 'Events' });
      await expect(list.getByRole('listitem')).toContainText('Write report');
      await expect(list.getByRole('checkbox', { name: 'Write report' })).toBeVisible();
      await expect(column(page)).toBeHidden();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Hours' }).tap();
      await expect(box(page, 'Write report')).toContainText('12 – 1 PM');
      await expect(list).toBeHidden();
      await expectNoSideScroll(page);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'List' }).tap();
      await expect(list).toBeVisible();
    });
  });
});
