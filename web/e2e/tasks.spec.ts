import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import {
  PHONE,
  allSaved,
  dialogEntries,
  expect,
  expectNoSideScroll,
  heading,
  openTasks,
  saved,
  signUp,
  taskRow,
  test,
  toast,
} from './fixtures';

test('tasks can be added, ticked, renamed, deleted and restored by keyboard alone', async ({
  page,
}) => {
  await signUp(page, { categories: [], tasks: [{ title: 'Below' }] });
  const below = taskRow(page, 'Below');
  const title = 'By keys';
  const row = taskRow(page, title);
  const more = row.getByRole('button', { name: /More actions/ });

  await test.step('two tabs that create the default categories at once leave four', async () => {
    const other = await page.context().newPage();
    await Promise.all([page.goto('/tasks'), other.goto('/tasks')]);
    await expect(other.getByLabel('Filter by category').getByRole('option')).toHaveCount(6);
    const names = () =>
      other.evaluate(async () =>
        ((await (await fetch('/api/categories')).json()) as { name: string }[]).map(
          ({ name }) => name,
        ),
      );
    await expect.poll(names).toEqual(['Work', 'Personal', 'Learning', 'Health']);
    await other.close();
    await openTasks(page);
  });

  await test.step('adding', async () => {
    await page.keyboard.press('n');
    await expect(page.getByLabel('New task')).toBeFocused();
    await page.keyboard.type(title);
    await saved(page, 'POST', () => page.keyboard.press('Enter'));
    // The quick-entry line stays open for the next task.
    await expect(page.getByLabel('New task')).toBeFocused();
    await expect(page.getByLabel('New task')).toHaveValue('');
  });

  await test.step('ticking', async () => {
    await row.getByRole('checkbox').focus();
    await saved(page, 'PATCH', () => page.keyboard.press('Space'));
    await expect(row.getByRole('checkbox')).toBeChecked();
    await expect(page.getByRole('listitem').first()).toContainText(title);
  });

  const renamed = taskRow(page, 'Renamed').getByRole('button', { name: /More actions/ });
  await test.step('renaming', async () => {
    await page.keyboard.press('Tab');
    await expect(row.getByRole('button', { name: title, exact: true })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(more).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Task title')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Renamed');
    await saved(page, 'PATCH', () => page.keyboard.press('Enter'));
    await expect(renamed).toBeFocused();
  });

  await test.step('deleting, and Undo', async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
    await saved(page, 'DELETE', () => page.keyboard.press('Enter'));
    await expect(taskRow(page, 'Renamed')).toBeHidden();
    await expect(below.getByRole('button', { name: /More actions/ })).toBeFocused();
    await expect(toast(page)).toBeVisible();
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await expect(toast(page).getByRole('button', { name: 'Undo' })).toBeFocused();
    await saved(page, 'POST', () => page.keyboard.press('Enter'));
    await expect(taskRow(page, 'Renamed').getByRole('checkbox')).toBeFocused();
    await page.reload();
    await expect(taskRow(page, 'Renamed').getByRole('checkbox')).toBeChecked();
    await expect(page.getByRole('heading', { name: 'Completed · 1' })).toBeVisible();
    await expect(page.getByRole('listitem').first()).toContainText('Below');
  });
});

