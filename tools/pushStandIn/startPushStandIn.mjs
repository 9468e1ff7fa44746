// @ts-check
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { callAction, respondToControls } from '../googleStandIn/controls.mjs';
import { HOST } from '../stack/ports.mjs';
import { arrivedPage } from './arrivedPage.mjs';
import { createDevices } from './devices.mjs';
import { createPushFaults } from './pushFaults.mjs';
import { signerOf } from './signature.mjs';

/*
 * A server that behaves like a browser's push service (RFC 8030), and like the browsers behind it. The stand-in makes
 * the subscriptions, so that it can decrypt their messages. A page at the stand-in's address shows what arrived. The
 * stand-in's own paths begin with an underscore:
 *
 *   GET    /_env      environment variables for a program that uses the stand-in
 *   POST   /_state    { do, ...what } calls the function of `state` that `do` names
 *   POST   /_faults   { device, fault } sets a fault
 *   DELETE /_faults   removes all faults
 *   GET    /_arrived  the messages that arrived at the devices
 *   GET    /_calls    the messages that the stand-in was sent, with the status of each response
 */

/** The largest encrypted message that every push service accepts, in bytes. */
const MESSAGE_MAX_BYTES = 4096;

/**
 * The keys of the server that uses the stand-in. They stay the same, so that subscriptions outlive a restart. They are
 * not secret, because they sign messages to made-up browsers only.
 */
const KEYS = {
  VAPID_PUBLIC_KEY:
    'BKeWWa2rWMvTaOoe1k0I5R681x_wQPnLl0E7pG1Rm0ZTX0lGse3YyscArFCpH23SXdFzIpip29wYTLWhc8ESPlM',
  VAPID_PRIVATE_KEY: 'PxMbhuwBhjI_2tFyl43qQZINpfD-SXek3fPce2YSqAw',
};

/**
 * @typedef {object} PushCall
 * @property {string} device
 * @property {string | null} topic
 * @property {number} [status] missing if no response has been sent
 * @property {string} [reason] why the message was refused
 */

/**
 * Starts the stand-in for a push service.
 * @param {object} [options]
 * @param {number} [options.port] by default any free one
 * @param {() => unknown} [options.sendReminders] sends the reminders that are due, for a test or the page
 */
