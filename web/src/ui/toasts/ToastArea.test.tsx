import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toast } from './toast';
import ToastArea from './ToastArea';

beforeEach(() => {
  vi.useFakeTimers();
  render(<ToastArea />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const toasts = () => [...document.querySelectorAll<HTMLElement>('[data-toast]')];
const shown = () => toasts().map((one) => one.querySelector('strong')?.textContent);

/** Waits in steps, because each part of an animation starts in an effect of the previous one. */
async function wait(ms: number) {
  for (let passed = 0; passed < ms; passed += 50) await act(() => vi.advanceTimersByTimeAsync(50));
}

/** Longer than a toast takes to appear, in ms. */
const APPEARS_MS = 500;
/** Time in which one toast leaves and the next appears, but too short for three such changes, in ms. */
const LEAVES_MS = 1000;

/** Shows a toast, and waits until the toast is visible. */
async function show(title: string) {
  act(() => toast({ title }));
  await wait(APPEARS_MS);
  const [one] = toasts();
  if (!one) throw new Error('There is no toast.');
  return one;
}

test('after several toasts in quick succession, only the last one is shown', async () => {
  await show('One');
  expect(shown()).toEqual(['One']);
  act(() => ['Two', 'Three', 'Four'].forEach((title) => toast({ title })));
  await wait(LEAVES_MS);
  expect(shown()).toEqual(['Four']);
});

test('a toast stays for 5000 ms', async () => {
  await show('One');
  await wait(5000 - APPEARS_MS - 100);
  expect(shown()).toEqual(['One']);
  await wait(100 + LEAVES_MS);
  expect(shown()).toEqual([]);
});

test('swiping a toast right closes it if the swipe is at least 50 px long', async () => {
  const one = await show('One');
  const swipe = async (px: number) => {
    fireEvent.pointerDown(one, { clientX: 100 });
    fireEvent.pointerMove(one, { clientX: 100 + px });
    expect(one.style.transform).toBe(`translateX(${px}px)`);
    fireEvent.pointerUp(one, { clientX: 100 + px });
    await wait(LEAVES_MS);
  };
  await swipe(49);
  expect(shown()).toEqual(['One']);
  expect(one.style.transform).toBe('');
  await swipe(50);
  expect(shown()).toEqual([]);
});

test('a toast that is focused with F8 stays until Escape closes it', async () => {
  const one = await show('One');
  fireEvent.keyDown(document.body, { key: 'F8' });
  expect(document.activeElement).toBe(one);
  await wait(8000);
  expect(shown()).toEqual(['One']);
  fireEvent.keyDown(one, { key: 'Escape' });
  await wait(LEAVES_MS);
  expect(shown()).toEqual([]);
});
