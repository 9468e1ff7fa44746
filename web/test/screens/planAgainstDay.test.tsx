import { idOfDay } from '@daymark/contract/primitives';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Seed } from '../../e2e/fixtures';
import { renderPage } from '../renderPage';

const FRIDAY = '2026-11-20';
const local = (clock: string) => new Date(`${FRIDAY}T${clock}:00`).toISOString();
const times = (from: string, to: string) => ({ start: local(from), end: local(to) });
const block = (id: number, title: string, taskId: number, from: string, to: string) => ({
  id,
  title,
  taskId,
  ...times(from, to),
});
const planned = ({ id, ...event }: ReturnType<typeof block>) => ({ ...event, eventId: `${id}` });

/** Returns the records of the day, in the zone of the tests. */
function dayRecords(): Seed {
  const REPORT = block(2001, 'Report', 1001, '09:00', '10:00');
  const SLIDES = block(2002, 'Slides', 1002, '10:00', '11:00');
  const INVOICE = block(2003, 'Invoice', 1003, '13:00', '14:00');

  return {
    tasks: [
      { title: 'Report', plannedDay: FRIDAY },
      { title: 'Slides', plannedDay: FRIDAY },
      { title: 'Invoice', plannedDay: '2026-11-21' },
      { title: 'Gym', plannedDay: FRIDAY },
    ],
    events: [
      REPORT,
      SLIDES,
      INVOICE,
      { id: 2004, title: 'Call with Ann', ...times('10:15', '11:00') },
    ],
    focusSessions: [
      {
        mode: 'focus',
        ...times('09:00', '10:00'),
        plannedSeconds: 3600,
        actualSeconds: 3600,
        completed: true,
        taskId: 1001,
      },
    ],
    dayPlans: [
      {
        id: idOfDay(FRIDAY),
        day: FRIDAY,
        plan: {
          keptAt: local('08:30'),
          tasks: [{ taskId: 1004, title: 'Gym', minutes: null, isPriority: false }],
          times: [REPORT, SLIDES, INVOICE].map(planned),
        },
      },
    ],
  };
}

beforeEach(() => {
  vi.stubEnv('TZ', 'America/New_York');
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(new Date(`${FRIDAY}T18:00:00`));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const rows = () =>
  within(screen.getByRole('list', { name: 'Plan and day' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('lists each planned time with its outcome and record', async () => {
  await renderPage('/reflection', { seed: dayRecords() });
  expect(rows()).toEqual([
    '9 – 10 AMReportDone',
    '10 – 11 AMSlidesNot begun 15mUnplanned meeting 45m: Call with Ann',
    '10:15 – 11 AMCall with AnnUnplanned meeting 45m',
    '1 – 2 PMInvoiceMoved to tomorrow',
    'Any timeGymTo come',
  ]);
  expect(screen.getByTestId('plan-rail').textContent).toContain('Plan');
});

test('shows the list without the rail on a phone', async () => {
  await renderPage('/reflection', { seed: dayRecords(), phone: true, wait: false });
  await screen.findByRole('list', { name: 'Plan and day' });
  expect(rows()).toHaveLength(5);
  expect(screen.queryByTestId('plan-rail')).toBeNull();
});

test('drafts the plan’s sentences once, even if the figures change', async () => {
  const { user, sync } = await renderPage('/reflection', { seed: dayRecords() });
  const text = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label).value;
  await user.click(screen.getByRole('button', { name: 'Draft from today' }));
  expect(text('Accomplishments')).toContain('1 of 3 planned blocks done');
  expect(text('Challenges')).toContain('1h moved to tomorrow\n45m unplanned: Call with Ann');
  const before = text('Challenges');
  sync().change({ title: 'Event updated' }, [
    { kind: 'update', collection: 'events', id: 2004, fields: { end: local('11:30') } },
  ]);
  await user.click(screen.getByRole('button', { name: 'Draft from today' }));
  expect(text('Challenges')).toBe(before);
});

test('a planned task that has moved to another day is drafted as left over', async () => {
  const seed = dayRecords();
  const tasks = seed.tasks?.map((task) =>
    task['title'] === 'Gym' ? { ...task, plannedDay: '2026-11-21' } : task,
  );
  const { user } = await renderPage('/reflection', { seed: { ...seed, tasks: tasks ?? [] } });
  await user.click(screen.getByRole('button', { name: 'Draft from today' }));
  const challenges = screen.getByLabelText<HTMLTextAreaElement>('Challenges').value.split('\n');
  expect(challenges.filter((line) => line.includes('Gym'))).toEqual(['Left over: Gym']);
});

test.each([
  ['/reflection', 'No plan was made for today, so there is nothing to compare.'],
  ['/reflection?day=2026-11-19', 'No plan was made for this day, so there is nothing to compare.'],
])('says why a day without a kept plan has nothing to compare (%s)', async (path, text) => {
  await renderPage(path, { seed: { ...dayRecords(), dayPlans: [] } });
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Plan and day' })).toBeNull();
});
