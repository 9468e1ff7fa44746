import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import {
  FAILED_REQUEST,
  PHONE,
  allSaved,
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

const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Search and commands' });
const field = (page: Page): Locator => palette(page).getByRole('combobox');
const selected = (page: Page): Locator => palette(page).getByRole('option', { selected: true });

/**
 * Expects that exactly one option is selected, that it has this text, and that the focused field names it as the active
 * option for assistive technology.
 */
async function expectActive(page: Page, text: string | RegExp): Promise<void> {
  await expect(selected(page)).toHaveCount(1);
  await expect(selected(page)).toContainText(text);
  const id = (await field(page).getAttribute('aria-activedescendant')) ?? '';
  expect(await selected(page).getAttribute('id')).toBe(id);
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
  const list = (await field(page).getAttribute('aria-controls')) ?? '';
  await expect(palette(page).locator(`[id="${list}"]`)).toHaveRole('listbox');
}

/** Expects this many options, and that screen readers are told their number. */
async function expectCount(page: Page, count: number, noun = 'result'): Promise<void> {
  await expect(palette(page).getByRole('option')).toHaveCount(count);
  await expect(palette(page).getByRole('status')).toHaveText(
    count === 0 ? 'No results' : `${count} ${noun}${count === 1 ? '' : 's'}`,
  );
}

const seed = {
  tasks: [
    { title: 'Buy oat milk', categoryId: 2 },
    { title: 'Bring the bread' },
    { title: 'Renew the passport', plannedDay: '2026-01-05' },
    { title: 'Café with Zoë' },
  ],
  notes: [{ title: 'Minutes', content: 'We met.\n\nThe quokka budget was agreed.' }],
  events: [
    {
      title: 'Quarterly review',
      // In local time, because the tests run in a zone that depends on the hour.
      start: new Date(2026, 2, 5, 9).toISOString(),
      end: new Date(2026, 2, 5, 10).toISOString(),
    },
  ],
};

test('Ctrl K finds every kind of record, screen, action and setting, and Enter runs the active one', async ({
  page,
}) => {
  await signUp(page, seed);
  await openTasks(page);

  await test.step('the arrow keys move through the options and wrap around at the ends', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expectActive(page, 'Add task');
    await page.keyboard.press('ArrowDown');
    await expectActive(page, 'Add event');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expectActive(page, 'Go to Settings');
    await page.keyboard.press('ArrowDown');
    await expectActive(page, 'Add task');
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
  });

  await test.step('a task is found with its category, and Enter opens its details', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('milk buy');
    await expectActive(page, /Buy oat milk.*Personal/);
    await expectCount(page, 1);
    await expect(selected(page).locator('mark')).toHaveText(['Buy', 'milk']);
    await page.keyboard.press('Enter');
    const details = page.getByRole('dialog', { name: 'Task details' });
    await expect(details.getByLabel('Task title')).toHaveValue('Buy oat milk');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('a title is found without its accent, and with a wrong letter', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('cafe');
    await expectActive(page, 'Café with Zoë');
    await field(page).fill('pasport');
    await expectActive(page, /Renew the passport.*Mon, Jan 5/);
    await field(page).fill('qqq');
    await expectActive(page, 'Add task “qqq”');
  });

  await test.step('an event is found with its day and time, and Enter shows it in the calendar', async () => {
    await field(page).fill('quart');
    await expectActive(page, /Quarterly review.*Thu, Mar 5/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/calendar\?view=day&date=2026-03-05/);
    await expect(page.locator('[data-event]:focus')).toHaveAccessibleName(/Quarterly review/);
  });

  await test.step('a category is found, and Enter shows its tasks', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('health');
    await expectActive(page, 'Health');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/tasks\?category=4/);
  });

  await test.step('a note is found by its text, the match is shown, and Enter opens it', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('quok');
    await expectActive(page, /Minutes.*The quokka budget/);
    await expect(selected(page).locator('mark')).toHaveText('quok');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/notes/);
    await expect(page.getByRole('dialog')).toContainText('quokka');
    await page.keyboard.press('Escape');
  });

  await test.step('a screen is found with its shortcut', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('insi');
    await expectActive(page, /Go to Insights.*G then I/);
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Insights')).toBeVisible();
  });

  await test.step('a setting is found with its section', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('night');
    await expectActive(page, /Theme: dark.*Appearance/);
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');
  });

  await test.step('the entries that were opened last come first, and an action is found', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expectActive(page, 'Theme: dark');
    const recent = palette(page).getByRole('group', { name: 'Recent' }).getByRole('option');
    await expect(recent).toContainText([
      'Theme: dark',
      'Go to Insights',
      'Minutes',
      'Health',
      'Quarterly review',
      'Buy oat milk',
    ]);
    await page.keyboard.type('new ta');
    await expectActive(page, 'Add task');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Add a task' })).toBeVisible();
  });
});

