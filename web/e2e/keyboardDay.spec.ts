import type { Locator, Page } from '@playwright/test';
import { allSaved, expect, heading, signUp, taskRow, test, toast } from './fixtures';

test.use({ timezoneId: 'America/Los_Angeles' });

/** Ten tasks as they are typed, with days, deadlines, estimates, repeats, a category and a priority. */
const LINES = [
  'Write report today 1h 30m !',
  'Call Noor today 15m',
  'Slides today 1h',
  'Pay rent every 1st',
  'Gym every mon and thu 7am 1h',
  'Review inbox every weekday 20m',
  'Buy milk #personal',
  'Book dentist by tue',
  'Plan trip next week 45m',
  'Read chapter 4 tomorrow 30m',
];

/** Most keys that a whole day may take, not counting the words that are typed. */
const KEYS_MAX = 37;

/** Returns a keyboard that counts the pressed keys, but not the words that are typed. */
function keyboardOf(page: Page) {
  const counted = { keys: 0 };
  const press = async (key: string) => {
    counted.keys++;
    await page.keyboard.press(key);
  };
  return {
    counted,
    press,
    type: (text: string) => page.keyboard.type(text),
    /** Presses Tab until this control has the focus, as a person does who sees or hears where the focus is. */
    tabTo: async (role: 'button' | 'textbox' | 'radio', name: string | RegExp) => {
      const wanted = page.getByRole(role, { name }).first();
      await expect(wanted).toBeVisible();
      for (let presses = 0; presses < 40; presses++) {
        if (await wanted.evaluate((element) => element === document.activeElement)) return;
        await press('Tab');
      }
      throw new Error(`Tab does not reach ${String(name)}.`);
    },
  };
}

const at = (time: string) => new Date(`2026-11-20T${time}:00-08:00`);

/** Opens /today for a new person, at eight in the morning. */
async function openDay(page: Page): Promise<void> {
  await signUp(page, {});
  await page.clock.setFixedTime(at('08:00'));
  await page.goto('/today');
}

test('a complete day works by keyboard only, from ten tasks to the reflection', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await openDay(page);
  await expect(page.getByLabel('New task')).toBeVisible();
  const { press, type, tabTo, counted } = keyboardOf(page);
  const plan = page.getByRole('dialog', { name: 'Plan the day' });

  await test.step('ten tasks', async () => {
    await press('n');
    await expect(page.getByLabel('New task')).toBeFocused();
    for (const line of LINES) {
      await type(line);
      await press('Enter');
      await expect(page.getByLabel('New task')).toHaveValue('');
    }
    await press('Escape');
    await allSaved(page);
    await expect(taskRow(page, 'Call Noor')).toBeVisible();
  });

  await test.step('the day is planned, with blocks', async () => {
    await press('ControlOrMeta+k');
    await type('plan the');
    await expect(page.getByRole('option', { selected: true })).toContainText('Plan the day');
    await press('Enter');
    await expect(plan).toBeVisible();
    // Nothing is left over on a first day.
    await expect(plan).toContainText('Step 1 of 3');
    await press('ControlOrMeta+Enter');
    await expect(plan).toContainText('Step 2 of 3');
    await press('ControlOrMeta+Enter');
    await expect(plan).toContainText('Step 3 of 3');
    await tabTo('button', 'Fill free time');
    await press('Enter');
    await expect(plan.getByRole('button', { name: /^Add \d and finish$/ })).toBeVisible();
    await press('ControlOrMeta+Enter');
    await expect(toast(page)).toContainText('Your day is planned');
    await expect(
      page.getByRole('group', { name: 'Hours' }).getByRole('button', { name: /^Slides/ }),
    ).toBeVisible();
  });

  await test.step('a task is done, another one scheduled', async () => {
    await page.clock.setFixedTime(at('12:00'));
    await press('j');
    await press('x');
    await expect(page.locator('[data-task] > input:checked')).toHaveCount(1);
    await press('j');
    await press('s');
    await expect(page.getByRole('dialog').getByLabel('Day')).toBeFocused();
    await press('Enter');
    await expect(toast(page)).toContainText('Task scheduled');
  });

  await test.step('a note', async () => {
    await press('g');
    await press('n');
    await expect(heading(page, 'Notes')).toBeVisible();
    await press('n');
    await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused();
    await type('Call with Noor');
    await tabTo('textbox', /Content|Text/);
    await type('The lease ends in May.');
    await press('ControlOrMeta+Enter');
    await expect(page.getByRole('button', { name: /Call with Noor/ }).first()).toBeVisible();
  });

  await test.step('the reflection', async () => {
    await page.clock.setFixedTime(at('18:00'));
    await press('g');
    await press('r');
    await expect(heading(page, 'Daily Reflection')).toBeVisible();
    await press('4');
    await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked();
    await tabTo('textbox', 'Accomplishments');
    await type('The report is written.');
    await press('ControlOrMeta+Enter');
    await expect(toast(page)).toContainText(/saved/i);
  });

  await allSaved(page);
  expect(counted.keys).toBeLessThanOrEqual(KEYS_MAX);
});

