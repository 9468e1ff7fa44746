// @ts-check

/**
 * A received call, or a sent push message (`push.sync`, `push.exists`, `push.not_exists`). An entry has the names of
 * query parameters but not their values, which may be secrets.
 * @typedef {object} LoggedCall
 * @property {string} endpoint the name by which faults match the call
 * @property {string} method
 * @property {string} path
 * @property {string} account
 * @property {string} [calendarId]
 * @property {string[]} [params] the names of the query parameters, sorted
 * @property {string} [fault] the fault applied to the call
 * @property {number} [status] missing if no response has been sent
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
