// @ts-check
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';

/** Lighthouse's measure of the processor, here and now: about 1,000 to 1,500 on a laptop, 100 on an old phone. It takes a second. */
export const benchmarkIndex = () => Math.round(pageFunctions.computeBenchmarkIndex());
