import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refusal, renderPage, shows, toastText } from '../../test/renderPage';

const SAVED = 'Your daily reflection has been saved successfully.';
const SAVED_HERE = 'Saved on this device. It is sent when you are online.';

type User = Awaited<ReturnType<typeof renderPage>>['user'];

const button = (name: string) => screen.getByRole('button', { name });
const area = (name: string) => screen.getByLabelText<HTMLTextAreaElement>(name);
const stars = (count: number) =>
  screen.getByRole<HTMLInputElement>('radio', { name: `${count} stars` });
const save = (user: User) =>
  user.click(screen.getAllByRole('button', { name: 'Save Reflection' })[0] as HTMLElement);
const saves = (sent: Awaited<ReturnType<typeof renderPage>>['sent']) =>
  sent.filter(({ line }) => line === 'POST /api/reflections').map(({ body }) => body);
const saved = () => screen.findByText('All changes saved');
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

const openDialog = async (user: User) => {
  await user.click(button('Daily Reflection'));
  await screen.findByRole('dialog', { name: 'Daily Reflection' });
  return within(screen.getByRole('dialog'));
};
const dialogGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** Sets the clock to this time and stops it. */
const setClock = (now: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });

test('a draft survives a reload until it is saved', async () => {
  const { user, server, reload } = await renderPage('/reflection');
  await user.type(area('Accomplishments'), 'Shipped notes');
  await user.click(stars(4));
  await reload();
  expect(area('Accomplishments').value).toBe('Shipped notes');
  expect(stars(4).checked).toBe(true);
  expect(screen.getByText(/Draft/, { selector: 'main *' })).toBeTruthy();
  expect(server.records('reflections')).toEqual([]);
  await save(user);
  await waitFor(() => expect(toastText()).toContain(`Reflection saved${SAVED}`));
  await reload('/tasks');
  const dialog = await openDialog(user);
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Accomplishments').value).toBe('Shipped notes');
});

test('the form has three text areas and five stars', async () => {
  setClock('2026-11-20T12:00:00');
  await renderPage('/reflection');
  expect(heading()).toBe('Daily Reflection Friday, November 20');
  const areas = screen.getAllByRole<HTMLTextAreaElement>('textbox');
  expect(areas.map(({ rows }) => rows)).toEqual([3, 3, 3]);
  expect(screen.getAllByRole('button', { name: 'Save Reflection' })).toHaveLength(2);
  const ratings = screen.getAllByRole<HTMLInputElement>('radio');
  expect(ratings).toHaveLength(5);
  // No rating is set at first (product §3), and none is required (product §2).
  expect(ratings.filter(({ checked }) => checked)).toEqual([]);
});

test('Cancel and Escape in the dialog keep the draft', async () => {
  const { user, server } = await renderPage('/tasks');
  const challenges = () => screen.getByLabelText<HTMLTextAreaElement>('Challenges');
  let dialog = await openDialog(user);
  await user.type(challenges(), 'My words');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await dialogGone();
  await waitFor(() => expect(toastText()).toContain('Draft kept'));
  await openDialog(user);
  expect(challenges().value).toBe('My words');
  challenges().focus();
  await user.keyboard('{Escape}');
  await dialogGone();
  dialog = await openDialog(user);
  expect(challenges().value).toBe('My words');
  await user.click(stars(5));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialogGone();
  await waitFor(() => expect(toastText()).toContain(`Reflection saved${SAVED}`));
  await saved();
  expect(server.records('reflections')).toMatchObject([
    { challenges: 'My words', productivityRating: 5 },
  ]);
});

test('a reflection is sent with its day, its answers and its rating', async () => {
  setClock('2026-11-20T12:00:00');
  const { user, sent } = await renderPage('/reflection');
  await user.type(area('Challenges'), 'My words');
  await user.click(stars(2));
  await save(user);
  await waitFor(() => expect(toastText()).toContain('Reflection saved'));
  expect(within(screen.getByRole('main')).queryByRole('alert')).toBeNull();
  await saved();
  expect(saves(sent)).toMatchObject([{ ...COMMON, challenges: 'My words', productivityRating: 2 }]);
  await user.type(area('Accomplishments'), 'Shipped');
  await user.type(area('Tomorrow’s focus'), 'Rest');
  await save(user);
  await saved();
  expect(saves(sent)[1]).toMatchObject({
    ...COMMON,
    accomplishments: 'Shipped',
    tomorrowFocus: 'Rest',
  });
});

