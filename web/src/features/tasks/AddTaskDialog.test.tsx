import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { descriptionOf } from '../../../test/descriptionOf';
import AddTaskDialog from './AddTaskDialog';

vi.mock('../categories/categoryQueries', () => ({
  useCategoryMutations: () => ({ create: () => 7 }),
}));

afterEach(cleanup);

test('§5 Add Task shows at the field that its title is empty, or blank', async () => {
  const onAdd = vi.fn();
  render(<AddTaskDialog categories={[]} categoryId={null} onAdd={onAdd} onClose={vi.fn()} />);
  const title = screen.getByLabelText<HTMLInputElement>('Title');
  expect(document.activeElement).toBe(title);
  const add = screen.getByRole('button', { name: 'Add Task' });
  await userEvent.click(add);
  expect(descriptionOf(title)).toBe('Task title is required');
  await userEvent.type(title, '   ');
  expect(descriptionOf(title)).toBe('Task title cannot be empty');
  await userEvent.type(title, ' Water the ferns ');
  await userEvent.click(add);
  expect(onAdd).toHaveBeenCalledExactlyOnceWith({
    id: expect.any(Number),
    title: 'Water the ferns',
    categoryId: null,
  });
});
