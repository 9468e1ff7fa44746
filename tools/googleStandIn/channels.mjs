// @ts-check
import { createHash } from 'node:crypto';
import { apiError, json, notFound } from './googleReply.mjs';

/** Longest lifetime of a channel, in ms. */
const LONGEST_MS = 7 * 86_400_000;
/** Longest wait for the response to a message, in ms. */
const TIMEOUT_MS = 5000;

/**
 * @typedef {object} Channel
 * @property {string} id
 * @property {string} account
 * @property {string} calendarId
 * @property {string} address
 * @property {string} [token]
 * @property {string} resourceId
 * @property {string} resourceUri
 * @property {number} expiration
 * @property {number} messages the number of messages sent
 */

/**
 * Creates the store of push channels, which also sends their messages. A channel's message waits until the previous one
 * has received a response or failed.
 * @param {{ now: () => Date, sent: (call: { account: string, calendarId: string, state: string, status: number }) => void }} options
 */
export function createChannels({ now, sent }) {
  /** @type {Map<string, Channel>} */
  const channels = new Map();
  /** @type {Map<string, Promise<void>>} */
  const sending = new Map();

  /**
   * @param {Channel} channel
   * @param {'sync' | 'exists' | 'not_exists'} state
   */
  function send(channel, state) {
    channel.messages += 1;
    const headers = {
      'Content-Type': 'application/json; utf-8',
      'X-Goog-Channel-ID': channel.id,
      'X-Goog-Channel-Expiration': new Date(channel.expiration).toUTCString(),
      'X-Goog-Resource-ID': channel.resourceId,
      'X-Goog-Resource-URI': channel.resourceUri,
      'X-Goog-Resource-State': state,
      'X-Goog-Message-Number': `${channel.messages}`,
      ...(channel.token !== undefined && { 'X-Goog-Channel-Token': channel.token }),
    };
    const { account, calendarId, address } = channel;
    const before = sending.get(channel.id) ?? Promise.resolve();
    const message = before.then(async () => {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const status = await fetch(address, {
        method: 'POST',
        headers,
        redirect: 'manual',
        signal,
      }).then(
        (reply) => reply.status,
        () => 0,
      );
      sent({ account, calendarId, state, status });
    });
    sending.set(channel.id, message);
  }

  return {
    /** @param {Omit<Channel, 'messages'>} channel */
    open(channel) {
      const opened = { ...channel, messages: 0 };
      channels.set(channel.id, opened);
      send(opened, 'sync');
    },

    find: (/** @type {string} */ id) => channels.get(id),
    close: (/** @type {string} */ id) => void channels.delete(id),

    /**
     * @param {string} account
     * @param {string} calendarId
     * @param {'exists' | 'not_exists'} state
     */
    changed(account, calendarId, state) {
      for (const channel of channels.values()) {
        if (channel.account !== account || channel.calendarId !== calendarId) continue;
        if (channel.expiration > now().getTime()) send(channel, state);
        else channels.delete(channel.id);
      }
    },

    /** @param {{ account?: string }} whose */
    list({ account } = {}) {
      return [...channels.values()].filter(
        (one) => account === undefined || one.account === account,
      );
    },

    /** @param {string} account the account whose grant has ended */
    drop(account) {
      for (const { id } of this.list({ account })) channels.delete(id);
    },

    /** Resolves when every message sent so far has received a response or failed. */
    async settled() {
      await Promise.all(sending.values());
    },
  };
}

/** @typedef {ReturnType<typeof createChannels>} Channels */

/** @typedef {import('./routes.mjs').Call} Call */
/** @typedef {import('./routes.mjs').Google} Google */

/**
 * Opens a channel for a calendar's events.
 * @param {Call} call
 * @param {Google} google
 */
export function watchEvents({ url, body, account, calendarId }, { accounts, channels, now }) {
  const calendar = accounts.findCalendar(account, calendarId);
  if (!calendar) return notFound();
  const { id, type, address, token, expiration } = body;
  if (typeof id !== 'string' || !/^[A-Za-z0-9\-_+/=]{1,64}$/.test(id)) {
    return apiError(400, 'channelIdInvalid', 'Invalid channel id');
  }
  if (type !== 'web_hook' && type !== 'webhook') {
    return apiError(400, 'channelUnknown', 'Unknown channel type');
  }
  if (!isAcceptable(address)) {
    const message = `WebHook callback must be HTTPS: ${String(address)}`;
    return apiError(400, 'push.webhookUrlNotHttps', message);
  }
  if (channels.find(id)) {
    return apiError(400, 'channelIdNotUnique', `Channel id ${id} not unique`);
  }
  const channel = {
    id,
    ...(token !== undefined && { token: String(token) }),
    resourceId: resourceIdOf(account, calendar.id),
    resourceUri: `${url.origin}${url.pathname.replace(/\/watch$/, '')}?alt=json`,
    expiration: Math.min(now().getTime() + LONGEST_MS, Number(expiration ?? Infinity)),
  };
  channels.open({ ...channel, account, calendarId: calendar.id, address });
  return json({ kind: 'api#channel', ...channel, expiration: `${channel.expiration}` });
}

/**
 * @param {string} account
 * @param {string} calendarId
 */
const resourceIdOf = (account, calendarId) =>
  createHash('sha256').update(`${account} ${calendarId}`).digest('base64url').slice(0, 27);

/**
 * Closes one of the account's channels.
 * @param {Call} call
 * @param {Google} google
 */
export function stopChannel({ body, account }, { channels }) {
  const channel = channels.find(body['id']);
  if (channel?.account !== account || channel.resourceId !== body['resourceId']) return notFound();
  channels.close(channel.id);
  return { status: 204, headers: {}, body: '' };
}

/**
 * Whether a channel may have this address. Google accepts only HTTPS. The stand-in also accepts this machine's own
 * addresses.
 * @param {unknown} address
 */
function isAcceptable(address) {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}
