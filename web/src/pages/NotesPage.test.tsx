import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { descriptionOf } from '../../test/descriptionOf';
import { refusal, renderPage, shows, toastText } from '../../test/renderPage';

const TITLE = 'Trip to Porto';

type User = Awaited<ReturnType<typeof renderPage>>['user'];

const button = (name: string) => screen.getByRole('button', { name });
const opener = (title: string) => screen.queryByRole('button', { name: title });
const dialog = () => within(screen.getByRole('dialog'));
const field = (name: 'Title' | 'Content') =>
  dialog().getByRole<HTMLInputElement>('textbox', { name });
const gone = (role: 'dialog' | 'alertdialog') =>
  waitFor(() => expect(screen.queryByRole(role)).toBeNull());
const saved = () => screen.findByText('All changes saved');

/** Opens /notes with one note. */
const openNotes = (content: string) =>
  renderPage('/notes', { seed: { notes: [{ title: TITLE, content }] } });

async function open(user: User, title: string) {
  await user.click(button(title));
  await screen.findByRole('dialog', { name: 'Edit Note' });
}

/** Replaces the content of the open note. */
async function write(user: User, content: string) {
  await user.click(dialog().getByRole('tab', { name: 'Write' }));
  await user.clear(field('Content'));
  await user.type(field('Content'), content);
}

test('a note can be created, found, deleted and restored', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(true);
  const { user, person, server, sent } = await renderPage('/notes');
  expect(screen.getByText('No notes yet...')).toBeTruthy();
  await user.click(button('New Note'));
  await screen.findByRole('dialog', { name: 'New Note' });
  expect(document.activeElement).toBe(field('Title'));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(descriptionOf(field('Title'))).toBe('Title is required'));
  await user.type(field('Title'), 'Crème brûlée');
  await user.type(field('Content'), 'Whisk');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await gone('dialog');
  await waitFor(() => expect(toastText()).toContain('Note created'));
  await saved();
  const instant = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/) as string;
  expect(sent.find(({ line }) => line === 'POST /api/notes')?.body).toEqual({
    id: expect.any(Number),
    title: 'Crème brûlée',
    content: 'Whisk',
    attachedTo: null,
    createdAt: instant,
    updatedAt: instant,
    userId: person.id,
  });

  await user.keyboard('/');
  await user.keyboard('nowhere');
  await screen.findByText('No notes match');
  await user.click(button('Clear search'));
  await user.type(screen.getByRole('searchbox'), 'BRULEE');
  await waitFor(() => expect(location.search).toBe('?q=BRULEE'));
  expect(opener('Crème brûlée')).toBeTruthy();

  await user.click(button('Delete Crème brûlée'));
  expect(confirm).toHaveBeenCalledOnce();
  await waitFor(() => expect(toastText()).toContain('Note deleted'));
  expect(opener('Crème brûlée')).toBeNull();
  await waitFor(() => expect(server.records('notes')).toEqual([]));
  await user.click(button('Undo'));
  expect(opener('Crème brûlée')).toBeTruthy();
  await saved();
  expect(server.records('notes')).toMatchObject([{ title: 'Crème brûlée', content: 'Whisk' }]);
});

test('saving an unchanged note shows no toast', async () => {
  const { user, sent } = await openNotes('First');
  await open(user, TITLE);
  await user.click(dialog().getByRole('tab', { name: 'Write' }));
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  await gone('dialog');
  expect(toastText()).toBe('');
  expect(sent.filter(({ line }) => line.startsWith('PATCH'))).toEqual([]);
});

