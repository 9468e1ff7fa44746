import type { KnownRevisions } from '@daymark/contract/changes';

/** Firebase takes a token for an hour. */
const KEPT_MS = 10 * 60_000;

/** Keeps the token for live updates that comes with the first changes: asking for it alone is a request more at each start. */
export function createLiveTokenKeeper(now: () => Date) {
  let isAnswered = false;
  let kept: { token: string; atMs: number } | undefined;

  return {
    /** The revisions as a query, which asks for a token until there was an answer. */
    queryOf: (known: KnownRevisions) => ({
      ...known,
      ...(!isAnswered && { live: 'true' as const }),
    }),

    /** `token`: what was answered, if anything was. */
    keep(token: string | undefined): void {
      isAnswered = true;
      if (token !== undefined) kept = { token, atMs: now().getTime() };
    },

    /** The token, once, and only while it is fresh; otherwise undefined. */
    take(): string | undefined {
      const taken = kept;
      kept = undefined;
      return taken && now().getTime() - taken.atMs < KEPT_MS ? taken.token : undefined;
    },
  };
}
