/** Returns minutes after midnight as a 24-hour clock shows them: "09:30". */
export const clockText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Returns the minutes after midnight of a clock time like "09:30". "24:00" is 1440. */
export function clockMinutes(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}
