// @ts-check
import { createHash } from 'node:crypto';
import { apiError, json, notFound } from './googleReply.mjs';

const LONGEST_MS = 7 * 86_400_000;
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
 * @property {number} messages how many were sent
 */

/**
 * The push channels. A message is sent at once; those of one channel arrive in order.
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
    /**
     * Answers events.watch.
     * @param {{ account: string, calendarId: string, resourceUri: string }} what
     * @param {Record<string, any>} body
     */
    watch({ account, calendarId, resourceUri }, body) {
      const { id, type, address, token, expiration, params } = body;
      if (typeof id !== 'string' || !/^[A-Za-z0-9\-_+/=]{1,64}$/.test(id)) {
        return apiError(400, 'channelIdInvalid', 'Invalid channel id');
      }
      if (type !== 'web_hook' && type !== 'webhook') {
        return apiError(400, 'channelUnknown', 'Unknown channel type');
      }
      if (!isAcceptable(address)) {
        return apiError(
          400,
          'push.webhookUrlNotHttps',
          `WebHook callback must be HTTPS: ${String(address)}`,
        );
      }
      if (channels.has(id)) {
        return apiError(400, 'channelIdNotUnique', `Channel id ${id} not unique`);
      }
      const longest =
        now().getTime() + Math.min(LONGEST_MS, Number(params?.ttl ?? Infinity) * 1000);
      /** @type {Channel} */
      const channel = {
        id,
        account,
        calendarId,
        address,
        ...(token !== undefined && { token: String(token) }),
        resourceId: createHash('sha256')
          .update(`${account} ${calendarId}`)
          .digest('base64url')
          .slice(0, 27),
        resourceUri,
        expiration: Math.min(longest, Number(expiration ?? Infinity)),
        messages: 0,
      };
      channels.set(id, channel);
      send(channel, 'sync');
      return json({
        kind: 'api#channel',
        id,
        resourceId: channel.resourceId,
        resourceUri,
        ...(channel.token !== undefined && { token: channel.token }),
        expiration: `${channel.expiration}`,
      });
    },

    /**
     * Answers channels.stop.
     * @param {string} account
     * @param {Record<string, any>} body
     */
    stop(account, body) {
      const channel = channels.get(body['id']);
      if (channel?.account !== account || channel.resourceId !== body['resourceId']) {
        return notFound();
      }
      channels.delete(channel.id);
      return { status: 204, headers: {}, body: '' };
    },

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

    /** @param {string} account whose grant has ended */
    drop(account) {
      for (const { id } of this.list({ account })) channels.delete(id);
    },

    /** Resolves when all messages so far were answered, or were given up. */
    async settled() {
      await Promise.all(sending.values());
    },
  };
}

/**
 * Google takes HTTPS only; a machine's own addresses stand in for that here.
 * @param {unknown} address
 */
function isAcceptable(address) {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}