export async function startPushStandIn({ port = 0, sendReminders } = {}) {
  let aheadMs = 0;
  const nowMs = () => Date.now() + aheadMs;
  const devices = createDevices(nowMs);
  const faults = createPushFaults();
  /** @type {PushCall[]} */
  const calls = [];

  const state = {
    /**
     * Makes a subscription, as `PushManager.subscribe` does. `serverKey` is the only key that may send to it.
     * @param {{ serverKey?: string }} [options]
     */
    subscribe: ({ serverKey } = {}) => subscriptionOf(devices.add(serverKey)),

    /**
     * Ends a subscription. The push service responds to its messages with 410.
     * @param {Whose} whose
     */
    unsubscribe: ({ endpoint }) => devices.end(deviceIdOf(endpoint)),

    /** @param {Whose} whose */
    goOffline: ({ endpoint }) => devices.goOffline(deviceIdOf(endpoint)),

    /** @param {Whose} whose */
    goOnline: ({ endpoint }) => devices.goOnline(deviceIdOf(endpoint)),

    /**
     * Moves the stand-in's clock forward. The clock decides when messages expire.
     * @param {{ ms: number }} by
     */
    advance({ ms }) {
      aheadMs += ms;
    },

    /**
     * Returns the messages that arrived at one device, or at all.
     * @param {{ endpoint?: string }} [which]
     */
    arrived: ({ endpoint } = {}) => devices.arrived(endpoint && deviceIdOf(endpoint)),

    forgetArrived: devices.forgetArrived,

    /**
     * Returns the messages that were sent to one device, or to all.
     * @param {{ endpoint?: string }} [which]
     */
    calls: ({ endpoint } = {}) =>
      calls.filter(({ device }) => !endpoint || device === deviceIdOf(endpoint)),

    /**
     * Sets a fault for the messages to one device, or to all.
     * @param {{ endpoint?: string, fault: import('./pushFaults.mjs').PushFault }} what
     */
    setFault: ({ endpoint, fault }) => faults.set(fault, endpoint && deviceIdOf(endpoint)),

    ...(sendReminders && {
      async sendReminders() {
        await sendReminders();
      },
    }),
  };

  const respondToControl = respondToControls({
    'GET /_env': () => env,
    'GET /_arrived': () => state.arrived(),
    'GET /_calls': () => state.calls(),
    'POST /_faults': ({ body }) => state.setFault(/** @type {any} */ (body)),
    'DELETE /_faults': () => faults.clear(),
    'POST /_state': callAction(state),
  });

  const server = createServer((request, response) => {
    void serve(request, response).catch((error) => {
      console.error('The stand-in for a push service failed:', error);
      response.destroy();
    });
  });
  server.listen(port, HOST);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  const url = `http://${HOST}:${address.port}`;
  const env = { PUSH_STAND_IN: url, ...KEYS };

  /** @param {import('./devices.mjs').Device} device */
  const subscriptionOf = ({ id, keys }) => ({
    endpoint: `${url}/push/${id}`,
    expirationTime: null,
    keys: {
      p256dh: keys.ecdh.getPublicKey('base64url'),
      auth: keys.auth.toString('base64url'),
    },
  });

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  async function serve(request, response) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const asked = new URL(request.url ?? '/', url);
    const { method = 'GET', headers } = request;
    if (asked.pathname.startsWith('/_')) {
      const type = headers['content-type'];
      const reply = await respondToControl(method, asked, type, body.toString());
      response.writeHead(reply.status, reply.headers).end(reply.body);
      return;
    }
    if (method === 'GET' && asked.pathname === '/') {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(
        arrivedPage({
          arrived: devices.arrived(),
          subscriptions: devices.all().map(subscriptionOf),
          sends: Boolean(sendReminders),
        }),
      );
      return;
    }
    const [, id] = /^\/push\/([^/]+)$/.exec(asked.pathname) ?? [];
    if (method !== 'POST' || id === undefined) {
      response.writeHead(404).end();
      return;
    }

    /** @type {PushCall} */
    const call = { device: id, topic: one(headers['topic']) };
    calls.push(call);
    const fault = faults.take(id);
    if (fault?.connection === 'hang') return;
    if (fault?.connection === 'reset') {
      request.socket.resetAndDestroy();
      return;
    }
    if (fault?.delayMs) await sleep(fault.delayMs, undefined, { ref: false });
    const refusal = fault?.status ? { status: fault.status, reason: 'A fault' } : undefined;
    const { status, reason } = refusal ?? take(id, headers, body);
    Object.assign(call, { status, reason });
    response.writeHead(status, {
      ...(status === 201 && { Location: `${url}/message/${randomUUID()}` }),
      ...(fault?.retryAfter !== undefined && { 'Retry-After': `${fault.retryAfter}` }),
      ...(fault?.location && { Location: fault.location }),
    });
    response.end(reason);
  }

  /**
   * Takes a message and returns the response.
   * @param {string} id
   * @param {import('node:http').IncomingHttpHeaders} headers
   * @param {Buffer} body
   * @returns {{ status: number, reason?: string }}
   */
  function take(id, headers, body) {
    const device = devices.get(id);
    if (!device) return { status: 404, reason: 'There is no such subscription.' };
    if (device.hasEnded) return { status: 410, reason: 'The subscription has ended.' };
    if (body.length > MESSAGE_MAX_BYTES) return { status: 413, reason: 'The message is too long.' };
    const topic = one(headers['topic']);
    const urgency = one(headers['urgency']) ?? 'normal';
    const ttl = one(headers['ttl']) ?? '';
    if (!/^\d+$/.test(ttl)) return { status: 400, reason: 'TTL is missing.' };
    if (topic !== null && !/^[\w-]{1,32}$/.test(topic))
      return { status: 400, reason: 'Topic is not valid.' };
    if (!/^(very-low|low|normal|high)$/.test(urgency))
      return { status: 400, reason: 'Urgency is not valid.' };
    if (headers['content-encoding'] !== 'aes128gcm')
      return { status: 400, reason: 'The message is not encrypted.' };
    try {
      // The clock isn't the stand-in's, because the sender signs by the real time.
      const key = signerOf(headers.authorization ?? '', url, Date.now());
      if (device.serverKey !== undefined && key !== device.serverKey)
        return { status: 403, reason: 'The subscription was made with another key.' };
    } catch (error) {
      return { status: 403, reason: String(error) };
    }
    try {
      devices.accept(device, { topic, urgency, ttl: Number(ttl), body });
    } catch (error) {
      return { status: 400, reason: String(error) };
    }
    return { status: 201 };
  }

  return {
    url,
    env,
    state,
    /** @returns {Promise<void>} */
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startPushStandIn>>} PushStandIn */

/** @typedef {{ endpoint: string }} Whose the subscription's endpoint */

/** @param {string} endpoint */
const deviceIdOf = (endpoint) => endpoint.slice(endpoint.lastIndexOf('/') + 1);

/** @param {string | string[] | undefined} header */
const one = (header) => (typeof header === 'string' ? header : null);
