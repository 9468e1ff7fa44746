import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderPage, toastText } from '../../test/renderPage';

// The chart measures itself, which jsdom can't do.
vi.mock('../features/insights/InsightChart', () => ({ default: () => null }));

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

test('a card of the dashboard and the seventh entry lead to the insights of an empty account', async () => {
  const { user } = await renderPage('/today');
  await user.click(screen.getByRole('link', { name: 'See insights' }));
  await screen.findByRole('heading', { name: 'Insights', level: 1 });
  expect(document.title).toBe('Insights · Daymark');
  await screen.findByRole('heading', { name: 'Nothing to show yet' });
  await user.click(screen.getByRole('link', { name: 'Today' }));
  const navigation = within(screen.getByRole('navigation', { name: 'Main' }));
  await user.click(navigation.getAllByRole('link')[6]!);
  await waitFor(() => expect(location.pathname).toBe('/insights'));
});

test('recorded focus time adds up by day, hour, category and task', async () => {
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
  expect(card('Timesheet').textContent).toContain('Work50m67%Write the report50m');
  const byHour = within(card('Focus by hour'));
  await user.click(byHour.getByText('Show as a table'));
  expect(byHour.getByRole('row', { name: /^9 AM/ }).textContent).toContain('50m');
  expect(card('Rating over time').textContent).toContain('4.0 of 5 stars');
  expect(card('Patterns').textContent).toContain('Rate 9 more days in your reflections');

  const day = within(card('Where the day went'));
  const parts = () => day.getAllByRole('definition').map(({ textContent }) => textContent);
  // The parts sum to the working hours.
  expect(parts()).toEqual(['50m', '1h 10m', '0m', '6h 0m']);
  expect(day.getByText(/Thursday, November 19 · 8h 0m/)).toBeTruthy();
  await user.click(day.getByRole('button', { name: 'Previous day' }));
  expect(parts()[0]).toBe('0m');

  const week = () => screen.getByRole('button', { name: '7 days' });
  await user.click(week());
  await waitFor(() => expect(card('Focused').textContent).toContain('50m'));
  expect(location.search).toBe('?days=7');
  await reload();
  expect(week().ariaPressed).toBe('true');
  expect(card('Focused').textContent).toContain('50m');
});

test('the patterns say when one is clear, and why a range without zero isn’t enough', async () => {
  const days = Array.from({ length: 10 }, (_, index) => `2026-11-${10 + index}`);
  await renderPage('/insights', {
    seed: {
      reflections: days.map((day, index) => ({
        date: `${day}T00:00:00Z`,
        productivityRating: 1 + (index % 5),
      })),
    },
  });
  expect(card('Patterns').textContent).toContain(
    'A pattern is clear only if p is below 0.02. Unlike the 95% range, p allows for the number of comparisons, so a range without zero can still be chance.',
  );
});

const lasting = (day: string, from: string, to: string) => ({
  start: instant(`${day}T${from}`),
  end: instant(`${day}T${to}`),
});

test('the average per day counts the days of the account, not all 30', async () => {
  await renderPage('/insights', {
    about: { createdAt: '2026-11-16T08:00:00Z' },
    seed: {
      focusSessions: [
        focused('2026-11-17T09:00', '2026-11-17T09:25'),
        focused('2026-11-18T09:00', '2026-11-18T09:25'),
      ],
    },
  });
  expect(card('Focused').textContent).toContain('on 2 of 5 days, 10m a day');
});

test('imported sessions that are older than the account add to its days', async () => {
  await renderPage('/insights', {
    about: { createdAt: '2026-11-20T08:00:00Z' },
    seed: { focusSessions: [focused('2026-11-19T09:00', '2026-11-19T09:25')] },
  });
  expect(card('Focused').textContent).toContain('on 1 of 2 days, 12m a day');
});

test('a new account has one day on its first day', async () => {
  await renderPage('/insights', {
    about: { createdAt: '2026-11-20T08:00:00Z' },
    seed: { focusSessions: [focused('2026-11-20T09:00', '2026-11-20T09:25')] },
  });
  expect(card('Focused').textContent).toContain('on 1 of 1 day, 25m a day');
});

