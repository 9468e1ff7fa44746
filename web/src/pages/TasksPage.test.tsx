import { DEFAULT_CATEGORIES } from '@daymark/contract/category';
import { NO_PLAN } from '@daymark/contract/task';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test, vi } from 'vitest';
import { descriptionOf } from '../../test/descriptionOf';
import { dateSettings } from '../lib/time/dateSettings';
import { refusal, renderPage, shows, toastText } from '../../test/renderPage';

const fail = () => refusal(503, 'Please try again in a moment.');
const refuse = () => refusal(400, 'This is not possible.');

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const checkbox = (title: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: title });
const titles = () =>
  screen.queryAllByRole('checkbox').map((one) => one.getAttribute('aria-label') ?? '');
const row = (title: string) => {
  const item = checkbox(title).closest('li');
  if (!item) throw new Error(`${title} is in no list.`);
  return item;
};
/** The filter's last option. */
const EDIT = 'Edit categories…';
const filter = () => screen.getByLabelText<HTMLSelectElement>('Filter by category');
const optionsOf = (select: HTMLElement) =>
  within(select)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const gone = (find: () => HTMLElement | null) => waitFor(() => expect(find()).toBeNull());
const saved = () => screen.findByText('All changes saved');

type User = Awaited<ReturnType<typeof renderPage>>['user'];

async function addTask(user: User, title: string, category?: string) {
  await user.click(button('Add Task'));
  const dialog = await screen.findByRole('dialog', { name: 'Add Task' });
  await user.type(within(dialog).getByLabelText('Title'), title);
  if (category) await user.selectOptions(within(dialog).getByLabelText('Category'), category);
  await user.click(within(dialog).getByRole('button', { name: 'Add Task' }));
  await gone(() => screen.queryByRole('dialog'));
}

async function choose(user: User, title: string, entry: string) {
  await user.click(button(`More actions for ${title}`));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
}

test('default categories are created when none exist', async () => {
  const { server } = await renderPage('/tasks', { seed: { categories: [] } });
  expect(screen.getByRole('heading', { name: 'No tasks yet' })).toBeTruthy();
  const names = ['Work', 'Personal', 'Learning', 'Health'];
  await waitFor(() => expect(optionsOf(filter())).toEqual(['All Categories', ...names, EDIT]));
  await waitFor(() => expect(server.records('categories').map(({ name }) => name)).toEqual(names));
});

test('a screen waits for the settings, so that it isn’t mounted again with another time zone', async () => {
  let respond = () => {};
  const late = new Promise<undefined>((resolve) => (respond = () => resolve(undefined)));
  const { sent } = await renderPage('/tasks', {
    wait: false,
    seed: { settings: { timeZone: 'Asia/Kolkata' } },
    respond: [/^GET \/api\/settings/, () => late],
  });
  await screen.findByRole('navigation', { name: 'Main' });
  await waitFor(() => expect(sent.map(({ line }) => line)).toContain('GET /api/settings'));
  expect(screen.queryByRole('button', { name: 'Add Task' })).toBeNull();
  respond();
  await screen.findByRole('button', { name: 'Add Task' });
  expect(dateSettings.get().timeZone).toBe('Asia/Kolkata');
});

test('Add Task reports an empty or blank title at its field', async () => {
  const { user, sent } = await renderPage('/tasks');
  await user.click(button('Add Task'));
  const title = await screen.findByLabelText('Title');
  expect(document.activeElement).toBe(title);
  const add = within(screen.getByRole('dialog')).getByRole('button', { name: 'Add Task' });
  await user.click(add);
  await waitFor(() => expect(descriptionOf(title)).toBe('Task title is required'));
  await user.type(title, '   ');
  await waitFor(() => expect(descriptionOf(title)).toBe('Task title cannot be empty'));
  await user.click(add);
  expect(sent.map(({ line }) => line)).not.toContain('POST /api/tasks');
});

test('a new task is highlighted for 2 seconds', async () => {
  const { user } = await renderPage('/tasks');
  await user.click(button('Add Task'));
  await user.type(await screen.findByLabelText('Title'), 'Call');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  button('Add Task').click();
  await vi.waitFor(() => expect(titles()).toEqual(['Call']), 20_000);
  const marked = () => row('Call').querySelector('[data-new="true"]');
  await act(() => vi.advanceTimersByTimeAsync(1900));
  expect(marked()).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(marked()).toBeNull();
});

test('a task is sent with a trimmed title and all of its fields', async () => {
  const { user, person, sent } = await renderPage('/tasks', {
    seed: { tasks: [{ title: 'First' }] },
  });
  await addTask(user, '  Second  ', 'Personal');
  expect(titles()).toEqual(['Second', 'First']);
  await saved();
  expect(sent.find(({ line }) => line === 'POST /api/tasks')?.body).toEqual({
    id: expect.any(Number),
    title: 'Second',
    completed: false,
    completedAt: null,
    createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/),
    categoryId: 2,
    isPriority: false,
    order: null,
    userId: person.id,
    ...NO_PLAN,
  });
});

test('a checkbox completes and reopens a task', async () => {
  const { user, reload } = await renderPage('/tasks', {
    seed: { tasks: [{ title: 'Older' }, { title: 'Ticked' }] },
  });
  await user.click(checkbox('Ticked'));
  expect(titles()).toEqual(['Ticked', 'Older']);
  await saved();
  await reload();
  expect(checkbox('Ticked').checked).toBe(true);
  expect(titles()).toEqual(['Older', 'Ticked']);
  expect(screen.getByRole('heading', { name: 'Completed · 1' })).toBeTruthy();
  await user.click(checkbox('Ticked'));
  await saved();
  await reload();
  expect(checkbox('Ticked').checked).toBe(false);
});

