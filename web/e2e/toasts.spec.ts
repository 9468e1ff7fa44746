import { expect, openTasks, PHONE, signUp, test, toast } from './fixtures';

/** Signs in with the form, which shows a toast. */
async function signInWithForm(page: import('@playwright/test').Page) {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(toast(page)).toContainText('Login successful');
}

test('§9 a toast stays for 5000 ms', async ({ page }) => {
  await page.goto('/login');
  await page.evaluate(() => {
    // Measured in the page, so that a busy machine between it and this test makes no difference.
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
  await expect(toast(page)).toContainText('Login successful');
  await expect(toast(page)).toBeHidden();
  const stayed = Number(await page.locator('html').getAttribute('data-stayed'));
  // With both animations.
  expect(stayed).toBeGreaterThan(4_950);
  expect(stayed).toBeLessThan(6_500);
});

test('§9 one toast at a time: a new one replaces the old one', async ({ page }) => {
  await signUp(page, { tasks: [{ title: 'One' }, { title: 'Two' }] });
  await openTasks(page);
  for (const title of ['One', 'Two']) {
    await page.getByRole('button', { name: `More actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page).filter({ hasText: title })).toBeVisible();
  }
  await expect(toast(page)).toHaveCount(1);
  await expect(toast(page)).toContainText('Two');
});

test('§9 a toast is 420 px wide at most; swiping it right by 50 px closes it, and by less does not', async ({
  page,
}) => {
  await signInWithForm(page);
  expect((await toast(page).boundingBox())?.width).toBeLessThanOrEqual(420);
  const swipe = async (distance: number) => {
    const box = await toast(page).boundingBox();
    if (!box) throw new Error('There is no toast to swipe.');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + 40, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 40 + distance, y, { steps: 5 });
    await page.mouse.up();
  };
  await swipe(40);
  await expect(toast(page)).toBeVisible();
  await swipe(60);
  await expect(toast(page)).toBeHidden();
});

test('§9 F8 moves the focus to the toast, which waits while it has the focus; Escape closes it', async ({
  page,
}) => {
  await page.clock.install();
  await signInWithForm(page);
  await page.keyboard.press('F8');
  await expect(toast(page)).toBeFocused();
  await page.clock.runFor(8000);
  await expect(toast(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.clock.runFor(1000);
  await expect(toast(page)).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('a toast is above the bottom tabs', async ({ page }) => {
    await signInWithForm(page);
    const tabs = await page.getByRole('navigation', { name: 'Tabs' }).boundingBox();
    await expect
      .poll(async () => {
        const box = await toast(page).boundingBox();
        return box && tabs && box.y + box.height <= tabs.y;
      })
      .toBe(true);
  });
});
