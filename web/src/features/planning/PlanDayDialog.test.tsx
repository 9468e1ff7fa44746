import type { DayPlan } from '@daymark/contract/dayPlan';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { descriptionOf } from '../../../test/descriptionOf';
import { renderPage, shows, toastText } from '../../../test/renderPage';

const FRIDAY = '2026-11-20';

/** Sets the clock to this time on a Friday. The clock stands still. */
function setClock(time: string) {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(`${FRIDAY}T${time}:00`);
}
const bar = () => screen.getByRole('region', { name: 'Plan of the day' });
const dialog = () => within(screen.getByRole('dialog', { name: 'Plan the day' }));
const button = (name: string) => dialog().getByRole<HTMLButtonElement>('button', { name });
const step = () => dialog().getByRole('heading', { level: 3 }).textContent;
const rows = (name: string) => {
  const list = dialog().queryByRole('list', { name });
  return list
    ? within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    : [];
};
/** Returns the tasks of the step for choosing, in the order of its groups. */
const openTasks = () => ['Today', 'Due', 'Left over', 'No day', 'Later'].flatMap(rows);
const of = (title: string) => within(dialog().getByRole('group', { name: title }));
const local = (hour: number, minute = 0) => new Date(2026, 10, 20, hour, minute).toISOString();
const event = (title: string, from: number, to: number) => ({
  title,
  start: local(from),
  end: local(to),
});

type Page = Awaited<ReturnType<typeof renderPage>>;
const open = async ({ user }: Page) => {
  await user.click(
    within(bar()).getByRole('button', { name: /^(Plan the day|Continue planning)$/ }),
  );
  await screen.findByRole('dialog', { name: 'Plan the day' });
};
const task = ({ server }: Page, title: string) =>
  server.records('tasks').find((one) => one.title === title);

