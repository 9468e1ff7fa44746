const CLOCK = /^(\d{1,2})(?:[:.]?(\d\d))?\s*(?:([ap])\.?\s?m\.?)?$/i;

/**
 * Reads a time of day as people type it: "9:30", "930", "2 pm". Returns minutes after midnight, or undefined for
 * anything else.
 */
export function typedClock(typed: string): number | undefined {
  const [, digits, minuteDigits = '0', half] = CLOCK.exec(typed.trim()) ?? [];
  if (digits === undefined) return undefined;
  const [hour, minutes] = [Number(digits), Number(minuteDigits)];
  if (minutes > 59) return undefined;
  if (half) {
    if (hour < 1 || hour > 12) return undefined;
    return ((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)) * 60 + minutes;
  }
  if (hour === 24 && minutes === 0) return 0;
  return hour > 23 ? undefined : hour * 60 + minutes;
}

/** Whether the text is a complete time, with minutes or with AM or PM. */
export const isWholeClock = (typed: string): boolean =>
  typedClock(typed) !== undefined && !/^\d{1,2}$/.test(typed.trim());
