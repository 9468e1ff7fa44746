import type { Task } from '@daymark/contract/task';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { descriptionOf } from '../descriptionOf';
import { renderPage, shows, toastText } from '../renderPage';

const TODAY = '2026-11-20'; // a Friday
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(`${TODAY}T09:00:00`);
});
afterEach(() => void vi.useRealTimers());

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const titles = () =>
  within(screen.getByRole('list', { name: 'Tasks' }))
    .queryAllByRole('checkbox')
    .map((one) => one.getAttribute('aria-label') ?? '');
const row = (title: string) => {
  const item = screen.getByRole('checkbox', { name: title }).closest('li');
  if (!item) throw new Error(`${title} is in no list.`);
  return item as HTMLElement;
};
const saved = () => screen.findByText('All changes saved');

type Page = Awaited<ReturnType<typeof renderPage>>;
const openTasks = (tasks: readonly object[], path = '/tasks') =>
  renderPage(path, { seed: { tasks: tasks as never } });
const stored = ({ server }: Page) => server.records('tasks') as unknown as Task[];
const storedTask = (page: Page, title: string) => stored(page).find((one) => one.title === title);

async function choose({ user }: Page, title: string, ...entries: string[]) {
  await user.click(button(`More actions for ${title}`));
  for (const name of entries) {
    const entry = () =>
      screen.queryByRole('menuitem', { name }) ?? screen.getByRole('menuitemradio', { name });
    await user.click(await waitFor(entry));
  }
}

describe('the views of /tasks', () => {
  const tasks = [
    { title: 'Some time' },
    { title: 'Now', plannedDay: TODAY },
    { title: 'Due', deadline: '2026-11-18' },
    { title: 'Later', plannedDay: '2026-11-21' },
    { title: 'Missed', plannedDay: '2026-11-17' },
    { title: 'Done', completed: true, completedAt: '2026-11-19T10:00:00Z' },
  ];
  const link = (name: string) =>
    within(screen.getByRole('navigation', { name: 'Task views' })).getByRole('link', {
      name: new RegExp(`^${name}`),
    });

  test('each has its count and its address, and Back works', async () => {
    const { user } = await openTasks(tasks);
    expect(
      within(screen.getByRole('navigation', { name: 'Task views' }))
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['All 5', 'Today 2', 'Upcoming 1', 'Left over 1', 'No day 2', 'Completed 1']);
    await user.click(link('Today'));
    expect(titles()).toEqual(['Due', 'Now']);
    expect(location.search).toBe('?view=today');
    await user.click(link('Upcoming'));
    expect(titles()).toEqual(['Later']);
    expect(screen.getByRole('heading', { name: 'Tomorrow · 1' })).toBeTruthy();
    history.back();
    await waitFor(() => expect(titles()).toEqual(['Due', 'Now']));
    await user.click(link('Left over'));
    expect(titles()).toEqual(['Missed']);
    await user.click(link('No day'));
    expect(titles()).toEqual(['Due', 'Some time']);
    await user.click(link('Completed'));
    expect(titles()).toEqual(['Done']);
  });

  test.each([
    ['today', 'Nothing for today'],
    ['upcoming', 'Nothing planned'],
    ['left-over', 'Nothing left over'],
    ['no-day', 'Every task has a day'],
    ['completed', 'Nothing completed yet'],
  ])('%s has its own empty state', async (view, title) => {
    await openTasks([], `/tasks?view=${view}`);
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  });

  test('a ticked task stays in the list until another view is opened', async () => {
    const { user } = await openTasks(tasks, '/tasks?view=today');
    await user.click(screen.getByRole('checkbox', { name: 'Now' }));
    expect(titles()).toEqual(['Due', 'Now']);
    await user.click(link('Completed'));
    await waitFor(() => expect(titles()).toEqual(['Now', 'Done']));
    await user.click(link('Today'));
    expect(titles()).toEqual(['Due']);
  });
});

