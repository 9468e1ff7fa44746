import {
  FAILED_REQUEST,
  PHONE,
  expect,
  expectNoSideScroll,
  heading,
  saved,
  signUp,
  test,
} from './fixtures';
import { expectAccessible } from './axe';

/** Returns the moment at this hour of the local day that is `day` days from today. */
const moment = (day: number, hour: number) => {
  const at = new Date();
  at.setDate(at.getDate() + day);
  at.setHours(0, Math.round(hour * 60), 0, 0);
  return at;
};
/** Returns a finished focus session of 25 minutes. */
const focused = (day: number, hour: number, taskId: number | null = null) => ({
  mode: 'focus' as const,
  plannedSeconds: 1500,
  actualSeconds: 1500,
  completed: true,
  taskId,
  start: moment(day, hour).toISOString(),
  end: moment(day, hour + 25 / 60).toISOString(),
});
const reflected = (day: number, answers: object) => {
  const date = moment(day, 12);
  const two = (value: number) => String(value).padStart(2, '0');
  const local = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return { date: `${local}T00:00:00Z`, ...answers };
};

test.describe('in a fallback font', () => {
  test.use({ expectedErrors: FAILED_REQUEST });

  test('axe finds nothing in the insights and a day’s plan, and nothing is wider than the screen', async ({
    page,
  }) => {
    const days = Array.from({ length: 12 }, (_, index) => index + 1);
    await signUp(page, {
      reflections: days.map((day) =>
        reflected(-day, { productivityRating: 1 + (day % 5), tomorrowFocus: 'Read' }),
      ),
      focusSessions: days.filter((day) => day % 3).map((day) => focused(-day, 9)),
    });
    // The font may arrive too late, and fallback fonts are wider.
    await page.route('**/*.woff2', (route) => route.abort());
    await page.goto('/insights');
    await expect(page.getByText('n = 12 days').first()).toBeVisible();
    await expect(
      page.locator('svg.MuiChartsSurface-root, .MuiChartsSurface-root svg').first(),
    ).toBeVisible();
    for (const viewport of [{ width: 1280, height: 800 }, PHONE])
      for (const days of ['7 days', '30 days', '90 days']) {
        await page.setViewportSize(viewport);
        await page.getByRole('button', { name: days }).click();
        const labels = page.locator('.MuiChartsAxis-tickLabel');
        await expect(labels.first()).toBeVisible();
        await expect(labels.filter({ hasText: '…' })).toHaveCount(0);
      }
    await page.getByText('Show as a table').first().click();
    await expectAccessible(page);
    for (const viewport of [{ width: 1280, height: 800 }, PHONE]) {
      await page.setViewportSize(viewport);
      await expectNoSideScroll(page);
    }
    await page.goto('/reflection');
    const meant = page.getByRole('region', { name: /plan for today$/ });
    await expect(meant.getByRole('listitem')).toContainText('Not yet');
    await expectAccessible(page);
  });
});

test('full screen shows only the timer, whose keys work, and Escape leaves full screen', async ({
  page,
  browser,
}) => {
  await signUp(page);
  await page.goto('/focus');
  await expect(heading(page, 'Focus Time')).toBeVisible();
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden();
  await expect(heading(page, 'Focus Time')).toBeHidden();
  await page.keyboard.press('2');
  await expect(page.getByRole('timer')).toHaveText('05:00');
  await page.keyboard.press('1');
  await page.getByLabel('Note').fill('Found the rounding fault');
  await page.getByRole('timer').click();
  // Take the focus off any element, so that Space goes to the timer.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expectAccessible(page, { resize: false });
  await page.keyboard.press('Escape');
  await expect(heading(page, 'Focus Time')).toBeVisible();
  await expect(page.getByLabel('Note')).toHaveValue('Found the rounding fault');
  // The tab's icon counts down as its title does, and is the usual icon again after a reset.
  const icon = page.locator('link[rel="icon"]').last();
  await expect(icon).toHaveAttribute('href', /^data:image\/png/);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(icon).not.toHaveAttribute('href', /^data:/);
  await page.reload();
  await expect(page.getByLabel('Note')).toHaveValue('Found the rounding fault');

  await test.step('on another device', async () => {
    await saved(page, 'PATCH', () =>
      page.getByRole('button', { name: 'Start', exact: true }).click(),
    );
    const { cookies } = await page.context().storageState();
    const phone = await browser.newContext({
      viewport: PHONE,
      storageState: { cookies, origins: [] },
    });
    const other = await phone.newPage();
    await other.goto('/focus');
    await expect(other.getByRole('timer')).toHaveText(/^24:\d\d$/);
    await expect(other.getByLabel('Note')).toHaveValue('Found the rounding fault');
    await other.getByRole('button', { name: 'Pause' }).click();
    // The pause arrives by live updates, without a reload.
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
    expect(await page.getByRole('timer').textContent()).toBe(
      await other.getByRole('timer').textContent(),
    );
    await phone.close();
  });
});
