/*
 * All formats of numbers are English (US), whatever the browser's language. The formats do without Intl.NumberFormat,
 * because its first use in a page is slow.
 */

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** Formats a whole number: "1,204". */
export const numberText = (value: number): string => grouped(value.toFixed(0));

/** Formats a fraction as a percentage: 0.42 is "42%". */
export const percentText = (fraction: number): string => `${numberText(fraction * 100)}%`;

/** Formats a number with one decimal: "4.0". */
export function decimalText(value: number): string {
  const [whole = '', decimal = ''] = value.toFixed(1).split('.');
  return `${grouped(whole)}.${decimal}`;
}

/** Formats a number with its noun: "1 task", "1,204 tasks". The plural is the noun with an s, unless it is given. */
export const countText = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${numberText(count)} ${count === 1 ? noun : nouns}`;
