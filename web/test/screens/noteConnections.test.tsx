import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { descriptionOf } from '../descriptionOf';
import { renderPage, shows } from '../renderPage';

type Page = Awaited<ReturnType<typeof renderPage>>;

const dialog = (name?: string) => within(screen.getByRole('dialog', { ...(name && { name }) }));
const opened = (name: string) => screen.findByRole('dialog', { name });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const title = () => dialog().getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value;
const content = () => dialog().getByRole<HTMLTextAreaElement>('textbox', { name: 'Content' });
const text = () => within(dialog().getByRole('tabpanel'));
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const active = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;

/** The notes get the ids 1001, 1002…, and so do the tasks and the events. */
const seed = {
  notes: [
    { title: 'Talk outline', content: 'Numbers' },
    { title: 'Groceries', content: '' },
  ],
  tasks: [
    { title: 'Outline the talk', completed: false },
    { title: 'Call Noor about the talk', completed: true },
  ],
  events: [{ title: 'Team lunch', start: '2026-11-20T12:00:00Z', end: '2026-11-20T13:00:00Z' }],
};

/** Opens the details of the first task with this title. */
async function openDetails({ user }: Page, name: string) {
  const [more] = await screen.findAllByRole('button', { name: `More actions for ${name}` });
  await user.click(more!);
  await user.click(await screen.findByRole('menuitem', { name: 'Details…' }));
  await opened('Task details');
}

async function openNote({ user }: Page, name: string) {
  await user.click(screen.getByRole('button', { name }));
  await opened('Edit Note');
}

test('[[ offers notes and tasks by title, and Enter inserts a link that is saved', async () => {
  const page = await renderPage('/notes', { seed });
  const { user, server } = page;
  await openNote(page, 'Groceries');
  await user.type(content(), 'See [[[[');
  // The latest notes and the open tasks are offered, but not the note that is being edited.
  expect(options().map((text) => text.replace(/[A-Z][a-z]{2} \d.*/, ''))).toEqual([
    'Talk outline',
    'Outline the talkTask',
  ]);
  await user.type(content(), 'TALK');
  expect(options()).toHaveLength(3);
  expect(options().at(-1)).toContain('Completed');
  expect(descriptionOf(content())).toBe('');
  expect(content().getAttribute('aria-controls')).toBe(
    screen.getByRole('listbox', { name: 'Notes and tasks' }).id,
  );
  await shows('3 results');
  expect(active(content())).toContain('Talk outline');
  await user.keyboard('{ArrowDown}');
  expect(active(content())).toContain('Outline the talk');
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}{ArrowDown}{Enter}');
  expect(content().value).toBe('See [Outline the talk](daymark:task/1001)');
  expect(options()).toEqual([]);
  expect(document.activeElement).toBe(content());
  await user.keyboard('{Control>}{Enter}{/Control}');
  await gone();
  await screen.findByText('All changes saved');
  expect(server.records('notes')).toMatchObject([
    {},
    { content: 'See [Outline the talk](daymark:task/1001)' },
  ]);
});

test('Escape closes the list of links but not the note', async () => {
  const page = await renderPage('/notes', { seed });
  const { user } = page;
  await openNote(page, 'Groceries');
  await user.type(content(), '[[[[talk');
  await user.keyboard('{Escape}');
  expect(options()).toEqual([]);
  expect(screen.getByRole('dialog')).toBeTruthy();
  // The list stays closed while this title is typed.
  await user.keyboard('x');
  expect(options()).toEqual([]);
  await user.clear(content());
  await user.type(content(), '[[[[nowhere');
  await shows('No note or task matches “nowhere”.');
  // Without a match, Enter adds a line break.
  await user.keyboard('{Enter}');
  expect(content().value).toBe('[[nowhere\n');
  await user.clear(content());
  await user.type(content(), '[[[[outline]]', { initialSelectionStart: 0 });
  content().setSelectionRange(9, 9);
  await user.keyboard('s');
  await user.keyboard('{Backspace}');
  await user.click(screen.getByRole('option', { name: /^Talk outline/ }));
  expect(content().value).toBe('[Talk outline](daymark:note/1001)');
});

