// @ts-check
import { consentPage, refusalPage } from './consentPage.mjs';

/** @typedef {import('./routes.mjs').Call} Call */
/** @typedef {import('./routes.mjs').Google} Google */
/** @typedef {import('./googleReply.mjs').Reply} Reply */

/** At most this many accounts are shown on the consent page. The other accounts usually belong to tests. */
const ACCOUNTS_SHOWN = 4;

/**
 * Shows the consent page.
 * @param {Call} call
 * @param {Google} google
 */
export function askForConsent({ url }, google) {
  const asked = url.searchParams;
  const refused = refuseRequest(asked, google);
  if (refused) return refused;
  const hint = asked.get('login_hint');
  const shown = [...new Set([...(hint ? [hint] : []), ...google.accounts.emails()])];
  return page(
    consentPage({
      action: `${url.pathname}${url.search}`,
      accounts: shown.slice(0, ACCOUNTS_SHOWN),
      scopes: scopesOf(asked),
      host: new URL(asked.get('redirect_uri') ?? '').host,
    }),
  );
}

/**
 * Takes the choice made on the consent page, and redirects to the OAuth client.
 * @param {Call} call
 * @param {Google} google
 * @returns {Reply}
 */
export function takeConsent({ url, form, fault }, google) {
  const asked = url.searchParams;
  const refused = refuseRequest(asked, google);
  if (refused) return refused;
  const account = form.get('account') || form.get('otherAccount')?.trim() || '';
  const isDenied = form.get('decision') !== 'allow' || fault?.kind === 'consentDenied';
  if (!isDenied && !account.includes('@')) {
    return page(refusalPage('400: invalid_request', 'Choose an account.'), 400);
  }
  const scopes = tickedScopes(asked, form, fault);
  const back = new URL(asked.get('redirect_uri') ?? '');
  const state = asked.get('state');
  if (state !== null) back.searchParams.set('state', state);
  if (isDenied || scopes.length === 0) {
    back.searchParams.set('error', 'access_denied');
  } else {
    google.accounts.accountOf(account);
    back.searchParams.set('code', issueCode(asked, account, scopes, google));
    back.searchParams.set('scope', scopes.join(' '));
  }
  return { status: 302, headers: { Location: back.href, 'Cache-Control': 'no-store' }, body: '' };
}

/**
 * @param {URLSearchParams} asked
 * @param {URLSearchParams} form
 * @param {import('./faults.mjs').Fault | undefined} fault
 */
function tickedScopes(asked, form, fault) {
  const ticked = scopesOf(asked).filter((scope) => form.getAll('scope').includes(scope));
  if (fault?.kind !== 'scopeUnticked') return ticked;
  const unticked = fault.scope ?? ticked.at(-1);
  return ticked.filter((scope) => scope !== unticked);
}

/**
 * Returns the page that Google shows instead of the consent page if an OAuth client's request is wrong. Returns
 * undefined if the request is right.
 * @param {URLSearchParams} asked
 * @param {Google} google
 * @returns {Reply | undefined}
 */
function refuseRequest(asked, { clientId, redirectUris }) {
  const refuse = (/** @type {string} */ error, /** @type {string} */ message) =>
    page(refusalPage(error, message), Number(error.slice(0, 3)));
  if (asked.get('client_id') !== clientId) {
    return refuse('401: invalid_client', 'The OAuth client was not found.');
  }
  if (!isAcceptable(asked.get('redirect_uri'), redirectUris)) {
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

/**
 * @param {string | null} redirectUri
 * @param {string[]} redirectUris
 */
function isAcceptable(redirectUri, redirectUris) {
  if (redirectUri === null || !URL.canParse(redirectUri)) return false;
  const { protocol, hostname } = new URL(redirectUri);
  const isOwn = protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  return isOwn || redirectUris.includes(redirectUri);
}

/**
 * @param {URLSearchParams} asked
 * @param {string} account
 * @param {string[]} scopes
 * @param {Google} google
 */
const issueCode = (asked, account, scopes, { grants }) =>
  grants.issueCode({
    account,
    scopes,
    redirectUri: asked.get('redirect_uri') ?? '',
    challenge: asked.get('code_challenge'),
    offline: asked.get('access_type') === 'offline',
    consentAsked: (asked.get('prompt') ?? '').split(' ').includes('consent'),
    includeGranted: asked.get('include_granted_scopes') === 'true',
  });

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
