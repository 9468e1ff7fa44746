// @ts-check
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOST } from '../stack/ports.mjs';
import { createCallLog } from './callLog.mjs';
import { createChannels } from './channels.mjs';
import { createControls } from './controls.mjs';
import { createEventChanges } from './eventChanges.mjs';
import { createFaults, FAULTS } from './faults.mjs';
import { createAccounts } from './googleAccounts.mjs';
import { notFound } from './googleReply.mjs';
import { createGrants } from './grants.mjs';
import { respondToCall, findRoute } from './routes.mjs';
import { seedWeek } from './seedWeek.mjs';
import { DAY_MS } from './zonedTime.mjs';

/*
 * A server that behaves like Google for one OAuth client: consent page, OAuth endpoints, Calendar API and push
 * channels. The server's data is in memory. `routes.mjs` lists the endpoints. The stand-in's own paths (`controls.mjs`)
 * begin with an underscore:
 *
 *   GET    /_env      environment variables for a program that uses the stand-in
 *   POST   /_state    { do, ...what } calls the function of `state` that `do` names
 *   POST   /_faults   { match, fault } sets a fault
 *   DELETE /_faults   [?account=…] removes faults
 *   GET    /_calls    [?endpoint=…&account=…]: { calls, count }
 *   GET    /_tokens   every token and code ever issued
 */

/** Account that exists from the start, so that the consent page offers it. */
const DEMO = 'demo@daymark.app';

/** Number of days after the stand-in's start for which recurring events are always expanded. */
const HORIZON_DAYS = 730;

/**
 * Starts the stand-in for Google.
 * @param {object} options
 * @param {number} [options.port] by default any free one
 * @param {string} options.clientId
 * @param {string} options.clientSecret
 * @param {() => Date} [options.now]
 * @param {false | { timeZone?: string }} [options.seed] the first data of each account: a plausible
 *   week, by default in Europe/Berlin, or only an empty primary calendar if `false`
 * @param {string[]} [options.redirectUris] allowed redirect URIs besides this machine's own addresses
 */
export async function startGoogleStandIn({
  port = 0,
  clientId,
  clientSecret,
  now = () => new Date(),
  seed = {},
  redirectUris = [],
}) {
  const calls = createCallLog();
  const faults = createFaults();
  const grants = createGrants({ now });
  const channels = createChannels({
    now,
    sent: ({ state, ...message }) =>
      calls.add({ endpoint: `push.${state}`, method: 'POST', path: '', ...message }),
  });
  const { changed } = channels;
  const horizon = now().getTime() + HORIZON_DAYS * DAY_MS;
  const accounts = createAccounts({
    timeZone: seed ? seed.timeZone : undefined,
    changed,
    fill(email, timeZone) {
      if (seed) seedWeek({ email, timeZone, now: now(), ...accounts.actions, ...eventChanges });
    },
  });
  const eventChanges = createEventChanges({ accounts, horizon, now, changed });
  const settings = { pageLimit: Infinity };
  /** @type {import('./routes.mjs').Google} */
  const google = {
    clientId,
    clientSecret,
    redirectUris,
    accounts,
    grants,
    channels,
    settings,
    horizon,
    now,
  };
  accounts.accountOf(DEMO);

  const state = {
    ...accounts.actions,
    ...eventChanges,
    expireAccessTokens: grants.expireAccessTokens,

    /** @param {{ account: string }} whose */
    revokeGrant({ account }) {
      grants.revokeGrant({ account });
      channels.drop(account);
    },

    /**
     * Limits the size of a page below the requested size, as Google may do. Null removes the limit.
     * @param {{ most: number | null }} limit
     */
    limitPages({ most }) {
      settings.pageLimit = most ?? Infinity;
    },

    channels: channels.list,
    /** Resolves when every push message sent so far has received a response or failed. */
    settled: channels.settled,
  };

  const server = createServer((request, response) => {
    void serve(request, response).catch((error) => {
      console.error('The stand-in for Google failed:', error);
      response.destroy();
    });
  });
  server.listen(port, HOST);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  const url = `http://${HOST}:${address.port}`;
  const env = {
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_AUTH_URL: `${url}/o/oauth2/v2/auth`,
    GOOGLE_TOKEN_URL: `${url}/token`,
    GOOGLE_REVOKE_URL: `${url}/revoke`,
    GOOGLE_API_ROOT: url,
  };
  const respondToControl = createControls({ env, state, faults, calls, grants });

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  async function serve(request, response) {
    const text = await bodyOf(request);
    const asked = new URL(request.url ?? '/', url);
    const { method = 'GET', headers } = request;
    const type = headers['content-type'];
    if (asked.pathname.startsWith('/_')) {
      send(response, await respondToControl(method, asked, type, text));
      return;
    }
    const isJson = type?.startsWith('application/json');
    const form = new URLSearchParams(isJson ? '' : text);
    const found = findRoute(method, asked.pathname, form);
    if (!found) {
      send(response, notFound());
      return;
    }
    const { route } = found;
    const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    const account = accountOf(form, asked.searchParams, token);
    const calendarId = found.calendarId === 'primary' ? account : found.calendarId;
    const { endpoint } = route;
    const fault = faults.take({ endpoint, isApi: Boolean(route.scopes), account, calendarId });
    const entry = calls.add({
      endpoint,
      method,
      path: asked.pathname,
      account,
      ...(calendarId && { calendarId }),
      params: [...asked.searchParams.keys()].sort(),
      ...(fault && { fault: fault.kind }),
    });

    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'reset') {
      request.socket.resetAndDestroy();
      return;
    }
    if (fault?.kind === 'slow') await sleep(fault.ms ?? 500, undefined, { ref: false });
    const body = isJson && text ? JSON.parse(text) : {};
    const reply =
      (fault && FAULTS[fault.then ?? fault.kind]?.(fault)) ??
      respondToCall(route, { url: asked, form, body, token, account, calendarId, fault }, google);
    if (fault?.kind === 'held') await faults.hold(account);
    entry.status = reply.status;
    send(response, fault?.kind === 'truncated' ? firstHalf(reply) : reply);
  }

  /**
   * Returns the account whose tokens or codes a call carries, or the account chosen on the consent page. Returns an
   * empty text if the account is unknown.
   * @param {URLSearchParams} form
   * @param {URLSearchParams} query
   * @param {string} token
   */
  function accountOf(form, query, token) {
    const secrets = ['code', 'refresh_token', 'token'].flatMap((name) => [
      ...form.getAll(name),
      ...query.getAll(name),
    ]);
    const chosen = form.get('account') || form.get('otherAccount');
    return grants.accountOf([token, ...secrets]) ?? chosen ?? '';
  }

  return {
    url,
    env,
    faults,
    state,
    calls,
    issued: grants.issued,
    /** @returns {Promise<void>} */
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startGoogleStandIn>>} GoogleStandIn */

/** @param {import('node:http').IncomingMessage} request */
async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/**
 * @param {import('./googleReply.mjs').Reply} reply
 * @returns {import('./googleReply.mjs').Reply}
 */
const firstHalf = (reply) => ({
  ...reply,
  body: reply.body.slice(0, Math.floor(reply.body.length / 2)),
});

/**
 * @param {import('node:http').ServerResponse} response
 * @param {import('./googleReply.mjs').Reply} reply
 */
function send(response, { status, headers, body }) {
  response.writeHead(status, headers);
  response.end(body);
}
