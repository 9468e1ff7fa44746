import type { Locator, Page } from '@playwright/test';
import {
  FAILED_REQUEST,
  PHONE,
  dialogEntries,
  expect,
  expectNoSideScroll,
  heading,
  openTasks,
  signUp,
  taskRow,
  test,
  toast,
} from './fixtures';
import { screenPaths } from '../src/lib/screens';
import { smallTargets } from './touchTargets';

const ON_ITS_SIDE = { width: 844, height: 390 };

test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Tabs' });
const openMenuOf = (page: Page, title: string) =>
  taskRow(page, title)
    .getByRole('button', { name: /More actions/ })
    .tap();

async function remove(page: Page, title: string): Promise<void> {
  await openMenuOf(page, title);
  await page.getByRole('menuitem', { name: 'Delete' }).tap();
  await expect(toast(page)).toContainText('Task deleted');
  await dialogEntries(page, 0);
}

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return { ...box, bottom: box.y + box.height, right: box.x + box.width };
};

/** Whether a tap in the middle of an element reaches the element. */
const isOnTop = (locator: Locator) =>
  locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

async function swipe(page: Page, row: Locator, by: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const { x, y, width, height } = await boxOf(row);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...parts: number[]) => {
    const touchPoints = parts.map((part) => ({ x: x + width / 2 + by * part, y: y + height / 2 }));
    return client.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  // Sent together. Waiting for responses would make the swipe a long press.
  await Promise.all([
    touch('touchStart', 0),
    ...[0.25, 0.5, 0.75, 1].map((part) => touch('touchMove', part)),
    touch('touchEnd'),
  ]);
}

const titles = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ title: `Task number ${index + 1}` }));