test('a link opens the note under its current title, and that note links back', async () => {
  const page = await renderPage('/notes', {
    seed: {
      ...seed,
      notes: [
        { title: 'Talk outline', content: '[An old title](daymark:note/1002)' },
        { title: 'Groceries', content: 'For [[TALK outline]]' },
      ],
    },
  });
  const { user } = page;
  // Cards show the current title, too.
  expect(
    screen.getAllByRole('article').map((card) => card.querySelector('p')?.textContent),
  ).toEqual(['For Talk outline', 'Groceries']);
  await openNote(page, 'Talk outline');
  await user.click(await text().findByRole('link', { name: 'Groceries' }));
  await waitFor(() => expect(title()).toBe('Groceries'));
  const back = within(dialog().getByRole('region', { name: 'Linked from' }));
  await user.click(back.getByRole('link', { name: 'Talk outline' }));
  await waitFor(() => expect(title()).toBe('Talk outline'));
  // The dialog asks first if something was typed.
  await user.type(dialog().getByRole('textbox', { name: 'Title' }), '!');
  await user.click(text().getByRole('link', { name: 'Groceries' }));
  await user.click(await screen.findByRole('button', { name: 'Keep Editing' }));
  expect(title()).toBe('Talk outline!');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await user.click(text().getByRole('link', { name: 'Groceries' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(title()).toBe('Groceries'));
});

test('a link opens the details of its task on /tasks, which list the note', async () => {
  const page = await renderPage('/notes', {
    seed: { ...seed, notes: [{ title: 'Talk outline', content: '[Old](daymark:task/1001)' }] },
  });
  const { user, server, sync } = page;
  await openNote(page, 'Talk outline');
  await user.click(await dialog().findByRole('link', { name: 'Outline the talk' }));
  await opened('Task details');
  expect(location.pathname).toBe('/tasks');
  expect(dialog().getByText('Outline the talk')).toBeTruthy();
  const notes = within(dialog().getByRole('region', { name: 'Notes' }));
  await user.click(await notes.findByRole('link', { name: 'Talk outline' }));
  await opened('Edit Note');
  expect(location.pathname).toBe('/notes');
  server.remove('tasks', 1001);
  await act(() => sync().pull());
  await waitFor(() =>
    expect(dialog().queryByRole('link', { name: 'Outline the talk' })).toBeNull(),
  );
  expect(dialog().getByTitle('Deleted').textContent).toBe('Old (deleted)');
});

test('a note can be attached to an event found by title, and detached again', async () => {
  const page = await renderPage('/notes', { seed });
  const { user, server, sent } = page;
  await openNote(page, 'Groceries');
  await user.click(dialog().getByRole('button', { name: 'Attach to…' }));
  const search = dialog().getByRole('combobox', { name: 'Attach to' });
  expect(document.activeElement).toBe(search);
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(dialog().getByRole('button', { name: 'Attach to…' }));
  await user.keyboard('{Enter}');
  await user.type(dialog().getByRole('combobox', { name: 'Attach to' }), 'lunch');
  expect(options()).toHaveLength(1);
  expect(options()[0]).toContain('Nov 20');
  await user.keyboard('{Enter}');
  const remove = () =>
    dialog().getByRole('button', { name: 'Remove the attachment to Team lunch' });
  expect(document.activeElement).toBe(remove());
  await user.keyboard('{Control>}{Enter}{/Control}');
  await gone();
  await screen.findByText('All changes saved');
  const patches = () => sent.filter(({ line }) => line.startsWith('PATCH')).map(({ body }) => body);
  expect(patches()).toMatchObject([{ attachedTo: { type: 'event', id: 1001 } }]);
  expect(Object.keys(patches()[0]!)).toEqual(['attachedTo', 'editedAt']);

  await openNote(page, 'Groceries');
  await user.click(remove());
  expect(document.activeElement).toBe(dialog().getByRole('button', { name: 'Attach to…' }));
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  await gone();
  await screen.findByText('All changes saved');
  expect(server.records('notes')).toMatchObject([{}, { attachedTo: null }]);
  await user.keyboard('{Control>}z{/Control}');
  await screen.findByText('All changes saved');
  expect(server.records('notes')).toMatchObject([{}, { attachedTo: { type: 'event', id: 1001 } }]);
});

test('the details of a task add a note to it and open its notes', async () => {
  const page = await renderPage('/tasks', { seed });
  const { user, server } = page;
  await openDetails(page, 'Outline the talk');
  await user.click(dialog().getByRole('button', { name: 'Add note' }));
  await opened('New Note');
  expect(dialog().getByRole('link', { name: 'Outline the talk' })).toBeTruthy();
  await user.type(dialog().getByRole('textbox', { name: 'Title' }), 'Slides');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await gone();
  await screen.findByText('All changes saved');
  expect(server.records('notes').at(-1)).toMatchObject({
    title: 'Slides',
    attachedTo: { type: 'task', id: 1001 },
  });

  // Don't await this `act`, because React reports an error for an update that arrives in the meantime.
  act(() => {
    page
      .sync()
      .change({ title: 'Task deleted' }, [{ kind: 'delete', collection: 'tasks', id: 1001 }]);
  });
  await openNote(page, 'Slides');
  expect(dialog().getByRole('button', { name: 'Attach to…' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await gone();
  await user.keyboard('{Control>}z{/Control}');
  await openNote(page, 'Slides');
  await user.click(dialog().getByRole('link', { name: 'Outline the talk' }));
  await opened('Task details');
  expect(dialog().getByRole('link', { name: 'Slides' })).toBeTruthy();
});

test('the dialog of an event lists its notes, and the dialog of a time block the notes of its task', async () => {
  const day = { start: '2026-11-20T14:00:00Z', end: '2026-11-20T15:00:00Z' };
  const page = await renderPage('/calendar?view=day&date=2026-11-20', {
    seed: {
      ...seed,
      events: [...seed.events, { title: 'Block', ...day, taskId: 1001 }],
      notes: [
        { title: 'Seating plan', content: '', attachedTo: { type: 'event', id: 1001 } },
        { title: 'Slides', content: '', attachedTo: { type: 'task', id: 1001 } },
      ],
    },
  });
  const { user } = page;
  const openEvent = async (name: RegExp, dialogName: string) => {
    await user.click((await screen.findAllByRole('button', { name }))[0]!);
    await opened(dialogName);
  };
  await openEvent(/Outline the talk/, 'Edit Time Block');
  expect(dialog().getByRole('link', { name: 'Slides' })).toBeTruthy();
  expect(dialog().queryByRole('link', { name: 'Seating plan' })).toBeNull();
  await user.keyboard('{Escape}');
  await gone();
  await openEvent(/Team lunch/, 'Edit Event');
  await user.click(dialog().getByRole('link', { name: 'Seating plan' }));
  await opened('Edit Note');
  await user.click(dialog().getByRole('link', { name: 'Team lunch' }));
  await opened('Edit Event');
  expect(location.pathname).toBe('/calendar');
  await user.click(dialog().getByRole('button', { name: 'Add note' }));
  await opened('New Note');
  expect(dialog().getByRole('link', { name: 'Team lunch' })).toBeTruthy();
});

test('a note of a repeating task is shown for the later tasks of its series', async () => {
  const series = {
    seriesId: 1001,
    repeat: { every: 'day', interval: 1, from: 'schedule' },
  } as const;
  const page = await renderPage('/tasks', {
    seed: {
      tasks: [
        { title: 'Review the week', completed: true, ...series, seriesDay: '2026-11-13' },
        { title: 'Review the week', ...series, seriesDay: '2026-11-20' },
      ],
      notes: [{ title: 'Checklist', content: '', attachedTo: { type: 'task', id: 1001 } }],
    },
  });
  await openDetails(page, 'Review the week');
  expect(await dialog().findByRole('link', { name: 'Checklist' })).toBeTruthy();
});
