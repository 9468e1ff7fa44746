import {
  addTask,
  expect,
  fillInTask,
  notice,
  PHONE,
  register,
  saved,
  taskRow,
  test,
} from './fixtures';

const filter = 'Filter by category';

test('an empty list says so, and default categories are created when none exist', async ({
  page,
  person,
}) => {
  await expect(page.getByRole('heading', { name: 'No tasks yet' }), person.username).toBeVisible();
  await expect(page.getByLabel(filter).getByRole('option')).toHaveText([
    'All Categories',
    'Work',
    'Personal',
    'Learning',
    'Health',
  ]);
});

test('two tabs that seed at once leave four categories', async ({ page }) => {
  await register(page);
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

test('§5 Add Task names an empty title at its field, and a blank one', async ({ page, person }) => {
  await page.getByRole('button', { name: 'Add Task' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  const title = dialog.getByLabel('Title');
  await expect(title, person.username).toBeFocused();
  await dialog.getByRole('button', { name: 'Add Task' }).click();
  await expect(title).toHaveAccessibleDescription('Task title is required');
  await title.fill('   ');
  await expect(title).toHaveAccessibleDescription('Task title cannot be empty');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('§4 a just-created task is highlighted for 2 seconds', async ({ page, person }) => {
  await page.clock.install();
  const title = `Call ${person.username}`;
  await fillInTask(page, title, 'Work');
  const marked = taskRow(page, title).locator('[data-new="true"]');
  await expect(marked).toBeVisible();
  // The clock also goes on by itself meanwhile.
  await page.clock.runFor(1500);
  await expect(marked).toBeVisible();
  await page.clock.runFor(500);
  await expect(marked).toBeHidden();
});

test('the title is trimmed before it is sent, and the newest task stands first', async ({
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

test('§4 completed toggles by checkbox, stays in its place, and is kept', async ({
  page,
  person,
}) => {
  await addTask(page, 'Older');
  const row = await addTask(page, `Ticked by ${person.username}`);
  await saved(page, 'PATCH', () => row.getByRole('checkbox').check());
  await expect(page.getByRole('listitem').first()).toContainText('Ticked by');
  await page.reload();
  await expect(row.getByRole('checkbox')).toBeChecked();
  await expect(page.getByRole('heading', { name: 'Completed · 1' })).toBeVisible();
  await saved(page, 'PATCH', () => row.getByRole('checkbox').uncheck());
  await page.reload();
  await expect(row.getByRole('checkbox')).not.toBeChecked();
});

test.describe('§4 inline title edit', () => {
  const NEW = 'Renamed';

  for (const [way, finish] of [
    ['Enter', (page) => page.keyboard.press('Enter')],
    ['the check button', (page) => page.getByRole('button', { name: 'Save' }).click()],
  ] as [string, (page: import('@playwright/test').Page) => Promise<void>][]) {
    test(`starts from the Edit menu, and ${way} saves`, async ({ page, person }) => {
      const row = await addTask(page, `Old ${person.username}`);
      await edit(page, `Old ${person.username}`);
      await page.getByLabel('Task title').fill(`  ${NEW}  `);
      await saved(page, 'PATCH', () => finish(page));
      await expect(taskRow(page, NEW)).toBeVisible();
      await expect(row).toBeHidden();
      await page.reload();
      await expect(taskRow(page, NEW)).toBeVisible();
    });
  }

  for (const [way, finish] of [
    ['Escape', (page) => page.keyboard.press('Escape')],
    ['X', (page) => page.getByRole('button', { name: 'Cancel' }).click()],
  ] as [string, (page: import('@playwright/test').Page) => Promise<void>][]) {
    test(`${way} cancels and restores the old title`, async ({ page, person }) => {
      const old = `Old ${person.username}`;
      const row = await addTask(page, old);
      await edit(page, old);
      await page.getByLabel('Task title').fill(NEW);
      await finish(page);
      await expect(row.getByText(old)).toBeVisible();
      await page.reload();
      await expect(row).toBeVisible();
    });
  }

  test('an edit that is empty after trim is ignored', async ({ page, person }) => {
    const old = `Old ${person.username}`;
    const row = await addTask(page, old);
    await edit(page, old);
    await page.getByLabel('Task title').fill('   ');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(row.getByText(old)).toBeVisible();
  });

  async function edit(page: import('@playwright/test').Page, title: string) {
    await page.getByRole('button', { name: `More actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(page.getByLabel('Task title')).toBeFocused();
  }
});

test('delete asks first, and Undo in its notice brings the same task back', async ({
  page,
  person,
}) => {
  const title = `Doomed ${person.username}`;
  await addTask(page, 'Above and below');
  const row = await addTask(page, title, 'Health');
  await addTask(page, 'On top');
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete task?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();

  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await saved(page, 'DELETE', () => dialog.getByRole('button', { name: 'Delete' }).click());
  await expect(row).toBeHidden();
  await saved(page, 'POST', () => notice(page).getByRole('button', { name: 'Undo' }).click());
  await expect(row).toContainText('Health');
  await page.reload();
  await expect(page.getByRole('listitem')).toContainText(['On top', title, 'Above and below']);
});

test('adding, ticking, renaming and deleting work by keyboard alone, and the focus is never lost', async ({
  page,
  person,
}) => {
  const title = `Keys ${person.username}`;
  const below = await addTask(page, 'Below');
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
  person,
}) => {
  await addTask(page, 'At work', 'Work');
  await addTask(page, 'At home', 'Personal');
  await page.getByLabel(filter).selectOption({ label: 'Work' });
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('listitem'), person.username).toHaveCount(1);
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
  person,
}) => {
  for (const title of ['One', 'Two']) await addTask(page, title);
  for (const title of ['One', 'Two']) {
    await page.getByRole('button', { name: `More actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const edit = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('checkbox', { name: title }) });
    await edit.getByLabel('Task title').fill(`${title} by ${person.username}`);
  }
  await expect(page.getByLabel('Task title').last()).toHaveValue(`One by ${person.username}`);
});

test('§5 a title too long for a task is said at the edit, and kept', async ({ page, person }) => {
  const title = `Long ${person.username}`;
  await addTask(page, title);
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByLabel('Task title');
  await edit.fill('x'.repeat(501));
  await page.keyboard.press('Enter');
  await expect(edit).toHaveAccessibleDescription('Must be at most 500 characters');
  await expect(edit).toHaveValue('x'.repeat(501));
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

test('a list on its way is shown as rows to come', async ({ page }) => {
  await register(page);
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

  test('a list that couldn’t be loaded says why, and is there once the server is', async ({
    page,
  }) => {
    await register(page);
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
    await expect(notice(page)).toBeHidden();
    const again = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/tasks'),
    );
    await row.getByRole('button', { name: 'Retry' }).click();
    await again;
    // From here on it would also be sent by itself: whichever comes first, it is made once.
    await page.unroute('**/api/tasks');
    await expect(row.getByText('Not saved')).toBeHidden();
    await expect(page.getByText('All changes saved')).toBeVisible();
    await page.reload();
    await expect(row).toHaveCount(1);
  });

  test('a change the server refuses stays on its task, marked, until it is retried or discarded', async ({
    page,
    person,
  }) => {
    const row = await addTask(page, `Ticked ${person.username}`);
    await page.route('**/api/tasks/*', (route) => route.fulfill(refuse));
    await row.getByRole('checkbox').click();
    await expect(row.getByRole('status')).toHaveText('Not saved · This is not possible.');
    await expect(notice(page)).toContainText('Error updating task');
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

  test('what a server in trouble didn’t take is sent by itself once it is back', async ({
    page,
    person,
  }) => {
    const row = await addTask(page, `Kept ${person.username}`);
    await page.route('**/api/tasks/*', (route) => route.fulfill(fail));
    await row.getByRole('checkbox').click();
    await expect(notice(page)).toContainText('There was a problem updating the task.');
    await expect(page.getByText('1 change waiting')).toBeVisible();
    await expect(row.getByRole('checkbox')).toBeChecked();
    await page.unroute('**/api/tasks/*');
    await expect(page.getByText('All changes saved')).toBeVisible();
    await page.reload();
    await expect(row.getByRole('checkbox')).toBeChecked();
  });

  test('a task added before the list is there is in it once it is', async ({ page }) => {
    const { username } = await register(page);
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
    person,
  }) => {
    const row = await addTask(page, `Gone ${person.username}`);
    const id = await row.locator('[data-task]').getAttribute('data-task');
    // Or the list would know by itself, within a moment.
    await page.route('**/api/changes*', (route) => route.abort());
    await page.evaluate((task) => fetch(`/api/tasks/${task}`, { method: 'DELETE' }), id);
    await row.getByRole('checkbox').click();
    await expect(notice(page)).toContainText('Deleted on another device');
    await expect(row).toBeHidden();
    await saved(page, 'POST', () =>
      notice(page).getByRole('button', { name: 'Bring back' }).click(),
    );
    await expect(row.getByRole('checkbox')).toBeChecked();
  });

  test('categories that couldn’t be loaded are said, and are there once the server is', async ({
    page,
  }) => {
    await register(page);
    await page.route('**/api/categories', (route) => route.fulfill(fail));
    await page.goto('/tasks?category=1');
    await expect(page.getByText('Categories couldn’t be loaded.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.unroute('**/api/categories');
    await expect(page.getByLabel(filter).getByRole('option')).toHaveCount(5);
  });

  test('a seeding of categories that was cut off goes on', async ({ page }) => {
    await register(page);
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

  test('a delete the server refuses puts the task back where it was', async ({ page, person }) => {
    const title = `Stays ${person.username}`;
    const row = await addTask(page, title);
    await addTask(page, 'On top');
    await page.route('**/api/tasks/*', (route) => route.fulfill(refuse));
    await page.getByRole('button', { name: `More actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(notice(page)).toContainText('Error deleting task');
    await expect(row).toBeVisible();
    await expect(page.getByRole('listitem')).toContainText(['On top', title]);
  });
});

test('changes made faster than the line carries them arrive in order', async ({ page, person }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/tasks', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await fillInTask(page, `Fast ${person.username}`);
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
    person,
  }) => {
    const title = `${person.username} ${'unbroken'.repeat(30)} and then some more words`;
    const row = await addTask(page, title, 'Personal');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await row.getByRole('button', { name: /More actions/ }).tap();
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  });
});
