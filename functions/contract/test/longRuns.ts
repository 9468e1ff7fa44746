// The contract's sources also run in browsers, and are compiled without Node's types.
declare const process: { env: Record<string, string | undefined> };

/** Whether random tests and races may take minutes. `npm run test:long` allows that. */
export const LONG_RUNS = process.env.LONG_RUNS === '1';

/**
 * Returns the number of rounds of a random test: the environment variable `variable` if it is set, else `long` in long
 * runs and `short` otherwise.
 */
export const roundsOf = (variable: string, short: number, long: number) =>
  Number(process.env[variable] ?? (LONG_RUNS ? long : short));

/**
 * Returns the seed of a random test: the environment variable `variable` if it is set, else a new seed in each long
 * run. Short runs always use the same seed, so that a green run stays green.
 */
export const seedOf = (variable: string) =>
  Number(process.env[variable] ?? (LONG_RUNS ? Date.now() % 2 ** 31 : 1));
