import {
  PHONE,
  addTask,
  addTaskUnsaved,
  expect,
  expectNoSideScroll,
  openTasks,
  saved,
  signUp,
  taskRow,
  test,
  toast,
} from './fixtures';

const filter = 'Filter by category';

test('an empty list says so, and default categories are created when none exist', async ({
  page,
}) => {
  await signUp(page, { categories: [] });
  await openTasks(page);
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible();
  await expect(page.getByLabel(filter).getByRole('option')).toHaveText([
    'All Categories',
    'Work',
    'Personal',
    'Learning',
    'Health',
  ]);
});

test('two tabs that seed at once leave four categories', async ({ page }) => {
  await signUp(page, { categories: [] });
  const other = await page.context().newPage();
  await Promise.all([page.goto('/tasks'), other.goto('/tasks')]);
  await expect(other.getByLabel(filter).getByRole('option')).toHaveCount(5);
  const names = () =>
    other.evaluate(async () =>
      ((await (await fetch('/api/categories')).json()) as { name: string }[]).map(
        ({ name }) => name,
      ),
    );
  await expect.poll(names).toEqual(['Work', 'Personal', 'Learning', 'Health']);
});

test('§4 a just-created task is highlighted for 2 seconds', async ({ page, person }) => {
  const title = `Call ${person.username}`;
  await page.getByRole('button', { name: 'Add Task' }).click();
  await page.getByLabel('Title').fill(title);
  // Paused: a clock that also runs on its own could pass the 2 seconds while the test looks.
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await page.keyboard.press('Enter');
  const marked = taskRow(page, title).locator('[data-new="true"]');
  await expect(marked).toBeVisible();
  await page.clock.runFor(1900);
  await expect(marked).toBeVisible();
  await page.clock.runFor(100);
  await expect(marked).toBeHidden();
});

test('the title is trimmed before it is sent, and the newest task is first', async ({
  page,
  person,
}) => {
  await addTask(page, 'First');
  await page.getByRole('button', { name: 'Add Task' }).click();
  await page.getByLabel('Title').fill('  Second  ');
  const request = page.waitForRequest(
    (sent) => sent.method() === 'POST' && sent.url().endsWith('/api/tasks'),
  );
  await page.keyboard.press('Enter');
  expect((await request).postDataJSON(), person.username).toMatchObject({
    title: 'Second',
    completed: false,
  });
  await expect(page.getByRole('listitem').getByRole('checkbox')).toHaveCount(2);
  await expect(page.getByRole('listitem').first()).toContainText('Second');
});

test('§4 completed toggles by checkbox, stays in its place, and is kept', async ({ page }) => {
  await signUp(page, { tasks: [{ title: 'Older' }, { title: 'Ticked' }] });
  await openTasks(page);
  const row = taskRow(page, 'Ticked');
  await saved(page, 'PATCH', () => row.getByRole('checkbox').check());
  await expect(page.getByRole('listitem').first()).toContainText('Ticked');
  await page.reload();
  await expect(row.getByRole('checkbox')).toBeChecked();
  await expect(page.getByRole('heading', { name: 'Completed · 1' })).toBeVisible();
  await saved(page, 'PATCH', () => row.getByRole('checkbox').uncheck());
  await page.reload();
  await expect(row.getByRole('checkbox')).not.toBeChecked();
});

