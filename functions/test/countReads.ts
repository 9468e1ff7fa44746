import { Firestore, Query, Transaction } from 'firebase-admin/firestore';
import { vi } from 'vitest';

/**
 * Counts the documents that Firestore reads until the mocks are restored. An empty result counts as one read, as on
 * Google's bill.
 */
export function countReads() {
  const counted = { reads: 0 };
  const count = (result: unknown) => {
    const { size = 1 } = result as { size?: number };
    counted.reads += Array.isArray(result) ? result.length : Math.max(1, size);
  };
  // A document's `get` calls `getAll`.
  for (const [prototype, name] of [
    [Query.prototype, 'get'],
    [Firestore.prototype, 'getAll'],
    [Transaction.prototype, 'get'],
    [Transaction.prototype, 'getAll'],
  ] as unknown as [Record<string, (...given: unknown[]) => Promise<unknown>>, string][]) {
    const original = prototype[name]!;
    vi.spyOn(prototype, name).mockImplementation(async function (this: unknown, ...given) {
      const result = await original.apply(this, given);
      count(result);
      return result;
    });
  }
  return counted;
}
