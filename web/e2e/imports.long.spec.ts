import type { Page } from '@playwright/test';
import { FAILED_REQUEST, expect, signUp, test } from './fixtures';

/** Starts to measure how long the page is held up. */
const watchLongTasks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const longest = { ms: 0 };
    Reflect.set(globalThis, 'longestTask', longest);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration);
    }).observe({ type: 'longtask' });
  });

/** Returns the longest time for which the page has been held up since `watchLongTasks`, in ms. */
const longestTaskMs = (page: Page): Promise<number> =>
  page.evaluate(() => (Reflect.get(globalThis, 'longestTask') as { ms: number }).ms);

/** Undoes an import and confirms the question. */
async function undoImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo Import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo Import' }).click();
}

test('10,000 tasks are imported, shown and undone without holding up the page for 200 ms', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await signUp(page);
  await page.goto('/settings');
  await expect(page.getByRole('button', { name: 'Choose File…' })).toBeEnabled();
  await watchLongTasks(page);
  const rows = Array.from({ length: 10_000 }, (_, n) => `task,No. ${n},4,1`);
  await page.getByLabel('File to import').setInputFiles({
    name: 'many.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['TYPE,CONTENT,PRIORITY,INDENT', ...rows].join('\n')),
  });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const timeout = 120_000;
  await expect(
    page.getByText('Added 1 category and 10,000 tasks from a file of Todoist.'),
  ).toBeVisible({
    timeout,
  });
  const shown = () => page.evaluate(() => globalThis.daymarkSync.records('tasks').data?.length);
  await expect.poll(shown, { timeout }).toBe(10_000);
  await undoImport(page);
  await expect(page.getByText('The import was undone: 10,001 records were deleted.')).toBeVisible({
    timeout,
  });
  await expect.poll(shown, { timeout }).toBe(0);
  expect(await longestTaskMs(page)).toBeLessThan(200);
});

test.describe('an import that is interrupted', () => {
  test.use({ expectedErrors: FAILED_REQUEST });

  test('by a cut connection can be undone at once', async ({ page }) => {
    await page.clock.install();
    await signUp(page);
    await page.goto('/settings');
    await expect(page.getByRole('button', { name: 'Choose File…' })).toBeEnabled();
    let calls = 0;
    await page.route('**/api/import', (route) =>
      ++calls === 1 ? route.continue() : route.abort(),
    );
    const rows = Array.from({ length: 700 }, (_, n) => `task,No. ${n},4,1`);
    await page.getByLabel('File to import').setInputFiles({
      name: 'many.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['TYPE,CONTENT,PRIORITY,INDENT', ...rows].join('\n')),
    });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const interrupted = page.getByText(/^The import of many\.csv was interrupted/);
    await expect(async () => {
      await page.clock.fastForward(10_000);
      await expect(interrupted).toBeVisible({ timeout: 300 });
    }).toPass();
    await undoImport(page);
    await expect(page.getByText('The import was undone: 500 records were deleted.')).toBeVisible();
  });
});