test('a task’s row shows only the fields that are set', async () => {
  await openTasks([
    { title: 'Plain' },
    { title: 'Late', deadline: '2026-11-18', estimateMinutes: 90 },
    { title: 'Missed', plannedDay: '2026-11-17' },
    { title: 'Due', plannedDay: '2026-11-21', deadline: TODAY },
    {
      title: 'Daily',
      plannedDay: '2026-11-18',
      seriesDay: '2026-11-18',
      seriesId: 9,
      repeat: { every: 'day', interval: 1, from: 'schedule' },
    },
  ]);
  expect(row('Plain').textContent).toBe('Plain');
  expect(row('Late').textContent).toBe('LateOverdue since Wed, Nov 181h 30m');
  expect(row('Late').querySelector('[data-kind="overdue"]')).not.toBeNull();
  expect(row('Missed').textContent).toBe('MissedLeft over from Tue, Nov 17');
  expect(row('Missed').querySelector('[data-kind="overdue"]')).toBeNull();
  expect(row('Due').textContent).toBe('DueTomorrowDue today');
  expect(row('Daily').textContent).toBe('DailyTodayMissed 2 timesevery day');
});

describe('Add Task', () => {
  const dialog = () => within(screen.getByRole('dialog', { name: 'Add Task' }));

  test('saves a day, a deadline, an estimate and steps in one change', async () => {
    const page = await openTasks([]);
    const { user } = page;
    await user.click(button('Add Task'));
    await screen.findByRole('dialog', { name: 'Add Task' });
    await user.type(dialog().getByLabelText('Title'), 'Launch');
    await user.click(dialog().getByRole('button', { name: 'Next week' }));
    fireEvent.change(dialog().getByLabelText('Deadline'), { target: { value: '2026-11-27' } });
    await user.type(dialog().getByLabelText('Estimate'), '1h 30m');
    await user.type(dialog().getByLabelText('Steps'), 'Collect{Enter}- Write{Enter}');
    await user.click(dialog().getByRole('button', { name: 'Add Task' }));
    await saved();
    await waitFor(() => expect(stored(page)).toHaveLength(3));
    const task = storedTask(page, 'Launch');
    expect(task).toMatchObject({
      plannedDay: '2026-11-23',
      deadline: '2026-11-27',
      estimateMinutes: 90,
    });
    expect(storedTask(page, 'Collect')).toMatchObject({ parentId: task?.id, position: 'a0' });
    expect(storedTask(page, 'Write')).toMatchObject({ parentId: task?.id, position: 'a1' });
    expect(titles()).toEqual(['Launch']);
    expect(row('Launch').textContent).toContain('0 of 2 steps');
  });

  test('shows one sentence at the field for a step that is too long, and keeps the typed text', async () => {
    const page = await openTasks([]);
    const { user } = page;
    await user.click(button('Add Task'));
    await screen.findByRole('dialog', { name: 'Add Task' });
    await user.type(dialog().getByLabelText('Title'), 'Launch');
    await user.click(dialog().getByLabelText('Steps'));
    await user.paste(`Collect\n${'a'.repeat(501)}`);
    await user.click(dialog().getByRole('button', { name: 'Add Task' }));
    await waitFor(() =>
      expect(descriptionOf(dialog().getByLabelText('Steps'))).toContain('at most 500 characters'),
    );
    expect(dialog().getByLabelText('Steps')).toHaveProperty('value', `Collect\n${'a'.repeat(501)}`);
    expect(stored(page)).toEqual([]);
  });

  test.each(['0', '2000', 'soon', '25h'])(
    'shows one sentence at the field for an estimate of %s, and keeps the typed text',
    async (typed) => {
      const page = await openTasks([]);
      const { user } = page;
      await user.click(button('Add Task'));
      await screen.findByRole('dialog', { name: 'Add Task' });
      await user.type(dialog().getByLabelText('Title'), 'Launch');
      const estimate = dialog().getByLabelText<HTMLInputElement>('Estimate');
      await user.type(estimate, typed);
      await user.click(dialog().getByRole('button', { name: 'Add Task' }));
      await waitFor(() =>
        expect(descriptionOf(estimate)).toBe('Type a time like 45m or 1h 30m, up to 24h.'),
      );
      expect(estimate.value).toBe(typed);
      expect(stored(page)).toEqual([]);
    },
  );

  test('restores the typed plan and steps after a reload', async () => {
    const page = await openTasks([]);
    const { user } = page;
    await user.click(button('Add Task'));
    await screen.findByRole('dialog', { name: 'Add Task' });
    await user.type(dialog().getByLabelText('Title'), 'Launch');
    await user.click(dialog().getByRole('button', { name: 'Tomorrow' }));
    await user.type(dialog().getByLabelText('Estimate'), 'soon');
    await user.type(dialog().getByLabelText('Steps'), 'Collect{Enter}Write');
    await user.selectOptions(dialog().getByLabelText('Repeat'), 'Custom…');
    await user.clear(dialog().getByLabelText('Every'));
    await page.reload();
    await screen.findByRole('dialog', { name: 'Add Task' });
    const value = (label: string) => dialog().getByLabelText<HTMLInputElement>(label).value;
    expect(['Title', 'Day', 'Deadline', 'Estimate', 'Steps', 'Every'].map(value)).toEqual([
      'Launch',
      '2026-11-21',
      '',
      'soon',
      'Collect\nWrite',
      '',
    ]);
    await user.click(dialog().getByRole('button', { name: 'Add Task' }));
    await waitFor(() => expect(document.activeElement).toBe(dialog().getByLabelText('Estimate')));
    expect(stored(page)).toEqual([]);
  });

  test('empties the fields for the next task, and doesn’t check them before it is added', async () => {
    const page = await openTasks([]);
    const { user } = page;
    await user.click(button('Add Task'));
    await screen.findByRole('dialog', { name: 'Add Task' });
    await user.type(dialog().getByLabelText('Title'), 'Launch');
    await user.type(dialog().getByLabelText('Steps'), 'Collect');
    const estimate = dialog().getByLabelText<HTMLInputElement>('Estimate');
    await user.type(estimate, '45m{Enter}');
    await dialog().findByText('Added “Launch”. Type the next one.');
    expect([estimate.value, dialog().getByLabelText('Steps').textContent]).toEqual(['', '']);
    await waitFor(() => expect(document.activeElement).toBe(dialog().getByLabelText('Title')));
    await user.type(estimate, 'soo');
    expect(descriptionOf(estimate)).toBe('');
    await waitFor(() => expect(storedTask(page, 'Launch')).toMatchObject({ estimateMinutes: 45 }));
  });

  test('clears the estimate’s error when the title sets the estimate', async () => {
    const page = await openTasks([]);
    await page.user.click(button('Add Task'));
    await screen.findByRole('dialog', { name: 'Add Task' });
    const estimate = dialog().getByLabelText<HTMLInputElement>('Estimate');
    await page.user.type(dialog().getByLabelText('Title'), 'Launch');
    await page.user.type(estimate, 'soon');
    await page.user.click(dialog().getByRole('button', { name: 'Add Task' }));
    await waitFor(() => expect(descriptionOf(estimate)).not.toBe(''));
    await page.user.type(dialog().getByLabelText('Title'), ' 30m');
    await waitFor(() => expect(estimate.value).toBe('30m'));
    expect(descriptionOf(estimate)).toBe('');
  });

  test('plans a new task for today in the view Today', async () => {
    const page = await openTasks([], '/tasks?view=today');
    await page.user.click(button('Add Task'));
    await screen.findByRole('dialog', { name: 'Add Task' });
    await page.user.type(dialog().getByLabelText('Title'), 'Now{Enter}');
    await waitFor(() => expect(storedTask(page, 'Now')?.plannedDay).toBe(TODAY));
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(titles()).toEqual(['Now']);
  });
});

