import { AsyncLocalStorage } from 'node:async_hooks';
import { REQUEST_DEADLINE_MS } from '../deadlines';
import { Failure, unavailable } from './failure';

/** Largest request body, in bytes. */
export const BODY_MAX = 256 * 1024;

const DEPTH_MAX = 32;

const deadlines = new AsyncLocalStorage<number>();

/** The work's outcome, or a 503 when it takes longer than the deadline. */
export async function withinDeadline<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unavailable()), REQUEST_DEADLINE_MS);
  });
  try {
    return await Promise.race([deadlines.run(Date.now() + REQUEST_DEADLINE_MS, work), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * When the request that is being served is given up, in ms; undefined outside one. Nothing may be written for it after
 * that: whoever was told 503 has sent it again by then, and perhaps changed the same record since.
 */
export const currentDeadline = () => deadlines.getStore();

/**
 * Refuses parsed JSON that no honest client sends and that something further down would choke on:
 * nesting that overflows recursive code, lone surrogates (Firestore's transport fails on them), and
 * `__proto__` as a name. A loop, not a recursion, or it would overflow itself.
 */
export function refuseUnsafeJson(json: unknown): void {
  let level: unknown[] = [json];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_MAX) throw new Failure(400, 'The request is nested too deeply.');
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string') refuseIllFormed(value);
      else if (Array.isArray(value)) for (const item of value as unknown[]) next.push(item);
      else if (typeof value === 'object' && value !== null)
        for (const [name, item] of Object.entries(value)) {
          refuseIllFormed(name);
          if (name === '__proto__')
            throw new Failure(400, 'The request has a name in it that is not allowed.');
          next.push(item);
        }
    }
    level = next;
  }
}

function refuseIllFormed(text: string): void {
  if (!text.isWellFormed()) throw new Failure(400, 'The text must be well-formed Unicode.');
}
