// @ts-check
import { randomUUID } from 'node:crypto';
import { createBrowserKeys, decrypt } from './decrypt.mjs';

/**
 * A message that a device got.
 * @typedef {object} Arrived
 * @property {string} device
 * @property {string} sentAt the time by the stand-in's clock, in ISO 8601
 * @property {string} arrivedAt
 * @property {string | null} topic
 * @property {string} urgency
 * @property {number} ttl how long the push service may keep the message, in seconds
 * @property {string} text the decrypted text
 */

/**
 * A browser with a push subscription.
 * @typedef {object} Device
 * @property {string} id
 * @property {ReturnType<typeof createBrowserKeys>} keys
 * @property {string | undefined} serverKey the only server's key that may send to the device, or undefined for any
 * @property {boolean} isOnline
 * @property {boolean} hasEnded
 * @property {{ expiresMs: number, message: Omit<Arrived, 'arrivedAt'> }[]} waiting
 */

/**
 * Creates the list of devices, which get messages as RFC 8030 says. A device that is offline gets them when it is back,
 * unless a later message with the same topic has taken their place, or they have expired.
 * @param {() => number} nowMs
 */
export function createDevices(nowMs) {
  /** @type {Map<string, Device>} */
  const devices = new Map();
  /** @type {Arrived[]} */
  const arrived = [];

  /** @param {string} id */
  const find = (id) => {
    const device = devices.get(id);
    if (!device) throw new RangeError(`There is no device ${id}`);
    return device;
  };

  /** @param {Omit<Arrived, 'arrivedAt'>} message */
  const deliver = (message) =>
    arrived.push({ ...message, arrivedAt: new Date(nowMs()).toISOString() });

  return {
    /** @param {string | undefined} serverKey */
    add(serverKey) {
      const id = randomUUID();
      const keys = createBrowserKeys();
      const device = { id, keys, serverKey, isOnline: true, hasEnded: false, waiting: [] };
      devices.set(id, device);
      return device;
    },

    /** @param {string} id */
    get: (id) => devices.get(id),

    all: () => [...devices.values()],

    /**
     * Returns the messages that arrived, or those of one device.
     * @param {string} [id]
     */
    arrived: (id) => arrived.filter(({ device }) => id === undefined || device === id),

    forgetArrived: () => void arrived.splice(0),

    /**
     * Accepts a message.
     * @param {Device} device
     * @param {{ topic: string | null, urgency: string, ttl: number, body: Buffer }} message
     * @throws Error if the device can't decrypt it
     */
    accept(device, { body, ...sent }) {
      const text = decrypt(body, device.keys);
      const sentAt = new Date(nowMs()).toISOString();
      const message = { device: device.id, sentAt, ...sent, text };
      const { topic, ttl } = sent;
      device.waiting = device.waiting.filter(
        (other) => topic === null || other.message.topic !== topic,
      );
      if (device.isOnline) deliver(message);
      else if (ttl > 0) device.waiting.push({ expiresMs: nowMs() + ttl * 1000, message });
    },

    /** @param {string} id */
    goOffline(id) {
      find(id).isOnline = false;
    },

    /** @param {string} id */
    goOnline(id) {
      const device = find(id);
      device.isOnline = true;
      for (const { expiresMs, message } of device.waiting.splice(0))
        if (expiresMs > nowMs()) deliver(message);
    },

    /** @param {string} id */
    end(id) {
      find(id).hasEnded = true;
    },
  };
}
