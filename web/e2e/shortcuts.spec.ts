import type { Page } from '@playwright/test';
import { expect, heading, openTasks, signUp, taskRow, test, toast, allSaved } from './fixtures';

/** Expects the focus on this row, on which the keys act. */
const expectRow = (page: Page, title: string) =>
  expect(page.getByRole('checkbox', { name: title, exact: true })).toBeFocused();

test('? shows every shortcut, and single keys do nothing while typing or when switched off', async ({
  page,
}) => {
  await signUp(page, { notes: [{ title: 'Note', content: '' }] });
  await openTasks(page);

  await test.step('? shows the shortcuts', async () => {
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog.getByText('Complete or reopen')).toBeVisible();
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('G and a letter open a screen', async () => {
    for (const [key, title] of [
      ['f', 'Focus Time'],
      ['c', 'Calendar'],
      ['n', 'Notes'],
      ['i', 'Insights'],
      ['s', 'Settings'],
      ['k', 'Task Management'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await expect(heading(page, title)).toBeVisible();
    }
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await expect(page).toHaveURL(/\/reflection$/);
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await expect(page).toHaveURL(/\/today$/);
  });

  await test.step('on the calendar T shows today, and a letter after G has no effect of its own', async () => {
    await page.goto('/calendar?date=2026-03-05');
    await expect(heading(page, 'Calendar')).toBeVisible();
    await page.keyboard.press('t');
    await expect(page).toHaveURL(/\/calendar$/);
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await expect(page).toHaveURL(/\/calendar$/);
    await page.keyboard.press('w');
    await expect(page).toHaveURL(/view=week/);
  });

  await test.step('no shortcut works while typing or composing', async () => {
    await page.goto('/notes');
    const search = page.getByRole('searchbox');
    await search.click();
    await page.keyboard.type('gt?n');
    await expect(search).toHaveValue('gt?n');
    await search.blur();
    const slash = (isComposing: boolean) =>
      page.evaluate((composing) => {
        const options = { key: '/', isComposing: composing, bubbles: true };
        document.body.dispatchEvent(new KeyboardEvent('keydown', options));
      }, isComposing);
    await slash(true);
    await expect(search).not.toBeFocused();
    await slash(false);
    await expect(search).toBeFocused();
    await search.blur();
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('with single-key shortcuts off, only the shortcuts with Ctrl work, even after a reload', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    const keyboard = page.getByRole('region', { name: 'Keyboard', exact: true });
    await keyboard.getByRole('checkbox', { name: /Single-key shortcuts/ }).uncheck();
    await expect(keyboard.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('checkbox', { name: /Single-key shortcuts/ })).not.toBeChecked();
    await heading(page, 'Settings').click();
    await page.keyboard.press('?');
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await expect(page).toHaveURL(/\/settings$/);
    await expect(page.getByRole('dialog')).toHaveCount(1);
  });
});

test('keys move in the list, and complete, edit, schedule, plan, estimate and delete its tasks', async ({
  page,
}) => {
  await signUp(page, {
    tasks: [{ title: 'Three' }, { title: 'Two' }, { title: 'One' }],
  });
  await openTasks(page);
  await expect(taskRow(page, 'Three')).toBeVisible();
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
  };

  await test.step('moving', async () => {
    await keys('j');
    await expectRow(page, 'One');
    await keys('j', 'ArrowDown');
    await expectRow(page, 'Three');
    await keys('j');
    await expectRow(page, 'Three');
    await keys('k');
    await expectRow(page, 'Two');
    await keys('ArrowUp', 'ArrowUp');
    await expectRow(page, 'One');
    await keys('End');
    await expectRow(page, 'Three');
    await keys('Home');
    await expectRow(page, 'One');
    await keys('Tab');
    await expect(page.getByRole('button', { name: 'One', exact: true })).toBeFocused();
    await keys('Tab');
    await expect(page.getByRole('button', { name: 'More actions for One' })).toBeFocused();
    await keys('j');
    await expectRow(page, 'Two');
  });

  const box = page.getByRole('checkbox', { name: 'Two', exact: true });
  await test.step('completing works, and Space on a button presses the button', async () => {
    await keys('x');
    await expect(box).toBeChecked();
    await keys('Space');
    await expect(box).not.toBeChecked();
    await keys('Tab', 'Tab', 'Space');
    await expect(page.getByRole('menu')).toBeVisible();
    await keys('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(box).not.toBeChecked();
  });

  await test.step('editing', async () => {
    await box.focus();
    await keys('Enter');
    await expect(page.getByLabel('Task title')).toBeFocused();
    // Letters are typed and run no commands.
    await keys('End');
    await page.keyboard.type('xsp');
    await expect(page.getByLabel('Task title')).toHaveValue('Twoxsp');
    await keys('Escape');
    await expect(box).toBeVisible();
  });

  await test.step('scheduling, estimating, today, priority', async () => {
    await box.focus();
    await keys('s');
    await expect(page.getByRole('dialog', { name: 'Schedule Task' })).toBeVisible();
    await keys('Escape');
    await expectRow(page, 'Two');
    await keys('e');
    await expect(page.getByLabel('Estimate')).toBeFocused();
    await page.keyboard.type('45m');
    await keys('Enter');
    await expect(taskRow(page, 'Two')).toContainText('45m');
    await expectRow(page, 'Two');
    await keys('t');
    await expect(toast(page)).toContainText('Planned for today');
    await expectRow(page, 'Two');
    await keys('p');
    await expect(taskRow(page, 'Two').getByLabel('Priority')).toBeVisible();
    await keys('p');
    await expect(taskRow(page, 'Two').getByLabel('Priority')).toBeHidden();
    await expectRow(page, 'Two');
  });

  await test.step('deleting moves the focus to the next row, else to the previous one, else to the screen', async () => {
    await keys('Delete');
    await expect(taskRow(page, 'Two')).toBeHidden();
    await expectRow(page, 'Three');
    await keys('Delete');
    await expectRow(page, 'One');
    await keys('Delete');
    await expect(page.getByText('No tasks yet')).toBeVisible();
    await expect(page.locator('#main')).toBeFocused();
  });
  await allSaved(page);
});

test('when a task leaves its view, the next row gets the focus', async ({ page }) => {
  await signUp(page, {
    tasks: [{ title: 'Four' }, { title: 'Three' }, { title: 'Two' }, { title: 'One' }],
  });
  await page.goto('/tasks?view=no-day');
  await expect(taskRow(page, 'Four')).toBeVisible();
  await page.getByRole('checkbox', { name: 'One', exact: true }).focus();
  await page.keyboard.press('t');
  await expect(taskRow(page, 'One')).toBeHidden();
  await expectRow(page, 'Two');
  await page.keyboard.press('s');
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
  await expect(taskRow(page, 'Two')).toBeHidden();
  await expectRow(page, 'Three');
  await page.getByRole('button', { name: 'More actions for Three' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'More actions for Four' })).toBeFocused();
});

test('on /today J goes from the Top 3 into the tasks, and K back', async ({ page }) => {
  await signUp(page, {
    tasks: [
      { title: 'Task B' },
      { title: 'Task A' },
      { title: 'Top 2', isPriority: true, order: 1 },
      { title: 'Top 1', isPriority: true, order: 0 },
    ],
  });
  await page.goto('/today');
  await expect(taskRow(page, 'Task B')).toBeVisible();
  for (const title of ['Top 1', 'Top 2', 'Task A', 'Task B']) {
    await page.keyboard.press('j');
    await expectRow(page, title);
  }
  for (const title of ['Task A', 'Top 2', 'Top 1']) {
    await page.keyboard.press('k');
    await expectRow(page, title);
  }
});

test('in a list of a thousand tasks the keys reach rows that are not drawn and scroll to them', async ({
  page,
}) => {
  await signUp(page, {
    tasks: Array.from({ length: 1000 }, (_, n) => ({ title: `Task ${n}` })),
  });
  await openTasks(page);
  // Wait for the whole list. Until its code is loaded, only the first rows are drawn.
  await expect(page.locator('[aria-setsize="1000"]').first()).toBeVisible();
  await page.keyboard.press('j');
  await expectRow(page, 'Task 999');
  await page.keyboard.press('End');
  await expectRow(page, 'Task 0');
  await expect(page.getByRole('checkbox', { name: 'Task 0', exact: true })).toBeInViewport();
  await page.keyboard.press('k');
  await expectRow(page, 'Task 1');
  await page.keyboard.press('Home');
  await expectRow(page, 'Task 999');
  for (let row = 0; row < 40; row++) await page.keyboard.press('j');
  await expectRow(page, 'Task 959');
  await expect(page.getByRole('checkbox', { name: 'Task 959', exact: true })).toBeInViewport();
  // The wheel scrolls the row out of view. The keys still continue from that row.
  await page.mouse.move(600, 500);
  await page.mouse.wheel(0, 12_000);
  await expect(page.getByRole('checkbox', { name: 'Task 959', exact: true })).not.toBeInViewport();
  await page.keyboard.press('j');
  await expectRow(page, 'Task 958');
  await expect(page.getByRole('checkbox', { name: 'Task 958', exact: true })).toBeInViewport();
});

test('Ctrl Z undoes the last changes across screens, each once, and in a field the typed text', async ({
  page,
}) => {
  await signUp(page, {
    tasks: [{ title: 'Second' }, { title: 'First' }],
    notes: [{ title: 'My note', content: 'Text' }],
  });
  await openTasks(page);
  await expect(taskRow(page, 'Second')).toBeVisible();
  const undo = () => page.keyboard.press('ControlOrMeta+z');

  await test.step('nothing to undo', async () => {
    await undo();
    await expect(toast(page)).toHaveCount(0);
  });

  await test.step('five changes on two screens', async () => {
    await page.getByRole('checkbox', { name: 'First', exact: true }).focus();
    await page.keyboard.press('x');
    await expect(page.getByRole('checkbox', { name: 'First', exact: true })).toBeChecked();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByLabel('Task title').fill('Renamed');
    await page.keyboard.press('Enter');
    await page.keyboard.press('p');
    await expect(toast(page)).toContainText('Added to Top 3');
    await page.keyboard.press('Delete');
    await expect(toast(page)).toContainText('Task deleted');
    await expect(taskRow(page, 'Renamed')).toBeHidden();
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await expect(heading(page, 'Notes')).toBeVisible();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: /^Delete/ }).click();
    await expect(toast(page)).toContainText('Note deleted');
    await expect(page.getByRole('article')).toHaveCount(0);
  });

  await test.step('in a field the browser handles Ctrl Z', async () => {
    await page.getByRole('button', { name: 'New Note' }).click();
    await page.getByRole('dialog').getByLabel('Title').pressSequentially('Typed');
    await undo();
    await expect(page.getByRole('dialog').getByLabel('Title')).not.toHaveValue('Typed');
    await page.getByRole('dialog').getByLabel('Title').fill('');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('article')).toHaveCount(0);
  });

  await test.step('each change is undone, the last one first', async () => {
    await undo();
    await expect(toast(page)).toContainText('Undone: note deleted');
    await expect(page.getByRole('article')).toContainText('My note');
    await undo();
    await expect(toast(page)).toContainText('Undone: task deleted');
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await expect(taskRow(page, 'Renamed').getByLabel('Priority')).toBeVisible();
    await undo();
    await expect(taskRow(page, 'Renamed').getByLabel('Priority')).toBeHidden();
    await undo();
    await expect(toast(page)).toContainText('Undone: task edited');
    await expect(taskRow(page, 'Second')).toBeVisible();
    await undo();
    await expect(toast(page)).toContainText('Undone: task completed');
    await expect(page.getByRole('checkbox', { name: 'First', exact: true })).not.toBeChecked();
  });

  await test.step('Ctrl Z doesn’t undo a change that the toast has already undone', async () => {
    await page.getByRole('checkbox', { name: 'First', exact: true }).focus();
    await page.keyboard.press('Delete');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(taskRow(page, 'First')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Second', exact: true }).focus();
    await undo();
    await expect(taskRow(page, 'First')).toBeVisible();
  });
  await allSaved(page);
});
