import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { screenPaths } from '../../src/lib/screens';
import { addDays, localDay } from '../../src/lib/time/dates';
import { renderPage, shows, toastText } from '../renderPage';

type Page = Awaited<ReturnType<typeof renderPage>>;
const tomorrow = () => addDays(localDay(new Date()), 1);
const over = () => screen.findByRole('dialog', { name: 'Add a task' });
const line = async () =>
  within(await over()).getByRole<HTMLInputElement>('combobox', { name: 'New task' });
const isClosed = () =>
  waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add a task' })).toBeNull());
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const active = () => screen.getByRole('option', { selected: true }).textContent;
const saved = () => screen.findByText('All changes saved');
const titles = ({ server }: Page) => server.records('tasks').map(({ title }) => title);
const press = async (page: Page, keys: string) => {
  await page.user.keyboard('q');
  await line();
  await page.user.keyboard(keys);
};

describe('the line over a screen', () => {
  test.each(screenPaths)('opens with Q on %s', async (path) => {
    const page = await renderPage(path);
    await page.user.keyboard('q');
    await waitFor(async () => expect(document.activeElement).toBe(await line()));
  });

  test('adds a task with Enter, closes, and offers Undo', async () => {
    const page = await renderPage('/notes');
    await press(page, 'Call Noor tomorrow 30m #work{Enter}');
    await isClosed();
    await shows('Call Noor · Tomorrow');
    await saved();
    expect(page.server.records('tasks')).toMatchObject([
      { title: 'Call Noor', plannedDay: tomorrow(), estimateMinutes: 30, categoryId: 1 },
    ]);
    await page.user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(titles(page)).toEqual([]));
  });

  test('stays open for the next task with Shift Enter', async () => {
    const page = await renderPage('/focus');
    await press(page, 'Call Noor{Shift>}{Enter}{/Shift}');
    await waitFor(async () => expect((await line()).value).toBe(''));
    await page.user.keyboard('Write to Ada{Control>}{Enter}{/Control}');
    await isClosed();
    await waitFor(() => expect(titles(page)).toEqual(['Call Noor', 'Write to Ada']));
  });

  test('keeps the typed text after Escape and a reload', async () => {
    const page = await renderPage('/calendar');
    await press(page, 'Call No{Escape}');
    await isClosed();
    await page.reload('/notes');
    await page.user.keyboard('q');
    expect((await line()).value).toBe('Call No');
  });

  test('opens from “Add task” in the palette, on the screen that is shown', async () => {
    const page = await renderPage('/notes');
    await page.user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Search and commands' });
    await page.user.keyboard('add task{Enter}');
    await waitFor(async () => expect(document.activeElement).toBe(await line()));
    expect(location.pathname).toBe('/notes');
  });

  test('opens Add Task with the typed text', async () => {
    const page = await renderPage('/notes');
    await press(page, 'Call Noor 30m');
    await page.user.click(screen.getByRole('button', { name: 'Show all fields' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Task' }));
    expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('Call Noor 30m');
    await page.user.click(dialog.getByRole('button', { name: 'Add Task' }));
    await waitFor(() => expect(titles(page)).toEqual(['Call Noor']));
  });
});

describe('the palette without a result', () => {
  const search = async (page: Page, query: string) => {
    await page.user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Search and commands' });
    await page.user.keyboard(query);
    await waitFor(() => expect(options()).toHaveLength(1));
  };

  test('offers to add the query as a task, and reads it as the line does', async () => {
    const page = await renderPage('/notes');
    await search(page, 'Buy milk tomorrow #work');
    expect(active()).toContain('Add task “Buy milk tomorrow #work”');
    await page.user.keyboard('{Enter}');
    await waitFor(() => expect(toastText()).toContain('Buy milk · Tomorrow'));
    await saved();
    expect(page.server.records('tasks')).toMatchObject([
      { title: 'Buy milk', plannedDay: tomorrow(), categoryId: 1 },
    ]);
    await page.user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(titles(page)).toEqual([]));
  });

  test('adds the task with a click, offline', async () => {
    const page = await renderPage('/notes');
    page.setOnline(false);
    await search(page, 'Zebra crossing');
    await page.user.click(screen.getByRole('option'));
    await waitFor(() => expect(toastText()).toContain('Zebra crossing'));
  });
});

describe('“#” in the line', () => {
  test('lists the categories, of which the arrows, Enter and Tab choose one', async () => {
    const page = await renderPage('/notes');
    await press(page, 'Call Noor #');
    await waitFor(() => expect(options()).toEqual(['Work', 'Personal', 'Learning', 'Health']));
    const field = await line();
    expect(field.getAttribute('aria-expanded')).toBe('true');
    expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
    await page.user.keyboard('{ArrowDown}');
    expect(active()).toBe('Personal');
    expect(field.getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { selected: true }).id,
    );
    await page.user.keyboard('{Enter}');
    expect(field.value).toBe('Call Noor #Personal ');
    expect(field.getAttribute('aria-expanded')).toBe('false');
    await page.user.keyboard('30m {Backspace}');
    await page.user.clear(field);
    await page.user.keyboard('Call Ada #hea');
    await waitFor(() => expect(active()).toBe('Health'));
    await page.user.keyboard('{Tab}');
    expect(field.value).toBe('Call Ada #Health ');
    expect(document.activeElement).toBe(field);
    await page.user.keyboard('{Enter}');
    await saved();
    expect(page.server.records('tasks')).toMatchObject([{ title: 'Call Ada', categoryId: 4 }]);
  });

  test('closes its list with Escape, and the line with the next Escape', async () => {
    const page = await renderPage('/notes');
    await press(page, 'Call Noor #wo');
    await waitFor(() => expect(options()).toContain('Work'));
    await page.user.keyboard('{Escape}');
    expect(options()).toEqual([]);
    expect((await line()).value).toBe('Call Noor #wo');
    await page.user.keyboard('{Escape}');
    await isClosed();
  });

  test('adds the task at once if a whole name is typed', async () => {
    const page = await renderPage('/notes');
    await press(page, 'Call Noor #work{Enter}');
    await isClosed();
  });

  test('stays text for a number', async () => {
    const page = await renderPage('/notes');
    await press(page, 'Close #12{Enter}');
    await waitFor(() => expect(titles(page)).toEqual(['Close #12']));
  });

  test('creates a category together with the task, and one Undo removes both', async () => {
    const page = await renderPage('/notes');
    page.setOnline(false);
    await press(page, 'Water plants #Ho');
    await waitFor(() => expect(options()).toEqual(['Create “Ho”']));
    await page.user.keyboard('me');
    await page.user.click(await screen.findByRole('option', { name: 'Create “Home”' }));
    expect((await line()).value).toBe('Water plants #Home ');
    await screen.findByRole('button', { name: /Home \(new\)/ });
    expect(page.server.records('categories')).toHaveLength(4);
    await page.user.keyboard('{Enter}');
    await isClosed();
    page.setOnline(true);
    await saved();
    const category = page.server.records('categories').find(({ name }) => name === 'Home');
    expect(page.server.records('tasks')).toMatchObject([
      { title: 'Water plants', categoryId: category?.id },
    ]);
    await page.user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(page.server.records('categories')).toHaveLength(4));
    expect(titles(page)).toEqual([]);
  });

  test('creates a category in the title of Add Task', async () => {
    const page = await renderPage('/tasks');
    await page.user.click(screen.getByRole('button', { name: 'Add Task' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Task' }));
    await page.user.type(dialog.getByLabelText('Title'), 'Water plants #Home');
    await page.user.click(await screen.findByRole('option', { name: 'Create “Home”' }));
    await waitFor(() =>
      expect(dialog.getByLabelText<HTMLSelectElement>('Category').selectedOptions[0]?.text).toBe(
        'Home',
      ),
    );
    await page.user.click(dialog.getByRole('button', { name: 'Add Task' }));
    await saved();
    const category = page.server.records('categories').find(({ name }) => name === 'Home');
    expect(page.server.records('tasks')).toMatchObject([
      { title: 'Water plants', categoryId: category?.id },
    ]);
  });
});

describe('a phone', () => {
  test.each(['/today', '/tasks'])(
    'has one button that adds a task on %s, hidden while the line is open',
    async (path) => {
      const page = await renderPage(path, { phone: true, wait: false });
      await screen.findByRole('button', { name: 'Add a task' });
      const adds = () => screen.queryAllByRole('button', { name: /^Add a? ?task$/i });
      expect(adds()).toHaveLength(1);
      expect(screen.queryByRole('combobox', { name: 'New task' })).toBeNull();
      await page.user.click(adds()[0]!);
      const field = screen.getByRole('combobox', { name: 'New task' });
      expect(document.activeElement).toBe(field);
      expect(adds()).toHaveLength(0);
      await page.user.keyboard('Call Noor{Enter}Write to A');
      await waitFor(() => expect(titles(page)).toEqual(['Call Noor']));
      await page.user.keyboard('{Escape}');
      await page.user.click(screen.getByRole('button', { name: 'Continue “Write to A”' }));
      await page.user.keyboard('da{Enter}');
      await waitFor(() => expect(titles(page)).toEqual(['Call Noor', 'Write to Ada']));
    },
  );
});
