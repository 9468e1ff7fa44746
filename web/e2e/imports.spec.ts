import type { Page } from '@playwright/test';
import {
  FAILED_REQUEST,
  PHONE,
  expect,
  expectNoSideScroll,
  openTasks,
  signUp,
  taskRow,
  test,
} from './fixtures';

const GARDEN = [
  'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT',
  'task,Repot the basil,In the shed,1,1,Kai (1),,every monday,en,Europe/Berlin,30,minute',
  'task,Buy compost,,4,2,Kai (1),,,en,,,',
  'section,Later,,,,,,,,,,',
  'task,Plant bulbs,,4,1,Kai (1),,every 3rd friday,en,,,',
].join('\r\n');

const file = (name: string, text: string | Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text),
});
const chooseFile = (page: Page, name: string, text: string | Buffer) =>
  page.getByLabel('File to import').setInputFiles(file(name, text));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openSettings(page: Page): Promise<void> {
  await page.goto('/settings');
  await expect(button(page, 'Choose File…').or(button(page, 'Finish Import'))).toBeEnabled();
}

/** Undoes an import. Expects the question to name the number of added records. */
async function undoImport(page: Page, added: number): Promise<void> {
  await button(page, 'Undo Import').click();
  const question = page.getByRole('alertdialog', { name: 'Undo this import?' });
  await expect(question).toContainText(`It added ${added} records.`);
  await question.getByRole('button', { name: 'Undo Import' }).click();
}

/** Drops a file of more than 50 MB. The page makes the file, because sending a file to the page would take seconds. */
async function dropLargeFile(page: Page): Promise<void> {
  const files = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(50_000_001)], 'x.csv'));
    return data;
  });
  await page.getByText('or drop it here').dispatchEvent('drop', { dataTransfer: files });
}

const tasks = (count: number) =>
  [
    'TYPE,CONTENT,PRIORITY,INDENT',
    ...Array.from({ length: count }, (_, n) => `task,No. ${n},4,1`),
  ].join('\n');

test('a Todoist file is previewed, imported, reported and undone, and a second run adds nothing', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await signUp(page, { tasks: [{ title: 'Mine' }] });
  await openSettings(page);
  await chooseFile(page, 'Garden.csv', GARDEN);
  await expect(
    page.getByText('Garden.csv is a file of Todoist. Nothing has been added yet.'),
  ).toBeVisible();
  await expect(page.getByText('3 tasks', { exact: true })).toBeVisible();
  await expect(
    page.getByText(/^Dates and repeats that Daymark can’t express \(1\): .*every 3rd friday/),
  ).toBeVisible();
  await expectNoSideScroll(page);

  // Import by keyboard.
  await button(page, 'Import').focus();
  await page.keyboard.press('Enter');
  const added = page.getByText(/^Added 2 categories, 3 tasks and 2 notes from a file of Todoist\./);
  await expect(added).toBeVisible();
  await expectNoSideScroll(page);
  await page.reload();
  await expect(added).toBeVisible();
  await undoImport(page, 7);
  await expect(page.getByText('The import was undone: 7 records were deleted.')).toBeVisible();

  await chooseFile(page, 'Garden.csv', GARDEN);
  await button(page, 'Import').click();
  await expect(added).toBeVisible();
  await button(page, 'Done').click();
  await chooseFile(page, 'Garden.csv', GARDEN);
  await expect(page.getByText('3 already here')).toBeVisible();
  await button(page, 'Import').click();
  await expect(
    page.getByText('Everything in this file was already here, so nothing was added.'),
  ).toBeVisible();
  await openTasks(page);
  await expect(taskRow(page, 'Repot the basil')).toHaveCount(1);
  await expect(taskRow(page, 'Mine')).toHaveCount(1);
});

test.describe('an import that is interrupted', () => {
  test.use({ expectedErrors: FAILED_REQUEST });

  test('by closing the tab is finished on the next visit, without duplicates or gaps', async ({
    page,
  }) => {
    await signUp(page);
    await openSettings(page);
    let calls = 0;
    // The second response never arrives, because the tab is closed first.
    await page.route('**/api/import', async (route) => {
      if (++calls === 1) return route.continue();
      await route.fetch();
      return undefined;
    });
    await chooseFile(page, 'many.csv', tasks(600));
    const second = page.waitForRequest(
      (request) => request.url().endsWith('/api/import') && calls === 1,
    );
    await button(page, 'Import').click();
    await second;
    await expect.poll(() => calls).toBe(2);
    const next = await page.context().newPage();
    await page.close();
    await openSettings(next);
    await expect(next.getByText(/^The import of many\.csv was interrupted/)).toBeVisible();
    await button(next, 'Finish Import').click();
    await expect(
      next.getByText('Added 1 category and 600 tasks from a file of Todoist.'),
    ).toBeVisible();
    const count = await next.evaluate(async () => {
      const reply = await fetch('/api/export');
      return ((await reply.json()) as { tasks: unknown[] }).tasks.length;
    });
    expect(count).toBe(600);
  });
});

