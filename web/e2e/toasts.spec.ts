import { expect, PHONE, test, toast } from './fixtures';

test('a toast is at most 420 px wide, above the bottom tabs on a phone, and can be swiped away', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(toast(page)).toContainText('Login successful');
  // The toast stays while the pointer is on it.
  await toast(page).hover();
  expect((await toast(page).boundingBox())?.width).toBeLessThanOrEqual(420);

  await page.setViewportSize(PHONE);
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  const box = async () => {
    const { x, y, height } = (await toast(page).boundingBox())!;
    return { x, y, bottom: y + height };
  };
  await expect
    .poll(async () => (await box()).bottom - ((await tabs.boundingBox())?.y ?? 0))
    .toBeLessThanOrEqual(0);

  const { x, y } = await box();
  await page.mouse.move(x + 40, y + 10);
  await page.mouse.down();
  await page.mouse.move(x + 100, y + 10, { steps: 5 });
  await page.mouse.up();
  await expect(toast(page)).toBeHidden();

  // A text from a link is never so long that the toast cuts off the note about its origin.
  await page.goto(`/calendar?error=auth&message=${'Call us now. '.repeat(20)}`);
  await expect(toast(page)).toContainText('(text from this page’s address)');
  const isCut = await toast(page).evaluate((shown) =>
    [...shown.querySelectorAll('*')].some(
      ({ clientHeight, scrollHeight }) => clientHeight > 0 && scrollHeight > clientHeight + 1,
    ),
  );
  expect(isCut).toBe(false);
});
