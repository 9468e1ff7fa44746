import { expect, it } from 'vitest';
import { afterPaint } from './afterPaint';

it('runs work after the next paint, even if a frame has begun', async () => {
  const done: string[] = [];
  afterPaint(() => done.push('before the frame'));
  await new Promise(requestAnimationFrame);
  afterPaint(() => done.push('in the frame'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(done).toEqual(['before the frame']);
  await new Promise<void>(afterPaint);
  expect(done).toEqual(['before the frame', 'in the frame']);
});