test('Enter or Save in an inline edit keeps the new title, unlike Escape or Cancel', async () => {
  const { user, server } = await renderPage('/tasks', { seed: { tasks: [{ title: 'One' }] } });
  const edit = async (title: string, typed: string) => {
    await choose(user, title, 'Edit');
    const field = await screen.findByLabelText('Task title');
    expect(document.activeElement).toBe(field);
    await user.clear(field);
    await user.type(field, typed);
  };
  await edit('One', '  Two  {Enter}');
  expect(titles()).toEqual(['Two']);
  await edit('Two', 'Three');
  await user.click(button('Save'));
  expect(titles()).toEqual(['Three']);
  await saved();
  expect(server.records('tasks')).toMatchObject([{ title: 'Three' }]);
  for (const leave of [() => user.keyboard('{Escape}'), () => user.click(button('Cancel'))]) {
    await edit('Three', 'Four');
    await leave();
    expect(titles()).toEqual(['Three']);
    expect(screen.getByText('Three')).toBeTruthy();
  }
  await saved();
  expect(server.records('tasks')).toMatchObject([{ title: 'Three' }]);
});

test('Undo after Delete brings the same task back', async () => {
  const { user, server } = await renderPage('/tasks', {
    seed: {
      tasks: [{ title: 'Below' }, { title: 'Deleted', categoryId: 4 }, { title: 'On top' }],
    },
  });
  const before = server.records('tasks');
  await choose(user, 'Deleted', 'Delete');
  expect(titles()).toEqual(['On top', 'Below']);
  expect(document.activeElement).toBe(button('More actions for Below'));
  await waitFor(() => expect(server.records('tasks')).toHaveLength(2));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(document.activeElement).toBe(checkbox('Deleted'));
  await saved();
  expect(titles()).toEqual(['On top', 'Deleted', 'Below']);
  expect(row('Deleted').textContent).toContain('Health');
  expect(server.records('tasks')).toEqual(expect.arrayContaining(before));
});

test('several deletes share one Undo', async () => {
  const { user, server } = await renderPage('/tasks', {
    seed: { tasks: ['One', 'Two', 'Three', 'Four'].map((title) => ({ title })) },
  });
  for (const title of ['Two', 'Four', 'One']) await choose(user, title, 'Delete');
  await waitFor(() => expect(toastText()).toContain('3 tasks deleted'));
  expect(toastText()).toContain('Two, Four, One');
  expect(titles()).toEqual(['Three']);
  await user.click(button('Undo'));
  await saved();
  expect(titles()).toEqual(['Four', 'Three', 'Two', 'One']);
  expect(server.records('tasks')).toHaveLength(4);
  expect(document.activeElement).toBe(checkbox('Two'));
  // The next delete has its own Undo.
  await choose(user, 'Three', 'Delete');
  await waitFor(() => expect(toastText()).toContain('Task deleted'));
});

test('a task’s menu adds the task to the Top 3 unless the Top 3 is full', async () => {
  const priority = (title: string, order: number) => ({ title, isPriority: true, order });
  const { user, server } = await renderPage('/tasks', {
    seed: {
      tasks: [priority('One', 0), priority('Two', 1), { title: 'Three' }, { title: 'Four' }],
    },
  });
  await choose(user, 'Three', 'Add to Top 3');
  expect(document.activeElement).toBe(button('More actions for Three'));
  await user.click(button('More actions for Four'));
  const full = await screen.findByRole('menuitem', { name: 'Top 3 is full' });
  expect(full.getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Escape}');
  await gone(() => screen.queryByRole('menu'));
  await choose(user, 'Four', 'Category…');
  const none = await screen.findByRole('menuitemradio', { name: 'No category' });
  expect(none.getAttribute('aria-checked')).toBe('true');
  await user.click(screen.getByRole('menuitemradio', { name: 'Learning' }));
  expect(row('Four').textContent).toContain('Learning');
  await saved();
  expect(server.records('tasks').slice(2)).toMatchObject([
    { title: 'Three', isPriority: true, order: 2 },
    { title: 'Four', isPriority: false, categoryId: 3 },
  ]);
});

test('the category filter is cleared for a new task that it would hide', async () => {
  const { user, reload } = await renderPage('/tasks', {
    seed: {
      tasks: [
        { title: 'At work', categoryId: 1 },
        { title: 'At home', categoryId: 2 },
      ],
    },
  });
  await user.selectOptions(filter(), 'Work');
  expect(titles()).toEqual(['At work']);
  await reload();
  expect(titles()).toEqual(['At work']);
  await user.selectOptions(filter(), 'Learning');
  expect(screen.getByRole('heading', { name: 'No tasks in Learning' })).toBeTruthy();
  await addTask(user, 'Run', 'Health');
  await waitFor(() => expect(filter().value).toBe('all'));
  expect(titles()).toContain('Run');
});

test('renaming a task and clicking away saves what was typed', async () => {
  const { user, server } = await renderPage('/tasks', {
    seed: { tasks: [{ title: 'One' }, { title: 'Two' }] },
  });
  await choose(user, 'One', 'Edit');
  await user.type(await screen.findByLabelText('Task title'), ', renamed');
  await user.click(checkbox('Two'));
  expect(titles()).toEqual(['Two', 'One, renamed']);
  expect(document.activeElement).toBe(checkbox('Two'));
  await saved();
  expect(server.records('tasks')).toMatchObject([{ title: 'One, renamed' }, { completed: true }]);
});