test('§4 inline title edit: starts from the Edit menu; Enter and the check button save, Escape and X restore', async ({
  page,
}) => {
  await signUp(page, { tasks: [{ title: 'One' }] });
  await openTasks(page);
  const edit = async (title: string, typed: string) => {
    await page.getByRole('button', { name: `More actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(page.getByLabel('Task title')).toBeFocused();
    await page.getByLabel('Task title').fill(typed);
  };
  await test.step('Enter saves', async () => {
    await edit('One', '  Two  ');
    await saved(page, 'PATCH', () => page.keyboard.press('Enter'));
    await expect(taskRow(page, 'Two')).toBeVisible();
    await expect(taskRow(page, 'One')).toBeHidden();
  });
  await test.step('the check button saves', async () => {
    await edit('Two', 'Three');
    await saved(page, 'PATCH', () => page.getByRole('button', { name: 'Save' }).click());
    await expect(taskRow(page, 'Three')).toBeVisible();
  });
  for (const [way, leave] of [
    ['Escape', () => page.keyboard.press('Escape')],
    ['X', () => page.getByRole('button', { name: 'Cancel' }).click()],
  ] as const)
    await test.step(`${way} cancels and restores the old title`, async () => {
      await edit('Three', 'Four');
      await leave();
      await expect(taskRow(page, 'Three').getByText('Three')).toBeVisible();
    });
  await page.reload();
  await expect(taskRow(page, 'Three')).toBeVisible();
});

test('delete asks first, and Undo in its toast brings the same task back', async ({ page }) => {
  const title = 'Deleted';
  await signUp(page, {
    tasks: [{ title: 'Above and below' }, { title, categoryId: 4 }, { title: 'On top' }],
  });
  await openTasks(page);
  const row = taskRow(page, title);
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete task?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();

  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await saved(page, 'DELETE', () => dialog.getByRole('button', { name: 'Delete' }).click());
  await expect(row).toBeHidden();
  await saved(page, 'POST', () => toast(page).getByRole('button', { name: 'Undo' }).click());
  await expect(row).toContainText('Health');
  await page.reload();
  await expect(page.getByRole('listitem')).toContainText(['On top', title, 'Above and below']);
});

test('adding, ticking, renaming and deleting work by keyboard alone, and the focus is never lost', async ({
  page,
}) => {
  const title = 'By keys';
  await signUp(page, { tasks: [{ title: 'Below' }] });
  await openTasks(page);
  const below = taskRow(page, 'Below');
  await page.keyboard.press('n');
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  const row = taskRow(page, title);
  await row.getByRole('checkbox').focus();
  await saved(page, 'PATCH', () => page.keyboard.press('Space'));
  await expect(row.getByRole('checkbox')).toBeChecked();

  await page.keyboard.press('Tab');
  const more = row.getByRole('button', { name: /More actions/ });
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Task title')).toBeFocused();
  await page.keyboard.type('Renamed');
  await saved(page, 'PATCH', () => page.keyboard.press('Enter'));
  const renamed = taskRow(page, 'Renamed').getByRole('button', { name: /More actions/ });
  await expect(renamed).toBeFocused();

  const openConfirmation = async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Delete' })).toBeFocused();
  };
  await openConfirmation();
  await page.keyboard.press('Escape');
  await expect(renamed).toBeFocused();
  await openConfirmation();
  await saved(page, 'DELETE', () => page.keyboard.press('Enter'));
  await expect(taskRow(page, 'Renamed')).toBeHidden();
  await expect(below.getByRole('button', { name: /More actions/ })).toBeFocused();
});

test('the category filter shows one category, survives a reload, and never hides what was just added', async ({
  page,
}) => {
  await signUp(page, {
    tasks: [
      { title: 'At work', categoryId: 1 },
      { title: 'At home', categoryId: 2 },
    ],
  });
  await openTasks(page);
  await page.getByLabel(filter).selectOption({ label: 'Work' });
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await page.getByLabel(filter).selectOption({ label: 'Learning' });
  await expect(page.getByRole('heading', { name: 'No tasks in Learning' })).toBeVisible();
  await addTask(page, 'Run', 'Health');
  await expect(page.getByLabel(filter)).toHaveValue('all');
});

test('N opens Add Task, but not while something is typed', async ({ page, person }) => {
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await page.keyboard.type(person.username + ' n');
  await expect(dialog.getByLabel('Title')).toHaveValue(`${person.username} n`);
});

test('two titles can be edited at once: what was typed in one is not lost to the other', async ({
  page,
}) => {
  await signUp(page, { tasks: [{ title: 'One' }, { title: 'Two' }] });
  await openTasks(page);
  for (const title of ['One', 'Two']) {
    await page.getByRole('button', { name: `More actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const edit = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('checkbox', { name: title }) });
    await edit.getByLabel('Task title').fill(`${title}, renamed`);
  }
  await expect(page.getByLabel('Task title').last()).toHaveValue('One, renamed');
});

