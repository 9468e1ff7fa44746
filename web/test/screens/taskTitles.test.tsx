import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { renderPage } from '../renderPage';
import { addDays, localDay } from '../../src/lib/time/dates';

const TODAY = localDay(new Date());
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

const seed = {
  tasks: [
    { id: 81, title: 'Write the offer', plannedDay: TODAY, estimateMinutes: 120 },
    { id: 82, title: 'Call Noor', isPriority: true, order: 0, plannedDay: TODAY },
    { id: 83, title: 'Tidy up', plannedDay: addDays(TODAY, -2) },
  ],
  focusSessions: [
    {
      mode: 'focus' as const,
      plannedSeconds: 7200,
      actualSeconds: 118 * 60,
      completed: true,
      taskId: 81,
      start: at(-26 * 60),
      end: at(-24 * 60),
    },
  ],
};

const title = (name: string) => screen.getByRole('button', { name });
const details = () => screen.findByRole('dialog', { name: 'Task details' });
const row = (name: string) => title(name).closest('li');

/** Expects the details of this task to be open, and closes them. */
async function expectDetails(of: string) {
  const dialog = await details();
  expect(dialog.textContent).toContain(of);
  fireEvent.keyDown(dialog, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Task details' })).toBeNull());
}

test.each(['/today', '/tasks', `/calendar?view=day&date=${TODAY}`])(
  'a click on a task’s title opens its details on %s',
  async (path) => {
    const { user } = await renderPage(path, { seed });
    await user.click(await screen.findByRole('button', { name: /^Write the offer/ }));
    await expectDetails('Write the offer');
  },
);

test('Tab reaches a title, Enter opens its details, and closing them returns the focus', async () => {
  const { user } = await renderPage('/today', { seed });
  act(() => screen.getByRole('checkbox', { name: 'Call Noor' }).focus());
  await user.tab();
  expect(document.activeElement).toBe(title('Call Noor'));
  await user.keyboard('{Enter}');
  await expectDetails('Call Noor');
  await waitFor(() => expect(document.activeElement).toBe(title('Call Noor')));
});

test('a drag that ends on a title and a click with Ctrl don’t open the details', async () => {
  const { user } = await renderPage('/tasks', { seed });
  const one = title('Tidy up');
  fireEvent.pointerDown(one, { clientX: 10, clientY: 10 });
  fireEvent.click(one, { clientX: 90, clientY: 12, detail: 1 });
  fireEvent.pointerDown(one, { clientX: 10, clientY: 10 });
  await user.keyboard('{Control>}');
  await user.click(one);
  await user.keyboard('{/Control}');
  await screen.findByText('1 task selected');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a title opens the details while planning the day, and planning stays open', async () => {
  // During the working hours. Afterwards /today offers to close the day instead.
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(`${TODAY}T10:00:00`);
  const { user } = await renderPage('/today', { seed });
  await user.click(screen.getByRole('button', { name: 'Plan the day' }));
  const planning = await screen.findByRole('dialog', { name: 'Plan the day' });
  await user.click(within(planning).getByRole('button', { name: 'Tidy up' }));
  await expectDetails('Tidy up');
  expect(screen.getByRole('dialog', { name: 'Plan the day' })).toBeTruthy();
});

test('a time block’s title in the list of the day opens the block', async () => {
  const { user } = await renderPage('/calendar', {
    seed: { ...seed, events: [{ title: 'x', start: at(0), end: at(30), taskId: 81 }] },
  });
  const block = await waitFor(() => screen.getByRole('button', { name: 'Edit Write the offer' }));
  const item = block.closest('li') as HTMLElement;
  await user.click(within(item).getByRole('button', { name: 'Write the offer' }));
  expect(await screen.findByRole('dialog', { name: /Edit/ })).toBeTruthy();
});

test.each(['/today', '/tasks', `/calendar?view=day&date=${TODAY}`])(
  'a task shows on %s how much of its estimate was worked',
  async (path) => {
    await renderPage(path, { seed });
    const offer = await screen.findByRole('button', { name: /^Write the offer/ });
    await waitFor(() => expect(offer.closest('li')?.textContent).toContain('1h 58m of 2h'));
  },
);

test('a priority shows how much of its estimate was worked', async () => {
  const tasks = seed.tasks.map((task) => ({ ...task, isPriority: true }));
  await renderPage('/today', { seed: { ...seed, tasks } });
  await waitFor(() => expect(row('Write the offer')?.textContent).toContain('1h 58m of 2h'));
});

describe('the title in the details', () => {
  const tasks = [{ title: 'Call Noor' }, { title: 'Tidy up' }];
  const saved = () => screen.findByText('All changes saved');
  const openTitle = async ({ user }: Awaited<ReturnType<typeof renderPage>>) => {
    await user.click(title('Call Noor'));
    await details();
    return screen.getByLabelText<HTMLTextAreaElement>('Task title');
  };

  test('has the focus, and Enter saves it', async () => {
    const page = await renderPage('/tasks', { seed: { tasks } });
    const field = await openTitle(page);
    expect(document.activeElement).toBe(field);
    await page.user.keyboard(' tomorrow{Enter}');
    await saved();
    expect(page.server.records('tasks')).toMatchObject([
      { title: 'Call Noor tomorrow' },
      { title: 'Tidy up' },
    ]);
    expect(document.activeElement).toBe(field);
    expect(screen.queryByText('Discard your changes?')).toBeNull();
  });

  test('is saved when the focus leaves it', async () => {
    const page = await renderPage('/tasks', { seed: { tasks } });
    await openTitle(page);
    await page.user.keyboard(' tomorrow{Tab}');
    await saved();
    expect(page.server.records('tasks')[0]).toMatchObject({ title: 'Call Noor tomorrow' });
  });

  test('is restored by Escape, and the next Escape closes the details', async () => {
    const page = await renderPage('/tasks', { seed: { tasks } });
    const field = await openTitle(page);
    await page.user.keyboard(' tomorrow{Escape}');
    expect(field.value).toBe('Call Noor');
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await saved();
    expect(page.server.records('tasks')[0]).toMatchObject({ title: 'Call Noor' });
  });

  test('is saved together with the other fields by Save', async () => {
    const page = await renderPage('/tasks', { seed: { tasks } });
    await openTitle(page);
    await page.user.keyboard(' tomorrow');
    const dialog = within(await details());
    fireEvent.change(dialog.getByLabelText('Estimate'), { target: { value: '30m' } });
    await page.user.click(dialog.getByRole('button', { name: 'Save' }));
    await saved();
    expect(page.server.records('tasks')[0]).toMatchObject({
      title: 'Call Noor tomorrow',
      estimateMinutes: 30,
    });
  });

  test('is merged with the title that another device has given the task meanwhile', async () => {
    const page = await renderPage('/tasks', {
      seed: { tasks: [{ title: 'Call Noor about the offer' }] },
    });
    await page.user.click(title('Call Noor about the offer'));
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Task title');
    await page.user.keyboard(' tomorrow');
    const [task] = page.server.records('tasks');
    page.server.put('tasks', { ...task, id: 1001, title: 'Ring Noor about the offer' });
    await act(() => page.sync().pull());
    await page.user.keyboard('{Enter}');
    await waitFor(() => expect(field.value).toBe('Ring Noor about the offer tomorrow'));
    await waitFor(() =>
      expect(page.server.records('tasks')).toMatchObject([
        { title: 'Ring Noor about the offer tomorrow' },
      ]),
    );
  });

  test('that is too long says so and is not lost without a question', async () => {
    const page = await renderPage('/tasks', { seed: { tasks } });
    const field = await openTitle(page);
    fireEvent.change(field, { target: { value: 'x'.repeat(501) } });
    await page.user.keyboard('{Enter}');
    await screen.findByRole('alert');
    await page.user.click(within(await details()).getByRole('button', { name: 'Cancel' }));
    await screen.findByText('Discard your changes?');
  });
});

test('a double-click on a title edits it in the row and opens nothing', async () => {
  const { user, server } = await renderPage('/tasks', { seed });
  await user.dblClick(title('Tidy up'));
  const field = await screen.findByLabelText('Task title');
  expect(field.closest('li')).toBeTruthy();
  await user.type(field, ' now{Enter}');
  await screen.findByText('All changes saved');
  expect(server.records('tasks').map((task) => task.title)).toContain('Tidy up now');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a tap on a title opens the details at once', async () => {
  await renderPage('/tasks', { seed, phone: true, wait: false });
  const one = await screen.findByRole('button', { name: 'Tidy up' });
  fireEvent.pointerDown(one, { pointerType: 'touch' });
  fireEvent.click(one, { detail: 1 });
  fireEvent.pointerDown(one, { pointerType: 'touch' });
  await expectDetails('Tidy up');
  expect(screen.queryByLabelText('Task title')).toBeNull();
});
