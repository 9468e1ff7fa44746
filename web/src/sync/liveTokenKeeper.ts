import type { KnownRevisions } from '@daymark/contract/changes';

/** How long a token is kept, in ms. Firebase accepts a token for an hour. */
const KEPT_MS = 10 * 60_000;

/** Keeps the live-update token that comes with the first changes. A separate request would slow down each start. */
export function createLiveTokenKeeper(now: () => Date) {
  let hasResponse = false;
  let kept: { token: string; atMs: number } | undefined;

  return {
    /** Returns the query for changes, which asks for a token until the first response. */
    queryOf: (known: KnownRevisions) => ({
      ...known,
      ...(!hasResponse && { live: 'true' as const }),
    }),

    /** Keeps the token of a response, if it has one. */
    keep(token: string | undefined): void {
      hasResponse = true;
      if (token !== undefined) kept = { token, atMs: now().getTime() };
    },

    /** Returns the token once, and only while it is fresh. Otherwise returns undefined. */
    take(): string | undefined {
      const taken = kept;
      kept = undefined;
      return taken && now().getTime() - taken.atMs < KEPT_MS ? taken.token : undefined;
    },
  };
}
