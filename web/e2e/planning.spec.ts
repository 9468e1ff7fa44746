import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import {
  PHONE,
  allSaved,
  expect,
  expectNoSideScroll,
  signUp,
  test,
  toast,
  type Seed,
} from './fixtures';

const FRIDAY = '2026-11-20';
const at = (time: string) => `${FRIDAY}T${time}:00-08:00`;
const SEED: Seed = {
  tasks: [
    { title: 'Tax return', plannedDay: '2026-11-19', estimateMinutes: 400 },
    { title: 'Invoice', plannedDay: '2026-11-18', estimateMinutes: 60 },
    { title: 'Slides', deadline: FRIDAY },
  ],
  events: [{ title: 'Stand-up', start: at('09:00'), end: at('09:30') }],
};

test.use({ timezoneId: 'America/Los_Angeles' });

const bar = (page: Page) => page.getByRole('region', { name: 'Plan of the day' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Plan the day' });
const step = (page: Page, name: string) => dialog(page).getByRole('heading', { name, level: 3 });

async function openToday(page: Page, seed = SEED) {
  await signUp(page, seed);
  await page.clock.setFixedTime(new Date(at('08:00')));
  await page.goto('/today');
  await expect(bar(page)).toContainText('planned');
}

/** Presses Tab until this control has the focus. Throws if Tab doesn't reach the control. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'checkbox' = 'button') {
  const wanted = page.getByRole(role, { name, exact: true }).first();
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(name)}.`);
}
const press = async (page: Page, name: string | RegExp) => {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
};

test('a day is planned by keyboard alone, and axe finds nothing in any step', async ({ page }) => {
  test.setTimeout(120_000);
  await openToday(page);
  await expectAccessible(page);
  await press(page, 'Plan the day');
  await expect(step(page, 'What was left over')).toBeVisible();
  await expect(dialog(page).getByRole('list', { name: 'Left over' })).toMatchAriaSnapshot(`
    - list "Left over":
      - listitem:
        - button "Tax return"
        - text: Planned for yesterday
        - button /How much is left of Tax return/
        - group "Tax return":
          - button "Done"
          - button "Today"
          - button "Another day"
          - button "No day"
          - button "Delete"
      - listitem:
        - button "Invoice"
        - text: Planned for Wed, Nov 18
        - button /How much is left of Invoice/
        - group "Invoice"
  `);
  await press(page, 'Another day');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await press(page, 'Continue planning');
  await press(page, 'Today');
  await expect(dialog(page)).toContainText('2 tasks planned for today.');
  await expect(step(page, 'What was left over')).toBeFocused();
  await press(page, 'Next');

  await expect(step(page, 'Choose what to do today')).toBeFocused();
  await tabTo(page, /^Slides/, 'checkbox');
  await page.keyboard.press('Space');
  await press(page, 'Estimate Slides');
  await expectAccessible(page);
  await tabTo(page, '15m');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1h 30m');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('9h 10m planned · 7h 30m free · 1h 40m over');
  await press(page, 'Next');

  await expect(step(page, 'Pick your top 3')).toBeFocused();
  await tabTo(page, /^Slides/, 'checkbox');
  await page.keyboard.press('Space');
  await expectAccessible(page);
  await press(page, 'Next');

  await expect(step(page, 'Place it on the day')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Fill free time' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('3 time blocks proposed.');
  await expect(dialog(page)).toContainText('The rest has no room.');
  await expectAccessible(page);
  await press(page, 'Add 3 and finish');
  await expect(toast(page)).toContainText('Your day is planned');
  await expect(toast(page)).toContainText('3 time blocks added.');
  await expect(page.getByRole('button', { name: 'Plan the day' })).toBeFocused();
  await expect(page.getByRole('list', { name: 'Priorities' })).toContainText('Slides');
  for (const name of [/^Stand-up/, /^Slides.*9:30 AM – 11:00 AM/])
    await expect(
      page.getByRole('group', { name: 'Hours' }).getByRole('button', { name }),
    ).toBeAttached();
});

test('a task is dragged to the hours, and its proposed block is dragged off again', async ({
  page,
}) => {
  await openToday(page, { tasks: [{ title: 'Write', plannedDay: FRIDAY, estimateMinutes: 60 }] });
  await page.getByRole('button', { name: 'Plan the day' }).click();
  const hours = dialog(page).getByRole('group', { name: 'Hours' });
  const block = hours.getByRole('button', { name: /^Write/ });
  const title = dialog(page).getByText('Write', { exact: true }).first();
  const from = (await title.boundingBox())!;
  const to = (await hours.boundingBox())!;
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect(block).toHaveAccessibleName(/proposed/);
  await block.hover();
  await page.mouse.down();
  await page.mouse.move(from.x + 5, from.y + 5, { steps: 8 });
  await page.mouse.up();
  await expect(block).toBeHidden();
});

/**
 * Returns the controls that are too small for a finger: less than 44 px high or wide. A checkbox counts as large as its
 * label.
 */
const tooSmall = (within: Locator): Promise<string[]> =>
  within.evaluate((root) =>
    [...root.querySelectorAll<HTMLElement>('button, summary, input')]
      .map((one) => (one.matches('[type=checkbox]') ? (one.closest('label') ?? one) : one))
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box: { width, height } }) => height > 0 && Math.min(width, height) < 44)
      .map(
        ({ one, box }) => `${one.ariaLabel ?? one.textContent}: ${box.width} x ${box.height} px`,
      ),
  );

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('each step fits the screen, its controls are large enough, and its button is at the lower edge', async ({
    page,
  }) => {
    await openToday(page);
    await page.getByRole('button', { name: 'Plan the day' }).tap();
    for (const name of ['What was left over', 'Choose what to do today']) {
      await expect(step(page, name)).toBeVisible();
      await expectNoSideScroll(page);
      const estimate = dialog(page).getByRole('button', { name: 'Estimate Slides' });
      if (await estimate.isVisible()) await estimate.tap();
      if (name === 'What was left over') {
        await dialog(page).getByRole('checkbox', { name: 'Select Tax return' }).tap();
        expect(await tooSmall(dialog(page))).toEqual([]);
        await dialog(page).getByRole('group', { name: 'selected' }).getByText('No day').tap();
        await expect(dialog(page).getByRole('button', { name: 'Undo' })).toBeVisible();
      }
      expect(await tooSmall(dialog(page))).toEqual([]);
      if (name.startsWith('Choose')) await dialog(page).getByText('Slides').tap();
      const next = dialog(page).getByRole('button', { name: 'Next' });
      const { y, height } = (await next.boundingBox())!;
      expect(y + height / 2).toBeGreaterThan(PHONE.height * 0.9);
      await next.tap();
    }
    await dialog(page).getByRole('button', { name: 'Next' }).tap();
    await dialog(page).getByRole('button', { name: 'Fill free time' }).tap();
    await dialog(page)
      .getByRole('button', { name: /^Add \d and finish/ })
      .tap();
    await expect(page.getByRole('list', { name: 'Events' })).toContainText('Slides');
  });

  test('a long press drags a task to the unfolded hours, which come into view', async ({
    page,
  }) => {
    const titles = Array.from({ length: 10 }, (_, index) => `Task ${index + 1}`);
    await openToday(page, {
      tasks: titles.map((title) => ({ title, plannedDay: FRIDAY, estimateMinutes: 60 })),
    });
    await page.getByRole('button', { name: 'Plan the day' }).tap();
    await dialog(page).getByRole('button', { name: 'Show the day' }).tap();
    const hours = dialog(page).getByRole('group', { name: 'Hours' });
    const proposed = (title: string) =>
      hours.getByRole('button', { name: new RegExp(`^${title}\\b.*proposed`) });
    const rows = dialog(page).getByRole('list', { name: 'Today' }).getByRole('listitem');
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      });
    const middle = async (locator: Locator) => {
      const { x, y, width, height } = (await locator.boundingBox())!;
      return { x: x + width / 2, y: y + height / 2 };
    };
    /** Presses the title of a task until it is held. Returns the title and the place of the finger. */
    const hold = async (row: Locator) => {
      const title = row.getByText(/^Task \d+$/);
      const name = (await title.textContent()) ?? '';
      const { x, y } = await middle(title);
      await touch('touchStart', x, y);
      await expect(page.locator('[data-over]')).toContainText(name);
      return { name, x, y };
    };

    await test.step('from a row below the hours', async () => {
      const { name, x, y } = await hold(rows.first());
      const to = await middle(hours);
      await touch('touchMove', x, (y + to.y) / 2);
      await touch('touchMove', to.x, to.y);
      await touch('touchEnd');
      await expect(proposed(name)).toBeAttached();
      await expect(rows.first().getByRole('checkbox')).toBeChecked();
    });

    await test.step('from a row that is reached after scrolling', async () => {
      await rows.last().scrollIntoViewIfNeeded();
      const { name, x } = await hold(rows.last());
      // Moves the finger to the upper edge, until the hours have come into view.
      const top = (await dialog(page).getByRole('heading', { level: 3 }).boundingBox())!.y;
      await touch('touchMove', x, top);
      let last = -Infinity;
      await expect
        .poll(async () => {
          const before = last;
          last = (await hours.boundingBox())!.y;
          return last > 0 && last === before;
        })
        .toBe(true);
      const to = await middle(hours);
      await touch('touchMove', to.x, to.y + 60);
      await touch('touchEnd');
      await expect(proposed(name)).toBeAttached();
      await expect(rows.last().getByRole('checkbox')).toBeChecked();
    });
  });

  test('the working hours fit the screen, and each control is large enough for a thumb', async ({
    page,
  }) => {
    await signUp(page);
    await page.goto('/settings');
    await page.getByRole('checkbox', { name: 'Sunday' }).tap();
    await expect(page.getByText('Day off', { exact: true })).toBeVisible();
    await expectNoSideScroll(page);
    expect(await tooSmall(page.getByRole('region', { name: 'Day' }))).toEqual([]);
  });
});