test('a task’s menu plans it for a day with Undo, and its details take a deadline and an estimate', async () => {
  const page = await openTasks([{ title: 'Report' }]);
  await choose(page, 'Report', 'Day…', 'Tomorrow');
  await waitFor(() => expect(toastText()).toContain('Planned for tomorrow'));
  expect(row('Report').textContent).toContain('Tomorrow');
  await page.user.click(button('Undo'));
  expect(row('Report').textContent).toBe('Report');
  await choose(page, 'Report', 'Details…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Task details' }));
  fireEvent.change(dialog.getByLabelText('Deadline'), { target: { value: '2026-11-24' } });
  await page.user.type(dialog.getByLabelText('Estimate'), '45');
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(row('Report').textContent).toBe('ReportDue Tue, Nov 2445m'));
  await saved();
  expect(storedTask(page, 'Report')).toMatchObject({
    deadline: '2026-11-24',
    estimateMinutes: 45,
    plannedDay: null,
  });
});

test('the first wrong field of a task’s details gets the focus', async () => {
  const page = await openTasks([{ title: 'Report', estimateMinutes: 30 }]);
  await choose(page, 'Report', 'Details…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Task details' }));
  const estimate = dialog.getByLabelText<HTMLInputElement>('Estimate');
  await page.user.clear(estimate);
  await page.user.type(estimate, 'soon');
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(document.activeElement).toBe(estimate));
  expect(descriptionOf(estimate)).toBe('Type a time like 45m or 1h 30m, up to 24h.');
  expect(estimate.value).toBe('soon');
});

