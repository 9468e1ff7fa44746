// @ts-check
import { randomBytes } from 'node:crypto';

const CODE_MS = 600_000;
export const ACCESS_TOKEN_S = 3599;

/**
 * One Google account's grant to the OAuth client. Revoking one token of a grant ends all tokens of that grant.
 * @typedef {object} Grant
 * @property {string} account
 * @property {Set<string>} scopes
 * @property {boolean} revoked
 */

/**
 * The choice made on the consent page, with the request that led to it.
 * @typedef {object} Consent
 * @property {string} account
 * @property {string[]} scopes
 * @property {string} redirectUri
 * @property {string | null} challenge
 * @property {boolean} offline
 * @property {boolean} consentAsked whether the request had prompt=consent
 * @property {boolean} includeGranted
 */

/**
 * Creates the store of codes, tokens and grants. Each kind of token has its own prefix, so that a test can search for
 * leaked tokens.
 * @param {{ now: () => Date }} options
 */
export function createGrants({ now }) {
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
  const grantOf = (/** @type {string} */ token) =>
    (accessTokens.get(token) ?? refreshTokens.get(token))?.grant;

  return {
    /** @param {Consent} consent */
    issueCode(consent) {
      const code = secret('4/0');
      codes.set(code, { ...consent, expires: now().getTime() + CODE_MS, used: false });
      return code;
    },

    /**
     * Returns the consent that a code was issued for, or undefined. The caller sets `used` when it exchanges the code.
     */
    code: (/** @type {string} */ code) => codes.get(code),
    refreshToken: (/** @type {string} */ token) => refreshTokens.get(token),
    grantOf,

    /**
     * Adds the consent's scopes to the account's grant. Like Google, issues a refresh token only for offline access,
     * and only for the account's first consent or a request with prompt=consent.
     * @param {Consent} consent
     */
    grant({ account, scopes, includeGranted, offline, consentAsked }) {
      const known = grants.get(account);
      /** @type {Grant} */
      const grant = known ?? { account, scopes: new Set(), revoked: false };
      grants.set(account, grant);
      const all = [...new Set([...scopes, ...(includeGranted ? grant.scopes : [])])];
      for (const scope of all) grant.scopes.add(scope);
      const hasRefresh = offline && (!known || consentAsked);
      const refreshToken = hasRefresh ? secret('1//') : undefined;
      if (refreshToken) refreshTokens.set(refreshToken, { grant, scopes: all });
      return { grant, scopes: all, refreshToken };
    },

    /** @param {{ grant: Grant, scopes: string[] }} what */
    issueAccess({ grant, scopes }) {
      const token = secret('ya29.');
      accessTokens.set(token, { grant, scopes, expires: now().getTime() + ACCESS_TOKEN_S * 1000 });
      return token;
    },

    /**
     * Returns the account, scopes and expiry of a valid access token, or undefined.
     * @param {string} token
     */
    accessOf(token) {
      const known = accessTokens.get(token);
      if (!known || known.grant.revoked || known.expires <= now().getTime()) return undefined;
      return { account: known.grant.account, scopes: known.scopes, expires: known.expires };
    },

    /**
     * Returns the account of the first known code or token, or undefined. The code or token need not be valid.
     * @param {string[]} secrets codes and tokens of one call
     */
    accountOf(secrets) {
      for (const one of secrets) {
        const account = grantOf(one)?.account ?? codes.get(one)?.account;
        if (account !== undefined) return account;
      }
      return undefined;
    },

    /**
     * Ends a grant with all its tokens.
     * @param {{ account: string }} whose
     */
    revokeGrant({ account }) {
      const grant = grants.get(account);
      if (grant) grant.revoked = true;
      grants.delete(account);
    },

    /**
     * Expires all access tokens, all access tokens of an account, or one access token. Refresh tokens stay valid.
     * @param {{ account?: string, token?: string }} which
     */
    expireAccessTokens({ account, token }) {
      for (const [text, access] of accessTokens) {
        if (token !== undefined && text !== token) continue;
        if (account !== undefined && access.grant.account !== account) continue;
        access.expires = 0;
      }
    },

    /** Returns all tokens and codes ever issued, including expired and revoked ones. */
    issued: () => ({
      accessTokens: [...accessTokens.keys()],
      refreshTokens: [...refreshTokens.keys()],
      codes: [...codes.keys()],
    }),
  };
}

/** @typedef {ReturnType<typeof createGrants>} Grants */