test('offline, the toast of a new note says that it is saved on this device', async () => {
  const { user, respond, setOnline } = await renderPage('/notes');
  setOnline(false);
  await user.click(button('New Note'));
  await user.type(field('Title'), 'Crème brûlée');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await gone('dialog');
  await waitFor(() =>
    expect(toastText()).toBe('Note createdSaved on this device. It is sent when you are online.'),
  );
  await user.click(screen.getByRole('link', { name: 'Focus' }));
  await screen.findByRole('heading', { name: 'Focus Time' });
  respond(/^POST \/api\/notes/, () => refusal(400, 'Not this one.'));
  setOnline(true);
  await waitFor(() => expect(toastText()).toContain('Failed to create note.'));
  await user.click(button('Show'));
  await waitFor(() => expect(location.pathname).toBe('/notes'));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Retry'));
});

test('a card shows the title, the date of the last update and a preview of the content', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00') });
  await openNotes('# Plan\n\n- **Call** Ann');
  const card = within(screen.getByRole('article'));
  expect(card.getByRole('heading', { name: TITLE })).toBeTruthy();
  expect(screen.getByRole('article').textContent).toContain('Plan\nCall Ann');
  expect(card.getByText('Nov 20, 2026')).toBeTruthy();
});

test('the dialog deletes a note only after the browser’s confirmation', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
  const { user, server } = await openNotes('First');
  await open(user, TITLE);
  await write(user, 'Second');
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  await gone('dialog');
  await waitFor(() => expect(toastText()).toContain('Note updated'));
  expect(document.activeElement).toBe(opener(TITLE));
  await saved();
  expect(server.records('notes')).toMatchObject([{ title: TITLE, content: 'Second' }]);

  await open(user, TITLE);
  await user.click(dialog().getByRole('button', { name: 'Delete' }));
  expect(confirm).toHaveBeenCalledExactlyOnceWith(`Delete the note “${TITLE}”?`);
  expect(dialog().getByRole('button', { name: 'Delete' })).toBeTruthy();
  confirm.mockReturnValue(true);
  await user.click(dialog().getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(toastText()).toContain('Note deleted'));
  expect(screen.getByText('No notes yet...')).toBeTruthy();
  await waitFor(() => expect(server.records('notes')).toEqual([]));
});

test('Escape, Cancel and a click outside the dialog ask before written text is discarded', async () => {
  const { user } = await renderPage('/notes');
  await user.click(button('New Note'));
  const own = await screen.findByRole('dialog', { name: 'New Note' });
  const content = field('Content');
  await user.type(field('Title'), TITLE);
  await user.type(content, 'An hour of thought');
  for (const leave of [
    () => user.keyboard('{Escape}'),
    () => user.click(own.parentElement as HTMLElement),
    () => user.click(within(own).getByRole('button', { name: 'Cancel' })),
  ]) {
    await leave();
    await waitFor(() => expect(document.activeElement).toBe(button('Keep Editing')));
    await user.keyboard('{Enter}');
    await gone('alertdialog');
    expect(content.value).toBe('An hour of thought');
  }
  content.focus();
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await gone('dialog');
  expect(screen.getByText('No notes yet...')).toBeTruthy();
  // Nothing was written, so nothing is asked.
  await user.click(button('New Note'));
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  await gone('dialog');
  expect(document.activeElement).toBe(button('New Note'));
});

