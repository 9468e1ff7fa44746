import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../test/renderPage';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00') });
});

const instant = (time: string) => new Date(time).toISOString();
const focused = (start: string, end: string, taskId: number | null = null) => ({
  mode: 'focus' as const,
  plannedSeconds: 1500,
  actualSeconds: 1500,
  completed: true,
  taskId,
  start: instant(start),
  end: instant(end),
});
const card = (name: string) => screen.getByRole('region', { name });

test('an empty account is told what will be there; the dashboard’s cards lead to it', async () => {
  const { user } = await renderPage('/today');
  await user.click(screen.getByRole('link', { name: 'See insights' }));
  await screen.findByRole('heading', { name: 'Insights', level: 1 });
  expect(document.title).toBe('Insights · Daymark');
  await screen.findByRole('heading', { name: 'Nothing to show yet' });
  await user.click(screen.getByRole('link', { name: 'Today' }));
  await user.click(await screen.findByRole('link', { name: 'Insights into your focus time' }));
  await waitFor(() => expect(location.pathname).toBe('/insights'));
  // Six entries, as the spec has them.
  const [navigation] = screen.getAllByRole('navigation');
  expect(within(navigation as HTMLElement).getAllByRole('link')).toHaveLength(6);
});

test('what was recorded adds up: by day, hour, category and task, and the parts of a day sum to it', async () => {
  const { user, reload } = await renderPage('/insights', {
    seed: {
      tasks: [{ id: 77, title: 'Write the report', categoryId: 1 }],
      focusSessions: [
        focused('2026-11-19T09:00', '2026-11-19T09:25', 77),
        focused('2026-11-19T10:00', '2026-11-19T10:25', 77),
        focused('2026-11-10T09:00', '2026-11-10T09:25'),
      ],
      events: [
        { title: 'Review', start: instant('2026-11-19T09:00'), end: instant('2026-11-19T11:00') },
      ],
      reflections: [{ date: '2026-11-19T00:00:00Z', productivityRating: 4 }],
    },
  });
  expect(card('Focused').textContent).toContain('1h 15m');
  expect(card('Sessions').textContent).toContain('3 of 3');
  expect(card('Focus by task').textContent).toContain('Write the report50m');
  expect(card('Focus by category').textContent).toContain('Work50m');
  const byHour = within(card('Focus by hour'));
  await user.click(byHour.getByText('Show as a table'));
  expect(byHour.getByRole('row', { name: /^9 AM/ }).textContent).toContain('50m');
  expect(card('Rating over time').textContent).toContain('4.0 of 5 stars');
  expect(card('Patterns').textContent).toContain('Rate 9 more days in your reflections');

  const day = within(card('Where the day went'));
  const parts = () => day.getAllByRole('definition').map(({ textContent }) => textContent);
  // They sum to 24 hours.
  expect(parts()).toEqual(['50m', '1h 10m', '0m', '22h 0m']);
  await user.click(day.getByRole('button', { name: 'The day before' }));
  expect(parts()[0]).toBe('0m');

  const week = () => screen.getByRole('button', { name: '7 days' });
  await user.click(week());
  await waitFor(() => expect(card('Focused').textContent).toContain('50m'));
  expect(location.search).toBe('?days=7');
  await reload();
  expect(week().ariaPressed).toBe('true');
  expect(card('Focused').textContent).toContain('50m');
});