test('a half-typed title survives a reload until it is canceled, and a new task is scrolled to', async ({
  page,
}) => {
  const tasks = Array.from({ length: 60 }, (_, index) => ({ title: `Task ${index + 1}` }));
  await signUp(page, { tasks });
  await openTasks(page);
  const title = page.getByLabel('Task title');
  const edit = async () => {
    await page.getByRole('button', { name: 'More actions for Task 60' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
  };
  await edit();
  await title.pressSequentially(' and more');
  await page.reload();
  await expect(title).toHaveValue('Task 60 and more');
  await title.press('Escape');
  await edit();
  await expect(title).toHaveValue('Task 60');
  await expect(title).toBeFocused();
  await title.press('Escape');

  await page.evaluate(() => scrollTo(0, 900));
  await expect(taskRow(page, 'Task 40')).toBeInViewport();
  // In a list this long only the rows in view are drawn.
  expect(await page.locator('[data-task]').count()).toBeLessThan(60);
  await page.getByRole('button', { name: 'Add Task' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('The newest');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Task' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await dialogEntries(page, 0);
  await expect(taskRow(page, 'The newest')).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('a link clicked while a dialog closes is followed, and Back returns to the screen', async ({
  page,
}) => {
  await signUp(page, {});
  await openTasks(page);
  await page.getByRole('button', { name: 'Add Task' }).click();
  await expect(page.getByRole('dialog', { name: 'Add Task' })).toBeVisible();
  await dialogEntries(page, 1);
  // The browser goes back some time after the call of `history.go`. Click a link right after the call, the earliest
  // possible moment.
  await page.evaluate(() => {
    const go = history.go.bind(history);
    history.go = (delta) => {
      go(delta);
      document.querySelector<HTMLElement>('a[href="/notes"]')?.click();
    };
  });
  await page.keyboard.press('Escape');
  await expect(heading(page, 'Notes')).toBeVisible();
  await page.getByRole('button', { name: 'New Note' }).click();
  await expect(page.getByRole('dialog', { name: 'New Note' })).toBeVisible();
  await page.evaluate(() => delete (history as Partial<History>).go);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/notes');
  await expect(page.getByRole('dialog')).toBeHidden();
  await dialogEntries(page, 0);
  await page.goBack();
  await expect(heading(page, 'Task Management')).toBeVisible();
  await expect(page).toHaveURL('/tasks');
});

const step = (page: Page, title: string) =>
  page
    .getByRole('list', { name: /^Steps of/ })
    .getByRole('listitem')
    .filter({ hasText: title });
const stepTitles = (page: Page) =>
  page.locator('[aria-label^="Steps of"] > li > p').allTextContents();

/** Opens the steps of a task that has these steps and is below `others` other tasks. */
async function openSteps(page: Page, titles: readonly string[], others = 0) {
  const created = (minute: number) => `2026-11-20T08:${String(minute).padStart(2, '0')}:00Z`;
  await signUp(page, {
    tasks: [
      { id: 1, title: 'Move', createdAt: created(0) },
      ...titles.map((title, index) => ({ title, parentId: 1, position: `a${index}` })),
      ...Array.from({ length: others }, (_, index) => ({
        title: `Other ${index}`,
        createdAt: created(index + 1),
      })),
    ],
  });
  await openTasks(page);
  await page.getByRole('button', { name: /0 of \d steps/ }).click();
  await expect(page.getByRole('list', { name: 'Steps of Move' })).toBeVisible();
}

/** Waits until the page has stopped scrolling after a swipe. Scrolling would move the next target. */
const scrollingEnded = (page: Page) =>
  page.evaluate(async () => {
    for (let still = 0, at = scrollY; still < 10; at = scrollY) {
      await new Promise(requestAnimationFrame);
      still = scrollY === at ? still + 1 : 0;
    }
  });

/** Returns the middle of a step's handle. */
async function handleOf(page: Page, title: string) {
  const { x, y, width, height } = (await step(page, title)
    .getByTitle('Drag to move')
    .boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

test('a step can be dragged to another position by mouse, and Escape cancels the drag', async ({
  page,
}) => {
  await openSteps(page, ['Boxes', 'Keys', 'Van', 'Bank']);
  const grab = async (title: string, onto: string) => {
    const [from, to] = [await handleOf(page, title), await handleOf(page, onto)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
  };
  const list = page.getByRole('list', { name: 'Steps of Move' });

  await grab('Van', 'Boxes');
  await expect(step(page, 'Van')).toHaveAttribute('data-held', 'true');
  await page.keyboard.press('Escape');
  await expect(step(page, 'Van')).not.toHaveAttribute('data-held', 'true');
  await page.mouse.up();
  expect(await stepTitles(page)).toEqual(['Boxes', 'Keys', 'Van', 'Bank']);

  // In a full run, this press sometimes grabs no step. The cause is unknown.
  await expect(async () => {
    await page.mouse.up();
    await grab('Van', 'Boxes');
    await expect(step(page, 'Van')).toHaveAttribute('data-held', 'true', { timeout: 2_000 });
  }).toPass();
  // The other steps move away and leave the new position free.
  await expect
    .poll(async () => {
      const top = (await list.boundingBox())!.y;
      const { y, height } = (await step(page, 'Boxes').boundingBox())!;
      return Math.round(y - top - height);
    })
    .toBe(0);
  await saved(page, 'PATCH', () => page.mouse.up());
  expect(await stepTitles(page)).toEqual(['Van', 'Boxes', 'Keys', 'Bank']);
  await expect(page.getByText('Van is now 1 of 4')).toBeAttached();

  await grab('Van', 'Keys');
  await saved(page, 'PATCH', () => page.mouse.up());
  await page.reload();
  await page.getByRole('button', { name: '0 of 4 steps' }).click();
  await expect(step(page, 'Bank')).toBeVisible();
  expect(await stepTitles(page)).toEqual(['Boxes', 'Keys', 'Van', 'Bank']);
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('a finger on the handle drags a step at once, and a swipe over the title scrolls', async ({
    page,
  }) => {
    await openSteps(page, ['Boxes', 'Keys', 'Van'], 12);
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      });
    const scrolled = () => page.evaluate(() => scrollY);
    /**
     * Moves a finger by this many px, in parts that are sent together. Waiting for responses would make the swipe a
     * long press.
     */
    const swipe = (from: { x: number; y: number }, by: number) =>
      Promise.all([
        touch('touchStart', from.x, from.y),
        ...[1, 2, 3, 4, 5, 6].map((part) => touch('touchMove', from.x, from.y + (by * part) / 6)),
        touch('touchEnd'),
      ]);
    for (const title of ['Boxes', 'Keys', 'Van']) {
      const { width, height } = (await step(page, title).getByTitle('Drag to move').boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await expectNoSideScroll(page);

    await step(page, 'Keys').evaluate((row) => row.scrollIntoView({ block: 'center' }));
    const before = await scrolled();
    const below = (await handleOf(page, 'Van')).y - (await handleOf(page, 'Keys')).y;
    const handle = await handleOf(page, 'Keys');
    await saved(page, 'PATCH', async () => {
      await swipe(handle, below + 10);
    });
    expect(await stepTitles(page)).toEqual(['Boxes', 'Van', 'Keys']);
    expect(await scrolled()).toBe(before);

    const title = (await step(page, 'Van').locator('p').boundingBox())!;
    await swipe({ x: title.x + 40, y: title.y + 10 }, 120);
    await expect.poll(scrolled).toBeLessThan(before - 40);
    expect(await stepTitles(page)).toEqual(['Boxes', 'Van', 'Keys']);

    await scrollingEnded(page);
    await step(page, 'Keys').evaluate((row) => row.scrollIntoView({ block: 'center' }));
    const start = await scrolled();
    const from = await handleOf(page, 'Boxes');
    await touch('touchStart', from.x, from.y);
    await touch('touchMove', from.x, from.y - 60);
    await touch('touchMove', from.x, 20);
    await expect.poll(scrolled).toBeLessThan(start - 60);
    await touch('touchEnd');
    expect(await stepTitles(page)).toEqual(['Boxes', 'Van', 'Keys']);
  });

  test('a swipe completes or schedules a task, each with Undo, and a long press selects it', async ({
    page,
  }) => {
    await signUp(page, { tasks: ['One', 'Two', 'Three'].map((title) => ({ title })) });
    await openTasks(page);
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      });
    const middleOf = async (title: string) => {
      const { x, y, width, height } = (await taskRow(page, title).getByText(title).boundingBox())!;
      return { x: x + width / 2, y: y + height / 2 };
    };
    const swipe = async (title: string, by: number) => {
      const { x, y } = await middleOf(title);
      // Sent together. Waiting for responses would make the swipe a long press.
      await Promise.all([
        touch('touchStart', x, y),
        ...[1, 2, 3, 4].map((part) => touch('touchMove', x + (by * part) / 4, y)),
        touch('touchEnd'),
      ]);
    };

    // The actions of rows load after the first paint. Repeat a swipe that is too short to act until the row follows it.
    await expect(async () => {
      const { x, y } = await middleOf('Two');
      await touch('touchStart', x, y);
      for (const by of [20, 40, 60]) await touch('touchMove', x + by, y);
      const isFollowed = await taskRow(page, 'Two').getAttribute('data-swipe');
      await touch('touchEnd');
      expect(isFollowed).toBe('right');
    }).toPass();
    await expect(taskRow(page, 'Two')).not.toHaveAttribute('data-swipe');
    await expect(taskRow(page, 'Two').getByRole('checkbox')).not.toBeChecked();

    await swipe('Two', 160);
    await expect(taskRow(page, 'Two').getByRole('checkbox')).toBeChecked();
    await expect(toast(page)).toContainText('Task completed');
    // Chromium ignores a tap that comes too soon after a swipe.
    await expect(async () => {
      await toast(page).getByRole('button', { name: 'Undo' }).tap();
      await expect(taskRow(page, 'Two').getByRole('checkbox')).not.toBeChecked({ timeout: 1_000 });
    }).toPass();

    await swipe('Three', -160);
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
    await expect(toast(page)).toContainText('Task scheduled');
    await expect(toast(page).getByRole('button', { name: 'Undo' })).toBeVisible();

    const { x, y } = await middleOf('One');
    await touch('touchStart', x, y);
    await expect(page.getByText('1 task selected')).toBeVisible();
    await touch('touchEnd');
    await taskRow(page, 'Two').getByText('Two').tap();
    await expect(page.getByText('2 tasks selected')).toBeVisible();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    for (const button of await page.getByRole('toolbar').getByRole('button').all())
      expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await page.getByRole('toolbar').getByRole('button', { name: 'Complete' }).tap();
    await expect(taskRow(page, 'One').getByRole('checkbox')).toBeChecked();
    await expect(taskRow(page, 'Two').getByRole('checkbox')).toBeChecked();
  });

  test('the button on /today opens the quick-entry line at the lower edge of the screen', async ({
    page,
  }) => {
    await signUp(page, {});
    await page.goto('/today');
    await page.getByRole('button', { name: 'Add a task' }).tap();
    const line = page.getByLabel('New task');
    await expect(line).toBeFocused();
    const { y, height } = (await line.boundingBox())!;
    expect(y + height).toBeGreaterThan(PHONE.height - 80);
    await page.keyboard.type('Call Noor tomorrow 30m');
    await expect(
      page.getByRole('list', { name: 'Recognized words' }).getByRole('button'),
    ).toHaveCount(2);
    for (const chip of await page
      .getByRole('list', { name: 'Recognized words' })
      .getByRole('button')
      .all())
      expect((await chip.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await expectAccessible(page);
    await saved(page, 'POST', () => page.keyboard.press('Enter'));
    await expect(line).toBeFocused();
    await expect(line).toHaveValue('');
  });

  test('a very long title wraps on a phone, and axe finds nothing in the dialog of the categories', async ({
    page,
  }) => {
    const title = `${'unbroken'.repeat(30)} and then some more words`;
    await signUp(page, { tasks: [{ title, categoryId: 2 }] });
    await page.goto('/tasks');
    const row = taskRow(page, title);
    await expect(row).toBeVisible();
    await expectNoSideScroll(page);
    await row.getByRole('button', { name: /More actions/ }).tap();
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
    await page.keyboard.press('Escape');

    await page.getByLabel('Filter by category').selectOption('Edit categories…');
    const dialog = page.getByRole('dialog', { name: 'Categories' });
    await expect(dialog.getByRole('listitem')).toHaveCount(4);
    await dialog.getByRole('button', { name: 'Edit Work' }).tap();
    await dialog.getByLabel('Name').fill('');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete Personal' }).tap();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectAccessible(page);
    expect(
      await page.evaluate(() => document.querySelector('[role="dialog"]')?.scrollWidth),
    ).toBeLessThanOrEqual(PHONE.width);
  });

  test('the buttons for a day in Add Task are one line between Day and Deadline', async ({
    page,
  }) => {
    await signUp(page, {});
    await page.goto('/tasks');
    await page.getByRole('button', { name: 'Add a task' }).tap();
    await page.getByLabel('New task').fill('Call Noor');
    await page.getByRole('button', { name: 'Show all fields' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Add Task' });
    const boxOf = async (locator: Locator) => {
      const box = await locator.boundingBox();
      if (!box) throw new Error('It is not shown.');
      return box;
    };
    const days = await boxOf(dialog.getByRole('group', { name: 'Plan for' }));
    const first = await boxOf(dialog.getByRole('button', { name: 'Today' }));
    const day = await boxOf(dialog.getByLabel('Day', { exact: true }));
    const deadline = await boxOf(dialog.getByLabel('Deadline'));
    expect(days.y).toBeGreaterThan(day.y + day.height);
    expect(deadline.y).toBeGreaterThan(days.y + days.height);
    expect(days.height).toBe(first.height);
  });
});

test('a task of a day and a priority can be dragged to another position by mouse', async ({
  page,
}) => {
  await page.clock.setFixedTime('2026-11-20T10:00:00');
  const plannedDay = '2026-11-20';
  const titles = ['One', 'Two', 'Three', 'Four'];
  await signUp(page, {
    tasks: [
      ...titles.map((title) => ({ title, plannedDay })),
      ...['First', 'Second'].map((title, order) => ({ title, isPriority: true, order })),
    ],
  });
  const drag = async (title: string, onto: string) => {
    const handle = async (of: string) => {
      await taskRow(page, of).hover();
      const { x, y, width, height } = (await taskRow(page, of)
        .getByTitle('Drag to move')
        .boundingBox())!;
      return { x: x + width / 2, y: y + height / 2 };
    };
    const to = await handle(onto);
    const from = await handle(title);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await expect(taskRow(page, title)).toHaveAttribute('data-held', 'true');
    await saved(page, 'PATCH', () => page.mouse.up());
  };
  const shown = (list: string) =>
    page
      .getByRole('list', { name: list })
      .getByRole('checkbox')
      .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label')));

  await page.goto('/tasks?view=today');
  await expect(taskRow(page, 'One')).toBeVisible();
  const [first, second, third, fourth] = (await shown('Tasks')) as [string, string, string, string];
  await expect(page.getByRole('list', { name: 'Tasks' })).toHaveAttribute('data-rows', 'ready');
  await drag(fourth, first);
  await expect.poll(() => shown('Tasks')).toEqual([fourth, first, second, third]);
  await page.reload();
  await expect(taskRow(page, 'One')).toBeVisible();
  expect(await shown('Tasks')).toEqual([fourth, first, second, third]);

  await page.goto('/today');
  await expect(taskRow(page, 'Second')).toBeVisible();
  // The code that moves rows is loaded once the rows are painted.
  await expect(page.getByRole('list', { name: 'Priorities' })).toHaveAttribute(
    'data-rows',
    'ready',
  );
  await drag('Second', 'First');
  await expect.poll(() => shown('Priorities')).toEqual(['Second', 'First']);
  await page.reload();
  await expect(taskRow(page, 'Second')).toBeVisible();
  expect(await shown('Priorities')).toEqual(['Second', 'First']);
  await expectAccessible(page);
});

test('a click on a title edits it in the details, and a double-click in the row', async ({
  page,
}) => {
  await signUp(page, { tasks: [{ title: 'Call Noor' }] });
  await openTasks(page);
  const details = page.getByRole('dialog', { name: 'Task details' });
  const field = page.getByLabel('Task title');
  await page.getByRole('button', { name: 'Call Noor', exact: true }).click();
  await expect(details.getByLabel('Task title')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(' tomorrow');

  await test.step('what was typed in the details is edited in the row after a reload', async () => {
    await page.reload();
    await expect(field).toHaveValue('Call Noor tomorrow');
    await expect(details).toBeHidden();
    await field.focus();
    await saved(page, 'PATCH', () => page.keyboard.press('Enter'));
  });

  await page.getByRole('button', { name: 'Call Noor tomorrow', exact: true }).dblclick();
  await expect(field).toBeFocused();
  await expect(details).toBeHidden();
  await page.keyboard.type(' or later');
  await saved(page, 'PATCH', () => page.keyboard.press('Enter'));
  await expect(taskRow(page, 'Call Noor tomorrow or later')).toBeVisible();
});

test('the categories of the quick-entry line hang below it, in a list and over a screen', async ({
  page,
}) => {
  // The list is shorter than the categories.
  await signUp(page, { tasks: [{ title: 'Short list' }] });
  const expectBelow = async () => {
    await page.keyboard.type('Call Noor #');
    const line = page.getByLabel('New task');
    const list = page.getByRole('listbox', { name: 'Categories' });
    await expect(list).toBeInViewport({ ratio: 1 });
    await expect(line).toBeInViewport({ ratio: 1 });
    const [field, below] = [await line.boundingBox(), await list.boundingBox()];
    expect(below!.y).toBeGreaterThanOrEqual(field!.y + field!.height);
    await expectAccessible(page);
    await list.getByRole('option', { name: 'Health' }).click();
    await expect(line).toHaveValue('Call Noor #Health ');
    await expect(line).toBeFocused();
  };
  await page.goto('/tasks');
  await page.getByLabel('New task').click();
  await expectBelow();
  await page.goto('/notes');
  await allSaved(page);
  await page.keyboard.press('q');
  await expect(page.getByLabel('New task')).toBeFocused();
  await expectBelow();
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Call Noor');
});
