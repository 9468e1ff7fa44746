import http from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PushSubscription } from '@daymark/contract/reminders/pushSubscription';
import type { Push, PushMessage, PushResult } from './push';

/** The hosts of the browsers' push services: Chrome's, Safari's, Firefox's and Edge's. */
const HOSTS =
  /^(fcm\.googleapis\.com|(.+\.)?push\.(apple|services\.mozilla)\.com|.+\.notify\.windows\.com)$/;

/** A message is sent at most this many times. */
const TRIES_MAX = 3;

/** A signature's age at which a new one is made, in ms. Push services accept a signature for 12 hours. */
const SIGNATURE_AGE_MAX_MS = 6 * 60 * 60 * 1000;

/** At most this many push services are remembered. Edge's endpoints have many hosts. */
const SERVICES_MAX = 200;

/** A push service that leaves this many requests in a row without a response gets no messages for a while. */
const UNANSWERED_MAX = 20;

/** At most this much of a push service's response is read, in bytes. A connection is used again if all of it is read. */
const RESPONSE_MAX_BYTES = 4096;

/** How long sending a message may take, in ms. */
interface SendingTimes {
  /** Longest time for one request. */
  requestMs: number;
  /** The wait before the first repeat. The wait is longer before the second repeat. */
  retryMs: number;
  /** Longest wait. A message isn't repeated if the push service asks to wait longer (`Retry-After`). */
  waitMaxMs: number;
  /** Longest time for a message, with its repeats. */
  totalMs: number;
  /** How long a push service that doesn't respond gets no messages, so that it doesn't hold up the others. */
  downMs: number;
}

const TIMES: SendingTimes = {
  requestMs: 6_000,
  retryMs: 500,
  waitMaxMs: 5_000,
  totalMs: 20_000,
  downMs: 10_000,
};

/** A push service to which messages were sent. */
interface Service {
  origin: string;
  /** The header that signs messages, and when it was made, in ms. */
  signature?: { header: string; madeAt: number };
  /** How many requests in a row got no response. */
  unanswered: number;
  /** The push service gets no messages until this moment, in ms. */
  downUntil: number;
}

interface PushRequest {
  headers: http.OutgoingHttpHeaders;
  body: Buffer;
}

const connections = new http.Agent({ keepAlive: true });
const secureConnections = new https.Agent({ keepAlive: true });

/** The variables that are read from `env`. */
interface PushEnv {
  VAPID_PUBLIC_KEY?: string;
  VAPID_PRIVATE_KEY?: string;
  /** An address at which a push service can reach us: mailto: or https:. By default `PUBLIC_URL`. */
  VAPID_SUBJECT?: string;
  PUBLIC_URL?: string;
  /** The address of the stand-in for a push service, on a developer's machine and in tests. */
  PUSH_STAND_IN?: string;
}

/** Loads the encryption and signatures of push messages on first use. */
export const loadPush = async () => (await import('web-push')).default;

