// The contract's sources run in browsers, too, and are compiled without Node's types.
declare const process: { env: Record<string, string | undefined> };

/** Whether random tests and races may take minutes: `npm run test:long` sets it. */
export const LONG_RUNS = process.env.LONG_RUNS === '1';

/**
 * How many rounds a random test makes: what `variable` says, else `long` in long runs and `short` otherwise.
 */
export const roundsOf = (variable: string, short: number, long: number) =>
  Number(process.env[variable] ?? (LONG_RUNS ? long : short));

/**
 * The seed of a random test: what `variable` says, else a new one in each long run. Short runs always take the same
 * one, so that a green run stays green.
 */
export const seedOf = (variable: string) =>
  Number(process.env[variable] ?? (LONG_RUNS ? Date.now() % 2 ** 31 : 1));
