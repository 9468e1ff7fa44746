import {
  PHONE,
  expect,
  expectNoSideScroll,
  heading,
  saved,
  signUp,
  taskRow,
  test,
  toast,
} from './fixtures';
import { expectAccessible } from './axe';

/** A moment of a local day, that many days from today, in the page's time zone. */
const moment = (day: number, hour: number) => {
  const at = new Date();
  at.setDate(at.getDate() + day);
  at.setHours(0, Math.round(hour * 60), 0, 0);
  return at;
};
/** A finished focus session, of 25 minutes. */
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

test.describe('insights', () => {
  test('an empty account is told what will be there; the dashboard’s cards lead to it', async ({
    page,
  }) => {
    await signUp(page);
    await page.goto('/today');
    await page.getByRole('link', { name: 'See insights' }).click();
    await expect(heading(page, 'Insights')).toBeVisible();
    await expect(page).toHaveTitle('Insights · Daymark');
    await expect(page.getByRole('heading', { name: 'Nothing to add up yet' })).toBeVisible();
    await page.goBack();
    await page.getByRole('link', { name: 'Insights into your focus time' }).click();
    await expect(page).toHaveURL(/\/insights$/);
    // Six entries, as the spec has them.
    await expect(page.getByRole('navigation').first().getByRole('link')).toHaveCount(6);
  });

  test('what was recorded adds up: by day, hour, category and task, and the parts of a day sum to it', async ({
    page,
  }) => {
    await signUp(page, {
      tasks: [{ id: 77, title: 'Write the report', categoryId: 1 }],
      focusSessions: [focused(-1, 9, 77), focused(-1, 10, 77), focused(-10, 9)],
      events: [
        {
          title: 'Review',
          start: moment(-1, 9).toISOString(),
          end: moment(-1, 11).toISOString(),
        },
      ],
      reflections: [reflected(-1, { productivityRating: 4 })],
    });
    await page.goto('/insights');

    const card = (name: string) => page.getByRole('region', { name, exact: true });
    await expect(card('Focused')).toContainText('1h 15m');
    await expect(card('Sessions')).toContainText('3 of 3');
    await expect(card('Focus by task')).toContainText('Write the report50m');
    await expect(card('Focus by category')).toContainText('Work50m');
    await expect(card('Focus by hour').locator('svg').first()).toBeVisible();
    await card('Focus by hour').getByText('Show as a table').click();
    await expect(card('Focus by hour').getByRole('row', { name: /^9 AM/ })).toContainText('50m');
    await expect(card('Rating over time')).toContainText('4.0 of 5 stars');
    await expect(card('Patterns')).toContainText('1 of the 10 rated days');

    const day = card('Where the day went');
    const parts = async () => {
      const texts = await day.getByRole('definition').allTextContents();
      return texts.map((text) => {
        const [, h = '0', m = '0'] = /(?:(\d+)h )?(\d+)m/.exec(text) ?? [];
        return Number(h) * 60 + Number(m);
      });
    };
    await expect(day.getByRole('definition')).toHaveText(['50m', '1h 10m', '0m', '22h 0m']);
    expect((await parts()).reduce((a, b) => a + b)).toBe(24 * 60);
    await day.getByRole('button', { name: 'The day before' }).click();
    await expect(day.getByRole('definition').first()).toHaveText('0m');

    await page.getByRole('button', { name: '7 days' }).click();
    await expect(card('Focused')).toContainText('50m');
    await expect(page).toHaveURL(/days=7$/);
    await page.reload();
    await expect(page.getByRole('button', { name: '7 days' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  test('axe finds nothing, and nothing is wider than the screen', async ({ page }) => {
    const days = Array.from({ length: 12 }, (_, index) => index + 1);
    await signUp(page, {
      reflections: days.map((day) => reflected(-day, { productivityRating: 1 + (day % 5) })),
      focusSessions: days.filter((day) => day % 3).map((day) => focused(-day, 9)),
    });
    await page.goto('/insights');
    await expect(page.getByText('n = 12 days').first()).toBeVisible();
    await expect(
      page.locator('svg.MuiChartsSurface-root, .MuiChartsSurface-root svg').first(),
    ).toBeVisible();
    await page.getByText('Show as a table').first().click();
    await expectAccessible(page);
    for (const viewport of [{ width: 1280, height: 800 }, PHONE]) {
      await page.setViewportSize(viewport);
      await expectNoSideScroll(page);
    }
  });
});

test('Draft from today adds what is recorded below what is typed, twice adds nothing, each line leads to its record, and only Save saves', async ({
  page,
}) => {
  await signUp(page, {
    tasks: [
      {
        id: 78,
        title: 'Send the budget',
        completed: true,
        completedAt: new Date().toISOString(),
      },
    ],
    focusSessions: [focused(0, 0.25, 78)],
    events: [
      {
        title: 'Stand-up',
        start: moment(0, 0).toISOString(),
        end: moment(0, 0.25).toISOString(),
      },
    ],
  });
  let saves = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/reflections')) saves++;
  });
  await page.goto('/reflection');
  const answer = page.getByLabel('Accomplishments');
  await answer.fill('A good day');
  const drafted = [
    'A good day',
    'Completed: Send the budget',
    'Focused on: Send the budget',
    'Attended: Stand-up',
  ].join('\n');
  await page.getByRole('button', { name: 'Draft from today' }).click();
  await expect(answer).toHaveValue(drafted);
  await page.getByRole('button', { name: 'Draft from today' }).click();
  await expect(answer).toHaveValue(drafted);
  await page.reload();
  await expect(answer).toHaveValue(drafted);
  expect(saves).toBe(0);
  await page.getByRole('button', { name: '3 records' }).click();
  const evidence = page.getByRole('list', { name: 'What today is drafted from' });
  for (const [line, url] of [
    ['Completed: Send the budget', /\/tasks$/],
    ['Focused on: Send the budget', /\/focus$/],
    ['Attended: Stand-up', /\/calendar\?view=day&date=\d{4}-\d\d-\d\d$/],
  ] as const)
    await expect(evidence.getByRole('link', { name: line })).toHaveAttribute('href', url);
  await saved(page, 'POST', () =>
    page.getByRole('button', { name: 'Save Reflection' }).first().click(),
  );
  await expect.poll(() => saves).toBe(1);

  // The same in the modal; following a link closes it.
  await page.getByRole('button', { name: 'Daily Reflection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Daily Reflection' });
  await dialog.getByRole('button', { name: 'Draft from today' }).click();
  await expect(dialog.getByLabel('Accomplishments')).toHaveValue(drafted);
  await dialog.getByRole('link', { name: 'Completed: Send the budget' }).click();
  await expect(page).toHaveURL(/\/tasks$/);
  await expect(dialog).toBeHidden();
  // Each task's focused time is on its row.
  await expect(taskRow(page, 'Send the budget')).toContainText('25m');
});

test('yesterday’s lines are offered for the Top 3, never more than 3, and the next reflection shows kept and missed', async ({
  page,
}) => {
  await signUp(page, {
    reflections: [reflected(-1, { tomorrowFocus: '- Call Noor\nWrite the talk\nRun\nRead' })],
  });
  await page.goto('/today');
  const offers = page.getByRole('list', { name: 'Suggestions from your last reflection' });
  const priorities = page.getByRole('list', { name: 'Priorities' });
  await expect(offers.getByRole('button')).toHaveCount(3);
  await offers.getByRole('button', { name: 'Call Noor' }).click();
  await expect(priorities.getByRole('checkbox', { name: 'Call Noor' })).toBeVisible();
  await expect(offers.getByRole('button', { name: 'Call Noor' })).toBeHidden();
  await expect(offers.getByRole('button')).toHaveCount(2);
  await offers.getByRole('button', { name: 'Write the talk' }).click();
  await offers.getByRole('button', { name: 'Run' }).click();
  await expect(priorities.getByRole('checkbox')).toHaveCount(3);
  await expect(offers).toBeHidden();
  await priorities.getByRole('checkbox', { name: 'Call Noor' }).check();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.reload();
  await expect(priorities.getByRole('checkbox')).toHaveCount(3);
  await expect(offers).toBeHidden();

  await page.goto('/reflection');
  const meant = page.getByRole('region', { name: /^What you meant to do/ });
  await expect(meant.getByRole('listitem').filter({ hasText: 'Call Noor' })).toContainText('Kept');
  await expect(meant.getByRole('listitem').filter({ hasText: 'Read' })).toContainText('Missed');
  await expectAccessible(page);
});

test('Start says what fits before the next event; a shorter session only if the person accepts it', async ({
  page,
}) => {
  const inMinutes = (minutes: number) =>
    new Date(Date.now() + minutes * 60_000 + 30_000).toISOString();
  await signUp(page, {
    events: [{ id: 5, title: 'Design review', start: inMinutes(38), end: inMinutes(60) }],
  });
  await page.goto('/focus');
  const timer = page.getByRole('region', { name: 'Focus timer' });
  await expect(timer.getByText(/^3[78] min until Design review: 25 \+ 5 fits$/)).toBeVisible();
  await page.evaluate(
    (body) =>
      fetch('/api/events/5', {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body,
      }),
    JSON.stringify({ start: inMinutes(18) }),
  );
  await page.reload();
  await expect(timer.getByText(/^1[78] min until Design review: 15 fits$/)).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText('25:00');
  await timer.getByRole('button', { name: 'Start 15 min' }).click();
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/);
  await timer.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByRole('timer')).toHaveText('25:00');
});

test('full screen: the timer alone, with its keys; the note goes with the session; Escape leaves', async ({
  page,
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
  // The button that was clicked gives up the focus, so that Space is the timer's.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expectAccessible(page, { resize: false });
  await page.keyboard.press('Escape');
  await expect(heading(page, 'Focus Time')).toBeVisible();
  await expect(page.getByLabel('Note')).toHaveValue('Found the rounding fault');
  // The tab's icon counts down as its title does, and is its own again afterwards.
  const icon = page.locator('link[rel="icon"]').last();
  await expect(icon).toHaveAttribute('href', /^data:image\/png/);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(icon).not.toHaveAttribute('href', /^data:/);
  await page.reload();
  await expect(page.getByLabel('Note')).toHaveValue('Found the rounding fault');
});

test('a running timer goes on on another device, with its note, and one record comes of it', async ({
  page,
  browser,
}) => {
  const { email, password } = await signUp(page);
  await page.goto('/focus');
  await page.getByLabel('Note').fill('Half-way');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();

  const phone = await browser.newContext({ viewport: PHONE });
  const other = await phone.newPage();
  await other.goto('/login');
  await other.getByLabel('Email').fill(email);
  await other.getByLabel('Password').fill(password);
  await other.getByRole('button', { name: 'Login', exact: true }).click();
  await other.waitForURL('**/today');
  await other.goto('/focus');
  await expect(other.getByRole('timer')).toHaveText(/^24:\d\d$/);
  await expect(other.getByLabel('Note')).toHaveValue('Half-way');
  await other.getByRole('button', { name: 'Pause' }).click();
  // Live, without a reload.
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  expect(await page.getByRole('timer').textContent()).toBe(
    await other.getByRole('timer').textContent(),
  );
  await phone.close();
});

test('system notifications are asked for by a click in the settings, never before', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const asked = Object.assign(window, { asked: 0 });
    Object.defineProperty(Notification, 'permission', {
      get: () => (asked.asked > 0 ? 'granted' : 'default'),
    });
    Notification.requestPermission = () => {
      asked.asked++;
      return Promise.resolve('granted');
    };
  });
  const asked = () => page.evaluate(() => (window as unknown as { asked: number }).asked);
  await signUp(page);
  await page.goto('/focus');
  await page.getByRole('button', { name: 'Settings' }).click();
  const box = page.getByRole('checkbox', { name: /^Notify me when a session ends/ });
  await expect(box).not.toBeChecked();
  expect(await asked()).toBe(0);
  await box.click();
  await expect(box).toBeChecked();
  expect(await asked()).toBe(1);
  await box.click();
  await expect(box).not.toBeChecked();
  await expect(toast(page)).toBeHidden();
});