test('an incomplete date is refused, and an empty one is accepted', async () => {
  const page = await openTasks([{ title: 'Report', deadline: '2026-11-24' }]);
  await choose(page, 'Report', 'Details…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Task details' }));
  const deadline = dialog.getByLabelText<HTMLInputElement>('Deadline');
  const empty = (badInput: boolean) => {
    // jsdom's date field can't hold an incomplete date.
    Object.defineProperty(deadline, 'validity', { configurable: true, value: { badInput } });
    fireEvent.change(deadline, { target: { value: '' } });
  };
  empty(true);
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(descriptionOf(deadline)).toBe('Choose a valid day.'));
  fireEvent.change(deadline, { target: { value: '2026-11-25' } });
  await waitFor(() => expect(descriptionOf(deadline)).toBe(''));
  empty(false);
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(storedTask(page, 'Report')?.deadline).toBeNull());
});

describe('steps', () => {
  const seed = [
    { id: 1, title: 'Move' },
    { id: 2, title: 'Boxes', parentId: 1, position: 'a0' },
    { id: 3, title: 'Van', parentId: 1, position: 'a1' },
  ];
  const stepTitles = () =>
    within(screen.getByRole('list', { name: 'Steps of Move' }))
      .getAllByRole('checkbox')
      .map((one) => one.getAttribute('aria-label'));
  async function open() {
    const page = await openTasks(seed);
    expect(titles()).toEqual(['Move']);
    await page.user.click(button(/0 of 2 steps/));
    await screen.findByRole('list', { name: 'Steps of Move' });
    return page;
  }

  test('are added by typing and Enter, and pasted lines become several', async () => {
    const page = await open();
    const input = screen.getByLabelText('Add a step');
    await page.user.type(input, 'Keys{Enter}');
    await page.user.click(input);
    await page.user.paste('- [ ] Post\n- [ ] Bank');
    expect(stepTitles()).toEqual(['Boxes', 'Van', 'Keys', 'Post', 'Bank']);
    await saved();
    await waitFor(() => expect(stored(page)).toHaveLength(6));
  });

  test('are refused with one sentence if a pasted line is too long or there are more than 200', async () => {
    const page = await open();
    const input = screen.getByLabelText('Add a step');
    await page.user.click(input);
    await page.user.paste(`Post\n${'a'.repeat(501)}`);
    expect(descriptionOf(input)).toContain('at most 500 characters');
    await page.user.paste(Array.from({ length: 199 }, (_, n) => `Box ${n}`).join('\n'));
    expect(descriptionOf(input)).toBe('A task can have at most 200 steps.');
    expect(stepTitles()).toEqual(['Boxes', 'Van']);
    await page.user.type(input, 'Keys{Enter}');
    expect(stepTitles()).toEqual(['Boxes', 'Van', 'Keys']);
  });

  test('are shown as tasks if they are steps of each other in an imported file', async () => {
    await openTasks([
      { id: 1, title: 'Itself', parentId: 1 },
      { id: 2, title: 'Here', parentId: 3 },
      { id: 3, title: 'There', parentId: 2 },
    ]);
    expect(titles()).toEqual(expect.arrayContaining(['Itself', 'Here', 'There']));
  });

  test('ticking the last one offers to complete the task', async () => {
    const page = await open();
    await page.user.click(screen.getByRole('checkbox', { name: 'Boxes' }));
    expect(toastText()).toBe('');
    await page.user.click(screen.getByRole('checkbox', { name: 'Van' }));
    await waitFor(() => expect(toastText()).toContain('All steps are done'));
    await page.user.click(button('Complete task'));
    await waitFor(() => expect(storedTask(page, 'Move')?.completed).toBe(true));
  });

  test('are reordered by Alt and an arrow, renamed, estimated and made into a task', async () => {
    const page = await open();
    button('More actions for Van').focus();
    await page.user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(stepTitles()).toEqual(['Van', 'Boxes']);
    await shows('Van is now 1 of 2');
    await choose(page, 'Van', 'Rename');
    await page.user.clear(await screen.findByLabelText('Task title'));
    await page.user.type(screen.getByLabelText('Task title'), 'Truck{Enter}');
    expect(stepTitles()).toEqual(['Truck', 'Boxes']);
    await choose(page, 'Truck', 'Estimate…');
    await page.user.type(await screen.findByLabelText('Estimate'), '0{Enter}');
    expect(descriptionOf(screen.getByLabelText('Estimate'))).toContain('Type a time');
    await page.user.type(screen.getByLabelText('Estimate'), '{Backspace}20{Enter}');
    await waitFor(() => expect(row('Move').textContent).toContain('20m'));
    await choose(page, 'Truck', 'Make it a task');
    await waitFor(() => expect(stepTitles()).toEqual(['Boxes']));
    expect(titles()).toContain('Truck');
    await saved();
    expect(storedTask(page, 'Truck')).toMatchObject({ parentId: null, estimateMinutes: 20 });
  });

  test('are deleted with their task and restored by Undo', async () => {
    const page = await open();
    await choose(page, 'Move', 'Delete');
    await waitFor(() => expect(stored(page)).toEqual([]));
    await page.user.click(button('Undo'));
    await waitFor(() => expect(stored(page)).toHaveLength(3));
    expect(titles()).toEqual(expect.arrayContaining(['Move']));
    expect(row('Move').textContent).toContain('0 of 2 steps');
  });
});

