import { act, render, screen, waitFor } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, onTestFinished, vi, type MockInstance } from 'vitest';
import { lazyComponent } from './lazyComponent';
import { PartBoundary } from './states/Boundary';
import { toastArea } from './toasts/toast';

let isReachable = false;

let consoleError: MockInstance;

beforeEach(() => {
  isReachable = false;
  // React logs the errors that an error boundary catches.
  consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => void consoleError.mockClear());

/** Returns a part's import, which succeeds once the server is reachable. */
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

it('a dialog that can’t be loaded offline opens when the network is back', async () => {
  setOnline(false);
  const Dialog = lazyComponent(codeOf((_: { onClose: () => void }) => 'Here'));
  const onClose = vi.fn();
  render(<Dialog onClose={onClose} />);
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('This can’t be opened offline yet');
  comeOnline();
  expect(await screen.findByText('Here')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(onClose, 'closing would discard the typed text').not.toHaveBeenCalled();
});

it('a dialog that can’t be loaded online opens after Try again', async () => {
  setOnline(true);
  const Dialog = lazyComponent(codeOf((_: { onClose: () => void }) => 'Here'));
  render(<Dialog onClose={() => undefined} />);
  await screen.findByText('This couldn’t be opened');
  isReachable = true;
  act(() => screen.getByRole('button', { name: 'Try again' }).click());
  expect(await screen.findByText('Here')).toBeTruthy();
});

it('a closed menu whose code can’t be loaded shows no error', async () => {
  setOnline(false);
  const load = codeOf((_: { open: boolean; onClose: () => void }) => 'Here');
  const Menu = lazyComponent(load);
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
  const Dialog = lazyComponent(async () => ({ default: Broken }));
  const onClose = vi.fn();
  render(<Dialog onClose={onClose} />);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(shown).toHaveBeenCalledExactlyOnceWith('This couldn’t be opened');
});

it('a part of a screen that can’t be loaded shows its fallback until the network is back', async () => {
  setOnline(false);
  const Part = lazyComponent(codeOf(() => 'Drawn'));
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

it('a part shows its fallback only if it was not preloaded', async () => {
  const Part = lazyComponent(() =>
    Promise.resolve({ default: ({ name }: { name: string }) => `Here: ${name}` }),
  );
  const drawn = () =>
    renderToString(
      <Suspense fallback="Waiting">
        <Part name="notes" />
      </Suspense>,
    );
  expect(drawn()).toContain('Waiting');
  await Part.load();
  expect(drawn()).toContain('Here: notes');
});

it('a part whose preloading failed is loaded again when it is drawn', async () => {
  const Part = lazyComponent(codeOf(() => 'Drawn'));
  expect(await Part.load()).toBeUndefined();
  isReachable = true;
  render(
    <PartBoundary>
      <Part />
    </PartBoundary>,
  );
  expect(await screen.findByText('Drawn')).toBeTruthy();
});
