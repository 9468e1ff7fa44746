import { expect, FAILED_REQUEST, heading, saved, signUp, test, toast } from './fixtures';

test('what is typed survives a reload as a draft, is saved, and shows in the modal on any screen', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/reflection');
  await expect(heading(page, 'Daily Reflection')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Reflection' })).toHaveCount(2);
  await page.getByLabel('Accomplishments').fill('Shipped notes');
  await page.getByRole('radio', { name: '3 stars' }).check();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked();
  await page.reload();
  await expect(page.getByLabel('Accomplishments')).toHaveValue('Shipped notes');
  await expect(page.getByText('Draft', { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Save Reflection' }).first().click();
  await expect(toast(page)).toContainText('Reflection saved');
  await expect(toast(page)).toContainText('Your daily reflection has been saved successfully.');
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await expect(heading(page, 'Task Management')).toBeVisible();
  await page.getByRole('button', { name: 'Daily Reflection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Daily Reflection' });
  await expect(dialog.getByLabel('Accomplishments')).toHaveValue('Shipped notes');
  await dialog.getByLabel('Challenges').fill('Noise');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
});

test('§2 the heading has today’s date, three text areas have 3 rows, and stars go from 1 to 5', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/reflection');
  const today = await page.evaluate(() =>
    new Date().toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric' }),
  );
  await expect(heading(page, `Daily Reflection ${today}`)).toBeVisible();
  const areas = page.getByRole('textbox');
  await expect(areas).toHaveCount(3);
  for (const area of await areas.all()) await expect(area).toHaveAttribute('rows', '3');
  await expect(page.getByRole('radio')).toHaveCount(5);
  // §3: nothing is rated until somebody does; §5: nothing is demanded.
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  const [top, bottom] = await page.getByRole('button', { name: 'Save Reflection' }).all();
  const place = async (button: typeof top) => (await button?.boundingBox())?.y ?? 0;
  const first = (await areas.first().boundingBox())?.y ?? 0;
  const last = (await areas.last().boundingBox())?.y ?? 0;
  expect(await place(top)).toBeLessThan(first);
  expect(await place(bottom)).toBeGreaterThan(last);
});

test('§2 the modal has Save and Cancel: Cancel and Escape keep the draft, Save saves and closes', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/tasks');
  const dialog = page.getByRole('dialog', { name: 'Daily Reflection' });
  const opener = page.getByRole('button', { name: 'Daily Reflection' });
  await opener.click();
  await dialog.getByLabel('Challenges').fill('My words');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await opener.click();
  await expect(dialog.getByLabel('Challenges')).toHaveValue('My words');
  await dialog.getByLabel('Challenges').press('Escape');
  await expect(dialog).toBeHidden();
  await opener.click();
  await expect(dialog.getByLabel('Challenges')).toHaveValue('My words');
  await dialog.getByRole('radio', { name: '5 stars' }).check();
  await saved(page, 'POST', () =>
    dialog.getByRole('button', { name: 'Save', exact: true }).click(),
  );
  await expect(dialog).toBeHidden();
  await expect(toast(page)).toContainText('Reflection saved');
  await expect(toast(page)).toContainText('Your daily reflection has been saved successfully.');
});

test('§5 a reflection is saved without any validation, and is sent with its day, its answers and a rating', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/reflection');
  await page.getByRole('button', { name: 'Save Reflection' }).first().click();
  await expect(toast(page)).toContainText('Reflection saved');
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  await page.getByLabel('Challenges').fill('My words');
  await page.getByRole('radio', { name: '2 stars' }).check();
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/reflections'),
  );
  await page.getByRole('button', { name: 'Save Reflection' }).last().click();
  expect((await sent).postDataJSON()).toMatchObject({
    date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T00:00:00[+-]/),
    challenges: 'My words',
    productivityRating: 2,
  });
});

test('the heading of a day of another year says which', async ({ page }) => {
  await signUp(page);
  await page.goto('/reflection?day=2019-12-31');
  await expect(heading(page, 'Daily Reflection Tuesday, December 31, 2019')).toBeVisible();
});

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test('§8 Error saving reflection: There was a problem, and what was typed is kept', async ({
    page,
  }) => {
    await page.route('**/api/reflections', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, contentType: 'text/plain', body: 'Not this one.' })
        : route.continue(),
    );
    await signUp(page);
    await page.goto('/reflection');
    await page.getByLabel('Challenges').fill('My words');
    await page.getByRole('button', { name: 'Save Reflection' }).first().click();
    await expect(toast(page)).toContainText('Error saving reflection');
    await expect(toast(page)).toContainText('There was a problem saving your reflection.');
    await expect(page.getByLabel('Challenges')).toHaveValue('My words');
    await expect(page.getByRole('main').getByText('Not saved')).toBeVisible();
  });
});

test.describe('logout', () => {
  // A call that was on its way is answered 401.
  test.use({ expectedErrors: FAILED_REQUEST });

  test('logout removes what was typed and not saved', async ({ page }) => {
    await signUp(page);
    await page.goto('/reflection');
    await page.getByLabel('Accomplishments').fill('Private');
    const drafts = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('Draft')).length);
    expect(await drafts()).toBe(1);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/auth$/);
    expect(await drafts()).toBe(0);
  });
});

for (const [timezoneId, offset] of [
  ['America/Los_Angeles', /-0[78]:00$/],
  ['Asia/Kolkata', /\+05:30$/],
] as const) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test('a reflection belongs to the day of the person’s own zone', async ({ page }) => {
      await signUp(page);
      await page.goto('/reflection');
      const today = new Intl.DateTimeFormat('en-CA', { timeZone: timezoneId }).format(new Date());
      const named = new Intl.DateTimeFormat('en-US', {
        timeZone: timezoneId,
        weekday: 'long',
        month: 'long',
        day: 'numeric',
      }).format(new Date());
      await expect(heading(page, named)).toBeVisible();
      await page.getByLabel('Accomplishments').fill('My words');
      await saved(page, 'POST', () =>
        page.getByRole('button', { name: 'Save Reflection' }).first().click(),
      );
      const reflection = await page.evaluate(
        async (date) =>
          (await fetch(`/api/reflections?date=${encodeURIComponent(date)}`)).json() as Promise<{
            date: string;
            accomplishments: string;
          }>,
        `${today}T00:00:00Z`,
      );
      expect(reflection.accomplishments).toBe('My words');
      expect(reflection.date).toContain(`${today}T00:00:00`);
      expect(reflection.date).toMatch(offset);
    });
  });
}