test('renaming a task and leaving the screen saves what was typed', async () => {
  const { user, server } = await renderPage('/notes', { seed: { tasks: [{ title: 'One' }] } });
  await user.click(screen.getByRole('link', { name: 'Tasks' }));
  await screen.findByRole('checkbox', { name: 'One' });
  await choose(user, 'One', 'Edit');
  await user.type(await screen.findByLabelText('Task title'), ', renamed');
  act(() => history.back());
  await screen.findByRole('heading', { name: 'Notes', level: 1 });
  await waitFor(() => expect(server.records('tasks')).toMatchObject([{ title: 'One, renamed' }]));
});

test('saving a renamed task brings it back if it was deleted on another device', async () => {
  const { user, server, sync } = await renderPage('/tasks', {
    seed: { tasks: [{ title: 'One', categoryId: 4 }, { title: 'Two' }, { title: 'Three' }] },
  });
  await choose(user, 'Two', 'Edit');
  const field = await screen.findByLabelText<HTMLInputElement>('Task title');
  await user.type(field, ', renamed');
  const deleteElsewhere = async () => {
    server.remove('tasks', 1002);
    await act(() => sync().pull());
  };
  await deleteElsewhere();
  await waitFor(() =>
    expect(descriptionOf(field)).toBe('This task was deleted. Save to bring it back.'),
  );
  expect(document.activeElement).toBe(field);
  expect(titles()).toEqual(['Three', 'Two, renamed', 'One']);
  await user.click(checkbox('Three'));
  expect(field.value).toBe('Two, renamed');
  await user.type(field, '{Enter}');
  await saved();
  expect(titles()).toEqual(['Three', 'Two, renamed', 'One']);
  expect(server.records('tasks').map(({ title }) => title)).toContain('Two, renamed');

  await choose(user, 'Two, renamed', 'Edit');
  await user.type(await screen.findByLabelText('Task title'), ' again');
  await deleteElsewhere();
  await screen.findByText(/This task was deleted/);
  await user.click(button('Cancel'));
  expect(titles()).toEqual(['Three', 'One']);
});

test('a title that is typed while the session ends is restored after the next sign-in', async () => {
  const { user, respond, sync, reload } = await renderPage('/tasks', {
    seed: { tasks: [{ title: 'One' }] },
  });
  await choose(user, 'One', 'Edit');
  await user.type(await screen.findByLabelText('Task title'), ' and more');
  respond(/./, () => refusal(401, 'Please sign in.'));
  await act(() =>
    sync()
      .pull()
      .catch(() => undefined),
  );
  await screen.findByText('Your session has ended. Your changes are safe.');
  respond(/./, () => undefined);
  await reload('/tasks');
  const field = await screen.findByLabelText<HTMLInputElement>('Task title');
  expect(field.value).toBe('One and more');
});

