import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { renderPage, shows, toastText } from '../renderPage';

interface Texts {
  title?: string;
  text?: string;
  url?: string;
}
const shareOf = (texts: Texts) => `/share?${new URLSearchParams({ ...texts })}`;
const dialog = () => screen.findByRole('dialog', { name: 'Shared with Daymark' });
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const press = (name: string) => screen.getByRole('button', { name });
const chosen = () =>
  within(screen.getByRole('group', { name: 'Save as' }))
    .getAllByRole('button')
    .find((one) => one.getAttribute('aria-pressed') === 'true')?.textContent;
const saved = () => screen.findByText('All changes saved');

// Load the code now, because the app loads it only when something was shared.
beforeAll(() =>
  Promise.all([
    import('../../src/features/sharing/SharedDialog'),
    import('../../src/pages/TodayPage'),
  ]),
);

type Page = Awaited<ReturnType<typeof renderPage>>;
const tasks = ({ server }: Page) => server.records('tasks');
const notes = ({ server }: Page) => server.records('notes');

test('a shared short line becomes a task with one press, and nothing is saved before', async () => {
  const page = await renderPage(shareOf({ text: 'Call the plumber' }));
  await dialog();
  expect(location.pathname + location.search).toBe('/today');
  expect(chosen()).toBe('Task');
  expect(field('Task').value).toBe('Call the plumber');
  expect(document.activeElement).toBe(field('Task'));
  expect(page.sent.filter(({ line }) => line.startsWith('POST /api/tasks'))).toEqual([]);
  await page.user.click(press('Save'));
  await noDialog();
  await shows('Task added');
  expect(toastText()).toContain('Call the plumber');
  await saved();
  expect(tasks(page)).toMatchObject([{ title: 'Call the plumber', categoryId: null }]);
});

test('several shared lines become a note with the first line as its title', async () => {
  const page = await renderPage(shareOf({ text: 'Packing list\r\n\r\nTent\nStove' }));
  await dialog();
  expect(chosen()).toBe('Note');
  expect(field('Title').value).toBe('Packing list');
  expect(field('Content').value).toBe('Tent\nStove');
  await page.user.type(field('Content'), '{Enter}Rope{Control>}{Enter}{/Control}');
  await shows('Note created');
  await saved();
  expect(notes(page)).toMatchObject([{ title: 'Packing list', content: 'Tent\nStove\nRope' }]);
  expect(tasks(page)).toEqual([]);
});

const ADDRESS = 'https://example.com/sleep?page=2#more';

test.each<[string, Texts]>([
  ['a title and an address', { title: 'How to sleep', url: ADDRESS }],
  ['the address as the text, as Android has it', { title: 'How to sleep', text: ADDRESS }],
  ['the address at the end of the text', { text: `How to sleep ${ADDRESS}` }],
  ['the address twice', { title: 'How to sleep', text: ADDRESS, url: ADDRESS }],
  ['the title twice', { title: 'How to sleep', text: `How to sleep ${ADDRESS}` }],
])('a shared link keeps its address: %s', async (_, texts) => {
  const page = await renderPage(shareOf(texts));
  await dialog();
  expect([chosen(), field('Title').value, field('Content').value]).toEqual([
    'Note',
    'How to sleep',
    ADDRESS,
  ]);
  await page.user.click(press('Task'));
  expect(field('Task').value).toBe(`How to sleep ${ADDRESS}`);
  await page.user.click(press('Save'));
  await saved();
  await waitFor(() => expect(tasks(page)).toMatchObject([{ title: `How to sleep ${ADDRESS}` }]));
});

test('an address alone names its note, and a text that only looks like an address stays text', async () => {
  const page = await renderPage(shareOf({ url: 'https://www.example.com/sleep' }));
  await dialog();
  expect([field('Title').value, field('Content').value]).toEqual([
    'example.com/sleep',
    'https://www.example.com/sleep',
  ]);
  await page.user.click(press('Save'));
  await shows('Note created');
  await page.reload(shareOf({ title: 'Free', url: 'javascript:alert(1)' }));
  await dialog();
  expect([chosen(), field('Title').value]).toEqual(['Note', 'Free']);
  expect(field('Content').value).toBe('javascript:alert(1)');
});

test('shared text can be edited, survives a reload, and is saved once', async () => {
  const page = await renderPage(shareOf({ text: 'Call the plumber' }));
  await dialog();
  await page.user.type(field('Task'), ' today');
  await page.reload();
  await dialog();
  expect(field('Task').value).toBe('Call the plumber today');
  await page.user.click(press('Note'));
  expect(field('Title').value).toBe('Call the plumber today');
  await page.user.click(press('Task'));
  await page.user.type(field('Task'), '{Enter}');
  await noDialog();
  await saved();
  await page.reload();
  await shows('Call the plumber today');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(tasks(page)).toHaveLength(1);
});