test('choosing a rule in Repeat begins the series on its first day', async () => {
  const page = await openTasks([{ title: 'Review' }]);
  await choose(page, 'Review', 'Details…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Task details' }));
  await page.user.selectOptions(dialog.getByLabelText('Repeat'), 'Every weekday');
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(row('Review').textContent).toBe('ReviewTodayevery weekday'));
  await waitFor(() => expect(storedTask(page, 'Review')?.seriesDay).toBe(TODAY));
  await choose(page, 'Review', 'Details…');
  const again = within(await screen.findByRole('dialog', { name: 'Task details' }));
  await page.user.selectOptions(again.getByLabelText('Repeat'), 'Custom…');
  const interval = again.getByLabelText<HTMLInputElement>(/every/i);
  await page.user.clear(interval);
  await page.user.type(interval, '400');
  await page.user.click(again.getByRole('button', { name: 'Save' }));
  expect(again.getByRole('alert').textContent).toContain('Repeat every 1 to 365');
  await waitFor(() => expect(document.activeElement).toBe(interval));
  expect(interval.value).toBe('400');
  expect(storedTask(page, 'Review')?.repeat?.interval).toBe(1);
});

describe('a repeating task', () => {
  const weekly = {
    id: 1,
    title: 'Review',
    plannedDay: TODAY,
    seriesId: 1,
    seriesDay: TODAY,
    repeat: { every: 'week', interval: 1, weekdays: [5], from: 'schedule' },
  };
  const open = (page: Page) =>
    stored(page).filter(({ completed, skippedAt }) => !completed && !skippedAt);

  test('is followed by the next task when completed, and Undo removes the next task', async () => {
    const page = await openTasks([weekly]);
    await page.user.click(screen.getByRole('checkbox', { name: 'Review' }));
    // The list changes once the tick is painted.
    const expectRows = (count: number) =>
      waitFor(() =>
        expect(screen.getAllByRole('checkbox', { name: 'Review' })).toHaveLength(count),
      );
    await waitFor(() => expect(toastText()).toContain('Next: Fri, Nov 27'));
    await expectRows(2);
    await waitFor(() => expect(open(page)).toMatchObject([{ plannedDay: '2026-11-27' }]));
    await page.user.click(button('Undo'));
    await waitFor(() => expect(open(page)).toMatchObject([{ id: 1 }]));
    await expectRows(1);
  });

  test('passes its current steps to the next task after being reopened and completed again', async () => {
    const page = await openTasks([
      weekly,
      { id: 2, title: 'Read', parentId: 1, position: 'a0' },
      { id: 3, title: 'Write', parentId: 1, position: 'a1' },
    ]);
    const shownSteps = (parent: number) =>
      stored(page)
        .filter(({ parentId, skippedAt }) => parentId === parent && skippedAt === null)
        .map(({ title, completed }) => ({ title, completed }));
    await page.user.click(screen.getByRole('checkbox', { name: 'Review' }));
    await waitFor(() => expect(open(page)).toHaveLength(5));
    const next = open(page).find(({ seriesDay }) => seriesDay === '2026-11-27')!.id;
    await page.user.click(button('Undo'));
    await waitFor(() => expect(shownSteps(next)).toEqual([]));
    page.setOnline(false);
    await page.user.click(button(/0 of 2 steps/));
    await choose(page, 'Read', 'Rename');
    await page.user.type(await screen.findByLabelText('Task title'), ' twice{Enter}');
    await choose(page, 'Write', 'Delete');
    await page.user.click(screen.getByRole('checkbox', { name: 'Review' }));
    // The steps show at once, and the server creates the same steps.
    await waitFor(() => expect(screen.getAllByText('0 of 1 step')).toHaveLength(2));
    page.setOnline(true);
    await waitFor(() =>
      expect(shownSteps(next)).toEqual([{ title: 'Read twice', completed: false }]),
    );
    await saved();
    expect(screen.getAllByText('0 of 1 step')).toHaveLength(2);
  });

  test('continues when skipped, without counting as completed', async () => {
    const page = await openTasks([weekly]);
    await choose(page, 'Review', 'Skip this one');
    await waitFor(() => expect(toastText()).toContain('Task skipped'));
    await waitFor(() => expect(open(page)).toMatchObject([{ plannedDay: '2026-11-27' }]));
    expect(stored(page).some(({ completed }) => completed)).toBe(false);
    expect(row('Review').textContent).toContain('Fri, Nov 27');
  });

  test('asks when edited whether to change this one or all later ones', async () => {
    const page = await openTasks([weekly]);
    await choose(page, 'Review', 'Edit');
    const title = await screen.findByLabelText('Task title');
    await page.user.type(title, ' twice{Enter}');
    const question = within(await screen.findByRole('alertdialog'));
    await page.user.click(question.getByRole('button', { name: 'This one' }));
    await waitFor(() =>
      expect(storedTask(page, 'Review twice')?.laterFields).toEqual({ title: 'Review' }),
    );
    await page.user.click(screen.getByRole('checkbox', { name: 'Review twice' }));
    await waitFor(() => expect(open(page)).toMatchObject([{ title: 'Review' }]));
  });

  test('asks when deleted, and “This and later ones” ends the series', async () => {
    const page = await openTasks([weekly]);
    await choose(page, 'Review', 'Delete');
    const question = within(await screen.findByRole('alertdialog'));
    await page.user.click(question.getByRole('button', { name: 'This and later ones' }));
    await waitFor(() => expect(stored(page)).toEqual([]));
    await shows('No tasks yet');
  });
});