test.describe('offline', () => {
  // The code of the first toast is missing, because this browser has no service worker that would have fetched it.
  test.use({
    expectedErrors: /Failed to load resource|ERR_INTERNET|Failed to fetch|Unable to preload CSS/,
  });

  test('a day planned offline survives a reload and is saved when the network is back', async ({
    page,
    context,
  }) => {
    await openToday(page);
    // Hovering loads the dialog's code before the dialog is opened.
    await page.getByRole('button', { name: 'Plan the day' }).hover();
    await page.getByRole('button', { name: 'Plan the day' }).click();
    await expect(step(page, 'What was left over')).toBeVisible();
    await context.setOffline(true);
    await dialog(page)
      .getByRole('group', { name: 'all tasks' })
      .getByRole('button', { name: 'Today' })
      .click();
    await dialog(page).getByRole('button', { name: 'Next' }).click();
    await dialog(page).getByRole('button', { name: 'Next' }).click();
    await dialog(page).getByRole('button', { name: 'Next' }).click();
    await dialog(page).getByRole('button', { name: 'Fill free time' }).click();
    await expect(dialog(page)).toContainText('proposed.');
    await context.setOffline(false);
    await allSaved(page);
    await page.reload();
    await expect(step(page, 'Place it on the day')).toBeVisible();
    await expect(dialog(page).getByLabel(/^Start of Invoice/)).not.toHaveValue('');
    await context.setOffline(true);
    await dialog(page)
      .getByRole('button', { name: /^Add \d and finish/ })
      .click();
    await expect(
      page.getByRole('group', { name: 'Hours' }).getByRole('button', { name: /^Invoice/ }),
    ).toBeVisible();
    await context.setOffline(false);
    await allSaved(page);
    await page.reload();
    await expect(
      page.getByRole('group', { name: 'Hours' }).getByRole('button', { name: /^Invoice/ }),
    ).toBeVisible();
  });
});

test('axe finds nothing in the working hours, with an error and a day off', async ({ page }) => {
  await signUp(page);
  await page.goto('/settings');
  await page.getByRole('checkbox', { name: 'Sunday' }).uncheck();
  await page.getByLabel('Monday start').fill('19:00');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('The end must be after the start.');
  await expectAccessible(page);
});