test('Undo Import keeps the records that were edited since, and says how many they are', async ({
  page,
}) => {
  await signUp(page);
  await openSettings(page);
  await chooseFile(page, 'Garden.csv', GARDEN);
  await button(page, 'Import').click();
  await expect(page.getByText(/^Added 2 categories, 3 tasks and 2 notes/)).toBeVisible();
  await openTasks(page);
  await taskRow(page, 'Plant bulbs').getByRole('checkbox').click();
  await expect(page.getByText('All changes saved')).toBeAttached();
  await page.goto('/settings');
  await undoImport(page, 7);
  await expect(
    page.getByText(
      'The import was undone: 5 records were deleted. 2 records stay, because you changed them or something of yours belongs to them.',
    ),
  ).toBeVisible();
  await openTasks(page);
  await expect(taskRow(page, 'Repot the basil')).toHaveCount(0);
  await expect(taskRow(page, 'Plant bulbs')).toHaveCount(1);
});

test('Undo Import is offered for a week, and the report says until when', async ({ page }) => {
  await page.clock.install({ time: new Date() });
  await signUp(page);
  await openSettings(page);
  await chooseFile(page, 'Garden.csv', GARDEN);
  await button(page, 'Import').click();
  await expect(page.getByText(/^You can undo this import until .*, 20\d\d\.$/)).toBeVisible();
  await page.clock.fastForward(7 * 24 * 60 * 60 * 1000);
  await expect(button(page, 'Undo Import')).toHaveCount(0);
  await expect(button(page, 'Save Report')).toBeVisible();
});

test('a tab can import only after another tab’s import is done and its report is closed', async ({
  page,
}) => {
  await signUp(page);
  await openSettings(page);
  const other = await page.context().newPage();
  await openSettings(other);
  const titled = (title: string, count: number) => tasks(count).replaceAll('No.', title);
  await chooseFile(page, 'first.csv', titled('First', 90));
  await chooseFile(other, 'second.csv', titled('Second', 70));
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/import', async (route) => {
    await held;
    await route.continue();
  });
  await button(page, 'Import').click();
  await expect(page.getByText('Importing first.csv…')).toBeVisible();
  await button(other, 'Import').click();
  await expect(other.getByRole('alert')).toHaveText(
    'An import is running in another tab. Wait until it is done, then import this file.',
  );
  const third = await page.context().newPage();
  await third.goto('/settings');
  await expect(third.getByText('first.csv is being imported in another tab.')).toBeVisible();
  letGo();
  const added = 'Added 1 category and 90 tasks from a file of Todoist.';
  for (const tab of [page, third]) await expect(tab.getByText(added)).toBeVisible();
  await button(other, 'Import').click();
  await expect(other.getByRole('alert')).toHaveText(
    'The report of another import is open. Press Cancel to see it.',
  );
  await button(page, 'Done').click();
  await button(other, 'Import').click();
  await expect(
    other.getByText('Added 1 category and 70 tasks from a file of Todoist.'),
  ).toBeVisible();
  const titles = await other.evaluate(async () => {
    const reply = await fetch('/api/export');
    return ((await reply.json()) as { tasks: { title: string }[] }).tasks.map((one) => one.title);
  });
  expect(titles.filter((title) => title.startsWith('First'))).toHaveLength(90);
  expect(titles.filter((title) => title.startsWith('Second'))).toHaveLength(70);
});

test('a file that is chosen as soon as an import is reported stays chosen', async ({ page }) => {
  await signUp(page);
  await openSettings(page);
  await chooseFile(page, 'Garden.csv', GARDEN);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/import', async (route) => {
    // The imported records arrive late.
    await page.route('**/api/changes**', async (changes) => {
      await held;
      await changes.continue();
    });
    await route.continue();
  });
  const fetched = page.waitForRequest('**/api/changes**');
  await button(page, 'Import').click();
  await fetched;
  await expect(button(page, 'Done')).toHaveCount(0);
  await expect(page.getByText('Importing Garden.csv…')).toBeVisible();
  letGo();
  await button(page, 'Done').click();
  await chooseFile(page, 'Garden.csv', GARDEN);
  await expect(page.getByText('3 already here')).toBeVisible();
});

test('Cancel works while a large file is being read', async ({ page }) => {
  await signUp(page);
  await openSettings(page);
  const rows = Array.from(
    { length: 10_000 },
    (_, n) => `task,No. ${n},4,1,every mon at ${n % 12}:30`,
  );
  await chooseFile(page, 'many.csv', ['TYPE,CONTENT,PRIORITY,INDENT,DATE', ...rows].join('\n'));
  // Click without waiting until the button is stable. After such a wait, the file might already be read.
  await button(page, 'Cancel').dispatchEvent('click');
  await expect(button(page, 'Choose File…')).toBeVisible();
});

test('each hostile file gets one sentence, and nothing is written', async ({ page }) => {
  await signUp(page);
  await openSettings(page);
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/import'))
      writes.push(request.url());
  });
  const endless = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:1',
    'SUMMARY:Tick',
    'DTSTART:20200101T000000Z',
    'RRULE:FREQ=SECONDLY',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\n');
  for (const [text, sentence] of [
    [tasks(100_000), 'This file has more than 20,000 rows. Split it and import the parts.'],
    [
      Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 7919) % 251)),
      'This file isn’t a text file, so there is nothing in it to import.',
    ],
    ['{"version": 1, "tasks": [}', 'This file is not valid JSON: look at line 1, character 26.'],
  ] as const) {
    await chooseFile(page, 'x.csv', text);
    await expect(page.getByRole('alert')).toHaveText(sentence);
  }
  await dropLargeFile(page);
  await expect(page.getByRole('alert')).toHaveText('This file is larger than 50 MB.');
  await chooseFile(page, 'x.ics', endless);
  await expect(page.getByText(/^Rules that repeat too often/)).toBeVisible();
  await button(page, 'Cancel').click();
  expect(writes).toEqual([]);
});
