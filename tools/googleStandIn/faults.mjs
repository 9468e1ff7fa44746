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
 * The calls that a fault applies to. A missing field matches every call.
 * @typedef {object} Match
 * @property {string} [endpoint] `auth`, `consent`, `token`, `token.code`, `token.refresh`, `revoke`, `tokeninfo`, `api`
 *   (all of the Calendar API), `calendarList.list`, `events.list`, `events.watch`, `channels.stop`
 * @property {string} [account] only calls for this e-mail address, so that parallel tests don't
 *   get each other's faults
 * @property {string} [calendarId]
 */

/**
 * @typedef {object} Fault
 * @property {keyof typeof FAULTS} kind
 * @property {number | null} [count] the number of calls that the fault applies to, by default 1, null for all
 * @property {number} [retryAfter] for `tooManyRequests`, in seconds, by default 1
 * @property {number} [ms] the delay of a `slow` response, by default 500
 * @property {keyof typeof FAULTS} [then] the fault whose reply a `held` call gets when it is released
 * @property {string} [scope] the scope that `scopeUnticked` leaves out, by default the last one chosen
 */

/**
 * The reply of each fault. Faults without a reply change how a call is handled. `consent.mjs`, `routes.mjs` and
 * `startGoogleStandIn.mjs` check for such faults by name.
 * @type {Record<'accessTokenExpired' | 'refreshRevoked' | 'scopeUnticked' | 'consentDenied' | 'unauthorized' | 'rateLimitExceeded' | 'insufficientPermissions' | 'forbidden' | 'accessNotConfigured' | 'notFound' | 'gone' | 'tooManyRequests' | 'serverError' | 'unavailable' | 'slow' | 'held' | 'hang' | 'truncated' | 'reset', ((fault: Fault) => import('./googleReply.mjs').Reply) | undefined>}
 */
export const FAULTS = {
  /** The access token expires. A refreshed token works. */
  accessTokenExpired: undefined,
  /** The call gets the reply for a grant that the person has revoked. */
  refreshRevoked: revokedGrant,
  /** Changes the choice made on the consent page, as `consentDenied` does. */
  scopeUnticked: undefined,
  consentDenied: undefined,
  /** Like an expired token, but a refreshed token fails too while the fault lasts. */
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
  /** The response is computed immediately, but sent only when the account's faults are removed. */
  held: undefined,
  /** The server never responds. */
  hang: undefined,
  /** Half of the response is sent as if it were complete. */
  truncated: undefined,
  /** The connection is reset. */
  reset: undefined,
};

/** Creates the list of faults that are set and not used up. */
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
     * Removes all faults, or the faults of one account, and releases the calls that these faults hold.
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
     * Returns the fault for this call, if there is one, and counts the call against the fault's `count`.
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
