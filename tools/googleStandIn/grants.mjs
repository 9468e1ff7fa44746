// @ts-check
import { createHash, randomBytes } from 'node:crypto';
import { json, oauthError, revokedGrant } from './googleReply.mjs';

const CODE_MS = 600_000;
const ACCESS_TOKEN_S = 3599;

/**
 * One Google account's grant to the one client. It ends as a whole.
 * @typedef {object} Grant
 * @property {string} account
 * @property {Set<string>} scopes
 * @property {boolean} revoked
 */

/**
 * What a person agreed to on the consent page.
 * @typedef {object} Consent
 * @property {string} account
 * @property {string[]} scopes
 * @property {string} redirectUri
 * @property {string | null} challenge
 * @property {boolean} offline
 * @property {boolean} consentAsked whether the page was asked for with prompt=consent
 * @property {boolean} includeGranted
 */

/**
 * OAuth: codes, tokens and grants. Each kind of token has its own prefix, so that a test can search
 * for tokens where they must not be.
 * @param {{ clientId: string, clientSecret: string, now: () => Date }} options
 */
export function createGrants({ clientId, clientSecret, now }) {
  /** @type {Map<string, Grant>} */
  const grants = new Map();
  /** @type {Map<string, Consent & { expires: number, used: boolean }>} */
  const codes = new Map();
  /** @type {Map<string, { grant: Grant, scopes: string[], expires: number }>} */
  const accessTokens = new Map();
  /** @type {Map<string, { grant: Grant, scopes: string[] }>} */
  const refreshTokens = new Map();

  const secret = (/** @type {string} */ beginning) =>
    `${beginning}standin-${randomBytes(32).toString('base64url')}`;

  /** @param {Consent} consent */
  function issueCode(consent) {
    const code = secret('4/0');
    codes.set(code, { ...consent, expires: now().getTime() + CODE_MS, used: false });
    return code;
  }

  /**
   * Answers the token endpoint.
   * @param {URLSearchParams} form
   */
  function answerToken(form) {
    if (form.get('client_id') !== clientId) {
      return oauthError(401, 'invalid_client', 'The OAuth client was not found.');
    }
    if (form.get('client_secret') !== clientSecret) {
      return oauthError(401, 'invalid_client', 'The provided client secret is invalid.');
    }
    const type = form.get('grant_type');
    if (type === 'authorization_code') return exchangeCode(form);
    if (type === 'refresh_token') return refresh(form.get('refresh_token') ?? '');
    return oauthError(400, 'unsupported_grant_type', `Invalid grant_type: ${type ?? ''}`);
  }

  /** @param {URLSearchParams} form */
  function exchangeCode(form) {
    const code = codes.get(form.get('code') ?? '');
    if (!code) return oauthError(400, 'invalid_grant', 'Malformed auth code.');
    if (code.used || code.expires <= now().getTime()) {
      return oauthError(400, 'invalid_grant', 'Bad Request');
    }
    if (form.get('redirect_uri') !== code.redirectUri) {
      return oauthError(400, 'redirect_uri_mismatch', 'Bad Request');
    }
    const verifier = form.get('code_verifier');
    if (code.challenge !== null && verifier === null) {
      return oauthError(400, 'invalid_grant', 'Missing code verifier.');
    }
    const hash = createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url');
    if (code.challenge !== null && hash !== code.challenge) {
      return oauthError(400, 'invalid_grant', 'Invalid code verifier.');
    }
    code.used = true;

    const known = grants.get(code.account);
    const grant = known ?? { account: code.account, scopes: new Set(), revoked: false };
    grants.set(code.account, grant);
    const scopes = [...new Set([...code.scopes, ...(code.includeGranted ? grant.scopes : [])])];
    for (const scope of scopes) grant.scopes.add(scope);

    // Google issues a refresh token only once, unless the person was asked again.
    const withRefresh = code.offline && (!known || code.consentAsked);
    const refreshToken = withRefresh ? secret('1//') : undefined;
    if (refreshToken) refreshTokens.set(refreshToken, { grant, scopes });
    return json({
      access_token: issueAccess(grant, scopes),
      expires_in: ACCESS_TOKEN_S,
      ...(refreshToken && { refresh_token: refreshToken }),
      scope: scopes.join(' '),
      token_type: 'Bearer',
    });
  }

  /** @param {string} token */
  function refresh(token) {
    const known = refreshTokens.get(token);
    if (!known) return oauthError(400, 'invalid_grant', 'Bad Request');
    if (known.grant.revoked) return revokedGrant();
    return json({
      access_token: issueAccess(known.grant, known.scopes),
      expires_in: ACCESS_TOKEN_S,
      scope: known.scopes.join(' '),
      token_type: 'Bearer',
    });
  }

  /**
   * @param {Grant} grant
   * @param {string[]} scopes
   */
  function issueAccess(grant, scopes) {
    const token = secret('ya29.');
    accessTokens.set(token, { grant, scopes, expires: now().getTime() + ACCESS_TOKEN_S * 1000 });
    return token;
  }

  /**
   * Answers the revocation endpoint: any of its tokens ends the whole grant.
   * @param {string} token
   */
  function answerRevoke(token) {
    const grant = (accessTokens.get(token) ?? refreshTokens.get(token))?.grant;
    if (!grant || grant.revoked) {
      return oauthError(400, 'invalid_token', 'Token expired or revoked');
    }
    revokeGrant({ account: grant.account });
    return json({});
  }

  /**
   * The grant of a valid access token.
   * @param {string} token
   */
  function accessOf(token) {
    const known = accessTokens.get(token);
    if (!known || known.grant.revoked || known.expires <= now().getTime()) return undefined;
    return { account: known.grant.account, scopes: known.scopes, expires: known.expires };
  }

  /**
   * Answers tokeninfo. Google sends its numbers as strings.
   * @param {string} token
   */
  function answerTokenInfo(token) {
    const access = accessOf(token);
    if (!access) return oauthError(400, 'invalid_token', 'Invalid Value');
    const seconds = Math.floor((access.expires - now().getTime()) / 1000);
    return json({
      azp: clientId,
      aud: clientId,
      scope: access.scopes.join(' '),
      exp: `${Math.floor(access.expires / 1000)}`,
      expires_in: `${seconds}`,
      access_type: 'offline',
    });
  }

  /**
   * The person revokes the grant at Google.
   * @param {{ account: string }} whose
   */
  function revokeGrant({ account }) {
    const grant = grants.get(account);
    if (grant) grant.revoked = true;
    grants.delete(account);
  }

  return {
    issueCode,
    answerToken,
    answerRevoke,
    answerTokenInfo,
    accessOf,
    revokeGrant,

    /**
     * The account of a call with any of these tokens, valid or not.
     * @param {string[]} secrets codes and tokens
     */
    accountOf(secrets) {
      for (const one of secrets) {
        const grant = (accessTokens.get(one) ?? refreshTokens.get(one))?.grant;
        const account = grant?.account ?? codes.get(one)?.account;
        if (account !== undefined) return account;
      }
      return undefined;
    },

    /**
     * Expires the access tokens; refresh tokens stay valid.
     * @param {{ account?: string, token?: string }} which
     */
    expireAccessTokens({ account, token }) {
      for (const [text, access] of accessTokens) {
        if (token !== undefined && text !== token) continue;
        if (account !== undefined && access.grant.account !== account) continue;
        access.expires = 0;
      }
    },

    /** All there ever were, dead ones too. */
    issued: () => ({
      accessTokens: [...accessTokens.keys()],
      refreshTokens: [...refreshTokens.keys()],
      codes: [...codes.keys()],
    }),
  };
}

/** @typedef {ReturnType<typeof createGrants>} Grants */