test('Escape, Cancel or a click beside the Add Task dialog asks before what was typed goes', async ({
  page,
  person,
}) => {
  await page.getByRole('button', { name: 'Add Task' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await dialog.getByLabel('Title').fill(person.username);
  const ask = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(10, 10),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await leave();
    await expect(ask.getByRole('button', { name: 'Keep Editing' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(ask).toBeHidden();
    await expect(dialog.getByLabel('Title')).toHaveValue(person.username);
  }
  await page.keyboard.press('Escape');
  await ask.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add Task' })).toBeFocused();
});

test('a loading list is shown as a skeleton', async ({ page }) => {
  await signUp(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/tasks', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/tasks');
  await expect(page.getByRole('status', { name: 'Loading tasks' })).toBeVisible();
  answer();
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible();
});

test.describe('when the server fails', () => {
  test.use({ expectedErrors: /Failed to load resource|tasks create: 503/ });

  const fail = { status: 503, contentType: 'text/plain', body: 'Please try again in a moment.' };
  const refuse = { status: 400, contentType: 'text/plain', body: 'This is not possible.' };

  test('a list that couldn’t be loaded says why, and is there once the server is back', async ({
    page,
  }) => {
    await signUp(page);
    await page.route('**/api/tasks', (route) => route.fulfill(fail));
    await page.goto('/tasks');
    await expect(page.getByRole('alert')).toContainText('503: Please try again in a moment.');
    const asked = page.waitForRequest('**/api/tasks');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await asked;
    await expect(page.getByRole('alert')).toContainText('503: Please try again in a moment.');
    await page.unroute('**/api/tasks');
    await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible();
  });

  test('§8 a task that couldn’t be created is only logged; the row stays, marked, and Retry saves it once', async ({
    page,
    person,
  }) => {
    await page.route('**/api/tasks', (route) => route.fulfill(fail));
    const row = await addTask(page, `Kept ${person.username}`);
    await expect(row.getByText('Not saved')).toBeVisible();
    await expect(toast(page)).toBeHidden();
    const again = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/tasks'),
    );
    await row.getByRole('button', { name: 'Retry' }).click();
    await again;
    // It is also retried by itself: whichever comes first, it is created once.
    await page.unroute('**/api/tasks');
    await expect(row.getByText('Not saved')).toBeHidden();
    await expect(page.getByText('All changes saved')).toBeVisible();
    await page.reload();
    await expect(row).toHaveCount(1);
  });

  test('a change the server refuses stays on its task, marked, until it is retried or discarded', async ({
    page,
  }) => {
    await signUp(page, { tasks: [{ title: 'Ticked' }] });
    await openTasks(page);
    const row = taskRow(page, 'Ticked');
    await page.route('**/api/tasks/*', (route) => route.fulfill(refuse));
    await row.getByRole('checkbox').click();
    await expect(row.getByRole('status')).toHaveText('Not saved · This is not possible.');
    await expect(toast(page)).toContainText('Error updating task');
    await expect(row.getByRole('checkbox')).toBeChecked();
    await expect(page.getByText('1 change needs attention')).toBeVisible();

    await row.getByRole('button', { name: 'Discard' }).click();
    await expect(row.getByRole('checkbox')).not.toBeChecked();
    await expect(page.getByText('All changes saved')).toBeVisible();

    await row.getByRole('checkbox').click();
    await expect(row.getByText('Not saved')).toBeVisible();
    await page.unroute('**/api/tasks/*');
    await saved(page, 'PATCH', () => row.getByRole('button', { name: 'Retry' }).click());
    await expect(row.getByText('Not saved')).toBeHidden();
    await expect(row.getByRole('checkbox')).toBeChecked();
  });

  test('what a failing server didn’t take is sent again once it is back', async ({ page }) => {
    await signUp(page, { tasks: [{ title: 'Kept' }] });
    await openTasks(page);
    const row = taskRow(page, 'Kept');
    await page.route('**/api/tasks/*', (route) => route.fulfill(fail));
    await row.getByRole('checkbox').click();
    await expect(toast(page)).toContainText('There was a problem updating the task.');
    await expect(page.getByText('1 change waiting')).toBeVisible();
    await expect(row.getByRole('checkbox')).toBeChecked();
    await page.unroute('**/api/tasks/*');
    await expect(page.getByText('All changes saved')).toBeVisible();
    await page.reload();
    await expect(row.getByRole('checkbox')).toBeChecked();
  });

  test('a task added before the list has loaded is in it afterwards', async ({ page }) => {
    const { username } = await signUp(page);
    await page.route('**/api/tasks', (route) =>
      route.request().method() === 'GET' ? route.fulfill(fail) : route.continue(),
    );
    await page.goto('/tasks');
    await expect(page.getByRole('alert')).toBeVisible();
    await page.keyboard.press('n');
    await page.getByLabel('Title').fill(`Early ${username}`);
    await page.unroute('**/api/tasks');
    await saved(page, 'POST', () => page.keyboard.press('Enter'));
    await expect(taskRow(page, `Early ${username}`)).toBeVisible();
  });

  test('a task deleted elsewhere leaves the list when it is touched, and can be brought back', async ({
    page,
  }) => {
    await signUp(page, { tasks: [{ title: 'Gone' }] });
    await openTasks(page);
    const row = taskRow(page, 'Gone');
    const id = await row.locator('[data-task]').getAttribute('data-task');
    // Live updates would take it off the list first.
    await page.route('**/api/changes*', (route) => route.abort());
    await page.evaluate((task) => fetch(`/api/tasks/${task}`, { method: 'DELETE' }), id);
    await row.getByRole('checkbox').click();
    await expect(toast(page)).toContainText('Deleted on another device');
    await expect(row).toBeHidden();
    await saved(page, 'POST', () =>
      toast(page).getByRole('button', { name: 'Bring back' }).click(),
    );
    await expect(row.getByRole('checkbox')).toBeChecked();
  });

  test('categories that couldn’t be loaded: an error, and they are there once the server is back', async ({
    page,
  }) => {
    await signUp(page);
    await page.route('**/api/categories', (route) => route.fulfill(fail));
    await page.goto('/tasks?category=1');
    await expect(page.getByText('Categories couldn’t be loaded.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.unroute('**/api/categories');
    await expect(page.getByLabel(filter).getByRole('option')).toHaveCount(5);
  });

  test('a seeding of categories that was cut off goes on', async ({ page }) => {
    await signUp(page, { categories: [] });
    await page.route('**/api/categories', (route) => {
      const { id } = (route.request().postDataJSON() ?? {}) as { id?: number };
      return id === 4 ? route.fulfill(fail) : route.continue();
    });
    await page.goto('/tasks');
    await expect(page.getByText(/\d changes? waiting/)).toBeVisible();
    await page.unroute('**/api/categories');
    await expect(page.getByText('All changes saved')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel(filter).getByRole('option')).toHaveText([
      'All Categories',
      'Work',
      'Personal',
      'Learning',
      'Health',
    ]);
  });

  test('a delete the server refuses puts the task back where it was', async ({ page }) => {
    const title = 'Stays';
    await signUp(page, { tasks: [{ title }, { title: 'On top' }] });
    await openTasks(page);
    const row = taskRow(page, title);
    await page.route('**/api/tasks/*', (route) => route.fulfill(refuse));
    await page.getByRole('button', { name: `More actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page)).toContainText('Error deleting task');
    await expect(row).toBeVisible();
    await expect(page.getByRole('listitem')).toContainText(['On top', title]);
  });
});

test('changes made faster than they can be sent arrive in order', async ({ page, person }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/tasks', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await addTaskUnsaved(page, `Fast ${person.username}`);
  const row = taskRow(page, `Fast ${person.username}`);
  const checkbox = row.getByRole('checkbox');
  await checkbox.check();
  await checkbox.uncheck();
  await checkbox.check();
  answer();
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const tasks = (await (await fetch('/api/tasks')).json()) as { completed: boolean }[];
        return tasks.map(({ completed }) => completed);
      }),
    )
    .toEqual([true]);
  await expect(checkbox).toBeChecked();
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('a task with a very long title wraps, and its menu is in reach without hovering', async ({
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
  });
});