test('after Enter, Add Task stays open for the next task in the same category', async () => {
  const { user, server } = await renderPage('/tasks');
  await user.click(button('Add Task'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Task' }));
  const title = dialog.getByLabelText<HTMLInputElement>('Title');
  await user.selectOptions(dialog.getByLabelText('Category'), 'Health');
  await user.type(title, 'Run{Enter}');
  await waitFor(() => expect(title.value).toBe(''));
  expect(document.activeElement).toBe(title);
  await dialog.findByText('Added “Run”. Type the next one.');
  await user.type(title, 'Swim{Enter}');
  await waitFor(() => expect(title.value).toBe(''));
  await user.click(await dialog.findByRole('button', { name: 'Done' }));
  await gone(() => screen.queryByRole('dialog'));
  expect(titles()).toEqual(['Swim', 'Run']);
  await saved();
  expect(server.records('tasks').map(({ categoryId }) => categoryId)).toEqual([4, 4]);
});

test('pressing Enter twice quickly in Add Task adds one task', async () => {
  const { user, server } = await renderPage('/tasks');
  await user.click(button('Add Task'));
  const title = await screen.findByLabelText<HTMLInputElement>('Title');
  await user.type(title, 'Run');
  fireEvent.keyDown(title, { key: 'Enter' });
  fireEvent.keyDown(title, { key: 'Enter' });
  await waitFor(() => expect(title.value).toBe(''));
  await user.type(title, 'Swim{Enter}');
  await screen.findByText('Added “Swim”. Type the next one.');
  await user.keyboard('{Escape}');
  await gone(() => screen.queryByRole('dialog'));
  expect(titles()).toEqual(['Swim', 'Run']);
  await saved();
  expect(server.records('tasks').map((task) => task.title)).toEqual(['Run', 'Swim']);
});

test('Escape right after Enter in Add Task closes it without a question', async () => {
  const { user } = await renderPage('/tasks');
  await user.click(button('Add Task'));
  const title = await screen.findByLabelText<HTMLInputElement>('Title');
  await user.type(title, 'Call Noor 30m');
  await screen.findByRole('list', { name: 'Recognized words' });
  fireEvent.keyDown(title, { key: 'Enter' });
  // The field is emptied some microtasks later, and the dialog is rendered after that.
  for (let turns = 0; turns < 1000 && title.value !== ''; turns++) await Promise.resolve();
  expect(title.value).toBe('');
  fireEvent.keyDown(title, { key: 'Escape' });
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await gone(() => screen.queryByRole('dialog'));
  expect(titles()).toEqual(['Call Noor']);
});

test('typed text in Add Task survives a reload until it is added or discarded', async () => {
  const { user, reload } = await renderPage('/tasks');
  await user.click(button('Add Task'));
  await user.type(await screen.findByLabelText('Title'), 'Prune the roses');
  await user.selectOptions(screen.getByLabelText('Category'), 'New category…');
  await user.type(screen.getByLabelText('New category’s name'), 'Garden');
  await reload();
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  await screen.findByRole('dialog', { name: 'Add Task' });
  expect([value('Title'), value('New category’s name')]).toEqual(['Prune the roses', 'Garden']);
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await gone(() => screen.queryByRole('dialog'));
  await reload();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Back in a dialog asks first if something was typed', async () => {
  const { user } = await renderPage('/notes');
  await user.click(screen.getByRole('link', { name: 'Tasks' }));
  await screen.findByRole('heading', { name: 'Task Management' });
  const back = () => act(() => history.back());
  await user.click(button('Add Task'));
  await screen.findByRole('dialog', { name: 'Add Task' });
  await waitFor(() => expect(history.state).toMatchObject({ dialogs: 1 }));
  back();
  await gone(() => screen.queryByRole('dialog'));

  await user.click(button('Add Task'));
  await user.type(await screen.findByLabelText('Title'), 'Half a thought');
  await waitFor(() => expect(history.state).toMatchObject({ dialogs: 1 }));
  back();
  await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
  await waitFor(() => expect(history.state).toMatchObject({ dialogs: 2 }));
  back();
  await gone(() => screen.queryByRole('alertdialog'));
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Half a thought');
  await waitFor(() => expect(history.state).toMatchObject({ dialogs: 1 }));
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await gone(() => screen.queryByRole('dialog'));
  await waitFor(() => expect(history.state).not.toMatchObject({ dialogs: 1 }));
  expect(location.pathname).toBe('/tasks');
  back();
  await screen.findByRole('heading', { name: 'Notes', level: 1 });
});

test('Escape, Cancel and a click outside Add Task ask before typed text is discarded', async () => {
  const { user } = await renderPage('/tasks');
  await user.click(button('Add Task'));
  const dialog = await screen.findByRole('dialog', { name: 'Add Task' });
  const title = within(dialog).getByLabelText<HTMLInputElement>('Title');
  await user.type(title, 'Half a thought');
  const question = () => screen.queryByRole('alertdialog', { name: 'Discard your changes?' });
  for (const leave of [
    () => user.keyboard('{Escape}'),
    () => user.click(dialog.parentElement as HTMLElement),
    () => user.click(within(dialog).getByRole('button', { name: 'Cancel' })),
  ]) {
    await leave();
    await waitFor(() => expect(document.activeElement).toBe(button('Keep Editing')));
    await user.keyboard('{Enter}');
    await gone(question);
    expect(title.value).toBe('Half a thought');
  }
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await gone(() => screen.queryByRole('dialog'));
  expect(document.activeElement).toBe(button('Add Task'));
});

test('a loading list is shown as a skeleton', async () => {
  let deliver = () => {};
  const held = new Promise<void>((resolve) => (deliver = resolve));
  await renderPage('/tasks', {
    wait: false,
    respond: [/^GET \/api\/tasks/, () => held.then(() => undefined)],
  });
  await screen.findByRole('status', { name: 'Loading tasks' });
  deliver();
  await screen.findByRole('heading', { name: 'No tasks yet' });
});

test('changes made faster than they can be sent arrive in order', async () => {
  const { user, server, sent, respond } = await renderPage('/tasks');
  let deliver = () => {};
  const held = new Promise<void>((resolve) => (deliver = resolve));
  respond(/^POST/, () => held.then(() => undefined));
  await addTask(user, 'Fast');
  // Clicks without a pause, because the row moves between two clicks.
  for (let clicks = 0; clicks < 3; clicks++) fireEvent.click(checkbox('Fast'));
  deliver();
  await saved();
  expect(server.records('tasks')).toMatchObject([{ title: 'Fast', completed: true }]);
  expect(
    sent.filter(({ line }) => line.startsWith('PATCH')).map(({ body }) => body.completed),
  ).toEqual([true, false, true]);
  expect(checkbox('Fast').checked).toBe(true);
});

describe('when the server fails', () => {
  test('a list that couldn’t be loaded is loaded when the server is back', async () => {
    const { user, sent, respond } = await renderPage('/tasks', {
      wait: false,
      respond: [/^GET \/api\/tasks/, fail],
    });
    await shows('503: Please try again in a moment.', () => screen.getByRole('alert'));
    const asked = () => sent.filter(({ line }) => line === 'GET /api/tasks').length;
    const before = asked();
    await user.click(button('Try Again'));
    await waitFor(() => expect(asked()).toBeGreaterThan(before));
    await shows('503: Please try again in a moment.', () => screen.getByRole('alert'));
    respond(/^GET \/api\/tasks/, () => undefined);
    await screen.findByRole('heading', { name: 'No tasks yet' });
  });

  test('a task that couldn’t be created is saved only once after Retry', async () => {
    const { user, server, sent, respond } = await renderPage('/tasks');
    respond(/^POST \/api\/tasks/, fail);
    await addTask(user, 'Kept');
    await shows('Not saved', () => row('Kept'));
    await waitFor(() =>
      expect(console.error).toHaveBeenCalledExactlyOnceWith(
        'tasks create: 503: Please try again in a moment.',
      ),
    );
    vi.mocked(console.error).mockClear();
    expect(toastText()).toBe('');
    const asked = sent.length;
    await user.click(within(row('Kept')).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(sent.length).toBeGreaterThan(asked));
    // The task is also retried automatically. Whichever request comes first, the task is created once.
    respond(/^POST \/api\/tasks/, () => undefined);
    await saved();
    expect(row('Kept').textContent).not.toContain('Not saved');
    expect(server.records('tasks')).toMatchObject([{ title: 'Kept' }]);
  });

  test('a change that the server refuses stays on its task until it is retried or discarded', async () => {
    const { user, server, respond } = await renderPage('/tasks', {
      seed: { tasks: [{ title: 'Ticked' }] },
    });
    respond(/^PATCH/, refuse);
    await user.click(checkbox('Ticked'));
    await shows('Not saved · This is not possible.', () =>
      within(row('Ticked')).getByRole('status'),
    );
    await waitFor(() => expect(toastText()).toContain('Error updating task'));
    expect(checkbox('Ticked').checked).toBe(true);
    expect(screen.getByText('1 change needs attention')).toBeTruthy();

    await user.click(button('Discard'));
    await saved();
    expect(checkbox('Ticked').checked).toBe(false);

    await user.click(checkbox('Ticked'));
    await shows('Not saved', () => row('Ticked'));
    respond(/^PATCH/, () => undefined);
    await user.click(button('Retry'));
    await saved();
    expect(row('Ticked').textContent).not.toContain('Not saved');
    expect(checkbox('Ticked').checked).toBe(true);
    expect(server.records('tasks')).toMatchObject([{ completed: true }]);
  });

  test('“1 change needs attention” leads to its row from another screen', async () => {
    const { user, respond } = await renderPage('/tasks', {
      seed: { tasks: [{ title: 'Ticked' }] },
    });
    respond(/^PATCH/, refuse);
    await user.click(checkbox('Ticked'));
    await shows('Not saved · This is not possible.', () => row('Ticked'));
    await user.click(screen.getByRole('link', { name: 'Notes' }));
    await screen.findByRole('heading', { level: 1, name: 'Notes' });
    await user.click(screen.getByRole('link', { name: '1 change needs attention' }));
    await waitFor(() => expect(document.activeElement).toBe(button('Retry')));
    expect(row('Ticked').contains(document.activeElement)).toBe(true);
  });

  test('after the first change that needs attention is discarded, the link leads to the next', async () => {
    const { user, respond } = await renderPage('/tasks', {
      seed: { tasks: [{ title: 'Ticked' }], notes: [{ title: 'Note', content: 'First' }] },
    });
    respond(/^(PATCH|DELETE)/, refuse);
    await user.click(checkbox('Ticked'));
    await shows('Not saved · This is not possible.', () => row('Ticked'));
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    await user.click(screen.getByRole('link', { name: 'Notes' }));
    await user.click(await screen.findByRole('button', { name: 'Delete Note' }));
    await user.click(await screen.findByRole('link', { name: '2 changes need attention' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await user.click(await screen.findByRole('link', { name: '1 change needs attention' }));
    await screen.findByRole('heading', { level: 1, name: 'Notes' });
    await waitFor(() => expect(document.activeElement).toBe(button('Retry')));
  });

  test('a discarded new category gives its tasks to the existing one of the same name', async () => {
    const { user, server, respond, sync } = await renderPage('/tasks');
    respond(/^POST \/api\/categories/, () =>
      refusal(409, 'You already have a category with this name.'),
    );
    await user.click(button('Add Task'));
    await user.type(await screen.findByLabelText('Title'), 'Buy milk');
    await user.selectOptions(screen.getByLabelText('Category'), 'New category…');
    await user.type(screen.getByLabelText('New category’s name'), 'Errands');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add Task' }));
    await screen.findByText('1 change needs attention');
    // Another device has created a category of this name.
    server.put('categories', { id: 77, name: 'ERRANDS', color: '#123456', userId: 1 });
    await act(() => sync().pull());
    await user.click(await screen.findByRole('link', { name: '1 change needs attention' }));
    await screen.findByRole('dialog', { name: 'Categories' });
    await user.click(button('Discard'));
    await saved();
    await waitFor(() => expect(server.records('tasks')).toMatchObject([{ categoryId: 77 }]));
  });

  test('a change that failed with a server error is sent again once the server is back', async () => {
    const { user, server, respond } = await renderPage('/tasks', {
      seed: { tasks: [{ title: 'Kept' }] },
    });
    respond(/^PATCH/, fail);
    await user.click(checkbox('Kept'));
    await waitFor(() => expect(toastText()).toContain('There was a problem updating the task.'));
    await screen.findByText('1 change waiting');
    expect(checkbox('Kept').checked).toBe(true);
    respond(/^PATCH/, () => undefined);
    await saved();
    expect(server.records('tasks')).toMatchObject([{ completed: true }]);
  });

  test('a task added before the list has loaded is in it afterwards', async () => {
    const { user, respond } = await renderPage('/tasks', {
      wait: false,
      respond: [/^GET \/api\/tasks/, fail],
    });
    await screen.findByRole('alert');
    await addTask(user, 'Early');
    respond(/^GET \/api\/tasks/, () => undefined);
    await waitFor(() => expect(titles()).toEqual(['Early']));
  });

  test('a change to a task that was deleted elsewhere offers to bring the task back', async () => {
    const { user, server } = await renderPage('/tasks', { seed: { tasks: [{ title: 'Gone' }] } });
    server.remove('tasks', 1001);
    await user.click(checkbox('Gone'));
    await waitFor(() => expect(toastText()).toContain('Deleted on another device'));
    await waitFor(() => expect(titles()).toEqual([]));
    await user.click(button('Bring back'));
    await saved();
    expect(checkbox('Gone').checked).toBe(true);
    expect(server.records('tasks')).toMatchObject([{ title: 'Gone', completed: true }]);
  });

  test('an edit that a later edit overruled can be made again', async () => {
    const { user, server } = await renderPage('/tasks', { seed: { tasks: [{ title: 'One' }] } });
    const [task] = server.records('tasks');
    const later = new Date(Date.now() + 60_000).toISOString();
    server.put('tasks', { ...task, id: 1001, completed: false }, { completed: later });
    await user.click(checkbox('One'));
    await waitFor(() => expect(toastText()).toContain('A newer change was kept'));
    await waitFor(() => expect(checkbox('One').checked).toBe(false));
    server.put('tasks', { ...task, id: 1001, completed: false });
    await user.click(button('Use mine'));
    await saved();
    await waitFor(() => expect(checkbox('One').checked).toBe(true));
    expect(server.records('tasks')).toMatchObject([{ completed: true }]);
  });

  test('categories that couldn’t be loaded are loaded when the server is back', async () => {
    const { respond } = await renderPage('/tasks?category=1', {
      wait: false,
      respond: [/^GET \/api\/categories/, fail],
    });
    await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText(/Categories couldn’t be loaded\./)).toBeTruthy();
    respond(/^GET \/api\/categories/, () => undefined);
    await waitFor(() => expect(optionsOf(filter())).toHaveLength(6));
  });

  /** The filter's options without any category. */
  const NONE = ['All Categories', 'No categories available', EDIT];

  test('default categories that were all deleted stay deleted after a reload', async () => {
    const { server, reload } = await renderPage('/tasks');
    for (const { id } of server.records('categories')) server.remove('categories', id);
    await reload();
    expect(optionsOf(filter())).toEqual(NONE);
    expect(server.records('categories')).toEqual([]);
    // A browser that has never loaded the categories.
    indexedDB = new IDBFactory();
    await reload();
    expect(optionsOf(filter())).toEqual(NONE);
    expect(server.records('categories')).toEqual([]);
  });

  test('default categories that are sent late stay deleted if another device deleted them', async () => {
    const { server, setOnline, respond } = await renderPage('/tasks', {
      seed: { categories: [] },
      wait: false,
      respond: [/^POST \/api\/categories/, fail],
    });
    await screen.findByText(/\d changes? waiting/);
    setOnline(false);
    for (const category of DEFAULT_CATEGORIES) server.put('categories', { ...category });
    for (const { id } of DEFAULT_CATEGORIES) server.remove('categories', id);
    respond(/^POST \/api\/categories/, () => undefined);
    setOnline(true);
    await saved();
    expect(server.records('categories')).toEqual([]);
    expect(optionsOf(filter())).toEqual(NONE);
    expect(toastText()).not.toContain('Deleted on another device');
  });

  test('an interrupted creation of the default categories continues', async () => {
    const { server, respond } = await renderPage('/tasks', {
      seed: { categories: [] },
      wait: false,
      respond: [/^POST \/api\/categories/, ({ body }) => (body.id === 4 ? fail() : undefined)],
    });
    await screen.findByText(/\d changes? waiting/);
    respond(/^POST \/api\/categories/, () => undefined);
    await saved();
    expect(server.records('categories').map(({ name }) => name)).toEqual([
      'Work',
      'Personal',
      'Learning',
      'Health',
    ]);
  });

  test('a delete that the server refuses puts the task back where it was', async () => {
    const { user, respond } = await renderPage('/tasks', {
      seed: { tasks: [{ title: 'Stays' }, { title: 'On top' }] },
    });
    respond(/^DELETE/, refuse);
    await choose(user, 'Stays', 'Delete');
    await waitFor(() => expect(toastText()).toContain('Error deleting task'));
    await waitFor(() => expect(titles()).toEqual(['On top', 'Stays']));
  });
});

describe('categories', () => {
  const DEFAULTS = ['Work #3B82F6', 'Personal #EC4899', 'Learning #EAB308', 'Health #10B981'];
  const dialog = () => within(screen.getByRole('dialog', { name: 'Categories' }));
  const rows = () =>
    within(dialog().getByRole('list', { name: 'Categories' })).queryAllByRole('listitem');
  const names = () => rows().map(({ textContent }) => textContent);
  const open = async (user: User) => {
    await user.selectOptions(filter(), EDIT);
    await screen.findByRole('dialog', { name: 'Categories' });
  };
  const remove = async (user: User, name: string) => {
    await user.click(dialog().getByRole('button', { name: `Delete ${name}` }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await gone(() => screen.queryByRole('alertdialog'));
  };
  const stored = (server: Awaited<ReturnType<typeof renderPage>>['server']) =>
    server.records('categories').map(({ name, color }) => `${name as string} ${color as string}`);

  test('a refused category is shown in its dialog, from any screen', async () => {
    const { user, respond, setOnline } = await renderPage('/tasks');
    setOnline(false);
    await open(user);
    await user.click(dialog().getByRole('button', { name: 'Add Category' }));
    await user.type(dialog().getByLabelText('Name'), 'Garden{Enter}{Escape}');
    await user.click(dialog().getByRole('button', { name: 'Done' }));
    await gone(() => screen.queryByRole('dialog'));
    await user.click(screen.getByRole('link', { name: 'Notes' }));
    await screen.findByRole('button', { name: 'New Note' });
    respond(/^POST \/api\/categories/, () => refusal(409, 'You already have it.'));
    setOnline(true);
    await waitFor(() => expect(toastText()).toContain('Error creating category'));
    await user.click(button('Show'));
    await screen.findByRole('dialog', { name: 'Categories' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Retry'));
  });

  test('a category is created, renamed and recolored wherever it is shown', async () => {
    const { user, person, server, sent } = await renderPage('/tasks');
    expect(stored(server)).toEqual(DEFAULTS);
    await open(user);
    expect(names()).toEqual([
      'WorkNo tasks',
      'PersonalNo tasks',
      'LearningNo tasks',
      'HealthNo tasks',
    ]);
    await user.click(dialog().getByRole('button', { name: 'Add Category' }));
    const name = () => dialog().getByLabelText<HTMLInputElement>('Name');
    const color = (label: string) => dialog().getByRole<HTMLInputElement>('radio', { name: label });
    expect(document.activeElement).toBe(name());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(descriptionOf(name())).toBe('Category name is required'));
    expect(color('Purple').checked).toBe(true);
    await user.type(name(), '  Garden {Enter}');
    // The form stays for the next category.
    await waitFor(() => expect(name().value).toBe(''));
    expect(document.activeElement).toBe(name());
    expect(color('Orange').checked).toBe(true);
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(dialog().getByRole('button', { name: 'Add Category' }));
    await waitFor(() => expect(stored(server)).toEqual([...DEFAULTS, 'Garden #8B5CF6']));
    expect(sent.find(({ line }) => line === 'POST /api/categories')?.body).toEqual({
      id: expect.any(Number),
      name: 'Garden',
      color: '#8B5CF6',
      userId: person.id,
    });

    await user.click(dialog().getByRole('button', { name: 'Edit Garden' }));
    expect(document.activeElement).toBe(name());
    await user.keyboard('Balcony');
    await user.click(color('Teal'));
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    const edit = await dialog().findByRole('button', { name: 'Edit Balcony' });
    expect(document.activeElement).toBe(edit);
    await waitFor(() => expect(stored(server).at(-1)).toBe('Balcony #14B8A6'));
    await user.click(edit);
    fireEvent.change(dialog().getByLabelText('Custom color'), { target: { value: '#123abc' } });
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(stored(server)).toEqual([...DEFAULTS, 'Balcony #123ABC']));

    await user.click(dialog().getByRole('button', { name: 'Done' }));
    await gone(() => screen.queryByRole('dialog'));
    expect(document.activeElement).toBe(filter());
    expect(filter().value).toBe('all');
    expect(optionsOf(filter())).toContain('Balcony');
    await addTask(user, 'Water the herbs', 'Balcony');
    expect(row('Water the herbs').textContent).toContain('Balcony');
  });

  test('a second category of the same name is refused at the field, in any case or spacing', async () => {
    const { user, server } = await renderPage('/tasks');
    await open(user);
    await user.click(dialog().getByRole('button', { name: 'Add Category' }));
    const name = () => dialog().getByLabelText<HTMLInputElement>('Name');
    await user.type(name(), ' wORK {Enter}');
    await waitFor(() =>
      expect(descriptionOf(name())).toBe('You already have a category with this name.'),
    );
    expect(name().value).toBe(' wORK ');
    await user.keyboard('{Escape}');
    await user.click(dialog().getByRole('button', { name: 'Edit Health' }));
    await user.clear(name());
    await user.type(name(), 'learning{Enter}');
    await waitFor(() =>
      expect(descriptionOf(name())).toBe('You already have a category with this name.'),
    );
    // A category's name may be changed to upper case.
    await user.clear(name());
    await user.type(name(), 'HEALTH{Enter}');
    await dialog().findByRole('button', { name: 'Edit HEALTH' });
    await user.click(dialog().getByRole('button', { name: 'Done' }));
    await gone(() => screen.queryByRole('dialog'));

    await user.click(button('Add Task'));
    await user.type(await screen.findByLabelText('Title'), 'Task');
    await user.selectOptions(screen.getByLabelText('Category'), 'New category…');
    const field = screen.getByLabelText('New category’s name');
    await user.type(field, 'Personal{Enter}');
    await waitFor(() =>
      expect(descriptionOf(field)).toBe('You already have a category with this name.'),
    );
    expect(stored(server).map((line) => line.split(' ')[0])).toEqual([
      'Work',
      'Personal',
      'Learning',
      'HEALTH',
    ]);
  });

  test('Undo brings a deleted category back with its tasks', async () => {
    const { user, server, reload } = await renderPage('/tasks', {
      seed: {
        tasks: [
          { title: 'Write the report', categoryId: 1 },
          { title: 'Call Ann', categoryId: 1 },
        ],
      },
    });
    await user.selectOptions(filter(), 'Work');
    await open(user);
    expect(names()[0]).toBe('Work2 tasks');
    await user.click(dialog().getByRole('button', { name: 'Delete Work' }));
    const question = () => screen.queryByRole('alertdialog', { name: 'Delete category?' });
    await shows(
      '“Work” will be deleted. Its 2 tasks stay, without a category.',
      () => question() as HTMLElement,
    );
    await user.keyboard('{Escape}');
    await gone(question);
    expect(document.activeElement).toBe(dialog().getByRole('button', { name: 'Delete Work' }));
    await remove(user, 'Work');
    expect(names()).toEqual(['PersonalNo tasks', 'LearningNo tasks', 'HealthNo tasks']);
    expect(document.activeElement).toBe(dialog().getByRole('button', { name: 'Delete Personal' }));
    expect(dialog().getByRole('status').textContent).toContain('“Work” was deleted.');
    await waitFor(() => expect(server.records('categories')).toHaveLength(3));
    expect(server.records('tasks')).toMatchObject([{ categoryId: null }, { categoryId: null }]);
    await user.click(dialog().getByRole('button', { name: 'Undo' }));
    expect(names()[0]).toBe('Work2 tasks');
    await user.click(dialog().getByRole('button', { name: 'Done' }));
    await gone(() => screen.queryByRole('dialog'));
    await saved();
    await reload();
    for (const title of ['Call Ann', 'Write the report'])
      expect(row(title).textContent).toContain('Work');
  });

  test('a deleted default category stays deleted', async () => {
    const { user, server, reload } = await renderPage('/tasks', {
      seed: { tasks: [{ title: 'Kept', categoryId: 1 }] },
    });
    await open(user);
    await remove(user, 'Work');
    await waitFor(() => expect(stored(server)).toEqual(DEFAULTS.slice(1)));
    await reload();
    expect(optionsOf(filter())).toEqual(['All Categories', 'Personal', 'Learning', 'Health', EDIT]);
    expect(row('Kept').textContent).not.toContain('Work');
    expect(stored(server)).toEqual(DEFAULTS.slice(1));
  });

  test('without categories, the dialog, the filter and Add Task say so', async () => {
    const { user } = await renderPage('/tasks');
    await open(user);
    for (const name of ['Work', 'Personal', 'Learning', 'Health']) await remove(user, name);
    expect(dialog().getByRole('heading', { name: 'No categories available' })).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(dialog().getByRole('button', { name: 'Add Category' })),
    );
    await user.keyboard('{Escape}');
    await gone(() => screen.queryByRole('dialog'));
    const none = within(filter()).getByRole<HTMLOptionElement>('option', {
      name: 'No categories available',
    });
    expect(none.disabled).toBe(true);
    await user.click(button('Add Task'));
    const category = await screen.findByLabelText('Category');
    expect(optionsOf(category)[0]).toBe('No categories available');
  });

  test('New category… in Add Task creates a category together with the task', async () => {
    const { user, server, reload } = await renderPage('/tasks');
    await user.click(button('Add Task'));
    await user.type(await screen.findByLabelText('Title'), 'Prune the roses');
    const category = screen.getByLabelText('Category');
    await user.selectOptions(category, 'New category…');
    const name = () => screen.queryByLabelText('New category’s name') as HTMLElement;
    expect(document.activeElement).toBe(name());
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Add Task' }));
    await waitFor(() => expect(descriptionOf(name())).toBe('Category name is required'));
    // Another choice removes the field for the name.
    await user.selectOptions(category, 'Health');
    expect(name()).toBeNull();
    await user.selectOptions(category, 'New category…');
    await user.type(name(), 'Garden');
    await user.click(dialog.getByRole('button', { name: 'Add Task' }));
    await gone(() => screen.queryByRole('dialog'));
    expect(row('Prune the roses').textContent).toContain('Garden');
    await saved();
    await reload();
    expect(row('Prune the roses').textContent).toContain('Garden');
    expect(stored(server)).toEqual([...DEFAULTS, 'Garden #8B5CF6']);
  });

  test('closing the dialog with something typed asks first', async () => {
    const { user } = await renderPage('/tasks');
    await open(user);
    await user.click(dialog().getByRole('button', { name: 'Edit Health' }));
    await user.type(dialog().getByLabelText('Name'), ', typed');
    await user.click(dialog().getByRole('button', { name: 'Done' }));
    await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
    await user.click(button('Keep Editing'));
    await gone(() => screen.queryByRole('alertdialog'));
    expect(dialog().getByLabelText<HTMLInputElement>('Name').value).toBe('Health, typed');
    dialog().getByLabelText('Name').focus();
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(dialog().getByRole('button', { name: 'Edit Health' }));
    await user.keyboard('{Escape}');
    await gone(() => screen.queryByRole('dialog'));
  });

  test('a refused category says why on its row, until it is discarded', async () => {
    const { user, respond } = await renderPage('/tasks');
    respond(/^POST \/api\/categories/, refuse);
    await open(user);
    await user.click(dialog().getByRole('button', { name: 'Add Category' }));
    await user.type(dialog().getByLabelText('Name'), 'Garden{Enter}');
    await waitFor(() => expect(toastText()).toContain('Error creating category'));
    const garden = within(rows()[4] as HTMLElement);
    expect(garden.getByRole('status').textContent).toBe('Not saved · This is not possible.');
    await user.click(garden.getByRole('button', { name: 'Discard' }));
    expect(rows()).toHaveLength(4);
  });

  test('categories that are created, changed and deleted offline are sent when the network is back', async () => {
    const { user, server, setOnline } = await renderPage('/tasks');
    setOnline(false);
    await open(user);
    await user.click(dialog().getByRole('button', { name: 'Add Category' }));
    await user.type(dialog().getByLabelText('Name'), 'Tunnel{Enter}');
    await waitFor(() => expect(rows()).toHaveLength(5));
    await user.keyboard('{Escape}');
    await remove(user, 'Personal');
    await user.click(dialog().getByRole('button', { name: 'Edit Health' }));
    await user.clear(dialog().getByLabelText('Name'));
    await user.type(dialog().getByLabelText('Name'), 'Sport{Enter}');
    await user.click(dialog().getByRole('button', { name: 'Done' }));
    await gone(() => screen.queryByRole('dialog'));
    await addTask(user, 'Dig', 'Tunnel');
    await screen.findByText('Offline · 4 changes waiting');
    setOnline(true);
    await saved();
    expect(stored(server)).toEqual([
      'Work #3B82F6',
      'Learning #EAB308',
      'Sport #10B981',
      'Tunnel #8B5CF6',
    ]);
    const tunnel = server.records('categories').at(-1);
    expect(server.records('tasks')).toMatchObject([{ title: 'Dig', categoryId: tunnel?.id }]);
  });
});
