// @ts-check

/**
 * A received call, or a sent push message (`push.sync`, `push.exists`, `push.not_exists`). It contains no secrets and
 * only the names of query parameters.
 * @typedef {object} LoggedCall
 * @property {string} endpoint its name in faults
 * @property {string} method
 * @property {string} path
 * @property {string} account
 * @property {string} [calendarId]
 * @property {string[]} [params] the names of the query parameters, sorted
 * @property {string} [fault] the fault applied to it
 * @property {number} [status] missing until the response is sent
 */

export function createCallLog() {
  /** @type {LoggedCall[]} */
  const all = [];
  return {
    /** @param {LoggedCall} call */
    add(call) {
      all.push(call);
      return call;
    },

    /** @param {{ endpoint?: string | undefined, account?: string | undefined }} [which] */
    list({ endpoint, account } = {}) {
      return all.filter(
        (call) =>
          (endpoint === undefined || call.endpoint === endpoint) &&
          (account === undefined || call.account === account),
      );
    },
  };
}
