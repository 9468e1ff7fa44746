import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { allSaved, expect, expectNoSideScroll, PHONE, signUp, test } from './fixtures';

const suggestions = (page: Page) => page.getByRole('region', { name: 'Getting started' });
const rows = (page: Page) => suggestions(page).getByRole('listitem');

/** Returns Chromium's layout shift score for the time since the page was opened. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            sum += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
      }),
  );

test('each suggestion for a new person goes away for good once it is done or dismissed', async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page);
  await page.goto('/today');
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page);

  await test.step('nothing moves at a warm start', async () => {
    await allSaved(page);
    await page.reload();
    await expect(rows(page)).toHaveCount(4);
    await allSaved(page);
    expect(await layoutShift(page)).toBeLessThan(0.01);
  });

  await test.step('on a phone every button is at least 44 px in each direction, and nothing is wider than the screen', async () => {
    await page.setViewportSize(PHONE);
    await expectNoSideScroll(page);
    for (const button of await suggestions(page).getByRole('button').all()) {
      const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('the calendar’s suggestion is dismissed by keyboard', async () => {
    await suggestions(page)
      .getByRole('button', { name: /^Connect Google Calendar/ })
      .focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(3);
    await expect(
      suggestions(page).getByRole('button', { name: 'Dismiss “Start a focus session”' }),
    ).toBeFocused();
  });

  await test.step('the question about the working hours is answered in place', async () => {
    await suggestions(page)
      .getByRole('button', { name: /^When do you work/ })
      .click();
    const form = page.getByRole('form', { name: 'When do you work?' });
    await form.getByRole('checkbox', { name: 'Lunch break' }).check();
    await expect(form.getByLabel('Break from')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSideScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await form.getByRole('button', { name: 'Save hours' }).click();
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('a task is added', async () => {
    await suggestions(page)
      .getByRole('button', { name: /^Add your first task/ })
      .click();
    await expect(page.getByLabel('New task')).toBeFocused();
    await page.keyboard.type('Water the ferns');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(1);
  });

  await test.step('another device suggests nothing if the day is not empty at its first start', async () => {
    await allSaved(page);
    const other = await browser.newContext({ ...(baseURL && { baseURL }) });
    await other.addCookies(await page.context().cookies());
    const second = await other.newPage();
    await second.goto('/today');
    await expect(second.getByRole('checkbox', { name: 'Water the ferns' })).toBeVisible();
    await allSaved(second);
    await expect(suggestions(second)).toHaveCount(0);
    await other.close();
  });

  await test.step('a focus session is started, and the card is gone', async () => {
    await suggestions(page)
      .getByRole('button', { name: /^Start a focus session/ })
      .click();
    await expect(suggestions(page)).toHaveCount(0);
    await expect(page.locator('[data-mini-timer]')).toBeVisible();
    await allSaved(page);
    await page.reload();
    await expect(page.getByRole('checkbox', { name: 'Water the ferns' })).toBeVisible();
    await expect(suggestions(page)).toHaveCount(0);
  });
});

test('hardly anything moves for a person who has done or dismissed every suggestion', async ({
  page,
}) => {
  const dismissed = {
    hoursSuggestionDismissed: true,
    calendarSuggestionDismissed: true,
    focusSuggestionDismissed: true,
  };
  await signUp(page, { tasks: [{ title: 'Water the ferns' }], settings: dismissed });
  await page.goto('/today');
  await expect(page.getByRole('checkbox', { name: 'Water the ferns' })).toBeVisible();
  await allSaved(page);
  const cold = await layoutShift(page);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Water the ferns' })).toBeVisible();
  await allSaved(page);
  expect(await layoutShift(page)).toBeLessThan(0.01);
  expect(cold).toBeLessThan(0.1);
  await expect(suggestions(page)).toHaveCount(0);
});