/** The fields that every save for November 20 sends. */
const COMMON = {
  date: expect.stringMatching(/^2026-11-20T00:00:00[+-]\d\d:\d\d$/) as string,
  editedAt: expect.any(String) as string,
};

test('Save Reflection without any input saves the day’s empty reflection', async () => {
  setClock('2026-11-20T12:00:00');
  const { user, sent, server } = await renderPage('/reflection');
  await save(user);
  await waitFor(() => expect(toastText()).toContain(`Reflection saved${SAVED}`));
  await saved();
  expect(saves(sent)).toEqual([COMMON]);
  expect(server.records('reflections')).toMatchObject([{ id: 20261120, accomplishments: null }]);
});

test('a day that is saved and unchanged has nothing to save', async () => {
  setClock('2026-11-20T12:00:00');
  const { user, sent } = await renderPage('/reflection', {
    seed: { reflections: [{ date: '2026-11-20T00:00:00Z', accomplishments: 'Shipped' }] },
  });
  const buttons = () =>
    screen.getAllByRole<HTMLButtonElement>('button', { name: 'Save Reflection' });
  const canSave = () => buttons().map(({ ariaDisabled }) => ariaDisabled === 'false');
  expect(canSave()).toEqual([false, false]);
  await save(user);
  await user.keyboard('{Control>}{Enter}{/Control}');
  const dialog = await openDialog(user);
  expect(dialog.getByRole('button', { name: 'Save' }).ariaDisabled).toBe('true');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await dialogGone();
  expect(toastText()).toBe('');
  expect(saves(sent)).toEqual([]);
  await user.type(area('Challenges'), 'x');
  expect(canSave()).toEqual([true, true]);
  await user.type(area('Challenges'), '{Backspace}');
  expect(canSave()).toEqual([false, false]);
});

test('offline, the toast says that the reflection is saved on this device', async () => {
  const { user, setOnline } = await renderPage('/reflection');
  setOnline(false);
  await user.type(area('Challenges'), 'My words');
  await save(user);
  await waitFor(() => expect(toastText()).toContain(`Reflection saved${SAVED_HERE}`));
  expect(toastText()).not.toContain('successfully');
});

test('the toast of a refused reflection leads to its day', async () => {
  setClock('2026-11-20T12:00:00');
  const { user, respond, setOnline } = await renderPage('/reflection?day=2026-11-19');
  setOnline(false);
  await user.type(area('Challenges'), 'My words');
  await save(user);
  await user.click(screen.getByRole('link', { name: 'Notes' }));
  await screen.findByRole('button', { name: 'New Note' });
  respond(/^POST/, () => refusal(400, 'Not this one.'));
  setOnline(true);
  await waitFor(() => expect(toastText()).toContain('Error saving reflection'));
  await user.click(button('Show'));
  await waitFor(() =>
    expect(location.pathname + location.search).toBe('/reflection?day=2026-11-19'),
  );
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Retry'));
});

test('the heading of a day in another year has the year', async () => {
  setClock('2026-11-20T12:00:00');
  await renderPage('/reflection?day=2019-12-31');
  expect(heading()).toBe('Daily Reflection Tuesday, December 31, 2019');
});

test('a reflection that can’t be saved keeps what was typed', async () => {
  const { user, respond } = await renderPage('/reflection');
  respond(/^POST/, () => refusal(400, 'Not this one.'));
  await user.type(area('Challenges'), 'My words');
  await save(user);
  await waitFor(() =>
    expect(toastText()).toContain(
      'Error saving reflectionThere was a problem saving your reflection.',
    ),
  );
  expect(area('Challenges').value).toBe('My words');
  await shows('Not saved', () => screen.getByRole('main'));
});

