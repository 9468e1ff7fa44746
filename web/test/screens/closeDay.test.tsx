import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Seed } from '../../e2e/fixtures';
import { renderPage, shows, toastText } from '../renderPage';

const FRIDAY = '2026-11-20';
const SATURDAY = '2026-11-21';
const SEED: Seed = {
  tasks: [
    { title: 'Report', plannedDay: FRIDAY, estimateMinutes: 60 },
    { title: 'Invoice', plannedDay: FRIDAY },
    { title: 'Someday' },
  ],
};

beforeEach(() => {
  vi.stubEnv('TZ', 'America/New_York');
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

type Page = Awaited<ReturnType<typeof renderPage>>;
const setClock = (clock: string) => vi.setSystemTime(new Date(`${FRIDAY}T${clock}:00`));
const open = async (clock = '18:00', seed = SEED): Promise<Page> => {
  setClock(clock);
  return renderPage('/today', { seed });
};
const bar = () => screen.getByRole('region', { name: 'Plan of the day' });
const barButtons = () =>
  within(bar())
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const dialog = () => within(screen.getByRole('dialog', { name: 'Close the day' }));
const heading = () => dialog().getByRole('heading', { level: 3 });
const task = ({ server }: Page, title: string) =>
  server.records('tasks').find((one) => one.title === title);
const press = async ({ user }: Page, name: string | RegExp) =>
  user.click(dialog().getByRole('button', { name }));
const openDialog = async ({ user }: Page, name = 'Choose…') => {
  await user.click(within(bar()).getByRole('button', { name }));
  await screen.findByRole('dialog', { name: 'Close the day' });
};

test('the bar offers to close the day after the working hours', async () => {
  await open();
  expect(bar().textContent).toContain('2 left for today');
  expect(barButtons()).toEqual(['Tomorrow', 'Choose…', 'Finish the day']);
});

test('the bar doesn’t offer it during the working hours', async () => {
  await open('16:00');
  expect(barButtons()).not.toContain('Finish the day');
});

test('the bar doesn’t offer it on a day off', async () => {
  await open('18:00', {
    ...SEED,
    settings: { workingHours: Array.from({ length: 7 }, () => null) },
  });
  expect(barButtons()).toEqual(['Plan the day']);
});

test('Tomorrow moves all tasks that are left, with one Undo', async () => {
  const page = await open();
  await page.user.click(within(bar()).getByRole('button', { name: /^Tomorrow/ }));
  for (const title of ['Invoice', 'Report'])
    await waitFor(() => expect(task(page, title)?.plannedDay).toBe(SATURDAY));
  expect(document.activeElement?.textContent).toBe('Finish the day');
  expect(toastText()).toContain('2 tasks planned for tomorrow');
  await page.user.click(screen.getByRole('button', { name: 'Undo' }));
  for (const title of ['Invoice', 'Report'])
    await waitFor(() => expect(task(page, title)?.plannedDay).toBe(FRIDAY));
});

test('each task that is left is decided, and what is left of it can be set', async () => {
  const page = await open('18:00', {
    ...SEED,
    focusSessions: [
      {
        mode: 'focus',
        start: `${FRIDAY}T14:00:00Z`,
        end: `${FRIDAY}T14:30:00Z`,
        plannedSeconds: 1800,
        actualSeconds: 1800,
        completed: true,
        taskId: 1001,
      },
    ],
  });
  await openDialog(page);
  expect(document.activeElement).toBe(heading());
  await press(page, 'How much is left of Report: 30m of 1h left');
  await press(page, '1h');
  await waitFor(() => expect(task(page, 'Report')?.estimateMinutes).toBe(90));
  const of = (title: string) => within(dialog().getByRole('group', { name: title }));
  await page.user.click(of('Invoice').getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(task(page, 'Invoice')?.completed).toBe(true));
  await page.user.click(of('Report').getByRole('button', { name: 'No day' }));
  await waitFor(() => expect(task(page, 'Report')?.plannedDay).toBeNull());
  expect(document.activeElement).toBe(heading());
  await press(page, 'Undo');
  await waitFor(() => expect(task(page, 'Report')?.plannedDay).toBe(FRIDAY));
});

test('the steps lead to a closed day, and the offer is gone', async () => {
  const page = await open();
  await openDialog(page, 'Finish the day');
  expect(heading().textContent).toBe('What is left');
  await press(page, 'Next');
  expect(heading().textContent).toBe('Look back');
  expect(document.activeElement).toBe(heading());
  await page.user.type(await dialog().findByLabelText('Challenges'), 'Noise');
  await press(page, 'Save and go on');
  await waitFor(() => expect(page.server.records('reflections')[0]?.challenges).toBe('Noise'));
  expect(heading().textContent).toBe('Tomorrow');
  await page.user.click(dialog().getByRole('checkbox', { name: /^Someday/ }));
  await waitFor(() => expect(task(page, 'Someday')?.plannedDay).toBe(SATURDAY));
  await press(page, 'Finish the day');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(toastText()).toContain('Your day is closed'));
  expect(barButtons()).toEqual(['Plan the day']);
  expect(document.activeElement?.textContent).toBe('Plan the day');
  await page.reload();
  expect(barButtons()).toEqual(['Plan the day']);
});

test('nothing changes if every step is skipped', async () => {
  const page = await open();
  const before = page.sent.length;
  await openDialog(page, 'Finish the day');
  await press(page, 'Next');
  await press(page, 'Next');
  await press(page, 'Finish the day');
  expect(page.sent.slice(before).filter(({ line }) => !line.startsWith('GET'))).toEqual([]);
});

test('closing that was left continues at its step, also offline', async () => {
  const page = await open();
  page.setOnline(false);
  await openDialog(page, 'Finish the day');
  await press(page, 'Next');
  await press(page, 'Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await openDialog(page, 'Finish the day');
  expect(heading().textContent).toBe('Look back');
  await press(page, 'Next');
  await page.user.type(dialog().getByLabelText('Search open tasks'), 'Call Ann');
  await press(page, /^Add “Call Ann” for tomorrow/);
  await shows('“Call Ann” added for tomorrow.');
  page.setOnline(true);
  await waitFor(() => expect(task(page, 'Call Ann')?.plannedDay).toBe(SATURDAY));
});

test('without anything left, closing has two steps, counted from 1', async () => {
  const page = await open('18:00', { tasks: [{ title: 'Someday' }] });
  await openDialog(page, 'Finish the day');
  expect(heading().textContent).toBe('Look back');
  expect(screen.getByRole('dialog').textContent).toContain('Step 1 of 2');
  expect(dialog().queryByRole('button', { name: 'Back' })).toBeNull();
});

test('closing that began before midnight goes on with its day', async () => {
  const page = await open('23:55');
  await openDialog(page, 'Finish the day');
  vi.setSystemTime(new Date(`${SATURDAY}T00:05:00`));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await shows('Saturday, November 21', () => document.body);
  expect(heading().textContent).toBe('What is left');
  const report = within(dialog().getByRole('group', { name: 'Report' }));
  await page.user.click(report.getByRole('button', { name: 'Tomorrow' }));
  await waitFor(() => expect(task(page, 'Report')?.plannedDay).toBe(SATURDAY));
  await press(page, 'Next');
  await page.user.type(await dialog().findByLabelText('Challenges'), 'Noise');
  await press(page, 'Save and go on');
  await waitFor(() => expect(page.server.records('reflections')[0]?.id).toBe(20261120));
  await press(page, 'Finish the day');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(barButtons()).toEqual(['Not now', 'Plan the day']);
});

test('another device doesn’t offer to close a day with a reflection and nothing left', async () => {
  await open('18:00', {
    tasks: [{ title: 'Someday' }],
    reflections: [{ date: `${FRIDAY}T05:00:00Z`, accomplishments: 'The report' }],
  });
  expect(barButtons()).toEqual(['Plan the day']);
});

test('moving what is left closes a day with a reflection, and Plan the day gets the focus', async () => {
  const { user } = await open('18:00', {
    ...SEED,
    reflections: [{ date: `${FRIDAY}T05:00:00Z`, accomplishments: 'The report' }],
  });
  await user.click(screen.getByRole('button', { name: 'Tomorrow: move what is left' }));
  expect(barButtons()).toEqual(['Plan the day']);
  expect(document.activeElement?.textContent).toBe('Plan the day');
});

test('a day with a reflection is still closed while something is left', async () => {
  await open('18:00', {
    ...SEED,
    reflections: [{ date: `${FRIDAY}T05:00:00Z`, accomplishments: 'The report' }],
  });
  expect(barButtons()).toContain('Finish the day');
});

test('planning isn’t offered again on another device once a plan was kept', async () => {
  const plan = { keptAt: `${FRIDAY}T13:00:00Z`, tasks: [], times: [] };
  await open('09:00', { ...SEED, dayPlans: [{ id: 20261120, day: FRIDAY, plan }] });
  // The week's planning is offered next.
  expect(barButtons()).toEqual(['Not now', 'Plan the week', 'Plan the day']);
});
