import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import {
  addTask,
  addTaskUnsaved,
  expect,
  openTasks,
  PHONE,
  saved,
  signUp,
  taskRow,
  test,
  toast,
} from './fixtures';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Categories' });
const rows = (page: Page) =>
  dialog(page).getByRole('list', { name: 'Categories' }).getByRole('listitem');
const open = (page: Page) => page.getByRole('button', { name: 'Categories', exact: true }).click();
const filter = (page: Page) => page.getByLabel('Filter by category');

/** What the server has. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const categories = (await (await fetch('/api/categories')).json()) as Record<string, string>[];
    return categories.map(({ name, color }) => `${name} ${color}`);
  });

const DEFAULTS = ['Work #3B82F6', 'Personal #EC4899', 'Learning #EAB308', 'Health #10B981'];

/** Deletes a category, the question answered with yes. */
async function remove(page: Page, name: string): Promise<void> {
  await dialog(page)
    .getByRole('button', { name: `Delete ${name}` })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rows(page).filter({ hasText: name })).toHaveCount(0);
}

test('a category is created, in a colour that no other has, renamed and recoloured, wherever it is shown', async ({
  page,
  person,
}) => {
  expect(await kept(page), person.username).toEqual(DEFAULTS);
  await open(page);
  await expect(rows(page)).toHaveText([/^Work/, /^Personal/, /^Learning/, /^Health/]);
  await dialog(page).getByRole('button', { name: 'Add Category' }).click();
  const name = dialog(page).getByLabel('Name');
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(name).toHaveAccessibleDescription('Category name is required');
  await name.fill('  Garden ');
  await expect(dialog(page).getByRole('radio', { name: 'Purple' })).toBeChecked();
  await saved(page, 'POST', () => page.keyboard.press('Enter'));
  // The form stays for the next one.
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('');
  await expect(dialog(page).getByRole('radio', { name: 'Orange' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByRole('button', { name: 'Add Category' })).toBeFocused();
  expect(await kept(page)).toEqual([...DEFAULTS, 'Garden #8B5CF6']);

  await dialog(page).getByRole('button', { name: 'Edit Garden' }).click();
  await expect(name).toBeFocused();
  await page.keyboard.type('Balcony');
  await dialog(page).getByRole('radio', { name: 'Teal' }).check();
  await saved(page, 'PATCH', () => dialog(page).getByRole('button', { name: 'Save' }).click());
  await expect(dialog(page).getByRole('button', { name: 'Edit Balcony' })).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Edit Balcony' }).click();
  await dialog(page).getByLabel('Custom color').fill('#123abc');
  await saved(page, 'PATCH', () => dialog(page).getByRole('button', { name: 'Save' }).click());
  expect(await kept(page)).toEqual([...DEFAULTS, 'Balcony #123ABC']);

  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Categories', exact: true })).toBeFocused();
  await expect(filter(page).getByRole('option')).toContainText(['All Categories', 'Balcony']);
  await addTask(page, 'Water the herbs', 'Balcony');
  await expect(taskRow(page, 'Water the herbs')).toContainText('Balcony');
  await page.reload();
  await expect(taskRow(page, 'Water the herbs')).toContainText('Balcony');
});

test('deleting a category asks, says what happens to its tasks, and Undo brings it back with them', async ({
  page,
}) => {
  await signUp(page, {
    tasks: [
      { title: 'Write the report', categoryId: 1 },
      { title: 'Call Ann', categoryId: 1 },
    ],
  });
  await openTasks(page);
  await filter(page).selectOption({ label: 'Work' });
  await open(page);
  await expect(rows(page).first()).toHaveText('Work2 tasks');
  await dialog(page).getByRole('button', { name: 'Delete Work' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete category?' });
  await expect(question).toContainText(
    '“Work” will be deleted. Its 2 tasks stay, without a category.',
  );
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByRole('button', { name: 'Delete Work' })).toBeFocused();
  await page.keyboard.press('Enter');
  await saved(page, 'DELETE', () => page.keyboard.press('Enter'));
  await expect(rows(page)).toHaveText([/^Personal/, /^Learning/, /^Health/]);
  await expect(dialog(page).getByRole('button', { name: 'Delete Personal' })).toBeFocused();
  await expect(dialog(page).getByRole('status')).toContainText('“Work” was deleted.');
  await dialog(page).getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(rows(page).first()).toHaveText('Work2 tasks');
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('All changes saved')).toBeAttached();
  await page.reload();
  await expect(taskRow(page, 'Call Ann')).toContainText('Work');
  await expect(taskRow(page, 'Write the report')).toContainText('Work');
});

test('a deleted default category stays deleted, and its tasks stay', async ({ page }) => {
  await signUp(page, { tasks: [{ title: 'Kept', categoryId: 1 }] });
  await openTasks(page);
  await open(page);
  await saved(page, 'DELETE', () => remove(page, 'Work'));
  await page.keyboard.press('Escape');
  await expect(page.getByText('All changes saved')).toBeAttached();
  await page.reload();
  await expect(filter(page).getByRole('option')).toHaveText([
    'All Categories',
    'Personal',
    'Learning',
    'Health',
  ]);
  await expect(taskRow(page, 'Kept')).not.toContainText('Work');
  expect(await kept(page)).toEqual(DEFAULTS.slice(1));
});

test('§2 without any category it says No categories available, in the dialog, the filter and Add Task', async ({
  page,
  person: _,
}) => {
  await open(page);
  for (const name of ['Work', 'Personal', 'Learning', 'Health']) await remove(page, name);
  await expect(
    dialog(page).getByRole('heading', { name: 'No categories available' }),
  ).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Add Category' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(
    filter(page).getByRole('option', { name: 'No categories available' }),
  ).toBeDisabled();
  await page.getByRole('button', { name: 'Add Task' }).click();
  await expect(
    page.getByRole('dialog').getByLabel('Category').getByRole('option').first(),
  ).toHaveText('No categories available');
});

test('New category… in Add Task makes one together with the task', async ({ page, person }) => {
  await page.getByRole('button', { name: 'Add Task' }).click();
  const add = page.getByRole('dialog', { name: 'Add Task' });
  await add.getByLabel('Title').fill('Prune the roses');
  await add.getByLabel('Category', { exact: true }).selectOption({ label: 'New category…' });
  const name = add.getByLabel('New category’s name');
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(name).toHaveAccessibleDescription('Category name is required');
  // Another choice, and nothing is asked of the name any more.
  await add.getByLabel('Category', { exact: true }).selectOption({ label: 'Health' });
  await expect(name).toBeHidden();
  await add.getByLabel('Category', { exact: true }).selectOption({ label: 'New category…' });
  await name.fill('Garden');
  await add.getByRole('button', { name: 'Add Task' }).click();
  await expect(taskRow(page, 'Prune the roses')).toContainText('Garden');
  await expect(page.getByText('All changes saved'), person.username).toBeAttached();
  await page.reload();
  await expect(taskRow(page, 'Prune the roses')).toContainText('Garden');
  expect(await kept(page)).toEqual([...DEFAULTS, 'Garden #8B5CF6']);
});

test('closing with something typed asks first; Escape in a form closes only the form', async ({
  page,
  person,
}) => {
  await open(page);
  await dialog(page).getByRole('button', { name: 'Edit Health' }).click();
  await dialog(page).getByLabel('Name').fill(person.username);
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(dialog(page).getByLabel('Name')).toHaveValue(person.username);
  await dialog(page).getByLabel('Name').press('Escape');
  await expect(dialog(page).getByRole('button', { name: 'Edit Health' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
});

test.describe('rejected', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test('a category the server refuses says why on its row, until it is discarded', async ({
    page,
    person,
  }) => {
    await page.route('**/api/categories', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, contentType: 'text/plain', body: 'This is not possible.' })
        : route.continue(),
    );
    await open(page);
    await dialog(page).getByRole('button', { name: 'Add Category' }).click();
    await dialog(page).getByLabel('Name').fill(person.username);
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Error creating category');
    const row = rows(page).filter({ hasText: person.username });
    await expect(row.getByRole('status')).toHaveText('Not saved · This is not possible.');
    await row.getByRole('button', { name: 'Discard' }).click();
    await expect(row).toHaveCount(0);
  });
});

test.describe('offline', () => {
  // Firestore's SDK asks Google whether there is a network.
  test.use({
    expectedErrors: /Failed to load resource|ERR_INTERNET|Failed to fetch|cleardot\.gif/,
  });

  test('categories are created, changed and deleted offline, and sent once the network is back', async ({
    page,
    person,
    context,
  }) => {
    // The code of the dialogs must have been fetched before the network goes.
    await page.getByRole('button', { name: 'Add Task' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await open(page);
    await dialog(page).getByRole('button', { name: 'Delete Work' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await context.setOffline(true);
    await dialog(page).getByRole('button', { name: 'Add Category' }).click();
    await dialog(page).getByLabel('Name').fill('Tunnel');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await remove(page, 'Personal');
    await page.keyboard.press('Escape');
    await addTaskUnsaved(page, `Dig for ${person.username}`, 'Tunnel');
    await expect(page.getByText('Offline · 3 changes waiting')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('All changes saved')).toBeAttached({ timeout: 30_000 });
    expect(await kept(page)).toEqual([
      ...DEFAULTS.filter((category) => !category.startsWith('Personal')),
      'Tunnel #8B5CF6',
    ]);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('axe finds nothing in the dialog, its form or its question, and nothing is wider than the screen', async ({
    page,
    person: _,
  }) => {
    await page.getByRole('button', { name: 'Categories', exact: true }).tap();
    await expect(rows(page)).toHaveCount(4);
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Edit Work' }).tap();
    await dialog(page).getByLabel('Name').fill('');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('alert')).toBeVisible();
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Delete Personal' }).tap();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectAccessible(page);
    expect(
      await page.evaluate(() => document.querySelector('[role="dialog"]')?.scrollWidth),
    ).toBeLessThanOrEqual(PHONE.width);
  });
});
