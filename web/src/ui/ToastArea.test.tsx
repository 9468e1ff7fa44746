// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toast } from './toast';
import ToastArea from './ToastArea';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const shown = () =>
  [...document.querySelectorAll('[data-toast] strong')].map(({ textContent }) => textContent);

/** In steps, since each part of an animation starts in an effect of the one before. */
async function wait(ms: number) {
  for (let passed = 0; passed < ms; passed += 50) await act(() => vi.advanceTimersByTimeAsync(50));
}

test('§9 one toast at a time: of several in quick succession only the last one follows', async () => {
  render(<ToastArea />);
  act(() => toast({ title: 'One' }));
  await wait(500);
  expect(shown()).toEqual(['One']);
  act(() => ['Two', 'Three', 'Four'].forEach((title) => toast({ title })));
  // Longer than one toast takes to leave, and shorter than three.
  await wait(1000);
  expect(shown()).toEqual(['Four']);
});
