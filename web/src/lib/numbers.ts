/** All formats of numbers: English (US), whatever the browser's language. */

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** A whole number: "1,204". */
export const numberText = (value: number): string => whole.format(value);

/** A fraction as a percentage: 0.42 is "42%". */
export const percentText = (fraction: number): string => percent.format(fraction);

/** With one decimal: "4.0". */
export const decimalText = (value: number): string => oneDecimal.format(value);

/** A number with its noun: "1 task", "1,204 tasks". The plural is the noun with an s, unless it is given. */
export const countText = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${numberText(count)} ${count === 1 ? noun : nouns}`;
