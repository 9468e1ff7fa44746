// @ts-check
import { createHash } from 'node:crypto';
import { json, oauthError, revokedGrant } from './googleReply.mjs';
import { ACCESS_TOKEN_S } from './grants.mjs';

/** @typedef {import('./routes.mjs').Call} Call */
/** @typedef {import('./routes.mjs').Google} Google */

/**
 * Exchanges a code for tokens.
 * @param {Call} call
 * @param {Google} google
 */
export function exchangeCode({ form }, google) {
  const refused = refuseClient(form, google);
  if (refused) return refused;
  const type = form.get('grant_type');
  if (type !== 'authorization_code') {
    return oauthError(400, 'unsupported_grant_type', `Invalid grant_type: ${type ?? ''}`);
  }
  const code = google.grants.code(form.get('code') ?? '');
  if (!code) return oauthError(400, 'invalid_grant', 'Malformed auth code.');
  if (code.used || code.expires <= google.now().getTime()) {
    return oauthError(400, 'invalid_grant', 'Bad Request');
  }
  if (form.get('redirect_uri') !== code.redirectUri) {
    return oauthError(400, 'redirect_uri_mismatch', 'Bad Request');
  }
  const verifier = form.get('code_verifier');
  if (code.challenge !== null && verifier === null) {
    return oauthError(400, 'invalid_grant', 'Missing code verifier.');
  }
  if (code.challenge !== null && challengeOf(verifier ?? '') !== code.challenge) {
    return oauthError(400, 'invalid_grant', 'Invalid code verifier.');
  }
  code.used = true;
  return issueTokens(google.grants.grant(code), google);
}

const challengeOf = (/** @type {string} */ verifier) =>
  createHash('sha256').update(verifier).digest('base64url');

/**
 * Exchanges a refresh token for a new access token.
 * @param {Call} call
 * @param {Google} google
 */
export function refreshTokens({ form }, google) {
  const refused = refuseClient(form, google);
  if (refused) return refused;
  const known = google.grants.refreshToken(form.get('refresh_token') ?? '');
  if (!known) return oauthError(400, 'invalid_grant', 'Bad Request');
  return known.grant.revoked ? revokedGrant() : issueTokens(known, google);
}

/**
 * @param {URLSearchParams} form
 * @param {Google} google
 */
function refuseClient(form, { clientId, clientSecret }) {
  if (form.get('client_id') !== clientId) {
    return oauthError(401, 'invalid_client', 'The OAuth client was not found.');
  }
  if (form.get('client_secret') !== clientSecret) {
    return oauthError(401, 'invalid_client', 'The provided client secret is invalid.');
  }
  return undefined;
}

/**
 * @param {{ grant: import('./grants.mjs').Grant, scopes: string[], refreshToken?: string | undefined }} what
 * @param {Google} google
 */
const issueTokens = ({ grant, scopes, refreshToken }, { grants }) =>
  json({
    access_token: grants.issueAccess({ grant, scopes }),
    expires_in: ACCESS_TOKEN_S,
    ...(refreshToken && { refresh_token: refreshToken }),
    scope: scopes.join(' '),
    token_type: 'Bearer',
  });

/**
 * Revokes the whole grant that a token belongs to.
 * @param {Call} call
 * @param {Google} google
 */
export function revokeToken({ url, form }, { grants, channels }) {
  const token = form.get('token') ?? url.searchParams.get('token') ?? '';
  const grant = grants.grantOf(token);
  if (!grant || grant.revoked) {
    return oauthError(400, 'invalid_token', 'Token expired or revoked');
  }
  grants.revokeGrant(grant);
  channels.drop(grant.account);
  return json({});
}

/**
 * Describes an access token. Google sends the numbers as strings.
 * @param {Call} call
 * @param {Google} google
 */
export function tellTokenInfo({ token }, { grants, clientId, now }) {
  const access = grants.accessOf(token);
  if (!access) return oauthError(400, 'invalid_token', 'Invalid Value');
  return json({
    azp: clientId,
    aud: clientId,
    scope: access.scopes.join(' '),
    exp: `${Math.floor(access.expires / 1000)}`,
    expires_in: `${Math.floor((access.expires - now().getTime()) / 1000)}`,
    access_type: 'offline',
  });
}
