// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, renderPage, shows } from '../../test/renderPage';

const filterOptions = () =>
  within(screen.getByLabelText('Filter by category'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

test('an empty list says so, and default categories are created when none exist', async () => {
  const { server } = await renderPage('/tasks', { seed: { categories: [] } });
  expect(screen.getByRole('heading', { name: 'No tasks yet' })).toBeTruthy();
  const names = ['Work', 'Personal', 'Learning', 'Health'];
  await waitFor(() => expect(filterOptions()).toEqual(['All Categories', ...names]));
  await waitFor(() => expect(server.records('categories').map(({ name }) => name)).toEqual(names));
});

test('a change the server refuses stays on its task, marked, until it is retried or discarded', async () => {
  const { user, server, answer } = await renderPage('/tasks', {
    seed: { tasks: [{ title: 'Ticked' }] },
  });
  const back = answer(/^PATCH/, () => refusal(400, 'This is not possible.'));
  const checkbox = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Ticked' });
  await user.click(checkbox);
  await shows('Not saved · This is not possible.');
  await screen.findByText('Error updating task');
  expect(checkbox.checked).toBe(true);
  expect(screen.getByText('1 change needs attention')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await screen.findByText('All changes saved');
  expect(checkbox.checked).toBe(false);

  await user.click(checkbox);
  await shows('Not saved · This is not possible.');
  back();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('All changes saved');
  expect(checkbox.checked).toBe(true);
  expect(server.records('tasks')).toMatchObject([{ completed: true }]);
});
