// @ts-check
import {
  apiError,
  fullSyncRequired,
  insufficientPermissions,
  invalidCredentials,
  notFound,
  revokedGrant,
} from './googleReply.mjs';

/**
 * Which calls a fault applies to. A field that is left out matches any.
 * @typedef {object} Match
 * @property {string} [endpoint] `consent`, `token`, `token.code`, `token.refresh`, `revoke`,
 *   `tokeninfo`, `api` (all of the Calendar API), `calendarList.list`, `events.list`,
 *   `events.watch`, `channels.stop`
 * @property {string} [account] only calls for this e-mail address, so that parallel tests don't
 *   get each other's faults
 * @property {string} [calendarId]
 */

/**
 * @typedef {object} Fault
 * @property {keyof typeof FAULTS} kind
 * @property {number | null} [count] how many calls it applies to: 1 by default, null for all
 * @property {number} [retryAfter] seconds, for `tooManyRequests`; 1 unless given
 * @property {number} [ms] how much later a `slow` answer comes; 500 unless given
 * @property {keyof typeof FAULTS} [then] the fault of a `held` answer
 * @property {string} [scope] the scope that `scopeUnticked` leaves out; the last one asked for unless given
 */

/**
 * The reply of each fault; undefined for those that change how a call is handled, which
 * the endpoints and startGoogleStandIn look up by name.
 * @type {Record<'accessTokenExpired' | 'refreshRevoked' | 'scopeUnticked' | 'consentDenied' | 'unauthorized' | 'rateLimitExceeded' | 'insufficientPermissions' | 'forbidden' | 'accessNotConfigured' | 'notFound' | 'gone' | 'tooManyRequests' | 'serverError' | 'unavailable' | 'slow' | 'held' | 'hang' | 'truncated' | 'reset', ((fault: Fault) => import('./googleReply.mjs').Reply) | undefined>}
 */
export const FAULTS = {
  /** The access token counts as expired; a refresh fixes it. */
  accessTokenExpired: undefined,
  /** The person revoked the grant: none of its tokens work any more. */
  refreshRevoked: revokedGrant,
  /** On the consent page, whatever the person chose. */
  scopeUnticked: undefined,
  consentDenied: undefined,
  /** Like an expired token, but a refreshed one fails too while the fault lasts. */
  unauthorized: invalidCredentials,
  rateLimitExceeded: () =>
    apiError(403, 'rateLimitExceeded', 'Rate Limit Exceeded', { domain: 'usageLimits' }),
  insufficientPermissions,
  forbidden: () => apiError(403, 'forbidden', 'Forbidden'),
  accessNotConfigured: () =>
    apiError(
      403,
      'accessNotConfigured',
      'Google Calendar API has not been used in project 1 before or it is disabled.',
      { domain: 'usageLimits', status: 'PERMISSION_DENIED' },
    ),
  notFound,
  gone: fullSyncRequired,
  tooManyRequests: ({ retryAfter = 1 }) =>
    apiError(429, 'rateLimitExceeded', 'Rate Limit Exceeded', {
      domain: 'usageLimits',
      headers: { 'Retry-After': `${retryAfter}` },
    }),
  serverError: () => apiError(500, 'backendError', 'Backend Error'),
  unavailable: () => apiError(503, 'backendError', 'Backend Error', { status: 'UNAVAILABLE' }),
  slow: undefined,
  /** The answer of this moment, which arrives when the faults of its account are removed. */
  held: undefined,
  /** Never answers. */
  hang: undefined,
  /** Half of the answer, sent as if it were complete. */
  truncated: undefined,
  /** The connection breaks. */
  reset: undefined,
};

/** The faults that are set and not used up. */
export function createFaults() {
  /** @type {{ match: Match, fault: Fault, left: number }[]} */
  let waiting = [];
  /** @type {{ account: string, release: () => void }[]} */
  let held = [];

  return {
    /**
     * @param {Match} match
     * @param {Fault} fault
     */
    set(match, fault) {
      if (!Object.hasOwn(FAULTS, fault.kind))
        throw new RangeError(`There is no fault ${fault.kind}`);
      waiting.push({ match, fault, left: fault.count === null ? Infinity : (fault.count ?? 1) });
    },

    /**
     * Removes all faults, or those of one account, and lets the calls go on that they hold.
     * @param {string} [account]
     */
    clear(account) {
      const isOther = (/** @type {string | undefined} */ one) =>
        account !== undefined && one !== account;
      waiting = waiting.filter(({ match }) => isOther(match.account));
      for (const call of held) if (!isOther(call.account)) call.release();
      held = held.filter((call) => isOther(call.account));
    },

    /**
     * Waits until the faults of this account are removed.
     * @param {string} account
     * @returns {Promise<void>}
     */
    hold: (account) => new Promise((release) => held.push({ account, release })),

    /**
     * The fault for this call, if there is one. Uses up one of its `count`.
     * @param {{ endpoint: string, isApi: boolean, account: string, calendarId: string }} call
     * @returns {Fault | undefined}
     */
    take(call) {
      const next = waiting.find(
        ({ match }) =>
          matchesEndpoint(match.endpoint, call) &&
          (match.account === undefined || match.account === call.account) &&
          (match.calendarId === undefined || match.calendarId === call.calendarId),
      );
      if (!next) return undefined;
      next.left -= 1;
      waiting = waiting.filter(({ left }) => left > 0);
      return next.fault;
    },
  };
}

/**
 * @param {string | undefined} asked
 * @param {{ endpoint: string, isApi: boolean }} call
 */
const matchesEndpoint = (asked, { endpoint, isApi }) =>
  asked === undefined ||
  asked === endpoint ||
  (asked === 'api' && isApi) ||
  endpoint.startsWith(`${asked}.`);
