import units from './hostileTexts.json';

/** Returns texts of a given length that make some parser slow, or might, each with its name. */
export const hostileTexts = (length: number): [name: string, text: string][] =>
  Object.entries(units).map(([name, unit]) => [
    name,
    unit.repeat(Math.ceil(length / unit.length)).slice(0, length),
  ]);