test('a time block doesn’t count as an event in “Where the day went”', async () => {
  const { user } = await renderPage('/insights', {
    about: { createdAt: '2026-11-16T08:00:00Z' },
    seed: {
      settings: { workingHours: [...Array(6).fill({ start: '09:00', end: '17:00' }), null] },
      tasks: [{ id: 77, title: 'Write the report' }],
      focusSessions: [focused('2026-11-19T20:00', '2026-11-19T20:25')],
      events: [
        { title: 'Lunch', ...lasting('2026-11-19', '12:00', '13:00') },
        { title: 'Block', taskId: 77, ...lasting('2026-11-19', '14:00', '16:00') },
      ],
    },
  });
  const day = within(card('Where the day went'));
  const terms = day.getAllByRole('term').map(({ textContent }) => textContent);
  const parts = day.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(terms).toEqual(['Focused', 'Events', 'On breaks', 'Other time (within working hours)']);
  expect(parts).toEqual(['25m', '1h 0m', '0m', '7h 0m']);
  for (let back = 0; back < 3; back++)
    await user.click(day.getByRole('button', { name: 'Previous day' }));
  expect(day.getByRole<HTMLButtonElement>('button', { name: 'Previous day' }).ariaDisabled).toBe(
    'true',
  );
});

test('This week and the arrows are in the address, and all panels follow', async () => {
  const { user, reload } = await renderPage('/insights', {
    seed: {
      settings: { weekStart: 'monday' },
      focusSessions: [
        focused('2026-11-17T09:00', '2026-11-17T09:25'),
        focused('2026-11-11T09:00', '2026-11-11T09:50'),
      ],
    },
  });
  const moves = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  await user.click(moves('This week'));
  expect(location.search).toBe('?week=this');
  expect(screen.getByText('Nov 16 – 22, 2026')).toBeTruthy();
  expect(card('Focused').textContent).toContain('25m');
  expect(card('Timesheet').textContent).toContain('Focus25m');
  expect(moves('Later').ariaDisabled).toBe('true');
  await user.click(moves('Earlier'));
  expect(location.search).toBe('?week=last');
  expect(moves('Last week').ariaPressed).toBe('true');
  expect(card('Timesheet').textContent).toContain('No category25m');
  await user.click(moves('Earlier'));
  expect(location.search).toBe('?from=2026-11-02&to=2026-11-08');
  await screen.findByRole('heading', { name: 'Nothing to show yet' });
  await reload();
  expect(screen.getByText('Nov 2 – 8, 2026')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('First day').value).toBe('2026-11-02');
  await user.click(moves('Later'));
  expect(location.search).toBe('?week=last');
});

test('two dates are shown when they are a range, and otherwise said to be wrong at their field', async () => {
  const { user } = await renderPage('/insights', {
    seed: { focusSessions: [focused('2026-11-11T09:00', '2026-11-11T09:25')] },
  });
  await user.click(screen.getByRole('button', { name: 'Other dates' }));
  const [first, last] = ['First day', 'Last day'].map((name) =>
    screen.getByLabelText<HTMLInputElement>(name),
  ) as [HTMLInputElement, HTMLInputElement];
  expect([first.value, last.value]).toEqual(['2026-10-22', '2026-11-20']);
  fireEvent.change(last, { target: { value: '2026-10-01' } });
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByRole('alert').textContent).toBe('The last day is before the first day.');
  expect(last.ariaInvalid ?? last.getAttribute('aria-invalid')).toBe('true');
  expect(location.search).toBe('');
  fireEvent.change(first, { target: { value: '2026-11-10' } });
  fireEvent.change(last, { target: { value: '2026-11-11' } });
  await user.type(last, '{Enter}');
  expect(location.search).toBe('?from=2026-11-10&to=2026-11-11');
  expect(card('Timesheet').textContent).toContain('No category25m');
});

test('Download CSV saves the timesheet of the shown days', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  const clicked = vi
    .spyOn(HTMLAnchorElement.prototype, 'click')
    .mockImplementation(() => undefined);
  const { user } = await renderPage('/insights?week=this', {
    seed: {
      settings: { weekStart: 'monday' },
      tasks: [{ id: 77, title: '=1+1', categoryId: 1 }],
      focusSessions: [focused('2026-11-19T09:00', '2026-11-19T09:25', 77)],
    },
  });
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  const name = 'daymark-timesheet-2026-11-16-to-2026-11-20.csv';
  await waitFor(() => expect(toastText()).toContain(name));
  expect(clicked).toHaveBeenCalledOnce();
  expect(await files[0]?.text()).toContain(`2026-11-19,Work,"'=1+1",No goal,0:25:00,1500`);
});
