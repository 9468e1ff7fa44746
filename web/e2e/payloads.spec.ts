import type { Page } from '@playwright/test';
import { expect, addTaskUnsaved, test } from './fixtures';

/** What is sent to create a record while something is done. */
async function sent(page: Page, path: string, action: () => Promise<unknown>): Promise<unknown> {
  const request = page.waitForRequest(
    (one) => one.method() === 'POST' && new URL(one.url()).pathname === path,
  );
  await action();
  return (await request).postDataJSON() as unknown;
}

const anInstant = () => expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/);

test('§3 what each form sends to create a record carries every field of the record', async ({
  page,
  person,
}) => {
  const userId = await page.evaluate(
    async () => ((await (await fetch('/api/user')).json()) as { id: number }).id,
  );
  const dialog = page.getByRole('dialog');

  expect(
    await sent(page, '/api/tasks', () => addTaskUnsaved(page, 'Water the plants', 'Personal')),
  ).toMatchObject({
    title: 'Water the plants',
    completed: false,
    categoryId: 2,
    isPriority: false,
    order: null,
    userId,
  });

  await page.getByRole('button', { name: 'Categories', exact: true }).click();
  await dialog.getByRole('button', { name: 'Add Category' }).click();
  await dialog.getByLabel('Name').fill('Garden');
  expect(await sent(page, '/api/categories', () => page.keyboard.press('Enter'))).toMatchObject({
    name: 'Garden',
    color: '#8B5CF6',
    userId,
  });

  await page.goto('/calendar');
  await page.getByRole('button', { name: 'Add Event' }).click();
  await dialog.getByLabel('Title').fill('Standup');
  expect(await sent(page, '/api/events', () => page.keyboard.press('Enter'))).toMatchObject({
    title: 'Standup',
    start: anInstant(),
    end: anInstant(),
    color: '#3B82F6',
    googleEventId: null,
    userId,
  });

  await page.goto('/notes');
  await page.getByRole('button', { name: 'New Note' }).click();
  await dialog.getByLabel('Title').fill(person.username);
  await dialog.getByRole('textbox', { name: 'Content' }).fill('Words');
  expect(await sent(page, '/api/notes', () => page.keyboard.press('Control+Enter'))).toMatchObject({
    title: person.username,
    content: 'Words',
    userId,
  });

  await page.goto('/reflection');
  await page.getByLabel('Accomplishments').fill('Shipped');
  await page.getByLabel('Challenges').fill('Noise');
  await page.getByLabel('Tomorrow’s focus').fill('Rest');
  await page.getByRole('radio', { name: '4 stars' }).check();
  expect(
    await sent(page, '/api/reflections', () =>
      page.getByRole('button', { name: 'Save Reflection' }).first().click(),
    ),
  ).toMatchObject({
    date: anInstant(),
    accomplishments: 'Shipped',
    challenges: 'Noise',
    tomorrowFocus: 'Rest',
    productivityRating: 4,
  });
});