test('Tab or → shows the actions of a record, and Escape, Backspace and ← go back', async ({
  page,
}) => {
  await signUp(page, seed);
  await openTasks(page);
  const act = async (name: string) => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('oat');
    await expectActive(page, 'Buy oat milk');
    await page.keyboard.press('Tab');
    await expectActive(page, 'Edit details…');
    await page.keyboard.type(name);
    await expectActive(page, name);
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeHidden();
  };

  await test.step('each key goes back to the same result', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('b');
    await page.keyboard.press('ArrowDown');
    await expectActive(page, /^B/);
    const before = await selected(page).getAttribute('id');
    const query = palette(page).getByRole('listbox', { name: 'Results' });
    await expect(query).toBeVisible();
    for (const key of ['Escape', 'Backspace', 'ArrowLeft']) {
      await page.keyboard.press('ArrowRight');
      await expect(palette(page).getByRole('listbox', { name: 'Actions' })).toBeVisible();
      await page.keyboard.press(key);
      await expect(query).toBeVisible();
      await expect(field(page)).toHaveValue('b');
      await expect(selected(page)).toHaveAttribute('id', before ?? '');
    }
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
  });

  const box = page.getByRole('checkbox', { name: 'Buy oat milk' });
  await act('Complete');
  await expect(box).toBeChecked();
  await expect(toast(page)).toContainText('Task completed');
  await act('Reopen');
  await expect(box).not.toBeChecked();
  await act('Plan for today');
  await expect(toast(page)).toContainText('Planned for today');
  await act('Schedule…');
  await expect(page.getByRole('dialog', { name: 'Schedule Task' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await act('Edit details…');
  await expect(page.getByRole('dialog', { name: 'Task details' })).toBeVisible();
  await page.keyboard.press('Escape');
  await act('Delete');
  await expect(box).toBeHidden();
  // Wait for this toast. The previous toast has an Undo for another change.
  await expect(toast(page)).toContainText('Task deleted');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(box).toBeVisible();
  await act('Start focus');
  await expect(heading(page, 'Focus Time')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Working on: Buy oat milk' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await allSaved(page);
});

test('the palette opens while typing in a field, but not over a dialog', async ({ page }) => {
  await signUp(page, seed);
  await page.goto('/notes');
  // The open palette hides the field from screen readers.
  const search = page.getByRole('searchbox', { includeHidden: true });
  await search.fill('Min');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('oat');
  await expect(search).toHaveValue('Min');
  await expectActive(page, 'Buy oat milk');
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();

  await page.getByRole('button', { name: 'New Note' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('Typed');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette(page)).toBeHidden();
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Typed');
});

test.describe('offline', () => {
  test.use({ expectedErrors: FAILED_REQUEST });

  test('the palette opens, finds and acts offline', async ({ page }) => {
    await signUp(page, seed);
    await openTasks(page);
    const act = async (name: string) => {
      await page.keyboard.press('ControlOrMeta+k');
      await expect(field(page)).toBeFocused();
      await page.keyboard.type('oat');
      await expectActive(page, 'Buy oat milk');
      await page.keyboard.press('Tab');
      await page.keyboard.type(name);
      await expectActive(page, name);
      await page.keyboard.press('Enter');
    };
    await act('Plan for today');
    await expect(toast(page)).toContainText('Planned for today');
    await allSaved(page);
    await page.context().setOffline(true);
    await act('Complete');
    await expect(toast(page)).toContainText('Task completed');
    await expect(page.getByText('1 change waiting')).toBeAttached();
    await page.context().setOffline(false);
    await allSaved(page);
  });
});

test('a resting pointer selects no option when the list appears under it, but a moving pointer does', async ({
  page,
}) => {
  await signUp(page, seed);
  await openTasks(page);
  await page.keyboard.press('ControlOrMeta+k');
  const events = palette(page).getByRole('option', { name: /^Add event/ });
  const place = await events.boundingBox();
  if (!place) throw new Error('The option is nowhere.');
  await page.keyboard.press('Escape');
  await page.mouse.move(place.x + 40, place.y + 10);
  await page.keyboard.press('ControlOrMeta+k');
  await expectActive(page, 'Add task');
  await page.keyboard.press('End');
  await expectActive(page, 'Add task');
  await page.mouse.move(place.x + 42, place.y + 12);
  await page.mouse.move(place.x + 44, place.y + 14);
  await expectActive(page, 'Add event');
  await palette(page)
    .getByRole('option', { name: /Go to Notes/ })
    .click();
  await expect(heading(page, 'Notes')).toBeVisible();
});

test('on a phone the palette fills the screen, its targets are 44 px high, and Back closes it', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await signUp(page, seed);
  await page.goto('/today');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('oat');
  await expectActive(page, 'Buy oat milk');
  expect(await palette(page).boundingBox()).toEqual({ x: 0, y: 0, ...PHONE });
  const sizes = await palette(page)
    .locator('[role="option"], button, [title^="Actions"]')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
  await expectNoSideScroll(page);
  await palette(page).getByTitle('Actions (Tab)').click();
  await palette(page).getByRole('option', { name: 'Complete' }).click();
  await expect(toast(page)).toContainText('Task completed');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(field(page)).toBeFocused();
  await dialogEntries(page, 1);
  await page.goBack();
  await expect(palette(page)).toBeHidden();
  await expect(page).toHaveURL(/\/today$/);
});

test('axe finds nothing in the palette or in the list of shortcuts', async ({ page }) => {
  test.setTimeout(120_000);
  await signUp(page, seed);
  await openTasks(page);
  await page.keyboard.press('ControlOrMeta+k');
  await expectActive(page, 'Add task');
  await expectAccessible(page);
  await page.keyboard.type('quo');
  await expectActive(page, 'Minutes');
  await expectAccessible(page);
  await field(page).fill('oat');
  await page.keyboard.press('Tab');
  await expectActive(page, 'Edit details…');
  await expectAccessible(page);
  await page.keyboard.type('qqq');
  await expectCount(page, 0, 'action');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(taskRow(page, 'Buy oat milk')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page);
});