/** Expects this text in a live region, from which assistive technology reads it. */
const expectAnnounced = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text }).first()).toBeAttached();

/** Focuses and activates a control as a screen reader does. */
async function activate(control: Locator): Promise<void> {
  await control.focus();
  await expect(control).toBeFocused();
  await control.press((await control.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter');
}

test('the same day works through the accessibility tree, and each result is announced @long', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await openDay(page);
  const main = page.getByRole('main');
  const tasks = main.getByRole('region', { name: 'Tasks' });
  const plan = page.getByRole('dialog', { name: 'Plan the day' });

  await test.step('ten tasks, each announced', async () => {
    const line = tasks.getByRole('combobox', { name: 'New task' });
    await line.focus();
    for (const text of LINES) {
      await line.fill(text);
      await line.press('Enter');
      await expectAnnounced(
        page,
        `Added “${text.split(/ (?:today|every|#|by|next|tomorrow)/)[0]}”`,
      );
    }
    await allSaved(page);
    await expect(tasks.getByRole('list', { name: 'Tasks' })).toBeVisible();
    await expect(
      main.getByRole('region', { name: 'Top 3 Priorities' }).getByRole('checkbox', {
        name: 'Write report',
      }),
    ).not.toBeChecked();
  });

  await test.step('the day is planned, with blocks', async () => {
    await activate(main.getByRole('button', { name: 'Plan the day' }));
    await expect(plan.getByRole('heading', { name: 'Choose what to do today' })).toBeVisible();
    await activate(plan.getByRole('button', { name: 'Next' }));
    await expect(plan.getByRole('heading', { name: 'Pick your top 3' })).toBeFocused();
    await activate(plan.getByRole('button', { name: 'Next' }));
    const place = plan.getByRole('group', { name: 'Place it on the day' });
    await expect(place.getByRole('button', { name: 'Fill free time' })).toBeFocused();
    await activate(plan.getByRole('button', { name: 'Fill free time' }));
    await expectAnnounced(page, '4 time blocks proposed. Nothing is added until you accept.');
    await activate(plan.getByRole('button', { name: 'Add 4 and finish' }));
    await expect(plan).toBeHidden();
    await expect(toast(page)).toContainText('Your day is planned');
    await expectAnnounced(page, '4 time blocks added.');
  });

  await test.step('a task is done, another one scheduled', async () => {
    await page.clock.setFixedTime(at('12:00'));
    const noor = tasks.getByRole('checkbox', { name: 'Call Noor' });
    await activate(noor);
    await expect(noor).toBeChecked();
    await activate(tasks.getByRole('button', { name: 'More actions for Slides' }));
    await activate(page.getByRole('menuitem', { name: 'Schedule…' }));
    const dialog = page.getByRole('dialog');
    await expect(dialog).toHaveAccessibleName(/Schedule/);
    await activate(dialog.getByRole('button', { name: /^(Schedule|Add)/ }));
    await expect(toast(page)).toContainText('Task scheduled');
  });

  await test.step('a note', async () => {
    await activate(
      page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name: 'Notes' }),
    );
    await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible();
    await activate(main.getByRole('button', { name: 'New Note' }).first());
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Call with Noor');
    await dialog.getByRole('textbox', { name: 'Content' }).fill('The lease ends in May.');
    await activate(dialog.getByRole('button', { name: 'Save' }));
    await expect(toast(page)).toContainText('Note created');
    await expect(main.getByRole('article').filter({ hasText: 'Call with Noor' })).toBeVisible();
  });

  await test.step('the reflection', async () => {
    await page.clock.setFixedTime(at('18:00'));
    await activate(
      page
        .getByRole('complementary', { name: 'Sidebar' })
        .getByRole('link', { name: 'Reflection', exact: true }),
    );
    const stars = main.getByRole('group', { name: 'Productivity' });
    await stars.getByRole('radio', { name: '4 stars' }).press('Space');
    await expect(stars.getByRole('radio', { name: '4 stars' })).toBeChecked();
    await main.getByRole('textbox', { name: 'Accomplishments' }).fill('The report is written.');
    await activate(main.getByRole('button', { name: 'Save Reflection' }).first());
    await expect(toast(page)).toContainText('Reflection saved');
  });
  await allSaved(page);
});