test('text in a new note survives a reload until it is discarded', async () => {
  const { user, reload } = await openNotes('First');
  await user.click(button('New Note'));
  await screen.findByRole('dialog', { name: 'New Note' });
  await user.type(field('Title'), 'Half a thought');
  await reload();
  await screen.findByRole('dialog', { name: 'New Note' });
  expect(field('Title').value).toBe('Half a thought');
  await user.click(dialog().getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await gone('dialog');
  await reload();
  expect(opener(TITLE)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('text that was written into a note deleted elsewhere can be saved again', async () => {
  const { user, server, sync } = await openNotes('First');
  await open(user, TITLE);
  await write(user, 'Second');
  server.remove('notes', 1001);
  await act(() => sync().pull());
  await dialog().findByText('This note was deleted. Save to bring it back.');
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  await gone('dialog');
  await saved();
  expect(server.records('notes').map(({ content }) => content)).toEqual(['Second']);
});

test('a delete asks first if another device changed the note’s text after it', async () => {
  vi.spyOn(window, 'confirm').mockReturnValue(true);
  const { user, server, setOnline } = await openNotes('First');
  const [note] = server.records('notes');
  setOnline(false);
  await user.click(button(`Delete ${TITLE}`));
  const later = new Date(Date.now() + 1).toISOString();
  server.put('notes', { ...note, id: 1001, content: 'Second' }, { content: later });
  setOnline(true);
  await shows('Not deleted');
  await shows('Second');
  expect(server.records('notes')).toMatchObject([{ content: 'Second' }]);
  await user.click(button('Delete anyway'));
  await saved();
  expect(server.records('notes')).toEqual([]);
});

test('failing to create, update or delete a note shows its own toast', async () => {
  vi.spyOn(window, 'confirm').mockReturnValue(true);
  const { user, respond } = await openNotes('First');
  respond(/^(POST|PATCH|DELETE)/, () => refusal(400, 'Not this one.'));
  const says = async (sentence: string) => {
    await waitFor(() => expect(toastText()).toContain(sentence));
    expect(document.querySelector('[data-toast] strong')?.textContent).toBe('Error');
  };
  await open(user, TITLE);
  await user.type(field('Title'), ', in May');
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  await says('Failed to update note.');
  await user.click(button('Discard'));
  await user.click(button('New Note'));
  await screen.findByRole('dialog', { name: 'New Note' });
  await user.type(field('Title'), 'New one');
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  await says('Failed to create note.');
  expect(opener('New one')).toBeTruthy();
  await user.click(button('Discard'));
  await user.click(button(`Delete ${TITLE}`));
  await says('Failed to delete note.');
  await waitFor(() => expect(opener(TITLE)).toBeTruthy());
});

test('notes that are written and changed offline are sent when the network is back', async () => {
  const { user, server, setOnline } = await openNotes('Before');
  setOnline(false);
  await user.click(button('New Note'));
  await screen.findByRole('dialog', { name: 'New Note' });
  await user.type(field('Title'), 'Tunnel');
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  await gone('dialog');
  await open(user, TITLE);
  await write(user, 'After');
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  await gone('dialog');
  await shows('Offline · 2 changes waiting');
  setOnline(true);
  await saved();
  expect(server.records('notes')).toMatchObject([
    { title: TITLE, content: 'After' },
    { title: 'Tunnel', content: '' },
  ]);
});

test.each([
  ['Control', 'Title'],
  ['Meta', 'Title'],
  ['Control', 'Content'],
  ['Meta', 'Content'],
] as const)('%s Enter in the field %s saves the note', async (key, name) => {
  if (key === 'Meta') vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Macintosh');
  const { user, server } = await renderPage('/notes');
  await user.click(button('New Note'));
  await screen.findByRole('dialog', { name: 'New Note' });
  await user.type(field('Title'), 'Tunnel');
  await user.type(field('Content'), 'Light');
  field(name).focus();
  await user.keyboard(`{${key}>}{Enter}{/${key}}`);
  await gone('dialog');
  await saved();
  expect(server.records('notes')).toMatchObject([{ title: 'Tunnel', content: 'Light' }]);
});

test('an Enter that belongs to an input method saves nothing', async () => {
  const { user, sent } = await renderPage('/notes');
  await user.click(button('New Note'));
  await screen.findByRole('dialog', { name: 'New Note' });
  await user.type(field('Title'), 'トンネル');
  for (const composing of [{ isComposing: true }, { keyCode: 229 }])
    fireEvent.keyDown(field('Title'), { key: 'Enter', ctrlKey: true, ...composing });
  expect(screen.getByRole('dialog', { name: 'New Note' })).toBeTruthy();
  // The next Enter is the person's own.
  fireEvent.keyDown(field('Title'), { key: 'Enter', ctrlKey: true });
  await gone('dialog');
  await saved();
  expect(sent.filter(({ line }) => line === 'POST /api/notes')).toHaveLength(1);
});

const checkbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const titles = () =>
  screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);

test('a checkbox on a card ticks its line without opening or moving the note', async () => {
  const content = '```\n- [ ] Pack\n```\n- [ ] Pack\n- [ ] **Book** it';
  const { user, server, sent, setOnline } = await renderPage('/notes', {
    seed: {
      notes: [
        { title: TITLE, content },
        { title: 'Newer', content: 'x' },
      ],
    },
  });
  const contents = () => server.records('notes').map((note) => note.content);
  expect(titles()).toEqual(['Newer', TITLE]);
  setOnline(false);
  await user.click(screen.getByText('Book it'));
  expect(checkbox('Book it').checked).toBe(true);
  await user.click(checkbox('Pack'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(titles()).toEqual(['Newer', TITLE]);
  await shows('Offline · 2 changes waiting');
  setOnline(true);
  await saved();
  expect(contents()).toContain('```\n- [ ] Pack\n```\n- [x] Pack\n- [x] **Book** it');
  for (const { line, body } of sent)
    if (line.startsWith('PATCH'))
      expect(Object.keys(body)).toEqual(['content', 'editedAt', 'base']);
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(toastText()).toContain('Undone: checkbox tickedPack'));
  expect(checkbox('Pack').checked).toBe(false);
  await user.keyboard('{Control>}z{/Control}');
  await saved();
  expect(contents()).toContain(content);
  await user.keyboard(' ');
  expect(checkbox('Pack').checked).toBe(true);
});

test('a tick in the open note is saved at once', async () => {
  const { user, server } = await openNotes('1. [ ] Sow\n   - [ ] Sow\n\n> - [x] Reap');
  await open(user, TITLE);
  const boxes = () => dialog().getAllByRole<HTMLInputElement>('checkbox');
  await waitFor(() => expect(boxes().map(({ checked }) => checked)).toEqual([false, false, true]));
  await user.click(boxes()[1]!);
  await user.click(dialog().getByRole('checkbox', { name: 'Reap' }));
  expect(boxes().map(({ checked }) => checked)).toEqual([false, true, false]);
  await waitFor(() =>
    expect(server.records('notes')).toMatchObject([
      { content: '1. [ ] Sow\n   - [x] Sow\n\n> - [ ] Reap' },
    ]),
  );
  await user.click(dialog().getByRole('tab', { name: 'Write' }));
  expect(field('Content').value).toBe('1. [ ] Sow\n   - [x] Sow\n\n> - [ ] Reap');
  await user.keyboard('{Escape}');
  await gone('dialog');
});

test('after typing, a tick is saved together with the text', async () => {
  const { user, server, sent } = await openNotes('- [ ] Sow');
  await open(user, TITLE);
  await write(user, '- [[ ] Sow{Enter}- [[ ] Reap');
  await user.click(dialog().getByRole('tab', { name: 'Preview' }));
  await user.click(await dialog().findByRole('checkbox', { name: 'Reap' }));
  expect(sent.filter(({ line }) => line.startsWith('PATCH'))).toEqual([]);
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  await gone('dialog');
  await saved();
  expect(server.records('notes')).toMatchObject([{ content: '- [ ] Sow\n- [x] Reap' }]);
});

test('a tick in the open note keeps a tick from another device', async () => {
  const { user, server, sync } = await openNotes('- [ ] Sow\n- [ ] Reap');
  await open(user, TITLE);
  await dialog().findByRole('checkbox', { name: 'Sow' });
  server.put('notes', { ...server.records('notes')[0]!, content: '- [x] Sow\n- [ ] Reap' });
  await act(() => sync().pull());
  const box = (name: string) => dialog().getByRole<HTMLInputElement>('checkbox', { name });
  await waitFor(() => expect(box('Sow').checked).toBe(true));
  await user.click(box('Reap'));
  await waitFor(() =>
    expect(server.records('notes')).toMatchObject([{ content: '- [x] Sow\n- [x] Reap' }]),
  );
});
