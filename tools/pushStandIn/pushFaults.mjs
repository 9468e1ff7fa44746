// @ts-check

/**
 * A fault of the push service. Without a status, the message is accepted after the delay.
 * @typedef {object} PushFault
 * @property {number} [status] the status of the response
 * @property {number} [retryAfter] the header `Retry-After`, in seconds
 * @property {string} [location] the header `Location`, for a redirect
 * @property {number} [delayMs] how late the response is, in ms
 * @property {'hang' | 'reset'} [connection] never responds, or resets the connection
 * @property {number | null} [count] the number of messages that the fault applies to, by default 1, null for all
 */

/** Creates the list of faults that are set and not used up. */
export function createPushFaults() {
  /** @type {{ device: string | undefined, fault: PushFault, left: number }[]} */
  let faults = [];

  return {
    /**
     * Sets a fault for the messages to one device, or to any.
     * @param {PushFault} fault
     * @param {string} [device]
     */
    set(fault, device) {
      faults.push({ device, fault, left: fault.count === null ? Infinity : (fault.count ?? 1) });
    },

    /** @param {string} [device] */
    clear(device) {
      faults = faults.filter((one) => device !== undefined && one.device !== device);
    },

    /**
     * Returns the next fault of a message to a device, and uses it up.
     * @param {string} device
     */
    take(device) {
      const found = faults.find((one) => one.device === undefined || one.device === device);
      if (!found) return undefined;
      found.left--;
      if (found.left === 0) faults = faults.filter((one) => one !== found);
      return found.fault;
    },
  };
}
