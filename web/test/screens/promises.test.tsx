import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../renderPage';

// The chart measures itself, which jsdom can't do.
vi.mock('../../src/features/insights/InsightChart', () => ({ default: () => null }));

/** A Friday. */
const NOW = '2026-11-20T08:00:00';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
});

/** Returns the moment at an hour, `back` days before today. */
const at = (back: number, hour: number) => {
  const moment = new Date(NOW);
  moment.setDate(moment.getDate() - back);
  moment.setHours(hour, 0, 0, 0);
  return moment.toISOString();
};

/** Twelve days on each of which a task of an hour was done in two hours. Tasks were created long before. */
const history = () => {
  const backs = Array.from({ length: 12 }, (_, index) => index + 1);
  return {
    tasks: backs.map((back) => ({
      id: back,
      title: back % 4 === 0 ? 'Weekly report' : `Part ${back}`,
      categoryId: 1,
      completed: true,
      createdAt: at(60, 9),
      completedAt: at(back, 12),
      estimateMinutes: 60,
      firstEstimateMinutes: 60,
    })),
    focusSessions: backs.map((back) => ({
      mode: 'focus' as const,
      plannedSeconds: 7200,
      actualSeconds: 7200,
      completed: true,
      taskId: back,
      start: at(back, 9),
      end: at(back, 11),
    })),
  };
};

const open = (id: number, title: string, estimateMinutes: number | null, about: object = {}) => ({
  id,
  title,
  categoryId: 1,
  createdAt: at(30, 9),
  estimateMinutes,
  firstEstimateMinutes: estimateMinutes,
  ...about,
});

const panel = (name: string) => within(screen.getByRole('region', { name }));

test('a date is promised for a category, and for a task when it is chosen', async () => {
  const { tasks, focusSessions } = history();
  const { user } = await renderPage('/insights', {
    seed: {
      tasks: [...tasks, open(20, 'Short', 60), open(21, 'Long', 240), open(22, 'Unknown', null)],
      focusSessions,
    },
  });
  const promise = panel('A date you can promise');
  // Two hours a day, and each estimate takes twice as long: ten hours of work.
  expect(await promise.findByText('50% by Tue, Nov 24 · 80% by Tue, Nov 24')).toBeTruthy();
  await user.click(promise.getByText('Why?'));
  const reasons = promise.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(reasons).toEqual([
    'The work takes 10h (10h). That comes from the estimates of 2 tasks and from how 12 earlier estimates turned out.',
    '1 task without an estimate isn’t counted.',
    'You usually do 2h a day on tasks from earlier days (2h, from 12 days).',
    'Nothing is planned or due before it.',
    'No day until Tue, Nov 24 is off.',
  ]);
  await user.selectOptions(promise.getByLabelText('Work to promise'), 'Short');
  expect(promise.getByRole('status').textContent).toBe('50% by Fri, Nov 20 · 80% by Fri, Nov 20');
});

test('what is planned before the work and days off put its date off', async () => {
  const { tasks, focusSessions } = history();
  const { user } = await renderPage('/insights', {
    seed: {
      settings: {
        workingHours: Array.from({ length: 7 }, (_, index) =>
          // Saturday is off.
          index === 5 ? null : { start: '09:00', end: '17:00' },
        ),
      },
      tasks: [...tasks, open(20, 'First', 60, { plannedDay: '2026-11-20' }), open(21, 'Then', 120)],
      focusSessions,
    },
  });
  const promise = panel('A date you can promise');
  await promise.findByText(/^50% by/);
  await user.selectOptions(promise.getByLabelText('Work to promise'), 'Then');
  expect(promise.getByRole('status').textContent).toContain('80% by Mon, Nov 23');
  await user.click(promise.getByText('Why?'));
  expect(promise.getByText('1h 0m is planned or due before it.')).toBeTruthy();
  expect(promise.getByText('1 day until Mon, Nov 23 is off.')).toBeTruthy();
});

test('without enough evidence, no date is promised', async () => {
  const { tasks, focusSessions } = history();
  await renderPage('/insights', {
    seed: { tasks: [...tasks.slice(3), open(20, 'Open', 60)], focusSessions },
  });
  const promise = panel('A date you can promise');
  expect(await promise.findByText(/^No date yet\. That needs ten days/)).toBeTruthy();
  expect(promise.queryByText('Why?')).toBeNull();
});

test('without an estimated task, the panel asks for an estimate', async () => {
  const { tasks, focusSessions } = history();
  await renderPage('/insights', {
    seed: { tasks: [...tasks, open(20, 'Open', null)], focusSessions },
  });
  expect(panel('A date you can promise').getByText(/^Give an open task an estimate/)).toBeTruthy();
});

test('estimates become ranges with their count', async () => {
  await renderPage('/insights', { seed: history() });
  const estimates = panel('What your estimates become');
  const lists = estimates.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(lists).toEqual([
    '1h usually becomes 2h (from 12 tasks)',
    'Usually 2h (1h to 4h, done 3 times)',
  ]);
});

test('with few tasks, estimates have no ranges', async () => {
  const { tasks, focusSessions } = history();
  await renderPage('/insights', { seed: { tasks: tasks.slice(0, 3), focusSessions } });
  expect(panel('Estimated vs. actual')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'What your estimates become' })).toBeNull();
});
