import type { AccountExport } from '@daymark/contract/accountExport';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, signUp, test, type Seed } from './fixtures';

const [start, end] = ['2026-12-01T09:00:00+01:00', '2026-12-01T10:30:00+01:00'];
const days = { start: '2026-12-24', end: '2026-12-27' };
const seed: Seed = {
  tasks: [
    { id: 11, title: 'Water the ferns', categoryId: 2, plannedDay: '2026-12-01' },
    { id: 12, title: 'Fill the can', parentId: 11, position: 'a0' },
    { id: 13, title: 'Done', completed: true },
  ],
  events: [
    { id: 21, title: 'Ferns, “all”; of them', start, end, color: '#8B5CF6' },
    { id: 22, title: 'Block', start, end, taskId: 11 },
    {
      id: 23,
      title: 'Holidays',
      start: '2026-12-24T00:00:00+01:00',
      end: '2026-12-27T00:00:00+01:00',
      days,
    },
  ],
  notes: [{ id: 31, title: 'Ferns', content: '- [ ] daily', attachedTo: { type: 'task', id: 11 } }],
  reflections: [{ date: '2026-11-20T00:00:00+01:00', challenges: 'None' }],
  settings: { focusDuration: 50 },
};

const exported = async (page: Page): Promise<AccountExport> =>
  (await page.request.get('/api/export')).json() as Promise<AccountExport>;

/** Returns the parts of an export that don't depend on the account. */
const contentOf = ({ user: _user, exportedAt: _at, ...document }: AccountExport): unknown =>
  JSON.parse(
    JSON.stringify(document, (key, value: unknown) => (key === 'userId' ? undefined : value)),
  );

async function importFile(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await page.goto('/settings#data');
  await expect(page.getByRole('button', { name: 'Choose File…' })).toBeEnabled();
  await page
    .getByLabel('File to import')
    .setInputFiles({ name, mimeType: 'application/zip', buffer: Buffer.from(bytes) });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText(/^Added /)).toBeVisible();
  await expect(page.getByText('All changes saved')).toBeAttached();
}

test('an export that is imported into an empty account and exported again has the same content', async ({
  page,
  browser,
}) => {
  await signUp(page, seed);
  const before = await exported(page);
  const zip = new Uint8Array(await (await page.request.get('/api/export?format=zip')).body());

  await test.step('the zip', async () => {
    const other = await browser.newPage();
    await signUp(other);
    await importFile(other, 'daymark.zip', zip);
    expect(contentOf(await exported(other))).toEqual(contentOf(before));
    await other.close();
  });

  await test.step('the zip’s calendar', async () => {
    const other = await browser.newPage();
    await signUp(other);
    await importFile(other, 'calendar.ics', unzipSync(zip)['calendar.ics'] ?? new Uint8Array());
    const seen = ({ events }: AccountExport) =>
      events.map(({ id, title, start: from, end: to, days: wholeDays }) => ({
        id,
        title,
        // Compare the days of an all-day event, because its midnights depend on the time zone in which it was written.
        times: wholeDays ?? [Date.parse(from), Date.parse(to)],
      }));
    // In a calendar file, a block has its task's title.
    const expected = seen(before).map((event) =>
      event.id === 22 ? { ...event, title: 'Water the ferns' } : event,
    );
    expect(seen(await exported(other))).toEqual(expected);
    await other.close();
  });
});
