/** How many minutes a typed duration has: "90", "1:30", "1h 30m", "1.5h", "45 min". Undefined if it is none. */
export function minutesOf(typed: string): number | undefined {
  const text = typed.trim().toLowerCase();
  if (/^\d+$/.test(text)) return Number(text);
  const clock = /^(\d+):([0-5]\d)$/.exec(text);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  const parts =
    /^(?:(\d+(?:[.,]\d+)?)\s*h(?:ours?|rs?)?)?\s*(?:(\d+)\s*(?:m(?:in(?:utes?|s)?)?)?)?$/.exec(
      text,
    );
  if (!parts || (parts[1] === undefined && parts[2] === undefined)) return undefined;
  return Math.round(Number((parts[1] ?? '0').replace(',', '.')) * 60) + Number(parts[2] ?? 0);
}
