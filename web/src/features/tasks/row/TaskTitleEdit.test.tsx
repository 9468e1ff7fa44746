import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { descriptionOf } from '../../../../test/descriptionOf';
import { TaskTitleEdit } from './TaskTitleEdit';

afterEach(cleanup);

async function retype(text: string, props: { isDeleted?: boolean } = {}) {
  const [onType, onSave, onCancel] = [vi.fn(), vi.fn(), vi.fn()];
  const { unmount } = render(
    <>
      <TaskTitleEdit title="Old" {...props} {...{ onType, onSave, onCancel }} />
      <button type="button">Elsewhere</button>
    </>,
  );
  const input = screen.getByLabelText<HTMLInputElement>('Task title');
  const leave = () => userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
  await userEvent.clear(input);
  if (text) await userEvent.type(input, text);
  return { input, onType, onSave, onCancel, leave, unmount };
}

test('Enter saves the trimmed title', async () => {
  const { onSave } = await retype('  New {Enter}');
  expect(onSave).toHaveBeenCalledExactlyOnceWith('New', 'Old');
});

test('the check button saves', async () => {
  const { onSave } = await retype('New');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSave).toHaveBeenCalledExactlyOnceWith('New', 'Old');
});

test('Escape and X cancel', async () => {
  const { onSave, onCancel } = await retype('New{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onCancel).toHaveBeenCalledTimes(2);
  expect(onSave).not.toHaveBeenCalled();
});

test('an edit that is empty after trimming is ignored', async () => {
  const { onSave, onCancel } = await retype('   {Enter}');
  expect(onSave).not.toHaveBeenCalled();
  expect(onCancel).not.toHaveBeenCalled();
});

test('a title that is too long shows an error at the field', async () => {
  const { input, onSave } = await retype('x');
  await userEvent.click(input);
  await userEvent.paste('x'.repeat(500));
  await userEvent.keyboard('{Enter}');
  expect(descriptionOf(input)).toBe('Must be at most 500 characters');
  expect(input.value).toBe('x'.repeat(501));
  expect(onSave).not.toHaveBeenCalled();
});

test('moving the focus away saves the typed title once', async () => {
  const { onSave, onCancel, leave } = await retype('New');
  await leave();
  expect(onSave).toHaveBeenCalledExactlyOnceWith('New', 'Old');
  expect(onCancel).not.toHaveBeenCalled();
});

test.each(['Old', '   '])('moving the focus away from %j keeps the old title', async (text) => {
  const { onSave, onCancel, leave } = await retype(text);
  await leave();
  expect(onSave).not.toHaveBeenCalled();
  expect(onCancel).toHaveBeenCalledOnce();
});

test('moving the focus away from a title that is too long keeps the field open', async () => {
  const { input, onSave, onCancel, leave } = await retype('x');
  await userEvent.click(input);
  await userEvent.paste('x'.repeat(500));
  await leave();
  expect(descriptionOf(input)).toBe('Must be at most 500 characters');
  expect(onSave).not.toHaveBeenCalled();
  expect(onCancel).not.toHaveBeenCalled();
});

test('leaving the screen saves the typed title unless it was saved or canceled', async () => {
  const typed = await retype('New');
  typed.unmount();
  expect(typed.onSave).toHaveBeenCalledExactlyOnceWith('New', 'Old');
  const cancelled = await retype('New{Escape}');
  cancelled.unmount();
  expect(cancelled.onSave).not.toHaveBeenCalled();
  const saved = await retype('New{Enter}');
  saved.unmount();
  expect(saved.onSave).toHaveBeenCalledOnce();
});

test('the caret is at the end of the title', async () => {
  render(<TaskTitleEdit title="Old" onType={vi.fn()} onSave={vi.fn()} onCancel={vi.fn()} />);
  await userEvent.keyboard('er');
  expect(screen.getByLabelText<HTMLInputElement>('Task title').value).toBe('Older');
});

test('leaving the field doesn’t save a task that was deleted during the edit', async () => {
  const { input, onSave, leave, unmount } = await retype('New', { isDeleted: true });
  expect(descriptionOf(input)).toBe('This task was deleted. Save to bring it back.');
  await leave();
  expect(onSave).not.toHaveBeenCalled();
  await userEvent.type(input, '{Enter}');
  expect(onSave).toHaveBeenCalledExactlyOnceWith('New', 'Old');
  unmount();
  expect(onSave).toHaveBeenCalledOnce();
});
