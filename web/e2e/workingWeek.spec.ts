import { type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import {
  PHONE,
  expect,
  expectNoSideScroll,
  heading,
  signUp,
  taskRow,
  test,
  toast,
  type Seed,
} from './fixtures';
import { smallTargets } from './touchTargets';

/**
 * The flow needs the day on which it runs, because the server sets the time at which a task is completed. The working
 * hours are those of every day.
 */
const [TODAY, YESTERDAY] = [0, 1].map((ago) => {
  const day = new Date();
  day.setDate(day.getDate() - ago);
  // Swedish writes a date as ISO 8601 does.
  return day.toLocaleDateString('sv');
});
const at = (time: string) => new Date(`${TODAY}T${time}:00`);

const SEED: Seed = {
  settings: { workingHours: Array(7).fill({ start: '09:00', end: '17:00' }) },
  tasks: [
    { title: 'Send the budget', plannedDay: YESTERDAY, estimateMinutes: 30 },
    { title: 'Write the report', deadline: TODAY, estimateMinutes: 60 },
    { title: 'Call the bank', estimateMinutes: 15 },
  ],
};

/** A way to use the product: with the keyboard, with a screen reader, or with one thumb. */
interface Way {
  /** Presses a button or follows a link. */
  press: (control: Locator) => Promise<void>;
  tick: (checkbox: Locator) => Promise<void>;
  write: (field: Locator, text: string) => Promise<void>;
  /** Called when a screen or a step is drawn, with its heading or the control that gets the focus. */
  arrive: (page: Page, start: Locator) => Promise<void>;
}

/** Plans a day, closes it in the evening, and reviews its week. */
async function planCloseAndReview(page: Page, way: Way): Promise<void> {
  const bar = page.getByRole('region', { name: 'Plan of the day' });
  const openAt = async (time: Date) => {
    await page.clock.setFixedTime(time);
    await page.goto('/today');
    await expect(bar.getByRole('button').first()).toBeVisible();
  };
  await signUp(page, SEED);

  await test.step('the day is planned', async () => {
    await openAt(at('08:00'));
    const plan = page.getByRole('dialog', { name: 'Plan the day' });
    const arriveAt = (name: string) =>
      way.arrive(page, plan.getByRole('heading', { name, level: 3 }));
    const next = plan.getByRole('button', { name: 'Next' });
    await way.press(bar.getByRole('button', { name: 'Plan the day' }));
    await arriveAt('What was left over');
    await way.press(plan.getByRole('button', { name: 'Today', exact: true }).first());
    await way.press(next);
    await arriveAt('Choose what to do today');
    await way.tick(plan.getByRole('checkbox', { name: 'Write the report' }));
    await way.press(next);
    await arriveAt('Pick your top 3');
    await way.tick(plan.getByRole('checkbox', { name: 'Write the report' }));
    await way.press(next);
    const fill = plan.getByRole('button', { name: 'Fill free time' });
    await way.arrive(page, fill);
    await way.press(fill);
    await way.press(plan.getByRole('button', { name: 'Add 2 and finish' }));
    await expect(toast(page)).toContainText('Your day is planned');
    await expect(toast(page)).toContainText('2 time blocks added.');
  });

  await test.step('the day is closed', async () => {
    await openAt(at('18:00'));
    const close = page.getByRole('dialog', { name: 'Close the day' });
    const arriveAt = (name: string) =>
      way.arrive(page, close.getByRole('heading', { name, level: 3 }));
    await way.tick(taskRow(page, 'Write the report').getByRole('checkbox').first());
    await expect(bar).toContainText('1 left for today');
    await way.press(bar.getByRole('button', { name: 'Finish the day' }));
    await arriveAt('What is left');
    await way.press(close.getByRole('button', { name: 'Tomorrow', exact: true }).first());
    await way.press(close.getByRole('button', { name: 'Next' }));
    // The form's code is loaded when the step is shown.
    await expect(close.getByLabel('Accomplishments')).toBeVisible();
    await arriveAt('Look back');
    const compared = close.getByRole('list', { name: 'Plan and day' }).getByRole('listitem');
    await expect(compared.filter({ hasText: 'Send the budget' })).toContainText(
      'Moved to tomorrow',
    );
    await way.press(close.getByRole('button', { name: 'Draft from today' }));
    await expect(close.getByLabel('Accomplishments')).toHaveValue(/Write the report/);
    await way.press(close.getByRole('button', { name: 'Save and go on' }));
    await arriveAt('Tomorrow');
    await way.tick(close.getByRole('checkbox', { name: 'Call the bank' }));
    await way.press(close.getByRole('button', { name: 'Finish the day' }));
    await expect(toast(page)).toContainText('Your day is closed');
    await expect(bar).toContainText('Done for today.');
  });

  await test.step('the week is reviewed', async () => {
    await page.goto('/reflection');
    await expect(heading(page, 'Daily Reflection')).toBeVisible();
    await way.press(page.getByRole('button', { name: 'Week', exact: true }));
    await way.arrive(page, heading(page, 'Week Review'));
    await way.press(page.getByRole('button', { name: 'Draft from the week' }));
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    await expect(field('Done')).toHaveValue(/Write the report/);
    await way.write(field('Next week'), 'Fewer promises');
    await way.press(page.getByRole('button', { name: 'Save Review' }));
    await expect(toast(page)).toContainText('Review saved');
    await page.goto(`/reflection?week=${TODAY}`);
    await expect(field('Next week')).toHaveValue('Fewer promises');
  });
}

test('a day is planned and closed and its week reviewed by keyboard alone', async ({ page }) => {
  test.setTimeout(180_000);
  const tabTo = async (control: Locator) => {
    await expect(control).toBeVisible();
    for (let presses = 0; presses < 100; presses++) {
      if (await control.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${control.toString()}.`);
  };
  await planCloseAndReview(page, {
    press: async (control) => {
      await tabTo(control);
      await page.keyboard.press('Enter');
    },
    tick: async (checkbox) => {
      await tabTo(checkbox);
      await page.keyboard.press('Space');
    },
    write: async (field, text) => {
      await tabTo(field);
      await page.keyboard.type(text);
    },
    arrive: (_, start) => expect(start).toBeVisible(),
  });
});

test('a day is planned and closed and its week reviewed through the accessibility tree', async ({
  page,
}) => {
  test.setTimeout(180_000);
  /** Focuses a control as a screen reader does. The control's name must be read with it. */
  const reach = async (control: Locator) => {
    await expect(control).toHaveAccessibleName(/./);
    await control.focus();
    await expect(control).toBeFocused();
  };
  await planCloseAndReview(page, {
    press: async (control) => {
      await reach(control);
      await control.press('Enter');
    },
    tick: async (checkbox) => {
      await reach(checkbox);
      const before = await checkbox.isChecked();
      await checkbox.press('Space');
      await expect(checkbox).toBeChecked({ checked: !before });
    },
    write: async (field, text) => {
      await reach(field);
      await field.fill(text);
    },
    arrive: async (_, start) => {
      // A screen reader reads on from the focus. A whole screen is announced by its title.
      if ((await start.evaluate((element) => element.tagName)) !== 'H1')
        await expect(start).toBeFocused();
      await expectAccessible(page);
    },
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('a day is planned and closed and its week reviewed with one thumb', async ({ page }) => {
    test.setTimeout(180_000);
    const tap = async (control: Locator) => {
      const label = page.locator('label').filter({ has: control });
      await ((await label.count()) > 0 ? label.first() : control).tap();
    };
    await planCloseAndReview(page, {
      press: tap,
      tick: tap,
      write: async (field, text) => {
        await field.tap();
        await page.keyboard.type(text);
      },
      arrive: async (_, start) => {
        await expect(start).toBeVisible();
        await expectNoSideScroll(page);
        expect(await smallTargets(page)).toEqual([]);
      },
    });
  });
});