describe('/today', () => {
  test('lists the tasks that concern today, and links to the tasks planned for later', async () => {
    const { user } = await openTasks(
      [
        { title: 'Some time' },
        { title: 'Now', plannedDay: TODAY },
        { title: 'Later', plannedDay: '2026-11-24' },
        { title: 'Missed', plannedDay: '2026-11-17' },
      ],
      '/today',
    );
    expect(titles()).toEqual(['Missed', 'Now', 'Some time']);
    expect(screen.getByRole('heading', { name: 'Left over · 1' })).toBeTruthy();
    await user.click(screen.getByRole('link', { name: '1 task planned for later' }));
    await shows('Task Management');
    expect(titles()).toEqual(['Later']);
  });
});

const focusOf = (taskId: number, minutes: number) => ({
  id: 50 + taskId,
  mode: 'focus' as const,
  start: `${TODAY}T07:00:00Z`,
  end: `${TODAY}T07:${minutes}:00Z`,
  plannedSeconds: minutes * 60,
  actualSeconds: minutes * 60,
  completed: true,
  taskId,
});

test('E selects the old estimate, so that typing replaces it', async () => {
  const { user, server } = await renderPage('/tasks', {
    seed: { tasks: [{ title: 'Report', estimateMinutes: 60 }] },
  });
  await waitFor(() => expect(document.querySelector('[data-rows="ready"]')).toBeTruthy());
  act(() => screen.getByRole('checkbox', { name: 'Report' }).focus());
  await user.keyboard('e');
  const dialog = within(await screen.findByRole('dialog', { name: 'Task details' }));
  const field = dialog.getByLabelText<HTMLInputElement>('Estimate');
  expect(document.activeElement).toBe(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 2]);
  await user.keyboard('45m');
  expect(field.value).toBe('45m');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.records('tasks')).toMatchObject([{ estimateMinutes: 45 }]));
});

