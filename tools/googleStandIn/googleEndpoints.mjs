// @ts-check
import { consentPage, refusalPage } from './consentPage.mjs';
import { listEvents } from './eventList.mjs';
import {
  apiError,
  insufficientPermissions,
  invalidCredentials,
  invalidParameter,
  json,
  notFound,
} from './googleReply.mjs';

/**
 * A received call.
 * @typedef {object} Call
 * @property {string} endpoint
 * @property {string} method
 * @property {URL} url
 * @property {URLSearchParams} form a form's fields
 * @property {Record<string, any>} body what JSON said
 * @property {string} token the access token it carries
 * @property {string} [calendarId]
 * @property {import('./faults.mjs').Fault} [fault]
 */

/** @typedef {import('./googleReply.mjs').Reply} Reply */

const SCOPE = 'https://www.googleapis.com/auth/calendar';
const LIST_SCOPES = ['', '.readonly', '.calendarlist', '.calendarlist.readonly'];
const EVENT_SCOPES = ['', '.readonly', '.events', '.events.readonly'];
/** Google shows them in its own chooser; more than a few are tests' accounts here. */
const ACCOUNTS_SHOWN = 4;

/** @type {[RegExp, string, string][]} path, method, endpoint */
const ROUTES = [
  [/^\/o\/oauth2\/v2\/auth$/, 'GET', 'auth'],
  [/^\/o\/oauth2\/v2\/auth$/, 'POST', 'consent'],
  [/^\/token$/, 'POST', 'token'],
  [/^\/revoke$/, 'POST', 'revoke'],
  [/^\/(oauth2\/v3\/)?tokeninfo$/, '', 'tokeninfo'],
  [/^\/calendar\/v3\/users\/me\/calendarList$/, 'GET', 'calendarList.list'],
  [/^\/calendar\/v3\/calendars\/([^/]+)\/events$/, 'GET', 'events.list'],
  [/^\/calendar\/v3\/calendars\/([^/]+)\/events\/watch$/, 'POST', 'events.watch'],
  [/^\/calendar\/v3\/channels\/stop$/, 'POST', 'channels.stop'],
];

/**
 * The endpoint of a path.
 * @param {string} method
 * @param {string} path
 */
export function endpointAt(method, path) {
  for (const [pattern, wanted, endpoint] of ROUTES) {
    const match = pattern.exec(path);
    if (!match || (wanted && wanted !== method)) continue;
    const calendarId = endpoint.startsWith('events.')
      ? decodeURIComponent(match[1] ?? '')
      : undefined;
    return { endpoint, ...(calendarId !== undefined && { calendarId }) };
  }
  return undefined;
}

/**
 * Answers each endpoint as Google does.
 * @param {object} parts
 * @param {string} parts.clientId
 * @param {string[]} parts.redirectUris those that are fine beside the machine's own addresses
 * @param {import('./googleAccounts.mjs').Accounts} parts.accounts
 * @param {import('./grants.mjs').Grants} parts.grants
 * @param {ReturnType<typeof import('./channels.mjs').createChannels>} parts.channels
 * @param {{ pageLimit: number }} parts.settings
 * @param {() => Date} parts.now
 */
