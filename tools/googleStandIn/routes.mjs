// @ts-check
import { listCalendars } from './calendarList.mjs';
import { stopChannel, watchEvents } from './channels.mjs';
import { askForConsent, takeConsent } from './consent.mjs';
import { listEvents } from './eventList.mjs';
import { apiError, insufficientPermissions, invalidCredentials } from './googleReply.mjs';
import { exchangeCode, refreshTokens, revokeToken, tellTokenInfo } from './tokens.mjs';

/**
 * A received call.
 * @typedef {object} Call
 * @property {URL} url
 * @property {URLSearchParams} form a form's fields
 * @property {Record<string, any>} body the parsed JSON
 * @property {string} token the access token that the call carries, or an empty text
 * @property {string} account the account of the call's tokens or codes, or the account chosen on the consent page.
 *   Empty if the account is unknown
 * @property {string} calendarId the id of the calendar in the path, with the account in place of `primary`. Empty if
 *   the path has no calendar
 * @property {import('./faults.mjs').Fault | undefined} fault
 */

/**
 * The state and settings that the endpoints use.
 * @typedef {object} Google
 * @property {string} clientId the id of the only OAuth client
 * @property {string} clientSecret
 * @property {string[]} redirectUris allowed redirect URIs besides this machine's own addresses
 * @property {import('./googleAccounts.mjs').Accounts} accounts
 * @property {import('./grants.mjs').Grants} grants
 * @property {import('./channels.mjs').Channels} channels
 * @property {{ pageLimit: number }} settings
 * @property {number} horizon the instant (ms) up to which recurring events are always expanded. A later or absent
 *   `timeMax` expands them further
 * @property {() => Date} now
 */

/**
 * @typedef {object} Needs
 * @property {string} [grantType] the form's grant_type
 * @property {string[]} [scopes] the access token needs one of these. Without `scopes`, the call needs no token
 */

/** @typedef {(call: Call, google: Google) => import('./googleReply.mjs').Reply} Respond */

const scopes = (/** @type {string[]} */ ...endings) =>
  endings.map((ending) => `https://www.googleapis.com/auth/calendar${ending}`);
const LIST = scopes('', '.readonly', '.calendarlist', '.calendarlist.readonly');
const EVENTS = scopes('', '.readonly', '.events', '.events.readonly');

const AUTH = '/o/oauth2/v2/auth';
const API = '/calendar/v3';
const OF_CALENDAR = `${API}/calendars/([^/]+)`;

const ROUTES = [
  route('auth', 'GET', AUTH, askForConsent),
  route('consent', 'POST', AUTH, takeConsent),
  route('token.refresh', 'POST', '/token', refreshTokens, { grantType: 'refresh_token' }),
  route('token.code', 'POST', '/token', exchangeCode),
  route('revoke', 'POST', '/revoke', revokeToken),
  route('tokeninfo', 'POST', '/tokeninfo', tellTokenInfo),
  route('calendarList.list', 'GET', `${API}/users/me/calendarList`, listCalendars, {
    scopes: LIST,
  }),
  route('events.list', 'GET', `${OF_CALENDAR}/events`, listEvents, { scopes: EVENTS }),
  route('events.watch', 'POST', `${OF_CALENDAR}/events/watch`, watchEvents, { scopes: EVENTS }),
  route('channels.stop', 'POST', `${API}/channels/stop`, stopChannel, {
    scopes: LIST.concat(EVENTS),
  }),
];

/**
 * @param {string} endpoint the route's name in faults and in the log of calls
 * @param {string} method
 * @param {string} path a regular expression. Its group, if it has one, is a calendar's id
 * @param {Respond} respond
 * @param {Needs} [needs]
 */
function route(endpoint, method, path, respond, needs = {}) {
  return { endpoint, method, path: new RegExp(`^${path}$`), respond, ...needs };
}

/** @typedef {ReturnType<typeof route>} Route */

/**
 * Returns the route of a call and the calendar in its path, or undefined if there is no such route.
 * @param {string} method
 * @param {string} path
 * @param {URLSearchParams} form
 */
export function findRoute(method, path, form) {
  const found = ROUTES.find(
    (one) =>
      one.method === method &&
      one.path.test(path) &&
      (one.grantType === undefined || one.grantType === form.get('grant_type')),
  );
  if (!found) return undefined;
  return { route: found, calendarId: decodeURIComponent(found.path.exec(path)?.[1] ?? '') };
}

/**
 * Returns Google's reply to a call. The reply is an error if the access token doesn't allow the call.
 * @param {Route} route
 * @param {Call} call
 * @param {Google} google
 */
export function respondToCall({ scopes: allowing, respond }, call, google) {
  if (!allowing) return respond(call, google);
  if (!call.token) {
    return apiError(401, 'required', 'Login Required.', {
      location: 'Authorization',
      locationType: 'header',
      status: 'UNAUTHENTICATED',
    });
  }
  if (call.fault?.kind === 'accessTokenExpired') {
    google.grants.expireAccessTokens({ token: call.token });
  }
  const access = google.grants.accessOf(call.token);
  if (!access) return invalidCredentials();
  return allowing.some((scope) => access.scopes.includes(scope))
    ? respond(call, google)
    : insufficientPermissions();
}
