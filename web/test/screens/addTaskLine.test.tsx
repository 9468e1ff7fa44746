import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPage, shows, toastText } from '../renderPage';
import { addDays, localDay, localInstant, timeOnDay } from '../../src/lib/time/dates';

afterEach(() => {
  delete process.env.TZ;
});

const line = () => screen.getByLabelText<HTMLInputElement>('New task');
const chips = () =>
  within(screen.getByRole('list', { name: 'Recognized words' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const chip = (name: string) => screen.findByRole('button', { name: new RegExp(name) });
const saved = () => screen.findByText('All changes saved');
const tomorrow = () => addDays(localDay(new Date()), 1);

test('N focuses the quick-entry line, and Enter adds its task and keeps the focus there', async () => {
  const { user, server } = await renderPage('/tasks');
  await user.keyboard('n');
  await waitFor(() => expect(document.activeElement).toBe(line()));
  await user.keyboard('Call Noor tomorrow 30m #work !');
  await waitFor(() => expect(chips()).toHaveLength(4));
  expect(chips().slice(1)).toEqual(['30m', 'Work', 'Top 3']);
  await user.keyboard('{Enter}');
  expect(line().value).toBe('');
  expect(document.activeElement).toBe(line());
  await user.keyboard('nothing else{Enter}');
  await screen.findByRole('checkbox', { name: 'nothing else' });
  await user.keyboard('Write !');
  await chip('Top 3');
  await user.keyboard('{Enter}');
  await saved();
  expect(server.records('tasks')).toMatchObject([
    {
      title: 'Call Noor',
      plannedDay: tomorrow(),
      estimateMinutes: 30,
      categoryId: 1,
      isPriority: true,
      repeat: null,
    },
    { title: 'nothing else', plannedDay: null, categoryId: null, isPriority: false },
    { title: 'Write', plannedDay: localDay(new Date()), isPriority: true },
  ]);
});

test('a typed time makes a time block as long as the estimate', async () => {
  const { user, server } = await renderPage('/tasks');
  await user.type(line(), 'Call Noor tomorrow 3pm 45m{Enter}');
  await screen.findByRole('checkbox', { name: 'Call Noor' });
  await saved();
  const [task] = server.records('tasks');
  const at = (minutes: number) => localInstant(timeOnDay(tomorrow(), minutes));
  expect(server.records('events')).toMatchObject([
    { title: 'Call Noor', taskId: task?.id, start: at(15 * 60), end: at(15 * 60 + 45) },
  ]);
  expect(task).toMatchObject({ plannedDay: tomorrow(), estimateMinutes: 45 });
});

test('Backspace or a click on a chip undoes a reading and keeps the words', async () => {
  const { user, server } = await renderPage('/tasks');
  await user.type(line(), 'Call Noor 30m tomorrow');
  await waitFor(() => expect(chips()).toHaveLength(2));
  await user.keyboard('{Backspace}');
  expect(line().value).toBe('Call Noor 30m tomorrow');
  await waitFor(() => expect(chips()).toEqual(['30m']));
  await user.clear(line());
  await user.type(line(), 'Call Noor tomorrow 30m');
  await user.click(await chip('Keep “tomorrow” as text'));
  expect(document.activeElement).toBe(line());
  expect(chips()).toEqual(['30m']);
  await user.keyboard('{Enter}');
  await screen.findByRole('checkbox', { name: 'Call Noor tomorrow' });
  await saved();
  expect(server.records('tasks')).toMatchObject([{ plannedDay: null, estimateMinutes: 30 }]);
});

test('“next friday” shows both candidates, and the other one can be chosen', async () => {
  const { user, server } = await renderPage('/tasks');
  await user.type(line(), 'Call Noor next friday');
  const other = await chip('^or Fri');
  const first = chips()[0];
  await user.click(other);
  expect(chips()[0]).not.toBe(first);
  expect(chips()[1]).toBe(`or ${first}`);
  await user.keyboard('{Enter}');
  await saved();
  const [task] = server.records('tasks');
  expect(task?.plannedDay).toBeTruthy();
});

test('the chip of a repeat shows its time, and a time after midnight is on the next day', async () => {
  const { user } = await renderPage('/tasks');
  await user.type(line(), 'Stretch every evening at 8');
  await waitFor(() => expect(chips()).toHaveLength(1));
  expect(chips()[0]).toMatch(/^Every day, from .*, 8:00 PM$/);
  await user.clear(line());
  await user.type(line(), 'Feed the cat tonight at 1');
  const date = timeOnDay(tomorrow(), 0).getDate();
  await waitFor(() => expect(chips()[0]).toMatch(new RegExp(` ${date}.*, 1:00 AM$`)));
});

const paste = (text: string) => fireEvent.paste(line(), { clipboardData: { getData: () => text } });

test('pasted lines become one task with steps, or several tasks', async () => {
  const { user, server } = await renderPage('/tasks');
  await user.click(line());
  paste('Pack for Lisbon\n- [ ] passport\n2. charger\n\n');
  await user.click(await screen.findByRole('button', { name: 'One task with 2 steps' }));
  expect(document.activeElement).toBe(line());
  await screen.findByRole('checkbox', { name: 'Pack for Lisbon' });
  await saved();
  const titled = (title: string) => server.records('tasks').find((task) => task.title === title);
  const parentId = titled('Pack for Lisbon')?.id;
  expect(titled('passport')).toMatchObject({ parentId });
  expect(titled('charger')).toMatchObject({ parentId });

  paste('Call Noor tomorrow\nWrite to Ada 30m');
  await user.click(await screen.findByRole('button', { name: '2 tasks' }));
  await screen.findByRole('checkbox', { name: 'Write to Ada' });
  await saved();
  expect(titled('Call Noor')).toMatchObject({ plannedDay: tomorrow(), parentId: null });
  expect(titled('Write to Ada')).toMatchObject({ estimateMinutes: 30, parentId: null });

  paste('one\ntwo');
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(line().value).toBe('one two');
});

test('a chip shows when the block begins if the clocks skip the typed time', async () => {
  const { user, server } = await renderPage('/tasks', {
    seed: { settings: { timeZone: 'Europe/Berlin', hourFormat: '24h' } },
  });
  const year = new Date().getFullYear() + 1;
  const sunday = 31 - new Date(Date.UTC(year, 2, 31)).getUTCDay();
  await user.type(line(), `Call Noor ${sunday} Mar ${year} at 2:30am`);
  await waitFor(() => expect(chips()[0]).toMatch(/, 0?3:30$/));
  await user.clear(line());
  await user.type(line(), `Call Noor ${sunday} Mar ${year} 1am-3:30am`);
  await waitFor(() => expect(chips()[0]).toMatch(/, 0?1:00 – 0?3:30$/));
  await user.keyboard('{Enter}');
  await screen.findByRole('checkbox', { name: 'Call Noor' });
  await saved();
  expect(server.records('events')).toMatchObject([
    { start: `${year}-03-${sunday}T01:00:00+01:00`, end: `${year}-03-${sunday}T03:30:00+02:00` },
  ]);
});

test('equal pasted lines each become a task or a step', async () => {
  const { user, server } = await renderPage('/tasks');
  await user.click(line());
  paste('Lunge\nRest\nPlank\nRest\n');
  await screen.findByText('You pasted 4 lines. Add them as');
  expect(screen.getByRole('button', { name: 'One task with 3 steps' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '4 tasks' }));
  await screen.findByRole('checkbox', { name: 'Plank' });
  await saved();
  expect(
    server
      .records('tasks')
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['Lunge', 'Plank', 'Rest', 'Rest']);
});

test('pasted lines return to the quick-entry line if the title is too long for a task', async () => {
  const { user } = await renderPage('/tasks');
  const title = 'a'.repeat(501);
  await user.click(line());
  paste(`${title}\nPack the tent\n`);
  await user.click(await screen.findByRole('button', { name: 'One task with 1 step' }));
  await waitFor(() => expect(line().value).toBe(`${title} Pack the tent`));
});

test('indented pasted lines are offered as steps of the lines above them', async () => {
  const { user, server } = await renderPage('/tasks');
  await user.click(line());
  paste('Hall\n  Paint\n  Rest\nKitchen\n  Rest');
  const choice = await screen.findByRole('button', { name: '2 tasks with 3 steps' });
  expect(document.activeElement).toBe(choice);
  expect(screen.getByRole('button', { name: '5 tasks' })).toBeTruthy();
  await user.click(choice);
  await screen.findByRole('checkbox', { name: 'Kitchen' });
  await saved();
  const tasks = server.records('tasks');
  const stepsOf = (title: string) => {
    const id = tasks.find((task) => task.title === title)?.id;
    return tasks.filter((task) => task.parentId === id).map((task) => task.title);
  };
  expect([stepsOf('Hall'), stepsOf('Kitchen')]).toEqual([['Paint', 'Rest'], ['Rest']]);
});

test('the chip says that the Top 3 is full until a slot is free', async () => {
  const tasks = ['One', 'Two', 'Three'].map((title, order) => ({ title, isPriority: true, order }));
  const { user, server } = await renderPage('/tasks', { seed: { tasks } });
  await user.type(line(), 'Call Noor !');
  await waitFor(() => expect(chips()).toEqual(['Top 3 is full']));
  await user.click(screen.getByRole('button', { name: 'More actions for Three' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await waitFor(() => expect(chips()).toEqual(['Top 3']));
  await user.type(line(), '{Enter}');
  await saved();
  expect(server.records('tasks')[2]).toMatchObject({ isPriority: true, order: 2 });
});

test('pasted and typed tasks join the Top 3 only while it has a free slot', async () => {
  const { user, server } = await renderPage('/tasks', {
    seed: { tasks: [{ title: 'One', isPriority: true, order: 0 }] },
  });
  await user.click(line());
  paste('Walk\nCall Noor !\nWrite !\nRest !');
  await user.click(await screen.findByRole('button', { name: '4 tasks' }));
  await screen.findByRole('checkbox', { name: 'Rest' });
  await user.type(line(), 'Run !');
  await waitFor(() => expect(chips()).toEqual(['Top 3 is full']));
  await user.keyboard('{Enter}');
  await screen.findByRole('checkbox', { name: 'Run' });
  await saved();
  expect(
    server.records('tasks').map(({ title, isPriority, order }) => [title, isPriority && order]),
  ).toEqual([
    ['One', 0],
    ['Walk', false],
    ['Call Noor', 1],
    ['Write', 2],
    ['Rest', false],
    ['Run', false],
  ]);
});

test('the text in the quick-entry line survives a reload until it is added', async () => {
  const { user, reload } = await renderPage('/tasks');
  await user.type(line(), 'Call Noor tom');
  await reload();
  expect(line().value).toBe('Call Noor tom');
  await user.type(line(), 'orrow{Enter}');
  await reload();
  expect(line().value).toBe('');
});

test('adding a task that the view doesn’t show leaves the view open, and a toast leads to it', async () => {
  const { user } = await renderPage('/tasks?view=today');
  await user.type(line(), 'Call Noor tomorrow{Enter}');
  await waitFor(() => expect(toastText()).toContain('Task addedCall Noor · Tomorrow'));
  expect(screen.queryByRole('checkbox', { name: 'Call Noor' })).toBeNull();
  expect(document.activeElement).toBe(line());
  await user.type(line(), 'Call Ada{Enter}');
  await screen.findByRole('checkbox', { name: 'Call Ada' });
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await screen.findByRole('checkbox', { name: 'Call Noor' });
});

test('a task added on /today for a later day is named in a toast that leads to it', async () => {
  const { user } = await renderPage('/today');
  await user.type(line(), 'Call Noor tomorrow{Enter}');
  await waitFor(() => expect(toastText()).toContain('Task addedCall Noor · Tomorrow'));
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await screen.findByRole('heading', { name: 'Task Management' });
  await screen.findByRole('checkbox', { name: 'Call Noor' });
});

test('a title that is too long is refused at the quick-entry line, and its text is kept', async () => {
  const { user } = await renderPage('/tasks');
  const title = 'x'.repeat(501);
  fireEvent.change(line(), { target: { value: title } });
  await user.type(line(), '{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('500');
  expect(line().value).toBe(title);
});

test('the title of Add Task fills the fields, and a value typed there wins', async () => {
  const { user, server } = await renderPage('/tasks');
  await user.type(line(), 'Call Noor');
  await user.click(screen.getByRole('button', { name: 'Show all fields' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Task' }));
  const title = dialog.getByLabelText<HTMLInputElement>('Title');
  expect(title.value).toBe('Call Noor');
  await user.type(title, ' tomorrow 30m #health');
  await waitFor(() =>
    expect(dialog.getByLabelText<HTMLInputElement>('Day').value).toBe(tomorrow()),
  );
  const estimate = dialog.getByLabelText<HTMLInputElement>('Estimate');
  expect(estimate.value).toBe('30m');
  expect(dialog.getByLabelText<HTMLSelectElement>('Category').value).toBe('4');
  await user.clear(estimate);
  await user.type(estimate, '1h');
  await user.click(dialog.getByRole('button', { name: 'Add Task' }));
  await shows('Call Noor 30m');
  await saved();
  expect(server.records('tasks')).toMatchObject([
    { title: 'Call Noor 30m', plannedDay: tomorrow(), estimateMinutes: 60, categoryId: 4 },
  ]);
});

test('Escape in the quick-entry line returns the focus to the row that had it', async () => {
  const { user } = await renderPage('/tasks', { seed: { tasks: [{ title: 'Tidy up' }] } });
  const box = screen.getByRole('checkbox', { name: 'Tidy up' });
  await waitFor(() => expect(document.querySelector('[data-rows="ready"]')).toBeTruthy());
  box.focus();
  await user.keyboard('n');
  await waitFor(() => expect(document.activeElement).toBe(line()));
  await user.keyboard('half a title{Escape}');
  expect(document.activeElement).toBe(box);
  expect(line().value).toBe('half a title');
});

test('Escape in the quick-entry line focuses the screen if nothing had the focus before', async () => {
  const { user } = await renderPage('/tasks');
  await user.keyboard('n');
  await waitFor(() => expect(document.activeElement).toBe(line()));
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(document.getElementById('main'));
});