export function googleEndpoints({
  clientId,
  redirectUris,
  accounts,
  grants,
  channels,
  settings,
  now,
}) {
  /** @type {Record<string, (call: Call) => Reply>} */
  const answers = {
    auth: ({ url }) => {
      const refused = refuseRequest(url.searchParams);
      if (refused) return refused;
      const hint = url.searchParams.get('login_hint');
      const shown = [...new Set([...(hint ? [hint] : []), ...accounts.emails()])];
      return page(
        consentPage({
          action: `${url.pathname}${url.search}`,
          accounts: shown.slice(0, ACCOUNTS_SHOWN),
          scopes: scopesOf(url.searchParams),
          host: new URL(url.searchParams.get('redirect_uri') ?? '').host,
        }),
      );
    },

    consent: ({ url, form, fault }) => {
      const asked = url.searchParams;
      const refused = refuseRequest(asked);
      if (refused) return refused;
      const account = form.get('account') || form.get('otherAccount')?.trim() || '';
      let scopes = scopesOf(asked).filter((scope) => form.getAll('scope').includes(scope));
      if (fault?.kind === 'scopeUnticked') {
        const unticked = fault.scope ?? scopes.at(-1);
        scopes = scopes.filter((scope) => scope !== unticked);
      }
      const denied = form.get('decision') !== 'allow' || fault?.kind === 'consentDenied';
      if (!denied && !account.includes('@')) {
        return page(refusalPage('400: invalid_request', 'Choose an account.'), 400);
      }
      const back = new URL(asked.get('redirect_uri') ?? '');
      const state = asked.get('state');
      if (state !== null) back.searchParams.set('state', state);
      if (denied || scopes.length === 0) {
        back.searchParams.set('error', 'access_denied');
      } else {
        accounts.accountOf(account);
        back.searchParams.set('code', issueCode(asked, account, scopes));
        back.searchParams.set('scope', scopes.join(' '));
      }
      return {
        status: 302,
        headers: { Location: back.href, 'Cache-Control': 'no-store' },
        body: '',
      };
    },

    token: ({ form }) => grants.answerToken(form),

    revoke: ({ url, form }) => {
      const token = form.get('token') ?? url.searchParams.get('token') ?? '';
      const account = grants.accountOf([token]);
      const reply = grants.answerRevoke(token);
      if (account !== undefined && reply.status === 200) channels.drop(account);
      return reply;
    },

    tokeninfo: ({ url, form, token }) =>
      grants.answerTokenInfo(
        url.searchParams.get('access_token') ?? form.get('access_token') ?? token,
      ),

    'calendarList.list': withAccess(LIST_SCOPES, ({ url }, account) =>
      listCalendars(account, url.searchParams),
    ),

    'events.list': withAccess(EVENT_SCOPES, ({ url, calendarId = '' }, account) => {
      const calendar = accounts.findCalendar(account, calendarId);
      if (!calendar) return notFound();
      const { pageLimit } = settings;
      const { horizon } = accounts;
      return listEvents(calendar, account, url.searchParams, { horizon, pageLimit, now: now() });
    }),

    'events.watch': withAccess(EVENT_SCOPES, ({ url, calendarId = '', body }, account) => {
      const calendar = accounts.findCalendar(account, calendarId);
      if (!calendar) return notFound();
      const resourceUri = `${url.origin}${url.pathname.replace(/\/watch$/, '')}?alt=json`;
      return channels.watch({ account, calendarId: calendar.id, resourceUri }, body);
    }),

    'channels.stop': withAccess([...LIST_SCOPES, ...EVENT_SCOPES], ({ body }, account) =>
      channels.stop(account, body),
    ),
  };
  return answers;

  /**
   * @param {URLSearchParams} asked
   * @returns {Reply | undefined}
   */
  function refuseRequest(asked) {
    const refuse = (/** @type {string} */ error, /** @type {string} */ message) =>
      page(refusalPage(error, message), Number(error.slice(0, 3)));
    if (asked.get('client_id') !== clientId) {
      return refuse('401: invalid_client', 'The OAuth client was not found.');
    }
    if (!isAcceptable(asked.get('redirect_uri'))) {
      return refuse('400: redirect_uri_mismatch', 'The redirect URI is not one of this client’s.');
    }
    if (asked.get('response_type') !== 'code' || scopesOf(asked).length === 0) {
      return refuse('400: invalid_request', 'response_type has to be code, and scope is required.');
    }
    const method = asked.get('code_challenge_method');
    if (asked.has('code_challenge') && method !== 'S256') {
      return refuse('400: invalid_request', 'The stand-in takes S256 code challenges only.');
    }
    return undefined;
  }

  /** @param {string | null} redirectUri */
  function isAcceptable(redirectUri) {
    if (redirectUri === null || !URL.canParse(redirectUri)) return false;
    const { protocol, hostname } = new URL(redirectUri);
    const own = protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
    return own || redirectUris.includes(redirectUri);
  }

  /**
   * @param {URLSearchParams} asked
   * @param {string} account
   * @param {string[]} scopes
   */
  function issueCode(asked, account, scopes) {
    return grants.issueCode({
      account,
      scopes,
      redirectUri: asked.get('redirect_uri') ?? '',
      challenge: asked.get('code_challenge'),
      offline: asked.get('access_type') === 'offline',
      consentAsked: (asked.get('prompt') ?? '').split(' ').includes('consent'),
      includeGranted: asked.get('include_granted_scopes') === 'true',
    });
  }

  /**
   * @param {string[]} allowing endings of the scopes, any of which is enough
   * @param {(call: Call, account: string) => Reply} answer
   * @returns {(call: Call) => Reply}
   */
  function withAccess(allowing, answer) {
    return (call) => {
      if (!call.token) {
        return apiError(401, 'required', 'Login Required.', {
          location: 'Authorization',
          locationType: 'header',
          status: 'UNAUTHENTICATED',
        });
      }
      if (call.fault?.kind === 'accessTokenExpired')
        grants.expireAccessTokens({ token: call.token });
      const access = grants.accessOf(call.token);
      if (!access) return invalidCredentials();
      const isAllowed = allowing.some((ending) => access.scopes.includes(`${SCOPE}${ending}`));
      return isAllowed ? answer(call, access.account) : insufficientPermissions();
    };
  }

  /**
   * @param {string} email
   * @param {URLSearchParams} query
   */
  function listCalendars(email, query) {
    const account = accounts.accountOf(email);
    const maxResults = query.has('maxResults') ? Number(query.get('maxResults')) : 100;
    if (!Number.isInteger(maxResults) || maxResults < 1) return invalidParameter('maxResults');
    const since = Number(query.get('syncToken')?.replace('list-', '') ?? -1);
    const offset = Number(query.get('pageToken')?.replace('list-', '') ?? 0);
    if (Number.isNaN(since)) return invalidParameter('syncToken', 'Invalid sync token value.');
    if (Number.isNaN(offset)) return invalidParameter('pageToken', 'Invalid page token value.');

    const entries = [...account.calendars.values()].filter(
      ({ deleted, listVersion, entry }) =>
        listVersion > since &&
        (!deleted || since >= 0) &&
        (!entry.hidden || query.get('showHidden') === 'true'),
    );
    const size = Math.min(maxResults, 250, settings.pageLimit);
    const rest = offset + size < entries.length;
    return json({
      kind: 'calendar#calendarList',
      etag: `"p${account.listVersion}"`,
      ...(rest
        ? { nextPageToken: `list-${offset + size}` }
        : { nextSyncToken: `list-${account.listVersion}` }),
      items: entries.slice(offset, offset + size).map(calendarEntry),
    });
  }
}

/** @param {import('./googleAccounts.mjs').Calendar} calendar */
function calendarEntry({ id, deleted, listVersion, entry }) {
  const { primary, hidden, backgroundColor, accessRole, summary, timeZone } = entry;
  const head = { kind: 'calendar#calendarListEntry', etag: `"${listVersion}"`, id };
  if (deleted) return { ...head, deleted };
  return {
    ...head,
    summary,
    timeZone,
    colorId: '1',
    backgroundColor,
    foregroundColor: '#000000',
    selected: true,
    accessRole,
    defaultReminders: [],
    ...(primary && { primary }),
    ...(hidden && { hidden }),
    conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
  };
}

/** @param {URLSearchParams} asked */
const scopesOf = (asked) => (asked.get('scope') ?? '').split(' ').filter(Boolean);

/**
 * @param {string} html
 * @param {number} [status]
 * @returns {Reply}
 */
const page = (html, status = 200) => ({
  status,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
  },
  body: html,
});