test('Draft from today adds each of the day’s records once, below the typed text', async () => {
  setClock('2026-11-20T18:00:00');
  const at = (time: string) => new Date(`2026-11-20T${time}:00`).toISOString();
  const { user, sent, reload } = await renderPage('/reflection', {
    seed: {
      tasks: [{ id: 78, title: 'Send the budget', completed: true, completedAt: at('10:00') }],
      focusSessions: [
        {
          mode: 'focus',
          plannedSeconds: 1500,
          actualSeconds: 1500,
          completed: true,
          taskId: 78,
          start: at('09:00'),
          end: at('09:25'),
        },
      ],
      events: [{ title: 'Stand-up', start: at('08:00'), end: at('08:15') }],
    },
  });
  await user.type(area('Accomplishments'), 'A good day');
  const drafted = ['A good day', 'Completed: Send the budget', 'Met: Stand-up'].join('\n');
  for (let clicks = 0; clicks < 2; clicks++) {
    await user.click(button('Draft from today'));
    expect(area('Accomplishments').value).toBe(drafted);
  }
  await reload();
  expect(area('Accomplishments').value).toBe(drafted);
  expect(saves(sent)).toEqual([]);
  await user.click(button('What happened today (2)'));
  const evidence = within(screen.getByRole('list', { name: 'What today is drafted from' }));
  for (const [line, address] of [
    ['Completed: Send the budget', '/tasks'],
    ['Met: Stand-up', '/calendar?view=day&date=2026-11-20'],
  ] as const)
    expect(evidence.getByRole('link', { name: line }).getAttribute('href')).toBe(address);
  await save(user);
  await saved();
  expect(saves(sent)).toHaveLength(1);

  // The dialog drafts the same lines, and following a link closes the dialog.
  const dialog = await openDialog(user);
  await user.click(dialog.getByRole('button', { name: 'Draft from today' }));
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Accomplishments').value).toBe(drafted);
  await user.click(dialog.getByRole('link', { name: 'Completed: Send the budget' }));
  await dialogGone();
  expect(location.pathname).toBe('/tasks');
  // Each task's focused time is on its row.
  const row = (await screen.findByRole('checkbox', { name: 'Send the budget' })).closest('li');
  expect(row?.textContent).toContain('25m');
});

test('the evidence and “Draft from today” include tasks that were planned and left over', async () => {
  setClock('2026-11-20T18:00:00');
  const { user } = await renderPage('/reflection', {
    seed: {
      tasks: [
        {
          title: 'Budget',
          plannedDay: '2026-11-20',
          completed: true,
          completedAt: new Date('2026-11-20T10:00:00').toISOString(),
        },
        { title: 'Slides', plannedDay: '2026-11-20' },
        { title: 'Another day', plannedDay: '2026-11-23' },
      ],
    },
  });
  expect(screen.getByText('1 of 2 tasks done, 1 still open')).toBeTruthy();
  await user.click(button('Draft from today'));
  expect(area('Accomplishments').value).toBe('Completed: Budget');
  expect(area('Challenges').value).toBe('Left over: Slides');
});

test('each line of Tomorrow’s focus can become a task for tomorrow, once', async () => {
  setClock('2026-11-20T18:00:00');
  const { user, server } = await renderPage('/reflection', {
    seed: { tasks: [{ id: 7, title: 'Call Noor', plannedDay: '2026-11-18' }] },
  });
  await user.type(area('Tomorrow’s focus'), '- Write the plan{Enter}Call Noor');
  const lines = within(screen.getByRole('list', { name: 'Lines as tasks' }));
  await user.click(lines.getByRole('button', { name: /Write the plan/ }));
  await user.click(lines.getByRole('button', { name: /Call Noor/ }));
  await saved();
  expect(server.records('tasks')).toMatchObject([
    { id: 7, plannedDay: '2026-11-21' },
    { title: 'Write the plan', plannedDay: '2026-11-21' },
  ]);
  for (const line of lines.getAllByRole<HTMLButtonElement>('button')) {
    expect(line).toMatchObject({ ariaDisabled: 'true', disabled: false });
    expect(line.textContent).toContain('Planned for tomorrow');
  }
  expect(document.activeElement).toBe(lines.getByRole('button', { name: /Call Noor/ }));
});
