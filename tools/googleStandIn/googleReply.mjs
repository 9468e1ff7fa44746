// @ts-check

/**
 * @typedef {object} Reply
 * @property {number} status
 * @property {Record<string, string>} headers
 * @property {string} body
 */

/**
 * @param {unknown} body
 * @param {number} [status]
 * @param {Record<string, string>} [headers]
 * @returns {Reply}
 */
export function json(body, status = 200, headers = {}) {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=UTF-8', ...headers },
    body: JSON.stringify(body, undefined, 1),
  };
}

/**
 * Returns an error as Google's OAuth endpoints send it.
 * @param {number} status
 * @param {string} error
 * @param {string} description
 */
export const oauthError = (status, error, description) =>
  json({ error, error_description: description }, status);

/**
 * Returns an error as the Calendar API sends it.
 * @param {number} code
 * @param {string} reason
 * @param {string} message
 * @param {{ domain?: string, location?: string, locationType?: string, status?: string, about?: string, details?: unknown[], headers?: Record<string, string> }} [more]
 *   `about` is the outer message if it differs from the first error's message
 */
export function apiError(code, reason, message, more = {}) {
  const { domain = 'global', status, about = message, details, headers, ...where } = more;
  return json(
    {
      error: {
        errors: [{ domain, reason, message, ...where }],
        code,
        message: about,
        ...(status && { status }),
        ...(details && { details }),
      },
    },
    code,
    headers,
  );
}

export const invalidCredentials = () =>
  apiError(401, 'authError', 'Invalid Credentials', {
    location: 'Authorization',
    locationType: 'header',
    status: 'UNAUTHENTICATED',
    about:
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login ' +
      'cookie or other valid authentication credential. ' +
      'See https://developers.google.com/identity/sign-in/web/devconsole-project.',
    headers: {
      'WWW-Authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"',
    },
  });

export const insufficientPermissions = () =>
  apiError(403, 'insufficientPermissions', 'Insufficient Permission', {
    status: 'PERMISSION_DENIED',
    about: 'Request had insufficient authentication scopes.',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
        domain: 'googleapis.com',
        metadata: { service: 'calendar-json.googleapis.com' },
      },
    ],
    headers: {
      'WWW-Authenticate': 'Bearer realm="https://accounts.google.com/", error="insufficient_scope"',
    },
  });

export const notFound = () => apiError(404, 'notFound', 'Not Found');

export const fullSyncRequired = () =>
  apiError(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.', {
    domain: 'calendar',
    location: 'syncToken',
    locationType: 'parameter',
  });

export const revokedGrant = () =>
  oauthError(400, 'invalid_grant', 'Token has been expired or revoked.');

/**
 * @param {string} parameter
 * @param {string} [message]
 */
export const invalidParameter = (parameter, message = 'Bad Request') =>
  apiError(400, 'badRequest', message, { location: parameter, locationType: 'parameter' });
