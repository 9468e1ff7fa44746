import units from './hostileTexts.json';

/** The name of a text that once made some parser slow, or might, and the text of a length. */
export const hostileTexts = (length: number): [name: string, text: string][] =>
  Object.entries(units).map(([name, unit]) => [
    name,
    unit.repeat(Math.ceil(length / unit.length)).slice(0, length),
  ]);
