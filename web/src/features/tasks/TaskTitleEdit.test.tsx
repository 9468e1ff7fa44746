import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { descriptionOf } from '../../../test/descriptionOf';
import { TaskTitleEdit } from './TaskTitleEdit';

afterEach(cleanup);

async function retype(text: string) {
  const [onSave, onCancel] = [vi.fn(), vi.fn()];
  render(<TaskTitleEdit title="Old" onSave={onSave} onCancel={onCancel} />);
  const input = screen.getByLabelText<HTMLInputElement>('Task title');
  await userEvent.clear(input);
  await userEvent.type(input, text);
  return { input, onSave, onCancel };
}

test('§4 Enter saves the title, trimmed', async () => {
  const { onSave } = await retype('  New {Enter}');
  expect(onSave).toHaveBeenCalledExactlyOnceWith('New');
});

test('§4 the check button saves', async () => {
  const { onSave } = await retype('New');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSave).toHaveBeenCalledExactlyOnceWith('New');
});

test('§4 Escape and X cancel', async () => {
  const { onSave, onCancel } = await retype('New{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onCancel).toHaveBeenCalledTimes(2);
  expect(onSave).not.toHaveBeenCalled();
});

test('§5 an edit that is empty after trim is ignored', async () => {
  const { onSave, onCancel } = await retype('   {Enter}');
  expect(onSave).not.toHaveBeenCalled();
  expect(onCancel).not.toHaveBeenCalled();
});

test('§5 a title that is too long shows an error at the field, and is kept', async () => {
  const { input, onSave } = await retype('x');
  await userEvent.click(input);
  await userEvent.paste('x'.repeat(500));
  await userEvent.keyboard('{Enter}');
  expect(descriptionOf(input)).toBe('Must be at most 500 characters');
  expect(input.value).toBe('x'.repeat(501));
  expect(onSave).not.toHaveBeenCalled();
});
