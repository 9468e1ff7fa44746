// @ts-check
import { Unacceptable } from './googleAccounts.mjs';
import { json } from './googleReply.mjs';

/**
 * @typedef {object} Asked
 * @property {Record<string, any>} body
 * @property {string | undefined} account
 * @property {string | undefined} endpoint
 */

/**
 * Returns the handler of the stand-in's own paths.
 * @param {object} parts
 * @param {Record<string, string>} parts.env
 * @param {Record<string, Function>} parts.state
 * @param {ReturnType<typeof import('./faults.mjs').createFaults>} parts.faults
 * @param {ReturnType<typeof import('./callLog.mjs').createCallLog>} parts.calls
 * @param {import('./grants.mjs').Grants} parts.grants
 */
export const createControls = ({ env, state, faults, calls, grants }) =>
  respondToControls({
    'GET /_env': () => env,
    'GET /_tokens': grants.issued,
    'GET /_calls': (which) => {
      const found = calls.list(which);
      return { calls: found, count: found.length };
    },
    'POST /_faults': ({ body: { match = {}, fault } }) => faults.set(match, fault),
    'DELETE /_faults': ({ account }) => faults.clear(account),
    'POST /_state': callAction(state),
  });

/**
 * Returns the control that calls the function of `state` that `do` names.
 * @param {Record<string, Function>} state
 */
export const callAction =
  (state) =>
  (/** @type {Asked} */ { body: { do: name, ...what } }) => {
    if (!Object.hasOwn(state, name)) throw new Unacceptable(`There is no action ${name}`);
    return state[name]?.(what);
  };

/**
 * Returns the handler of a stand-in's controls, by method and path. The handler responds to an invalid request with the
 * error's message.
 * @param {Record<string, (asked: Asked) => unknown>} controls
 */
export function respondToControls(controls) {
  /**
   * @param {string} method
   * @param {URL} url
   * @param {string | undefined} type
   * @param {string} text
   */
  return async (method, { pathname, searchParams }, type, text) => {
    const control = controls[`${method} ${pathname}`];
    const isJson = type?.startsWith('application/json');
    // Pages of other sites can send forms to this server, but not JSON.
    if (!control || (method === 'POST' && !isJson)) {
      return json({ error: 'This path does not exist, or the request is not JSON.' }, 404);
    }
    try {
      const body = isJson ? JSON.parse(text) : {};
      const account = searchParams.get('account') ?? undefined;
      const endpoint = searchParams.get('endpoint') ?? undefined;
      return json((await control({ body, account, endpoint })) ?? {});
    } catch (error) {
      return json({ error: error instanceof Error ? error.message : String(error) }, 400);
    }
  };
}