describe('estimates against the clock', () => {
  test('the focus timer proposes the remaining time of a task’s estimate', async () => {
    const page = await renderPage('/tasks', {
      seed: {
        tasks: [{ id: 1, title: 'Report', estimateMinutes: 60 }],
        focusSessions: [focusOf(1, 40)],
      },
    });
    expect(row('Report').textContent).toBe('Report40m of 1h');
    await page.user.click(screen.getByRole('link', { name: 'Focus' }));
    const panel = within(await screen.findByRole('region', { name: 'Focus timer' }));
    await page.user.click(panel.getByRole('button', { name: /^Working on/ }));
    await page.user.click(await panel.findByRole('option', { name: /^Report/ }));
    expect(panel.getByText(/20m left of its estimate/)).toBeTruthy();
    await page.user.click(panel.getByRole('button', { name: 'Start 20m' }));
    expect(panel.getByRole('timer').textContent).toMatch(/^(20:00|19:5\d)$/);
  });

  test('Start focus in a task’s menu starts one focus session with the task', async () => {
    const page = await renderPage('/tasks', {
      seed: {
        tasks: [
          { id: 1, title: 'Report' },
          { id: 2, title: 'Slides' },
        ],
      },
    });
    const panel = async () =>
      within(await screen.findByRole('region', { name: 'Focus timer', hidden: false }));
    await choose(page, 'Report', 'Start focus');
    await screen.findByRole('heading', { name: 'Focus Time' });
    await (await panel()).findByRole('button', { name: 'Pause' });
    (await panel()).getByRole('button', { name: 'Working on: Report' });
    await page.user.click((await panel()).getByRole('button', { name: 'Reset' }));
    await page.reload();
    await (await panel()).findByRole('button', { name: 'Start' });
    await page.user.click((await panel()).getByRole('button', { name: 'Start' }));

    // The focus session with Report goes on.
    await page.user.click(screen.getByRole('link', { name: 'Tasks' }));
    await choose(page, 'Slides', 'Start focus');
    await waitFor(() => expect(toastText()).toContain('The focus timer is already in use'));
    (await panel()).getByRole('button', { name: 'Working on: Report' });
  });
});

