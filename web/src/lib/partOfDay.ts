/** The greeting changes at 12 and at 18 (product §1). */
const HOURS = 6;

/** The local day, the part of it and the zone, as a text to compare. Without dayjs, because it runs before the first paint. */
export function partOfDay(now: Date): string {
  const part = Math.floor(now.getHours() / HOURS);
  return `${now.toDateString()} ${part} ${now.getTimezoneOffset()}`;
}
