import { AsyncLocalStorage } from 'node:async_hooks';
import { REQUEST_DEADLINE_MS } from '../deadlines';
import { Failure, unavailable } from './failure';

/**
 * Largest request body, in bytes. The longest that the contract allows is a note of 100,000 characters, of which JSON
 * can write each as six bytes.
 */
export const BODY_MAX = 640 * 1024;

/** How deeply JSON may be nested. */
const DEPTH_MAX = 32;

const deadlines = new AsyncLocalStorage<number>();

/** Runs `work`. @throws Failure 503 when it takes longer than the request's deadline. */
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
 * The deadline of the current request, in ms since 1970; undefined outside of a request. Nothing may be written for the
 * request later: the client got a 503, and may have sent it again and changed the same record since.
 */
export const currentDeadline = () => deadlines.getStore();

/**
 * Refuses JSON that would break code further down: nesting that overflows recursive code, lone surrogates (Firestore's
 * transport fails on them), and `__proto__` as a name. It uses a loop, because a recursion would overflow itself.
 * @throws Failure 400
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