test('shared text that was saved in another tab closes the dialog here', async () => {
  const page = await renderPage(shareOf({ text: 'Call the plumber' }));
  await dialog();
  const [key = ''] = Object.keys(localStorage).filter((name) => name.includes('sharedDraft'));
  const stored = localStorage.getItem(key);
  act(() => {
    localStorage.removeItem(key);
    dispatchEvent(new StorageEvent('storage', { key }));
  });
  await noDialog();
  // An open tab doesn't ask about text that was shared into another tab.
  act(() => {
    localStorage.setItem(key.replace(/\d+$/, '77'), stored!);
    dispatchEvent(new StorageEvent('storage', { key }));
  });
  expect(screen.queryByRole('dialog')).toBeNull();
  await page.reload();
  await dialog();
});

test('closing asks first, and then the shared text is gone', async () => {
  const page = await renderPage(shareOf({ text: 'Call the plumber' }));
  await dialog();
  await page.user.click(press('Cancel'));
  const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
  await page.user.click(within(question).getByRole('button', { name: 'Discard' }));
  await noDialog();
  await page.reload();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(tasks(page)).toEqual([]);
});

test('an empty share opens no dialog', async () => {
  await renderPage(shareOf({ title: ' ', text: '\u0000\n' }));
  expect(location.pathname + location.search).toBe('/today');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('text shared while signed out is kept until the person has signed in', async () => {
  const page = await renderPage(shareOf({ text: 'Call the plumber' }), { session: 'none' });
  await shows('Log in to save what you shared. It’s kept until then.');
  expect(location.pathname + location.search).toBe('/login');
  await page.reload('/login');
  await shows('Log in to save what you shared. It’s kept until then.');
  page.respond(/^POST \/api\/login/, () => Response.json(page.person));
  page.respond(/^GET \/api\/user/, () => Response.json(page.person));
  await page.user.click(press('Login'));
  await dialog();
  expect(location.pathname).toBe('/today');
  expect(field('Task').value).toBe('Call the plumber');
  await page.user.click(press('Save'));
  await waitFor(() => expect(tasks(page)).toMatchObject([{ title: 'Call the plumber' }]));
});

test('text shared by one person is not shown to the next person', async () => {
  const page = await renderPage(shareOf({ text: 'Mine alone' }));
  await dialog();
  page.person.id += 1_000;
  await page.reload('/today');
  await shows('No tasks yet');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shared text that is too long is kept whole until the person shortens it', async () => {
  const long = `${'word '.repeat(20_001)}end`;
  const page = await renderPage(shareOf({ text: long }));
  await dialog();
  expect(chosen()).toBe('Note');
  expect(field('Title').value).toMatch(/^(word )+word…$/);
  expect(field('Content').value).toBe(long);
  await page.user.click(press('Save'));
  expect((await screen.findByRole('alert')).textContent).toBe('Must be at most 100000 characters');
  await page.user.click(press('Task'));
  await page.user.click(press('Save'));
  expect((await screen.findByRole('alert')).textContent).toBe('Must be at most 500 characters');
  await page.user.click(press('Note'));
  fireEvent.change(field('Content'), { target: { value: long.slice(0, 100_000) } });
  await page.user.click(press('Save'));
  await noDialog();
  await waitFor(() => expect(notes(page)).toHaveLength(1));
});

test('a hundred thousand letters without a space don’t freeze the app', async () => {
  const page = await renderPage(shareOf({ text: `${'x'.repeat(99_000)} y` }));
  await dialog();
  expect(Array.from(field('Title').value)).toHaveLength(81);
  await page.user.click(press('Save'));
  await waitFor(() => expect(notes(page)).toHaveLength(1));
});

test('control characters in shared text are removed, and right-to-left text keeps its direction', async () => {
  const page = await renderPage(
    '/share?text=%00Buy%1B%5B31m%0Bmilk%ED%A0%80&title=%D7%97%D7%9C%D7%91%20%F0%9F%A5%9B',
  );
  await dialog();
  expect(field('Title').value).toBe('חלב 🥛');
  expect(field('Title').dir).toBe('auto');
  expect(field('Content').value).toBe('Buy[31mmilk\ufffd\ufffd\ufffd');
  await page.user.click(press('Save'));
  await waitFor(() => expect(notes(page)).toMatchObject([{ title: 'חלב 🥛' }]));
});

test('shared text is saved offline and sent later', async () => {
  const page = await renderPage(shareOf({ text: 'Call the plumber' }));
  await dialog();
  page.setOnline(false);
  await page.user.click(press('Save'));
  await shows('Offline · 1 change waiting');
  page.setOnline(true);
  await act(() => page.sync().start());
  await waitFor(() => expect(tasks(page)).toMatchObject([{ title: 'Call the plumber' }]));
});
