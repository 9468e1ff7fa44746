import { Failure } from '../failure';

/** How deeply JSON may be nested. */
const DEPTH_MAX = 32;

/**
 * Refuses JSON that would break code further down: nesting that overflows recursive code, lone surrogates (Firestore's
 * transport fails on them), and `__proto__` as a name. Uses a loop, because a recursive function would overflow on deep
 * nesting, too.
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
            throw new Failure(400, 'The request contains a field name that is not allowed.');
          next.push(item);
        }
    }
    level = next;
  }
}

function refuseIllFormed(text: string): void {
  if (!text.isWellFormed()) throw new Failure(400, 'The text must be well-formed Unicode.');
}
