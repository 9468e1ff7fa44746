import units from './hostileTexts.json';

/** Returns texts of a given length that might make a parser slow, each with its name. */
export const hostileTexts = (length: number): [name: string, text: string][] =>
  Object.entries(units).map(([name, unit]) => [
    name,
    unit.repeat(Math.ceil(length / unit.length)).slice(0, length),
  ]);
