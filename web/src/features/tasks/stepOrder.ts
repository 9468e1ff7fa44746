import type { Task } from '@daymark/contract/task';
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/** The positions of so many steps that come after these. */
export const lastPositions = (steps: readonly Task[], count: number): string[] =>
  generateNKeysBetween(steps.at(-1)?.position ?? null, null, count);

/**
 * The positions to change so that the step at `from` comes to the place `to`: that of this step alone, unless some have
 * no position or two the same.
 */
export function movedPositions(
  steps: readonly Task[],
  from: number,
  to: number,
): { id: number; position: string }[] {
  const moved = steps[from];
  if (!moved || from === to || to < 0 || to >= steps.length) return [];
  const others = steps.filter((step) => step !== moved);
  const [before, after] = [others[to - 1], others[to]];
  const [low, high] = [before?.position ?? null, after?.position ?? null];
  const isPlaced = others.every(
    ({ position }, index) =>
      position !== null && (index === 0 || (others[index - 1]?.position ?? '') < position),
  );
  if (isPlaced) return [{ id: moved.id, position: generateKeyBetween(low, high) }];
  const order = others.toSpliced(to, 0, moved);
  const positions = generateNKeysBetween(null, null, order.length);
  return order.map(({ id }, index) => ({ id, position: positions[index] ?? '' }));
}
