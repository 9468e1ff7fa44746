import { plainDuration } from '../../lib/time/durationText';
import type { Range } from './range';

/** Formats minutes as people estimate them: to 5 minutes below an hour, otherwise to 10. At least 5 minutes. */
export function roughDuration(minutes: number): string {
  const step = minutes < 60 ? 5 : 10;
  return plainDuration(Math.max(step, Math.round(minutes / step) * step));
}

/** Returns a range of minutes as text: "2h 20m to 4h". */
export function rangeText({ low, high }: Pick<Range, 'low' | 'high'>): string {
  const [from, to] = [roughDuration(low), roughDuration(high)];
  return from === to ? from : `${from} to ${to}`;
}
