import { expect, FAILED_REQUEST, heading, saved, signUp, test, toast } from './fixtures';

test.describe('in Kolkata', () => {
  test.use({
    timezoneId: 'Asia/Kolkata',
    // A call that is under way at the logout gets a 401.
    expectedErrors: FAILED_REQUEST,
  });

  test('a reflection belongs to the local day, and its draft survives a reload but not a logout', async ({
    page,
  }) => {
    await signUp(page);
    await page.goto('/reflection');
    const now = new Date();
    const zone = { timeZone: 'Asia/Kolkata' };
    const today = new Intl.DateTimeFormat('en-CA', zone).format(now);
    const named = new Intl.DateTimeFormat('en-US', {
      ...zone,
      weekday: 'long',
      month: 'long',
      day: 'numeric',
    }).format(now);
    await expect(heading(page, `Daily Reflection ${named}`)).toBeVisible();
    const save = page.getByRole('button', { name: 'Save Reflection' });
    const drafts = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('Draft')).length);

    await test.step('Save is above and below the text areas', async () => {
      const areas = page.getByRole('textbox');
      const yOf = async (locator: typeof save) => (await locator.boundingBox())?.y ?? Number.NaN;
      expect(await yOf(save.first())).toBeLessThan(await yOf(areas.first()));
      expect(await yOf(save.last())).toBeGreaterThan(await yOf(areas.last()));
    });

    await test.step('a draft survives a reload and is saved', async () => {
      await page.getByLabel('Accomplishments').fill('My words');
      await page.getByRole('radio', { name: '3 stars' }).check();
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked();
      await page.reload();
      await expect(page.getByLabel('Accomplishments')).toHaveValue('My words');
      await saved(page, 'POST', () => save.first().click());
      expect(await drafts()).toBe(0);
      const reflection = await page.evaluate(
        async (date) =>
          (await fetch(`/api/reflections?date=${encodeURIComponent(date)}`)).json() as Promise<{
            date: string;
          }>,
        `${today}T00:00:00Z`,
      );
      expect(reflection).toMatchObject({ accomplishments: 'My words', productivityRating: 4 });
      expect(reflection.date).toBe(`${today}T00:00:00+05:30`);
    });

    await test.step('logout removes unsaved text', async () => {
      await page.getByLabel('Challenges').fill('Private');
      expect(await drafts()).toBe(1);
      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page).toHaveURL(/\/auth$/);
      expect(await drafts()).toBe(0);
    });
  });
});

test.describe('offline', () => {
  test.use({ expectedErrors: FAILED_REQUEST });

  test('the toast of a saved reflection says that it is saved on this device', async ({
    page,
    context,
  }) => {
    await signUp(page);
    const toasts = page.waitForResponse(/assets\/ToastArea-.*js/);
    await page.goto('/reflection');
    await toasts;
    await page.getByLabel('Challenges').fill('My words');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save Reflection' }).first().click();
    await expect(toast(page)).toContainText(
      'Saved on this device. It is sent when you are online.',
    );
    await expect(toast(page)).not.toContainText('successfully');
  });
});