test('focus time on steps counts in the capacity line, the row and the day’s list', async () => {
  const step = (id: number, estimateMinutes: number, completed = false) => ({
    id,
    title: `Step ${id}`,
    parentId: 1,
    estimateMinutes,
    completed,
  });
  const page = await renderPage('/today', {
    seed: {
      tasks: [
        { id: 1, title: 'Move', plannedDay: TODAY },
        step(2, 60, true),
        step(3, 40),
        step(4, 30),
      ],
      focusSessions: [focusOf(3, 10), focusOf(2, 50)],
    },
  });
  await shows('1h 0m planned · 8h 0m free');
  await page.reload('/tasks');
  await waitFor(() => expect(row('Move').textContent).toContain('1h of 2h 10m'));
  await page.reload('/calendar?view=day');
  await waitFor(() => expect(row('Move').textContent).toBe('Move1h of 2h 10m'));
});

test('Undo of a deleted task restores the task, its steps and its blocks', async () => {
  const block = (id: number, hour: number) => ({
    id,
    title: 'Report',
    start: `${TODAY}T${hour}:00:00Z`,
    end: `${TODAY}T${hour}:30:00Z`,
    taskId: 1,
  });
  const page = await renderPage('/tasks', {
    seed: {
      tasks: [
        { id: 1, title: 'Report' },
        { id: 2, title: 'Step', parentId: 1 },
      ],
      events: [block(5, 22), block(6, 23)],
    },
  });
  await waitFor(() => expect(page.server.records('events')).toHaveLength(2));
  await page.user.click(screen.getByRole('checkbox', { name: 'Report' }));
  await waitFor(() => expect(toastText()).toContain('2 time blocks removed'));
  await page.user.click(button('Undo'));
  await saved();
  await waitFor(() => expect(page.server.records('events')).toHaveLength(2));
  await choose(page, 'Report', 'Delete');
  await waitFor(() => expect(page.server.records('events')).toEqual([]));
  await waitFor(() => expect(toastText()).toContain('Task deleted'));
  await page.user.click(button('Undo'));
  await saved();
  await waitFor(() => expect(page.server.records('events')).toHaveLength(2));
  expect(stored(page)).toHaveLength(2);
});

test('planned days and deadlines keep their dates through four time zones', async () => {
  const start = `${TODAY}T21:00:00.000Z`;
  const seed = {
    tasks: [{ id: 1, title: 'Report', plannedDay: '2026-11-24', deadline: '2026-11-26' }],
    events: [{ id: 5, title: 'Report', start, end: `${TODAY}T22:00:00.000Z`, taskId: 1 }],
  };
  const page = await renderPage('/tasks', { seed });
  for (const zone of [
    'Pacific/Kiritimati',
    'America/Los_Angeles',
    'Asia/Kolkata',
    'Pacific/Pago_Pago',
  ]) {
    vi.stubEnv('TZ', zone);
    await page.reload('/tasks');
    await waitFor(() =>
      expect(row('Report').textContent, zone).toContain('Tue, Nov 24Due Thu, Nov 26'),
    );
  }
  vi.unstubAllEnvs();
  expect(stored(page)).toMatchObject([{ plannedDay: '2026-11-24', deadline: '2026-11-26' }]);
  expect(page.server.records('events')).toMatchObject([{ start }]);
});
