import type { Mutation } from '../../domain/mutation';
import { createStore } from '../../lib/browser/externalStore';

/** The rejected mutation that a toast leads to, until it is opened. */
export const shownRejection = createStore<Mutation | undefined>(undefined);
