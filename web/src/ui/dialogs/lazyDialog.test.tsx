import { act, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi, type MockInstance } from 'vitest';
import { lazyPart } from '../../lib/browser/lazyPart';
import { PartBoundary } from '../states/Boundary';
import { lazyDialog } from './lazyDialog';
import { toastArea } from '../toasts/toast';
import { useLaterPart } from './useLaterPart';

let isReachable = false;

let consoleError: MockInstance;

beforeEach(() => {
  isReachable = false;
  // React reports what an error boundary catches.
  consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => void consoleError.mockClear());

/** The code of a part, which can be fetched once the server is reachable. */
const codeOf = <Props extends object>(Part: (props: Props) => ReactNode) =>
  vi.fn(async () => {
    if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: Part };
  });

const setOnline = (isOnline: boolean) =>
  void vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);

const comeOnline = () => {
  isReachable = true;
  setOnline(true);
  act(() => void dispatchEvent(new Event('online')));
};

it('a dialog that can’t be loaded offline says so, and opens when the network is back', async () => {
  setOnline(false);
  const Dialog = lazyDialog(codeOf((_: { onClose: () => void }) => 'Here'));
  const onClose = vi.fn();
  render(<Dialog onClose={onClose} />);
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('This can’t be opened without a network yet');
  comeOnline();
  expect(await screen.findByText('Here')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(onClose, 'it would discard what was typed').not.toHaveBeenCalled();
});

it('a dialog that can’t be loaded online opens at Try again', async () => {
  setOnline(true);
  const Dialog = lazyDialog(codeOf((_: { onClose: () => void }) => 'Here'));
  render(<Dialog onClose={() => undefined} />);
  await screen.findByText('This couldn’t be opened');
  isReachable = true;
  act(() => screen.getByRole('button', { name: 'Try again' }).click());
  expect(await screen.findByText('Here')).toBeTruthy();
});

it('a menu that was closed meanwhile says nothing', async () => {
  setOnline(false);
  const load = codeOf((_: { open: boolean; onClose: () => void }) => 'Here');
  const Menu = lazyDialog(load);
  render(<Menu open={false} onClose={() => undefined} />);
  await waitFor(() => expect(load).toHaveBeenCalled());
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a dialog that can’t be drawn is closed with a toast', async () => {
  const shown = vi.fn();
  onTestFinished(toastArea.open(({ title }) => shown(title)));
  const Broken = (_: { onClose: () => void }): ReactNode => {
    throw new Error('a mistake');
  };
  const Dialog = lazyDialog(async () => ({ default: Broken }));
  const onClose = vi.fn();
  render(<Dialog onClose={onClose} />);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(shown).toHaveBeenCalledExactlyOnceWith('This couldn’t be opened');
});

it('a part of a screen that can’t be loaded leaves its place to the fallback until the network is back', async () => {
  setOnline(false);
  const Part = lazyPart(codeOf(() => 'Drawn'));
  render(
    <PartBoundary fallback="As text">
      <Part />
    </PartBoundary>,
  );
  await waitFor(() => expect(consoleError).toHaveBeenCalled());
  expect(screen.getByText('As text')).toBeTruthy();
  comeOnline();
  expect(await screen.findByText('Drawn')).toBeTruthy();
});

it('a part that is loaded later is asked for again when the network is back', async () => {
  const load = codeOf(() => 'Later');
  function Screen() {
    const part = useLaterPart(load);
    return part ? <part.default /> : null;
  }
  render(<Screen />);
  await waitFor(() => expect(load).toHaveBeenCalled());
  comeOnline();
  expect(await screen.findByText('Later')).toBeTruthy();
});
