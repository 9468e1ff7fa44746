/**
 * Lengths of time, in ms. A local day can be longer or shorter where the clocks change, so count days with the clock of
 * a `Zone`.
 */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