/** Returns the push services that messages are sent to. Without both keys, no messages are sent. */
export function webPush(env: PushEnv, times: SendingTimes = TIMES): Push {
  const publicKey = env.VAPID_PUBLIC_KEY?.trim() || null;
  const privateKey = env.VAPID_PRIVATE_KEY?.trim() || null;
  const standIn = env.PUSH_STAND_IN ? new URL(env.PUSH_STAND_IN).origin : undefined;
  const subject = subjectOf(env);
  const services = new Map<string, Service>();

  /** Returns the address of an endpoint, or undefined if no messages may be sent to it. */
  function addressOf(endpoint: string): URL | undefined {
    if (!URL.canParse(endpoint)) return undefined;
    const url = new URL(endpoint);
    if (url.username || url.password) return undefined;
    if (url.origin === standIn) return url;
    return url.protocol === 'https:' && url.port === '' && HOSTS.test(url.hostname)
      ? url
      : undefined;
  }

  function serviceAt(origin: string): Service {
    const known = services.get(origin);
    if (known) return known;
    if (services.size >= SERVICES_MAX) services.clear();
    const service = { origin, unanswered: 0, downUntil: 0 };
    services.set(origin, service);
    return service;
  }

  /** Returns the header that signs a message for a push service (RFC 8292). Signing takes longer than encrypting. */
  async function signatureFor(service: Service): Promise<string> {
    const { signature, origin } = service;
    if (signature && Date.now() - signature.madeAt < SIGNATURE_AGE_MAX_MS) return signature.header;
    const { getVapidHeaders } = await loadPush();
    const { Authorization: header } = getVapidHeaders(
      origin,
      subject,
      publicKey ?? '',
      privateKey ?? '',
      'aes128gcm',
    );
    service.signature = { header, madeAt: Date.now() };
    return header;
  }

  async function requestOf(
    service: Service,
    { endpoint, keys }: PushSubscription,
    { payload, topic, ttlSeconds }: PushMessage,
  ): Promise<PushRequest> {
    const { generateRequestDetails } = await loadPush();
    const { headers, body } = generateRequestDetails({ endpoint, keys }, payload, {
      contentEncoding: 'aes128gcm',
      TTL: Math.max(0, Math.floor(ttlSeconds)),
      // Wakes a phone that saves power.
      urgency: 'high',
      topic,
    });
    const Authorization = await signatureFor(service);
    return { headers: { ...headers, Authorization }, body };
  }

  async function send(subscription: PushSubscription, message: PushMessage): Promise<PushResult> {
    const url = addressOf(subscription.endpoint);
    if (!url || !publicKey || !privateKey) return 'refused';
    const until = Date.now() + times.totalMs;
    const service = serviceAt(url.origin);
    let request: PushRequest;
    try {
      request = await requestOf(service, subscription, message);
    } catch {
      // The browser's keys are not a point on the curve, or ours are not keys.
      return 'refused';
    }
    for (let tries = 1; ; tries++) {
      if (Date.now() < service.downUntil) return 'failed';
      const limit = Math.min(times.requestMs, until - Date.now());
      const { status, waitMs } = await responseTo(url, request, limit);
      if (status !== NO_RESPONSE) service.unanswered = 0;
      else if (++service.unanswered >= UNANSWERED_MAX)
        service.downUntil = Date.now() + times.downMs;
      const result = resultOf(status);
      if (result !== 'failed' || tries === TRIES_MAX) return result;
      const wait = Math.max(times.retryMs * tries * (0.5 + Math.random()), waitMs);
      if (wait > times.waitMaxMs || Date.now() + wait >= until) return 'failed';
      await sleep(wait);
    }
  }

  return {
    publicKey: privateKey && publicKey,
    isAllowed: (endpoint) => addressOf(endpoint) !== undefined,
    send,
  };
}

/** The status of a request that got no response. */
const NO_RESPONSE = 0;

/**
 * Sends a request and returns the response's status, and how long the push service asks to wait, in ms. Node's `fetch`
 * would take more than twice the processor time. Redirects aren't followed, because they could lead to an address that
 * isn't allowed.
 */
function responseTo(url: URL, { headers, body }: PushRequest, limitMs: number) {
  const isSecure = url.protocol === 'https:';
  return new Promise<{ status: number; waitMs: number }>((resolve) => {
    const result = { status: NO_RESPONSE, waitMs: 0 };
    const request = (isSecure ? https : http).request(url, {
      method: 'POST',
      headers,
      agent: isSecure ? secureConnections : connections,
      signal: AbortSignal.timeout(Math.max(0, limitMs)),
    });
    request.on('response', (response) => {
      result.status = response.statusCode ?? NO_RESPONSE;
      result.waitMs = waitOf(response.headers['retry-after']);
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > RESPONSE_MAX_BYTES) response.destroy();
      });
      // After the status, nothing else counts.
      response.on('error', () => undefined);
    });
    // The error isn't passed on, because it may contain the endpoint, which is a secret.
    request.on('error', () => undefined);
    request.on('close', () => resolve(result));
    request.end(body);
  });
}

/** Returns how long a push service asks to wait (`Retry-After`), in ms. */
function waitOf(header: string | undefined): number {
  if (!header) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return ms > 0 ? ms : 0;
}

function resultOf(status: number): PushResult {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 || status === NO_RESPONSE ? 'failed' : 'refused';
}

/** Returns the address at which a push service can reach us. Push services accept only mailto: and https:. */
function subjectOf({ VAPID_SUBJECT, PUBLIC_URL }: PushEnv): string {
  const given = VAPID_SUBJECT?.trim() || PUBLIC_URL;
  return given && /^(mailto|https):/.test(given) ? given : 'https://daymark.app';
}
