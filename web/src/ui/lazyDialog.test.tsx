import { render, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { lazyDialog } from './lazyDialog';
import { toastArea } from './toast';

it('a dialog whose code can’t be loaded is closed with a toast, and opens once the code was fetched', async () => {
  const shown = vi.fn();
  onTestFinished(toastArea.open(({ title }) => shown(title)));
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi
    .fn<() => Promise<{ default: (props: { onClose: () => void }) => string }>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue({ default: () => 'Here' });
  const Dialog = lazyDialog(load);
  const onClose = vi.fn();

  const { unmount } = render(<Dialog onClose={onClose} />);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(shown).toHaveBeenCalledExactlyOnceWith('This couldn’t be opened');
  unmount();
  expect(consoleError, 'React reports what an error boundary catches').toHaveBeenCalledOnce();
  consoleError.mockClear();

  Dialog.preload();
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  render(<Dialog onClose={onClose} />);
  expect(await screen.findByText('Here')).toBeTruthy();
});
