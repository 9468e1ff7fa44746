import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../renderPage';

/**
 * The ways in which browsers mark a key that belongs to an input method. Safari marks the last key of a composition by
 * the code alone.
 */
const COMPOSING = [
  { isComposing: true, keyCode: 229 },
  { isComposing: true },
  { isComposing: false, keyCode: 229 },
];

/** Presses keys in a field while an input method is open. */
function compose(field: HTMLElement, ...keys: string[]) {
  for (const key of keys) for (const how of COMPOSING) fireEvent.keyDown(field, { key, ...how });
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });

test('keys of an input method reach no listener, but the keys after them do', async () => {
  await renderPage('/tasks');
  const onKey = vi.fn();
  document.addEventListener('keydown', onKey);
  window.addEventListener('keydown', onKey, true);
  compose(document.body, 'Enter', 'Escape', 'Tab', 'ArrowDown', 'a');
  expect(onKey).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(onKey).toHaveBeenCalledTimes(2);
  document.removeEventListener('keydown', onKey);
  window.removeEventListener('keydown', onKey, true);
});

test('Enter of an input method adds no task in the Add Task dialog', async () => {
  const { user, server } = await renderPage('/tasks');
  await user.click(button('Add Task'));
  const title = await screen.findByLabelText<HTMLInputElement>('Title');
  await user.type(title, 'トンネル');
  compose(title, 'Enter');
  expect(title.value).toBe('トンネル');
  compose(title, 'Escape');
  expect(screen.getByRole('dialog', { name: 'Add Task' })).toBeTruthy();
  expect(server.records('tasks')).toEqual([]);
});

test('Enter of an input method adds no step, and Escape keeps its estimate open', async () => {
  const { user } = await renderPage('/tasks', {
    seed: {
      tasks: [
        { id: 1, title: 'Move' },
        { id: 2, title: 'Van', parentId: 1, position: 'a0' },
      ],
    },
  });
  await user.click(await screen.findByRole('button', { name: /0 of 1 steps?/ }));
  const field = await screen.findByLabelText<HTMLInputElement>('Add a step');
  await user.type(field, '箱');
  compose(field, 'Enter');
  expect(field.value).toBe('箱');
  await user.click(button('More actions for Van'));
  await user.click(await screen.findByRole('menuitem', { name: 'Estimate…' }));
  const estimate = await screen.findByLabelText('Estimate');
  compose(estimate, 'Escape', 'Enter');
  expect(screen.getByLabelText('Estimate')).toBe(estimate);
});

test('Escape of an input method keeps an edited title and pasted lines', async () => {
  const { user } = await renderPage('/tasks', { seed: { tasks: [{ title: 'Move' }] } });
  await user.click(await screen.findByRole('button', { name: 'More actions for Move' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Edit|^Rename/ }));
  const title = await screen.findByLabelText<HTMLInputElement>('Task title');
  await user.type(title, '箱');
  compose(title, 'Escape', 'Enter');
  expect(screen.getByLabelText<HTMLInputElement>('Task title').value).toBe('Move箱');
  await user.keyboard('{Escape}');
  const line = screen.getByLabelText('New task');
  await user.click(line);
  fireEvent.paste(line, { clipboardData: { getData: () => 'one\ntwo' } });
  const choice = await screen.findByRole('button', { name: '2 tasks' });
  compose(choice, 'Escape');
  expect(button('2 tasks')).toBe(choice);
});

test('Escape of an input method keeps a priority that is being typed', async () => {
  const { user } = await renderPage('/today');
  await user.click(button('Add Priority'));
  const priority = screen.getByLabelText<HTMLInputElement>('Priority title');
  await user.type(priority, '箱');
  compose(priority, 'Escape', 'Enter');
  expect(screen.getByLabelText<HTMLInputElement>('Priority title').value).toBe('箱');
});

test('Escape of an input method keeps a category name that is being typed', async () => {
  const { user } = await renderPage('/tasks');
  await user.selectOptions(screen.getByLabelText('Filter by category'), 'Edit categories…');
  await screen.findByRole('dialog', { name: 'Categories' });
  await user.click(button('Add Category'));
  const name = screen.getByLabelText<HTMLInputElement>('Name');
  await user.type(name, '庭');
  compose(name, 'Escape', 'Enter');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('庭');
});
