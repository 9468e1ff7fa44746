/**
 * The part of a mutation's key that the counters' document (`users/{uid}/live/revisions`) has under `last`, for each
 * collection: that of the mutation which wrote there last. The document is sent with each change, so it is short.
 */
export const mutationMark = (key: string): string => key.slice(0, 8);