describe('the capacity line', () => {
  test('shows the planned time, the free time and the excess', async () => {
    setClock('09:00');
    await renderPage('/today', {
      seed: {
        tasks: [
          { title: 'Write', plannedDay: FRIDAY, estimateMinutes: 370 },
          { title: 'Later', plannedDay: '2026-11-21', estimateMinutes: 60 },
          { title: 'Done', plannedDay: FRIDAY, estimateMinutes: 60, completed: true },
        ],
        events: [event('Meeting', 12, 16)],
      },
    });
    expect(bar().textContent).toContain('6h 10m planned · 4h 0m free · 2h 10m over');
  });

  test('leaves out time that has passed or was spent in focus', async () => {
    setClock('12:00');
    const { user } = await renderPage('/today', {
      seed: {
        tasks: [
          { title: 'Write', plannedDay: FRIDAY, estimateMinutes: 90 },
          { title: 'Call Grace', plannedDay: FRIDAY },
        ],
        focusSessions: [
          {
            mode: 'focus',
            start: local(9),
            end: local(10),
            plannedSeconds: 1800,
            actualSeconds: 1800,
            completed: true,
            taskId: 1001,
          },
        ],
      },
    });
    expect(bar().textContent).toContain('1h 0m planned · 5h 0m free');
    expect(bar().textContent).not.toContain('over');
    await user.click(within(bar()).getByText('1 task without an estimate'));
    expect(within(bar()).getByRole('list').textContent).toBe('Call Grace');
  });

  test('subtracts a focus session that is running', async () => {
    setClock('12:00');
    const { user } = await renderPage('/today', {
      seed: { tasks: [{ title: 'Write', plannedDay: FRIDAY, estimateMinutes: 90 }] },
    });
    await user.click(screen.getByRole('button', { name: /More.*Write/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Start focus' }));
    await screen.findByRole('heading', { name: 'Focus Time', level: 1 });
    await user.click(screen.getAllByRole('link', { name: 'Today' })[0]!);
    await shows('1h 30m planned', bar);
    vi.setSystemTime(`${FRIDAY}T12:20:00`);
    await shows('1h 10m planned', bar);
  });

  test('shows how many tasks are left after the working hours', async () => {
    setClock('18:00');
    const { user } = await renderPage('/today', {
      seed: {
        tasks: [
          { title: 'Write', plannedDay: FRIDAY, estimateMinutes: 90 },
          { title: 'Call Grace', plannedDay: FRIDAY },
        ],
      },
    });
    expect(bar().textContent).toContain('2 left for today');
    for (const title of ['Write', 'Call Grace'])
      await user.click(screen.getByRole('checkbox', { name: title }));
    await shows('Done for today.', bar);
  });

  test('shows a day off if no working hours are set', async () => {
    setClock('09:00');
    const off = Array.from({ length: 7 }, () => null);
    await renderPage('/today', { seed: { settings: { workingHours: off } } });
    expect(bar().textContent).toContain('A day off');
  });
});

test('planning is offered until it is dismissed, and again on the next day', async () => {
  setClock('08:00');
  const page = await renderPage('/today');
  const dismiss = () => within(bar()).queryByRole('button', { name: 'Not now' });
  await page.user.click(dismiss()!);
  expect(dismiss()).toBeNull();
  expect(document.activeElement?.textContent).toBe('Plan the day');
  await page.reload();
  expect(dismiss()).toBeNull();
  vi.setSystemTime('2026-11-21T08:00:00');
  await page.reload();
  expect(dismiss()).toBeTruthy();
});

const LEFT_OVER = [
  { title: 'Invoice', plannedDay: '2026-11-18', estimateMinutes: 60 },
  { title: 'Taxes', plannedDay: '2026-11-19', estimateMinutes: 30 },
  { title: 'Call', plannedDay: '2026-10-01' },
];

describe('left-over tasks', () => {
  test('can go to today, another day or no day, or be deleted', async () => {
    setClock('09:00');
    const page = await renderPage('/today', {
      seed: { tasks: [...LEFT_OVER, { title: 'Swim', plannedDay: '2026-11-19' }] },
    });
    const { user } = page;
    await open(page);
    expect(step()).toBe('What was left over');
    expect(rows('Left over')).toHaveLength(4);
    await user.click(of('Taxes').getByRole('button', { name: 'Today' }));
    await shows('“Taxes” planned for today.');
    expect(document.activeElement?.closest('li')?.textContent).toContain('Swim');
    await user.click(of('Swim').getByRole('button', { name: 'Another day' }));
    const field = dialog().getByLabelText<HTMLInputElement>('Another day for Swim');
    expect(field.value).toBe('2026-11-21');
    await user.keyboard('{Enter}');
    await shows('“Swim” planned for tomorrow.');
    await user.click(of('Invoice').getByRole('button', { name: 'No day' }));
    await user.click(of('Call').getByRole('button', { name: 'Delete' }));
    await shows('Nothing is left from earlier days.');
    await screen.findByText('All changes saved');
    expect(task(page, 'Taxes')).toMatchObject({ plannedDay: FRIDAY });
    expect(task(page, 'Swim')).toMatchObject({ plannedDay: '2026-11-21' });
    expect(task(page, 'Invoice')).toMatchObject({ plannedDay: null });
    expect(task(page, 'Call')).toBeUndefined();
    await user.click(button('Undo'));
    expect(rows('Left over').join()).toContain('Call');
    expect(document.activeElement?.textContent).toBe('What was left over');
  });

  test('can be decided all at once, with one Undo', async () => {
    setClock('09:00');
    const page = await renderPage('/today', { seed: { tasks: LEFT_OVER } });
    const { user } = page;
    await open(page);
    for (const [name, text] of [
      ['Today', '3 tasks planned for today.'],
      ['Delete', '3 tasks deleted.'],
      ['No day', '3 tasks no longer planned.'],
    ] as const) {
      await user.click(of('all tasks').getByRole('button', { name }));
      await shows(text);
      expect(rows('Left over')).toEqual([]);
      await user.click(button('Undo'));
      expect(rows('Left over')).toHaveLength(3);
    }
    await screen.findByText('All changes saved');
    expect(task(page, 'Call')).toMatchObject({ plannedDay: '2026-10-01' });
  });

  test('are selected on a phone and decided together', async () => {
    setClock('09:00');
    const page = await renderPage('/today', {
      seed: { tasks: LEFT_OVER },
      phone: true,
      wait: false,
    });
    await screen.findByRole('region', { name: 'Plan of the day' });
    await open(page);
    expect(dialog().queryByRole('group', { name: 'Taxes' })).toBeNull();
    for (const title of ['Taxes', 'Call'])
      await page.user.click(dialog().getByRole('checkbox', { name: `Select ${title}` }));
    await shows('2 selected');
    await page.user.click(of('selected tasks').getByRole('button', { name: 'Today' }));
    await shows('2 tasks planned for today.');
    expect(rows('Left over')).toHaveLength(1);
    await page.user.click(of('Invoice').getByRole('button', { name: 'No day' }));
    await waitFor(() => expect(task(page, 'Invoice')).toMatchObject({ plannedDay: null }));
    expect(task(page, 'Taxes')).toMatchObject({ plannedDay: FRIDAY });
    expect(task(page, 'Call')).toMatchObject({ plannedDay: FRIDAY });
  });

  test.each([
    [false, '1 task left from earlier days. Decide what to do with it.'],
    [
      true,
      '1 task left from earlier days. Swipe it to the right for today or to the left for another day, or choose here.',
    ],
  ])('are not spoken of as several if there is one (phone: %s)', async (phone, text) => {
    setClock('09:00');
    const page = await renderPage('/today', {
      seed: { tasks: LEFT_OVER.slice(0, 1) },
      phone,
      wait: false,
    });
    await screen.findByRole('region', { name: 'Plan of the day' });
    await open(page);
    await shows(text);
    expect(screen.getByRole('dialog').textContent).not.toMatch(/\ball\b/i);
    await page.user.click(of('Invoice').getByRole('button', { name: 'Today' }));
    await shows('“Invoice” planned for today.');
  });

  /** Moves a finger by this many px over a left-over task's row. */
  const swipe = (title: string, by: number) => {
    const row = dialog().getByRole('button', { name: title });
    const at = (clientX: number) => ({ pointerId: 1, pointerType: 'touch', clientX, clientY: 9 });
    fireEvent.pointerDown(row, at(150));
    fireEvent.pointerMove(row, at(150 + by));
    fireEvent.pointerUp(row, at(150 + by));
  };

  test('go to today with a swipe to the right, and to another day with one to the left', async () => {
    setClock('09:00');
    const page = await renderPage('/today', {
      seed: { tasks: LEFT_OVER },
      phone: true,
      wait: false,
    });
    await screen.findByRole('region', { name: 'Plan of the day' });
    await open(page);
    swipe('Taxes', 200);
    await shows('“Taxes” planned for today.');
    swipe('Call', -200);
    expect(await screen.findByLabelText('Another day for Call')).toBe(document.activeElement);
    await page.user.keyboard('{Enter}');
    await shows('“Call” planned for tomorrow.');
    await page.user.click(button('Undo'));
    expect(rows('Left over').join()).toContain('Call');
  });

  test('can be brought back with a toast’s Undo after the dialog is closed', async () => {
    setClock('09:00');
    const page = await renderPage('/today', { seed: { tasks: LEFT_OVER } });
    await open(page);
    await page.user.click(of('all tasks').getByRole('button', { name: 'Delete' }));
    await page.user.click(button('Close'));
    await waitFor(() => expect(toastText()).toContain('3 tasks deleted.'));
    await page.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('All changes saved');
    await waitFor(() => expect(page.server.records('tasks')).toHaveLength(3));
  });

  test('can’t be moved to a day that has passed', async () => {
    setClock('09:00');
    const page = await renderPage('/today', {
      seed: {
        tasks: [
          ...LEFT_OVER,
          {
            title: 'Water plants',
            plannedDay: '2026-11-18',
            repeat: { every: 'day', interval: 1, from: 'schedule' },
            seriesId: 5,
            seriesDay: '2026-11-18',
          },
        ],
      },
    });
    await open(page);
    expect(rows('Left over').join()).not.toContain('Water plants');
    await page.user.click(of('Call').getByRole('button', { name: 'Another day' }));
    const field = dialog().getByLabelText<HTMLInputElement>('Another day for Call');
    await page.user.clear(field);
    await page.user.type(field, '2026-11-19');
    await page.user.click(button('Move'));
    await shows('Choose today or a later day.');
    expect(field.value).toBe('2026-11-19');
  });
});

test('the search for what to do today finds “Torstraße” by “torstrasse”', async () => {
  setClock('09:00');
  const tasks = [{ title: 'Dentist, Torstraße 12' }, { title: 'Bread' }];
  const page = await renderPage('/today', { seed: { tasks } });
  await open(page);
  await page.user.type(dialog().getByRole('searchbox'), 'TORSTRASSE');
  expect(openTasks().map((text) => text.replace(/Estimate$/, ''))).toEqual([
    'Dentist, Torstraße 12',
  ]);
});

test('without left-over tasks there are three steps', async () => {
  setClock('09:00');
  const tasks = [{ title: 'Bread', plannedDay: FRIDAY }];
  const page = await renderPage('/today', { seed: { tasks } });
  const { user } = page;
  const count = () => /Step \d of \d/.exec(screen.getByRole('dialog').textContent)?.[0];
  await open(page);
  expect([step(), count()]).toEqual(['Choose what to do today', 'Step 1 of 3']);
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  await user.click(button('Next'));
  await user.click(button('Next'));
  expect(count()).toBe('Step 3 of 3');
});

test('a step without anything to do is neither shown nor counted', async () => {
  setClock('09:00');
  const page = await renderPage('/today', {
    seed: { tasks: [{ title: 'Taxes', plannedDay: '2026-11-19' }] },
  });
  const count = () => /Step \d of \d/.exec(screen.getByRole('dialog').textContent)?.[0];
  await open(page);
  expect(count()).toBe('Step 1 of 2');
  await page.user.click(button('No day'));
  expect(count()).toBe('Step 1 of 2');
  await page.user.click(button('Next'));
  expect(count()).toBe('Step 2 of 2');
  expect(button('Finish')).toBeTruthy();
});

test('the capacity line changes while today’s tasks are chosen and estimated', async () => {
  setClock('09:00');
  const page = await renderPage('/today', {
    seed: {
      tasks: [
        { title: 'Taxes', deadline: '2026-11-19', estimateMinutes: 60 },
        { title: 'Slides', deadline: FRIDAY },
        { title: 'Trip', plannedDay: '2026-11-21' },
        { title: 'Bread', plannedDay: FRIDAY },
        { title: 'Done', completed: true },
      ],
    },
  });
  const { user } = page;
  await open(page);
  // Without left-over tasks, planning begins with this step.
  expect(step()).toBe('Choose what to do today');
  expect(openTasks().map((text) => text.replace(/Estimate$|1h$/, ''))).toEqual([
    'Bread',
    'TaxesOverdue since yesterday',
    'SlidesDue today',
    'TripPlanned for tomorrow',
  ]);
  const box = (name: RegExp) => dialog().getByRole<HTMLInputElement>('checkbox', { name });
  expect(box(/Bread/).checked).toBe(true);
  await user.click(box(/Taxes/));
  await shows('1h 0m planned · 8h 0m free', () => screen.getByRole('dialog'));
  await user.click(button('Estimate Slides'));
  await user.click(button('2h'));
  expect(document.activeElement?.textContent).toBe('2h');
  await user.click(box(/Slides/));
  await shows('3h 0m planned', () => screen.getByRole('dialog'));
  await user.click(button('Estimate Bread'));
  const typed = dialog().getByLabelText<HTMLInputElement>('How long Bread takes');
  await user.type(typed, 'soon{Enter}');
  await shows('Type a time like 45m or 1h 30m, up to 24h.');
  expect(typed.value).toBe('soon');
  await user.clear(typed);
  await user.type(typed, '1h 30m{Enter}');
  await shows('4h 30m planned', () => screen.getByRole('dialog'));
  await user.click(box(/Trip/));
  await user.click(box(/Trip/));
  await user.type(dialog().getByRole('searchbox'), 'tri');
  expect(openTasks()).toHaveLength(1);
  await screen.findByText('All changes saved');
  expect(task(page, 'Trip')).toMatchObject({ plannedDay: '2026-11-21' });
  expect(task(page, 'Bread')).toMatchObject({ estimateMinutes: 90 });
});

test('a left-over task gets its day back when it is chosen and then unchosen', async () => {
  setClock('09:00');
  const page = await renderPage('/today', { seed: { tasks: LEFT_OVER } });
  await open(page);
  await page.user.click(button('Next'));
  const box = () => dialog().getByRole<HTMLInputElement>('checkbox', { name: /Invoice/ });
  await page.user.click(box());
  await page.user.click(box());
  expect(box().checked).toBe(false);
  await screen.findByText('All changes saved');
  expect(task(page, 'Invoice')).toMatchObject({ plannedDay: '2026-11-18' });
});

test('choosing a task, unchoosing it and changing its estimate each have an Undo', async () => {
  setClock('09:00');
  const page = await renderPage('/today', {
    seed: { tasks: [{ title: 'Trip', plannedDay: '2026-11-21', estimateMinutes: 45 }] },
  });
  const { user } = page;
  await open(page);
  const box = () => dialog().getByRole<HTMLInputElement>('checkbox', { name: /Trip/ });
  await user.click(box());
  await shows('“Trip” planned for today.');
  await user.click(button('Undo'));
  expect(box().checked).toBe(false);
  expect(document.activeElement).toBe(box());
  await user.click(button('Estimate of Trip: 45m'));
  await user.click(button('2h'));
  await shows('“Trip” estimated at 2h.');
  await user.click(button('Undo'));
  expect(button('Estimate of Trip: 45m')).toBeTruthy();
  await user.click(box());
  await user.click(box());
  await shows('“Trip” no longer planned for today.');
  await user.click(button('Close'));
  await waitFor(() => expect(toastText()).toContain('“Trip” no longer planned for today.'));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('All changes saved');
  expect(task(page, 'Trip')).toMatchObject({ plannedDay: FRIDAY, estimateMinutes: 45 });
});

const toTop3 = async (page: Page) => {
  await open(page);
  await page.user.click(button('Next'));
  expect(step()).toBe('Pick your top 3');
};
const toPlace = async (page: Page) => {
  await toTop3(page);
  await page.user.click(button('Next'));
  expect(step()).toBe('Place it on the day');
};
/** Returns the starts (as hours) and titles in the hours beside the step, earliest first. */
const yourDay = async () => {
  const hours = within(await dialog().findByRole('group', { name: 'Hours' }));
  return hours
    .queryAllByRole('button')
    .filter(({ dataset }) => dataset['event'])
    .map((box) => ({
      title: box.querySelector('b')?.textContent,
      hour: parseFloat(box.style.top) / 56,
    }))
    .sort((one, other) => one.hour - other.hour)
    .map(({ title, hour }) => `${Math.round(hour * 100) / 100} ${title}`);
};

describe('placing tasks on the day', () => {
  const DAY = {
    tasks: [
      { title: 'Big', plannedDay: FRIDAY, estimateMinutes: 400 },
      { title: 'Short', plannedDay: FRIDAY },
      { title: 'Write', plannedDay: FRIDAY, estimateMinutes: 90 },
    ],
    events: [event('Stand-up', 10, 11), event('Placed', 15, 16)],
  };

  test('Fill free time proposes blocks and adds them only when they are accepted', async () => {
    setClock('09:00');
    const page = await renderPage('/today', { seed: DAY });
    const { user, sent } = page;
    await toPlace(page);
    await user.click(button('Fill free time'));
    await shows('Big, 6h 40m. 4h fit. The rest has no room.');
    expect(await yourDay()).toEqual([
      '9 Short',
      '9.5 Big',
      '10 Stand-up',
      '11 Write',
      '12.5 Big',
      '15 Placed',
      '16 Big',
    ]);
    expect(sent.some(({ line }) => line === 'POST /api/events')).toBe(false);
    await user.click(button('Add 5 and finish'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await shows('5 time blocks added.');
    await screen.findByText('All changes saved');
    expect(page.server.records('events')).toHaveLength(7);
    const block = page.server.records('events').find(({ title }) => title === 'Write');
    expect(block).toMatchObject({ taskId: 1003 });
    const plans = () =>
      page.server.records('dayPlans') as unknown as { plan: { times: unknown[] } }[];
    expect(plans()[0]?.plan.times).toHaveLength(7);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('All changes saved');
    await waitFor(() => expect(page.server.records('events')).toHaveLength(2));
    await waitFor(() => expect(plans()[0]?.plan.times).toHaveLength(2));
  });

  test('Undo of the toast after planning offers to continue, with the blocks proposed again', async () => {
    setClock('09:00');
    const page = await renderPage('/today', { seed: DAY });
    const { user } = page;
    await toPlace(page);
    await user.click(button('Fill free time'));
    await user.click(button('Add 5 and finish'));
    expect(within(bar()).getByRole('button', { name: 'Plan the day' })).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await user.click(await within(bar()).findByRole('button', { name: 'Continue planning' }));
    await screen.findByRole('dialog', { name: 'Plan the day' });
    expect(step()).toBe('Place it on the day');
    expect(button('Add 5 and finish')).toBeTruthy();
  });

  test('says what is left of a task in each step, and the length of a block that differs', async () => {
    setClock('09:00');
    const page = await renderPage('/today', {
      seed: {
        tasks: [
          { title: 'Big', plannedDay: FRIDAY, estimateMinutes: 400 },
          { title: 'Short', plannedDay: FRIDAY },
          { title: 'Write', plannedDay: '2026-11-19', estimateMinutes: 90 },
        ],
        focusSessions: [
          {
            mode: 'focus',
            start: local(8),
            end: local(8, 25),
            plannedSeconds: 1500,
            actualSeconds: 1500,
            completed: true,
            taskId: 1003,
          },
        ],
        events: [event('Stand-up', 10, 11)],
      },
    });
    const { user } = page;
    await open(page);
    expect(button('How much is left of Write: 1h 5m of 1h 30m left')).toBeTruthy();
    await user.click(of('Write').getByRole('button', { name: 'Today' }));
    await user.click(button('Next'));
    expect(button('Estimate of Write: 1h 5m of 1h 30m left')).toBeTruthy();
    await user.click(button('Next'));
    await user.click(button('Next'));
    const texts = () => rows('Today’s tasks').toSorted();
    expect(texts()).toEqual(['Big6h 40m', 'ShortNo estimate', 'Write1h 5m of 1h 30m left']);
    await user.click(button('Fill free time'));
    expect(texts()).toEqual([
      'Big6h 40m, in 2 parts, 5h 15m in all',
      'ShortNo estimate, in a block of 30m',
      'Write1h 5m of 1h 30m left, in a block of 1h 15m',
    ]);
  });

  test('the arrow keys and the buttons move a task’s time by 15 minutes', async () => {
    setClock('09:00');
    const page = await renderPage('/today', { seed: DAY });
    const { user } = page;
    await toPlace(page);
    const field = dialog().getByLabelText<HTMLInputElement>('Start of Write');
    field.focus();
    await user.keyboard('{ArrowUp}');
    expect(field.value).toBe('9:00 AM');
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}');
    expect(field.value).toBe('9:15 AM');
    await shows('At the same time as “Stand-up”');
    const time = of('Time of Write');
    await user.click(time.getByRole('button', { name: '15 minutes earlier' }));
    await user.click(time.getByRole('button', { name: '15 minutes earlier' }));
    expect(field.value).toBe('8:45 AM');
    await shows('This time has passed');
    await user.click(time.getByRole('button', { name: 'Remove the time of Write' }));
    expect(field.value).toBe('');
    expect(button('Finish')).toBeTruthy();
  });
});

test('with the 24-hour clock, planning shows and accepts 24-hour times', async () => {
  setClock('09:00');
  const page = await renderPage('/today', {
    seed: {
      settings: { hourFormat: '24h' },
      tasks: [{ title: 'Write', plannedDay: FRIDAY, estimateMinutes: 60 }],
    },
  });
  await toPlace(page);
  const field = dialog().getByLabelText<HTMLInputElement>('Start of Write');
  await page.user.type(field, '1430');
  await page.user.tab();
  expect(field.value).toBe('14:30');
  expect(await yourDay()).toEqual(['14.5 Write']);
  expect(screen.getByRole('dialog').textContent).not.toMatch(/\d [AP]M/);
});

test('Fill free time names the event that fills the day', async () => {
  setClock('09:00');
  const tasks = [{ title: 'Write', plannedDay: FRIDAY, estimateMinutes: 60 }];
  const fills = { start: `${FRIDAY}T00:00:00Z`, end: `${FRIDAY}T23:59:00Z` };
  const page = await renderPage('/today', {
    seed: { tasks, events: [{ title: 'Figma conference', ...fills }] },
  });
  await toPlace(page);
  await page.user.click(button('Fill free time'));
  await shows('“Figma conference” fills today.');
  expect(screen.queryByText(/0 time blocks/)).toBeNull();
  await page.user.click(button('Count as free'));
  await shows('1 time block proposed.');
  await waitFor(() => expect(page.server.records('events')).toMatchObject([{ busy: false }]));
  await page.user.click(button('Undo'));
  await waitFor(() => expect(page.server.records('events')[0]?.['busy'] ?? null).toBe(null));
});

test('Fill free time says that no free time is long enough', async () => {
  setClock('16:40');
  const tasks = [{ title: 'Write', plannedDay: FRIDAY, estimateMinutes: 120 }];
  const page = await renderPage('/today', { seed: { tasks } });
  await toPlace(page);
  await page.user.click(button('Fill free time'));
  await shows('No free time is long enough.');
});

test('Fill free time says just before the working hours end that no free time is left', async () => {
  setClock('16:55');
  const tasks = [{ title: 'Write', plannedDay: FRIDAY, estimateMinutes: 60 }];
  const page = await renderPage('/today', { seed: { tasks } });
  await toPlace(page);
  await page.user.click(button('Fill free time'));
  await shows('No free time is left today.');
});

describe('times that have passed', () => {
  const write = { title: 'Write', plannedDay: FRIDAY, estimateMinutes: 60 };

  test('are moved to the next free time', async () => {
    setClock('09:00');
    const page = await renderPage('/today', {
      seed: {
        tasks: [{ title: 'Call', plannedDay: FRIDAY, estimateMinutes: 30 }, write],
        events: [event('Meeting', 10, 12)],
      },
    });
    const { user, sent } = page;
    await toPlace(page);
    await user.click(button('Fill free time'));
    expect(await yourDay()).toEqual(['9 Write', '10 Meeting', '12 Call']);
    vi.setSystemTime(`${FRIDAY}T09:20:00`);
    await user.click(button('Add 2 and finish'));
    await shows('The time of “Write” had passed and was moved to the next free one.');
    expect(step()).toBe('Place it on the day');
    expect(await yourDay()).toEqual(['10 Meeting', '12 Call', '12.5 Write']);
    expect(sent.some(({ line }) => line === 'POST /api/events')).toBe(false);
    await user.click(button('Add 2 and finish'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screen.findByText('All changes saved');
    expect(page.server.records('events')).toHaveLength(3);
  });

  test('are counted if there are several and not all of them fit', async () => {
    setClock('09:00');
    const page = await renderPage('/today', {
      seed: {
        tasks: [180, 120, 60].map((estimateMinutes) => ({
          ...write,
          title: `For ${estimateMinutes}`,
          estimateMinutes,
        })),
        events: [event('Meeting', 15, 17)],
      },
    });
    const { user } = page;
    await toPlace(page);
    await user.click(button('Fill free time'));
    vi.setSystemTime(`${FRIDAY}T10:10:00`);
    await user.click(button('Add 3 and finish'));
    await shows('2 times had passed and were moved to the next free ones.');
    await shows('For 120, 2h. 45m fit. The rest has no room.');
    expect(await yourDay()).toEqual(['10.25 For 60', '11.25 For 120', '12 For 180', '15 Meeting']);
  });

  test('are listed as not fitting if no free time is left', async () => {
    setClock('15:00');
    const page = await renderPage('/today', { seed: { tasks: [write] } });
    await toPlace(page);
    await page.user.click(button('Fill free time'));
    vi.setSystemTime(`${FRIDAY}T16:45:00`);
    await page.user.click(button('Add 1 and finish'));
    await shows('The time of “Write” has passed.');
    await shows('Write, 1h. No free time of 30 minutes is left.');
    expect(await yourDay()).toEqual([]);
    await page.user.click(button('Finish'));
    expect(page.sent.some(({ line }) => line === 'POST /api/events')).toBe(false);
  });

  test('are refused in the hours, and the block stays where it is', async () => {
    setClock('09:00');
    const page = await renderPage('/today', { seed: { tasks: [write] } });
    await toPlace(page);
    await page.user.click(button('Fill free time'));
    const hours = within(await dialog().findByRole('group', { name: 'Hours' }));
    hours.getByRole('button', { name: /^Write/ }).focus();
    await page.user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(toastText()).toContain('This time has passed'));
    expect(await yourDay()).toEqual(['9 Write']);
    expect(dialog().getByLabelText<HTMLInputElement>('Start of Write').value).toBe('9:00 AM');
  });

  test('show an error at the field when they are typed', async () => {
    setClock('09:00');
    const page = await renderPage('/today', { seed: { tasks: [write] } });
    const { user } = page;
    await toPlace(page);
    await user.click(button('Fill free time'));
    const field = dialog().getByLabelText<HTMLInputElement>('Start of Write');
    const type = async (time: string) => {
      await user.clear(field);
      await user.type(field, time);
    };
    // The current minute has not passed.
    await type('09:00');
    expect(field.getAttribute('aria-invalid')).toBe('false');
    await user.click(of('Time of Write').getByRole('button', { name: '15 minutes earlier' }));
    expect(field.value).toBe('8:45 AM');
    expect(descriptionOf(field)).toBe('This time has passed. Choose a later one.');
    await user.click(button('Add 1 and finish'));
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe('8:45 AM');
    expect(step()).toBe('Place it on the day');
    expect(page.sent.some(({ line }) => line === 'POST /api/events')).toBe(false);
    await user.keyboard('{ArrowUp}');
    expect(field.value).toBe('9:00 AM');
    await type('08:10');
    expect(field.value).toBe('08:10');
    expect(descriptionOf(field)).toBe('This time has passed. Choose a later one.');
    await type('10:10');
    expect(field.getAttribute('aria-invalid')).toBe('false');
    await user.click(button('Add 1 and finish'));
    await screen.findByText('All changes saved');
    expect(page.server.records('events')).toMatchObject([
      { start: expect.stringMatching(/T10:10:00/) as string },
    ]);
  });
});

test('a fourth task can’t be added to the top 3', async () => {
  setClock('09:00');
  const page = await renderPage('/today', {
    seed: { tasks: ['A', 'B', 'C', 'D'].map((title) => ({ title, plannedDay: FRIDAY })) },
  });
  const { user } = page;
  await toTop3(page);
  const box = (name: string) => dialog().getByRole<HTMLInputElement>('checkbox', { name });
  for (const name of ['D', 'B', 'A']) await user.click(box(name));
  await shows('You can have 3 priorities a day. Remove one to add another.');
  await user.click(box('C'));
  expect(box('C').checked).toBe(false);
  await user.click(button('Next'));
  await user.click(button('Finish'));
  await waitFor(() => expect(toastText()).toContain('Your day is planned'));
  const list = await screen.findByRole('list', { name: 'Priorities' });
  const titles = within(list).getAllByRole('checkbox');
  expect(titles.map((one) => one.getAttribute('aria-label'))).toEqual(['D', 'B', 'A']);
  expect(within(bar()).getByRole('button', { name: 'Plan the day' })).toBeTruthy();
});

test('an existing priority can be removed and added again', async () => {
  setClock('09:00');
  const page = await renderPage('/today', {
    seed: {
      tasks: [
        { title: 'Old', isPriority: true, order: 0 },
        { title: 'New', plannedDay: FRIDAY },
      ],
    },
  });
  await toTop3(page);
  expect(rows('Today’s tasks')).toEqual(['Old', 'New']);
  const box = () => dialog().getByRole<HTMLInputElement>('checkbox', { name: 'Old' });
  await page.user.click(box());
  expect(box().checked).toBe(false);
  await page.user.click(box());
  expect(box().checked).toBe(true);
});

test('adding to the top 3 and removing from it each have an Undo', async () => {
  setClock('09:00');
  const page = await renderPage('/today', {
    seed: {
      tasks: [
        { title: 'First', isPriority: true, order: 0 },
        { title: 'Second', isPriority: true, order: 1 },
        { title: 'New', plannedDay: FRIDAY },
      ],
    },
  });
  const { user } = page;
  await toTop3(page);
  const box = (name: string) => dialog().getByRole<HTMLInputElement>('checkbox', { name });
  await user.click(box('New'));
  await shows('“New” added to the top 3.');
  await user.click(button('Undo'));
  expect(box('New').checked).toBe(false);
  expect(document.activeElement).toBe(box('New'));
  await user.click(box('First'));
  await shows('“First” removed from the top 3.');
  await user.click(button('Next'));
  await user.click(button('Finish'));
  await waitFor(() => expect(toastText()).toContain('“First” removed from the top 3.'));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('All changes saved');
  expect(task(page, 'First')).toMatchObject({ isPriority: true, order: 0 });
  expect(task(page, 'New')).toMatchObject({ isPriority: false });
  const top3 = ({ plan }: DayPlan) => plan?.tasks.filter(({ isPriority }) => isPriority);
  const [kept] = page.server.records('dayPlans') as DayPlan[];
  expect(kept && top3(kept)).toMatchObject([{ title: 'First' }, { title: 'Second' }]);
});

test('planning continues at the same step after a reload', async () => {
  setClock('09:00');
  const page = await renderPage('/today', {
    seed: { tasks: [...LEFT_OVER, { title: 'Bread', plannedDay: FRIDAY }] },
  });
  const { user, sent } = page;
  await open(page);
  await user.click(button('Next'));
  await user.click(button('Next'));
  await page.reload();
  await screen.findByRole('dialog', { name: 'Plan the day' });
  expect(step()).toBe('Pick your top 3');
  await user.click(button('Back'));
  await user.click(button('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await page.reload();
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Continue planning' }));
  await screen.findByRole('dialog', { name: 'Plan the day' });
  expect(step()).toBe('Choose what to do today');
  expect(sent.filter(({ line }) => /^(POST|PATCH|DELETE) .*(tasks|events)/.test(line))).toEqual([]);
});

test('planning works offline', async () => {
  setClock('09:00');
  const page = await renderPage('/today', {
    seed: { tasks: [{ title: 'Write', plannedDay: '2026-11-19', estimateMinutes: 60 }] },
  });
  const { user } = page;
  await act(async () => page.setOnline(false));
  await open(page);
  await user.click(of('Write').getByRole('button', { name: 'Today' }));
  await user.click(button('Next'));
  await user.click(button('Next'));
  await user.click(dialog().getByRole('checkbox', { name: /^Write/ }));
  await user.click(button('Next'));
  await user.click(button('Fill free time'));
  await user.click(button('Add 1 and finish'));
  await act(async () => page.setOnline(true));
  await screen.findByText('All changes saved');
  expect(task(page, 'Write')).toMatchObject({ plannedDay: FRIDAY, isPriority: true });
  expect(page.server.records('events')).toHaveLength(1);
});

test('planning that is still open at midnight goes on with the new day', async () => {
  setClock('09:00');
  const page = await renderPage('/today', { seed: { tasks: LEFT_OVER } });
  await open(page);
  vi.setSystemTime('2026-11-21T00:05:00');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await shows('Saturday, November 21', () => document.body);
  await page.user.click(of('Taxes').getByRole('button', { name: 'Today' }));
  await waitFor(() => expect(task(page, 'Taxes')).toMatchObject({ plannedDay: '2026-11-21' }));
  await page.user.click(button('Next'));
  await page.user.click(button('Next'));
  await page.user.click(button('Next'));
  await page.user.click(button('Finish'));
  await waitFor(() =>
    expect(page.server.records('dayPlans')).toMatchObject([{ day: '2026-11-21' }]),
  );
});

describe('a new task in the search for what to do today', () => {
  const openSearch = async () => {
    setClock('09:00');
    const page = await renderPage('/today', { seed: { tasks: [{ title: 'Buy bread' }] } });
    await open(page);
    return page;
  };
  const search = () => dialog().getByRole<HTMLInputElement>('searchbox');

  test('is offered beside what is found, and is planned for today', async () => {
    const page = await openSearch();
    await page.user.type(search(), 'buy');
    expect(openTasks()).toHaveLength(1);
    await page.user.type(search(), '{Enter}');
    expect(openTasks()).toHaveLength(1);
    await page.user.click(button('Add “buy” for today'));
    expect(search().value).toBe('');
    expect(document.activeElement).toBe(search());
    await waitFor(() => expect(task(page, 'buy')).toMatchObject({ plannedDay: FRIDAY }));
    await page.user.click(button('Undo'));
    await waitFor(() => expect(task(page, 'buy')).toBeUndefined());
  });

  test('is read as in the quick-entry line, and added with Enter if nothing is found', async () => {
    const page = await openSearch();
    await page.user.type(search(), 'Call Noor 14:00 45m #work');
    await dialog().findByRole('button', { name: 'Add “Call Noor” for today' });
    await page.user.type(search(), '{Enter}');
    await shows('“Call Noor” added for today.');
    await waitFor(() =>
      expect(task(page, 'Call Noor')).toMatchObject({
        plannedDay: FRIDAY,
        estimateMinutes: 45,
        categoryId: 1,
      }),
    );
    await waitFor(() =>
      expect(page.server.records('events')).toMatchObject([
        { title: 'Call Noor', start: expect.any(String) as string },
      ]),
    );
  });

  test('names the day if the line says another one', async () => {
    const page = await openSearch();
    await page.user.type(search(), 'Call Noor tomorrow');
    await page.user.click(
      await dialog().findByRole('button', { name: 'Add “Call Noor” for tomorrow' }),
    );
    await waitFor(() =>
      expect(task(page, 'Call Noor')).toMatchObject({ plannedDay: '2026-11-21' }),
    );
  });
});

test('the plan is kept when planning ends, and a second planning replaces it', async () => {
  setClock('09:00');
  const page = await renderPage('/today', {
    seed: {
      tasks: [{ title: 'Write', plannedDay: FRIDAY, estimateMinutes: 60, isPriority: true }],
      events: [event('Meeting', 10, 12)],
    },
  });
  const { user } = page;
  const plans = () => page.server.records('dayPlans') as unknown as { plan: unknown }[];
  await toPlace(page);
  await user.click(button('Finish'));
  await screen.findByText('All changes saved');
  await waitFor(() =>
    expect(plans()).toMatchObject([
      {
        day: FRIDAY,
        plan: {
          tasks: [{ title: 'Write', minutes: 60, isPriority: true }],
          times: [{ title: 'Meeting', taskId: null }],
        },
      },
    ]),
  );
  await open(page);
  await user.click(button('Estimate of Write: 1h'));
  await user.click(button('2h'));
  await user.click(button('Next'));
  await user.click(button('Next'));
  await user.click(button('Finish'));
  await waitFor(() => expect(plans()).toMatchObject([{ plan: { tasks: [{ minutes: 120 }] } }]));
});

test('a left-over task can be done, or its estimate says how much is left', async () => {
  setClock('09:00');
  const page = await renderPage('/today', { seed: { tasks: LEFT_OVER } });
  await open(page);
  await page.user.click(button('How much is left of Invoice: 1h left'));
  await page.user.click(button('30m'));
  await shows('30m left of “Invoice”.');
  await page.user.click(of('Call').getByRole('button', { name: 'Done' }));
  await shows('“Call” completed.');
  await waitFor(() => expect(task(page, 'Invoice')).toMatchObject({ estimateMinutes: 30 }));
  await waitFor(() => expect(task(page, 'Call')).toMatchObject({ completed: true }));
});