test.describe('on its side', () => {
  test.use({ viewport: ON_ITS_SIDE });

  test('a phone on its side has the phone’s bars, and its week shows an hour above the tabs', async ({
    page,
  }) => {
    await page.clock.setFixedTime('2026-11-20T10:00:00');
    await signUp(page, {});
    await page.goto('/calendar?view=week');
    await expect(heading(page, 'Calendar')).toBeVisible();
    await expect(tabs(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
    await expect(page.getByRole('complementary')).toBeHidden();
    await expectNoSideScroll(page);
    const hour = await boxOf(page.getByText('9 AM', { exact: true }));
    expect(hour.bottom).toBeLessThan((await boxOf(tabs(page))).y);
    for (const path of screenPaths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSideScroll(page);
    }
  });

  test('the last action of a row’s menu can be scrolled to on a phone on its side', async ({
    page,
  }) => {
    await signUp(page, { tasks: titles(3) });
    await openTasks(page);
    await openMenuOf(page, 'Task number 3');
    const last = page.getByRole('menuitem', { name: 'Delete' });
    await last.scrollIntoViewIfNeeded();
    expect(await isOnTop(last)).toBe(true);
  });
});

test.describe('a low window with a mouse', () => {
  test.use({ viewport: ON_ITS_SIDE, hasTouch: false, isMobile: false });

  test('a low window with a mouse keeps the sidebar', async ({ page }) => {
    await signUp(page, {});
    await page.goto('/notes');
    await expect(heading(page, 'Notes')).toBeVisible();
    await expect(page.getByRole('complementary')).toBeVisible();
    await expect(tabs(page)).toBeHidden();
  });
});

test.describe('a rejected change', () => {
  test.use({ expectedErrors: FAILED_REQUEST });

  test('a change that needs attention makes no screen wider, and its row keeps its menu', async ({
    page,
  }) => {
    await page.route('**/api/tasks/*', (route) =>
      route.fulfill({ status: 400, contentType: 'text/plain', body: 'This can’t be saved.' }),
    );
    await signUp(page, { tasks: titles(3) });
    await openTasks(page);
    const row = taskRow(page, 'Task number 2');
    await row.getByRole('checkbox').tap();
    await expect(page.getByRole('link', { name: '1 change needs attention' })).toBeVisible();
    await expectNoSideScroll(page);
    for (const name of ['Search', 'Menu'])
      expect((await boxOf(page.getByRole('button', { name }))).right).toBeLessThanOrEqual(
        PHONE.width,
      );
    const title = await boxOf(row.getByText('Task number 2', { exact: true }));
    const menu = await boxOf(row.getByRole('button', { name: /More actions/ }));
    const retry = await boxOf(row.getByRole('button', { name: 'Retry' }));
    expect(Math.abs(menu.y + menu.height / 2 - (title.y + title.height / 2))).toBeLessThan(12);
    expect(retry.y).toBeGreaterThanOrEqual(title.bottom - 8);
    for (const path of ['/today', '/calendar', '/settings']) {
      await page.goto(path);
      await expect(page.getByText('1 change needs attention')).toBeVisible();
      await expectNoSideScroll(page);
    }
    await page.setViewportSize({ width: 320, height: 568 });
    await expectNoSideScroll(page);
  });
});

test('the first swipe over one of 300 tasks completes it', async ({ page }) => {
  await signUp(page, { tasks: titles(300) });
  await openTasks(page);
  const row = taskRow(page, 'Task number 299');
  await expect(row).toHaveAttribute('aria-setsize', '300');
  await expect(page.getByRole('list', { name: 'Tasks' })).toHaveAttribute('data-rows', 'ready');
  await swipe(page, row.getByText('Task number 299', { exact: true }), 160);
  await expect(row.getByRole('checkbox')).toBeChecked();
});

test('the first swipe in a short list completes a task', async ({ page }) => {
  await signUp(page, { tasks: titles(3) });
  await openTasks(page);
  await expect(page.getByRole('list', { name: 'Tasks' })).toHaveAttribute('data-rows', 'ready');
  const row = taskRow(page, 'Task number 2');
  await swipe(page, row.getByText('Task number 2', { exact: true }), 160);
  await expect(row.getByRole('checkbox')).toBeChecked();
});

test('Back closes a row’s menu, then ends a selection, and only then leaves the screen', async ({
  page,
}) => {
  await signUp(page, { tasks: titles(3) });
  await page.goto('/notes');
  await expect(heading(page, 'Notes')).toBeVisible();
  await tabs(page).getByRole('link', { name: 'Tasks' }).tap();
  await expect(heading(page, 'Task Management')).toBeVisible();

  await openMenuOf(page, 'Task number 2');
  await page.getByRole('menuitem', { name: 'Day…' }).tap();
  await expect(page.getByRole('menuitemradio', { name: 'Tomorrow' })).toBeVisible();
  await dialogEntries(page, 1);
  await page.goBack();
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(page).toHaveURL(/\/tasks$/);
  await expect(taskRow(page, 'Task number 2').getByRole('button', { name: /More/ })).toBeFocused();

  await taskRow(page, 'Task number 2')
    .getByText('Task number 2', { exact: true })
    .click({ modifiers: ['ControlOrMeta'] });
  const selected = page.getByRole('toolbar', { name: 'Selected tasks' });
  await expect(selected).toBeVisible();
  await dialogEntries(page, 1);
  await selected.getByRole('button', { name: 'Day' }).tap();
  await expect(page.getByRole('menu')).toBeVisible();
  await dialogEntries(page, 2);
  await page.goBack();
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(selected).toBeVisible();
  await page.goBack();
  await expect(selected).toBeHidden();
  await expect(page).toHaveURL(/\/tasks$/);

  await page.goBack();
  await expect(page).toHaveURL(/\/notes$/);
});

test('a row’s menu is a sheet at the lower edge, over the tabs, with every action in reach', async ({
  page,
}) => {
  await signUp(page, { tasks: titles(3) });
  await openTasks(page);
  await openMenuOf(page, 'Task number 1');
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  for (const item of await menu.getByRole('menuitem').all()) {
    expect(await isOnTop(item), await item.innerText()).toBe(true);
    expect((await boxOf(item)).height).toBeGreaterThanOrEqual(44);
  }
  const { bottom } = await boxOf(menu);
  expect(bottom).toBeGreaterThanOrEqual(PHONE.height - 10);
  expect(bottom).toBeLessThanOrEqual(PHONE.height);
  for (const tab of await tabs(page).getByRole('link').all())
    expect(await isOnTop(tab)).toBe(false);
});

test('a toast doesn’t cover the actions of a menu', async ({ page }) => {
  await signUp(page, { tasks: titles(3) });
  await openTasks(page);
  await remove(page, 'Task number 1');
  await openMenuOf(page, 'Task number 2');
  await expect(toast(page)).toBeVisible();
  for (const item of await page.getByRole('menuitem').all())
    expect(await isOnTop(item), await item.innerText()).toBe(true);
});

test('a toast doesn’t cover the buttons of a dialog', async ({ page }) => {
  await signUp(page, { tasks: titles(3) });
  await openTasks(page);
  await remove(page, 'Task number 1');
  await page.getByRole('button', { name: 'More actions for Task number 2' }).tap();
  await page.getByRole('menuitem', { name: 'Details…' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Task details' });
  await expect(dialog.getByLabel('Title')).toBeVisible();
  await expect(toast(page)).toBeVisible();
  for (const button of await dialog.getByRole('button').all())
    expect(await isOnTop(button), await button.innerText()).toBe(true);
});

test('the button that adds a task is above the tabs, and the last row can be reached above the button', async ({
  page,
}) => {
  await signUp(page, { tasks: titles(30) });
  await page.goto('/today');
  const add = page.getByRole('button', { name: 'Add a task' });
  await expect(add).toBeVisible();
  expect((await boxOf(add)).bottom).toBe((await boxOf(tabs(page))).y);
  expect((await boxOf(add)).width).toBe(PHONE.width);
  await expect(taskRow(page, 'Task number 1')).toBeAttached();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const last = page
    .getByRole('list', { name: 'Tasks' })
    .getByRole('button', { name: /More actions/ })
    .last();
  await expect.poll(() => isOnTop(last)).toBe(true);
  await add.tap();
  await expect(page.getByLabel('New task')).toBeFocused();
  await expect(add).toBeHidden();
});

test.describe('a small phone', () => {
  test.use({ viewport: { width: 320, height: 568 } });

  test('the dialog of an event shows all its fields, and dates with their year', async ({
    page,
  }) => {
    await signUp(page, {});
    await page.goto('/calendar');
    await page.getByRole('button', { name: 'Add Event' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Create Event' });
    for (const name of ['Title', 'All day', 'Start date', 'Start time', 'End date', 'End time'])
      await expect(dialog.getByLabel(name, { exact: true })).toBeInViewport({ ratio: 1 });
    await dialog.getByText('Indigo').scrollIntoViewIfNeeded();
    await expect(dialog.getByText('Indigo')).toBeInViewport({ ratio: 1 });
    for (const name of ['Start date', 'End date'])
      expect(
        await dialog.getByLabel(name).evaluate((field) => {
          const { font, paddingLeft, paddingRight } = getComputedStyle(field);
          const canvas = document.createElement('canvas').getContext('2d')!;
          canvas.font = font;
          // The width of the text and of the browser's button beside it.
          const needed = canvas.measureText('12/30/2026').width + 24;
          const available =
            field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
          return available - needed;
        }),
      ).toBeGreaterThan(0);
  });

  test('the cards of today are only as tall as their text', async ({ page }) => {
    await signUp(page, { tasks: titles(3) });
    await page.goto('/today');
    for (const name of ['Daily Progress', 'Focus Time', 'Next Up']) {
      const card = page.getByRole('region', { name });
      await expect(card.locator('[data-part="value"]')).toBeVisible();
      const text = await boxOf(card.locator('p:visible').last());
      expect((await boxOf(card)).bottom - text.bottom, name).toBeLessThanOrEqual(20);
    }
    await expectNoSideScroll(page);
  });
});

test('the details in a task’s row are below its title, even if the title wraps', async ({
  page,
}) => {
  const title = 'Send the budget to Priya for the sign-off before the meeting on Monday';
  await signUp(page, { tasks: [{ title, estimateMinutes: 30 }] });
  await page.goto('/tasks');
  const text = page.getByRole('button', { name: title, exact: true });
  const [bottom, lines] = await text.evaluate((button) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    return [range.getBoundingClientRect().bottom, range.getClientRects().length];
  });
  expect(lines).toBeGreaterThan(1);
  const facts = await page.getByRole('main').getByText('30m', { exact: true }).boundingBox();
  expect(facts?.y).toBeGreaterThanOrEqual(bottom - 4);
});

test('colors that a person picks can be seen in both themes', async ({ page }) => {
  await signUp(page, {
    categories: [
      { id: 1, name: 'Snow', color: '#FFFFFF' },
      { id: 2, name: 'Coal', color: '#000000' },
    ],
    tasks: [
      { title: 'White', categoryId: 1 },
      { title: 'Black', categoryId: 2 },
    ],
  });
  await page.goto('/tasks');
  await expect(taskRow(page, 'White')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const title of ['White', 'Black'])
      expect(
        await taskRow(page, title)
          .getByRole('checkbox')
          .evaluate((box) => {
            const luminance = (color: string) => {
              const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
                const share = Number(part) / 255;
                return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
              });
              return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
            };
            const panel = box.closest('section') ?? document.body;
            const [darker = 0, lighter = 0] = [
              luminance(getComputedStyle(box).borderTopColor),
              luminance(getComputedStyle(panel).backgroundColor),
            ].sort((a, b) => a - b);
            return (lighter + 0.05) / (darker + 0.05);
          }),
        `${title} in ${colorScheme}`,
      ).toBeGreaterThanOrEqual(3);
  }
});

test('every control on the screens is at least 44 px in each direction', async ({ page }) => {
  await page.clock.setFixedTime('2026-11-20T10:00:00');
  await signUp(page, {
    tasks: [
      { title: 'Write the offer', plannedDay: '2026-11-20', isPriority: true, categoryId: 1 },
      { title: 'Call Noor', plannedDay: '2026-11-20', estimateMinutes: 30 },
      { title: 'Send the invoice' },
    ],
    events: [
      {
        title: 'Stand-up',
        start: '2026-11-20T09:00:00Z',
        end: '2026-11-20T09:30:00Z',
      },
    ],
    notes: [{ title: 'Retrospective', content: '- [ ] Book a room' }],
  });
  const expectLarge = async (where: string) =>
    expect.soft(await smallTargets(page), where).toEqual([]);
  for (const path of [...screenPaths, '/calendar?view=week']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('p[data-state="saved"]')).toBeAttached();
    await expectLarge(path);
  }

  await openTasks(page);
  await page.getByLabel('Filter by category').selectOption('Edit categories…');
  await page.getByRole('dialog').getByRole('button', { name: 'Edit Work' }).tap();
  await expect(page.getByLabel('Name')).toBeVisible();
  await expectLarge('the dialog of the categories');

  await page.goto('/calendar');
  await page.getByRole('button', { name: 'Add Event' }).tap();
  await expect(page.getByRole('dialog', { name: 'Create Event' })).toBeVisible();
  await expectLarge('the dialog of an event');

  await page.goto('/today');
  await page.getByRole('button', { name: 'Menu' }).tap();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expectLarge('the menu');
});

test('a task’s facts and its category are on one line', async ({ page }) => {
  await page.clock.setFixedTime('2026-11-20T08:30:00');
  const at = (time: string) => new Date(`2026-11-20T${time}:00`).toISOString();
  await signUp(page, {
    tasks: [
      {
        id: 501,
        title: 'Offer',
        categoryId: 1,
        plannedDay: '2026-11-20',
        deadline: '2026-11-20',
        estimateMinutes: 90,
        repeat: { every: 'week', interval: 2, from: 'schedule', weekdays: [1, 3, 5] },
      },
      { id: 502, title: 'Taxes', categoryId: 2, deadline: '2026-11-18', plannedDay: '2026-11-17' },
      { title: 'Draft', parentId: 501 },
    ],
    events: [{ title: 'x', start: at('09:15'), end: at('09:45'), taskId: 501 }],
  });
  await page.goto('/today');
  for (const width of [PHONE.width, 320]) {
    await page.setViewportSize({ ...PHONE, width });
    await expectNoSideScroll(page);
    for (const [title, first, category] of [
      ['Offer', '9:15 – 9:45 AM', 'Work'],
      ['Taxes', /^Overdue/, 'Personal'],
    ] as const) {
      const row = page
        .getByRole('list', { name: 'Tasks' })
        .getByRole('listitem')
        .filter({ has: page.getByRole('checkbox', { name: title }) });
      const fact = await boxOf(row.getByText(first).first());
      const label = await boxOf(row.getByText(category, { exact: true }));
      expect(Math.abs(fact.y + fact.height / 2 - (label.y + label.height / 2))).toBeLessThan(6);
      expect(label.x).toBeGreaterThan(fact.right);
      expect((await boxOf(row)).height).toBeLessThan(80);
    }
  }
});

test('while planning, a left-over task is swiped to today or to another day', async ({ page }) => {
  await page.clock.setFixedTime('2026-11-20T08:30:00');
  await signUp(page, {
    tasks: [
      { title: 'Invoice', plannedDay: '2026-11-18' },
      { title: 'Taxes', plannedDay: '2026-11-17' },
    ],
  });
  await page.goto('/today');
  await page.getByRole('button', { name: 'Plan the day' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Plan the day' });
  const row = (title: string) =>
    dialog
      .getByRole('list', { name: 'Left over' })
      .getByRole('listitem')
      .filter({ hasText: title });
  await expect(row('Taxes')).toBeVisible();
  await swipe(page, row('Invoice').getByRole('button', { name: 'Invoice', exact: true }), 160);
  await expect(dialog).toContainText('“Invoice” planned for today.');
  await swipe(page, row('Taxes').getByRole('button', { name: 'Taxes', exact: true }), -160);
  await expect(dialog.getByLabel('Another day for Taxes')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('“Taxes” planned for tomorrow.');
});
