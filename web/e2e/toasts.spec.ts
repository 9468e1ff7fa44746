import { expect, notice, PHONE, test } from './fixtures';

/** Signs in from the form, which leaves a notice. */
async function comeIn(page: import('@playwright/test').Page) {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(notice(page)).toContainText('Login successful');
}

test('§9 a notice stays for 5000 ms', async ({ page }) => {
  await page.goto('/login');
  await page.evaluate(() => {
    // By the page's own clock, so that a busy machine between it and this test counts for nothing.
    let since: number | undefined;
    const observer = new MutationObserver(() => {
      const isThere = document.querySelector('[data-toast]') !== null;
      if (isThere) since ??= performance.now();
      else if (since !== undefined) {
        document.documentElement.dataset.stayed = String(performance.now() - since);
        observer.disconnect();
      }
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(notice(page)).toContainText('Login successful');
  await expect(notice(page)).toBeHidden();
  const stayed = Number(await page.locator('html').getAttribute('data-stayed'));
  // With the way in and the way out.
  expect(stayed).toBeGreaterThan(4_950);
  expect(stayed).toBeLessThan(6_500);
});

test('§9 one notice at a time: a new one takes the place of the old', async ({ page, person }) => {
  for (const title of ['One', 'Two']) {
    await page.getByRole('button', { name: 'Add Task' }).click();
    await page.getByLabel('Title').fill(title);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `More actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(notice(page).filter({ hasText: title }), person.username).toBeVisible();
  }
  await expect(notice(page)).toHaveCount(1);
  await expect(notice(page)).toContainText('Two');
});

test('§9 swiping a notice right by 50 px closes it, and by less does not', async ({ page }) => {
  await comeIn(page);
  const swipe = async (distance: number) => {
    const box = await notice(page).boundingBox();
    if (!box) throw new Error('There is no notice to swipe.');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + 40, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 40 + distance, y, { steps: 5 });
    await page.mouse.up();
  };
  await swipe(40);
  await expect(notice(page)).toBeVisible();
  await swipe(60);
  await expect(notice(page)).toBeHidden();
});

test('§9 F8 moves the focus to the notice, which waits while it is there; Escape closes it', async ({
  page,
}) => {
  await page.clock.install();
  await comeIn(page);
  await page.keyboard.press('F8');
  await expect(notice(page)).toBeFocused();
  await page.clock.runFor(8000);
  await expect(notice(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.clock.runFor(1000);
  await expect(notice(page)).toBeHidden();
});

test('§9 the area is 420 px wide at most', async ({ page }) => {
  await comeIn(page);
  expect((await notice(page).boundingBox())?.width).toBeLessThanOrEqual(420);
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('a notice stands above the bottom tabs', async ({ page }) => {
    await comeIn(page);
    const tabs = await page.getByRole('navigation', { name: 'Tabs' }).boundingBox();
    await expect
      .poll(async () => {
        const box = await notice(page).boundingBox();
        return box && tabs && box.y + box.height <= tabs.y;
      })
      .toBe(true);
  });
});
