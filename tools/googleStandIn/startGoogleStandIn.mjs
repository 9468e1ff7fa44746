// @ts-check
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOST } from '../stack/ports.mjs';
import { createCallLog } from './callLog.mjs';
import { createChannels } from './channels.mjs';
import { createFaults, FAULTS } from './faults.mjs';
import { createAccounts, Unacceptable } from './googleAccounts.mjs';
import { endpointAt, googleEndpoints } from './googleEndpoints.mjs';
import { json, notFound } from './googleReply.mjs';
import { createGrants } from './grants.mjs';
import { selectFields } from './selectFields.mjs';

/*
 * A server that behaves like Google for one OAuth client: consent page, OAuth endpoints, Calendar
 * API and push channels. Its data is in memory. Its own paths begin with an underscore:
 *
 *   GET    /_env      what a program needs in its environment to use it
 *   POST   /_state    { do, ...what }: one of `state`'s functions by its name
 *   POST   /_faults   { match, fault }; DELETE /_faults[?account=…] removes them
 *   GET    /_calls    [?endpoint=…&account=…]: { calls, count }
 *   GET    /_tokens   every token and code it ever issued
 */

/** Where new accounts come from when nobody says whose page it is. */
const DEMO = 'demo@daymark.app';

/**
 * @param {object} options
 * @param {number} [options.port] any free one unless given
 * @param {string} options.clientId
 * @param {string} options.clientSecret
 * @param {() => Date} [options.now]
 * @param {false | { timeZone?: string }} [options.seed] what each account begins with: a believable
 *   week, in Europe/Berlin unless another zone is given, or just an empty primary calendar
 * @param {string[]} [options.redirectUris] what may be redirected to beside this machine's own addresses
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
  const settings = { pageLimit: Infinity };
  const channels = createChannels({
    now,
    sent: ({ account, calendarId, state, status }) =>
      calls.add({
        endpoint: `push.${state}`,
        method: 'POST',
        path: '',
        account,
        calendarId,
        status,
      }),
  });
  const accounts = createAccounts({ now, seed, changed: channels.changed });
  const grants = createGrants({ clientId, clientSecret, now });
  const answers = googleEndpoints({
    clientId,
    redirectUris,
    accounts,
    grants,
    channels,
    settings,
    now,
  });
  accounts.accountOf(DEMO);

  const state = {
    ...accounts.actions,
    expireAccessTokens: grants.expireAccessTokens,

    /** @param {{ account: string }} whose */
    revokeGrant({ account }) {
      grants.revokeGrant({ account });
      channels.drop(account);
    },

    /**
     * Limits the size of a page below what is asked for, as Google may do; null removes the limit.
     * @param {{ most: number | null }} limit
     */
    limitPages({ most }) {
      settings.pageLimit = most ?? Infinity;
    },

    channels: channels.list,
    /** Resolves when all push messages so far have arrived, or were given up. */
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

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  async function serve(request, response) {
    const text = await bodyOf(request);
    const asked = new URL(request.url ?? '/', url);
    const method = request.method ?? 'GET';
    if (asked.pathname.startsWith('/_')) {
      send(response, await answerOwn(method, asked, request.headers['content-type'], text));
      return;
    }
    const place = endpointAt(method, asked.pathname);
    if (!place) {
      send(response, notFound());
      return;
    }
    const call = readCall(place, method, asked, request, text);
    const account = accountOf(call);
    const fault = faults.take({
      endpoint: call.endpoint,
      account,
      calendarId: call.calendarId === 'primary' ? account : call.calendarId,
    });
    const entry = calls.add({
      endpoint: call.endpoint,
      method,
      path: asked.pathname,
      account,
      calendarId: call.calendarId,
      params: [...asked.searchParams.keys()].sort(),
      ...(fault && { fault: fault.kind }),
    });

    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'reset') {
      request.socket.resetAndDestroy();
      return;
    }
    if (fault?.kind === 'slow') await sleep(fault.ms ?? 500, undefined, { ref: false });
    const refused = fault && FAULTS[fault.then ?? fault.kind]?.(fault);
    const answer = answers[call.endpoint.replace(/^token\..*/, 'token')];
    const reply = refused ?? answer?.({ ...call, ...(fault && { fault }) }) ?? notFound();
    const fields = reply.status === 200 ? asked.searchParams.get('fields') : null;
    const body = fields === null ? reply.body : selectFields(reply.body, fields);
    if (fault?.kind === 'held') await faults.hold(account);
    entry.status = reply.status;
    send(response, {
      ...reply,
      body: fault?.kind === 'truncated' ? body.slice(0, Math.floor(body.length / 2)) : body,
    });
  }

  /** @param {import('./googleEndpoints.mjs').Call} call */
  function accountOf({ form, url: asked, token }) {
    const given = form.get('account') || form.get('otherAccount');
    const secrets = ['code', 'refresh_token', 'token', 'access_token'].flatMap((name) => [
      ...form.getAll(name),
      ...asked.searchParams.getAll(name),
    ]);
    return grants.accountOf([token, ...secrets]) ?? given ?? undefined;
  }

  /**
   * Answers the stand-in's own paths.
   * @param {string} method
   * @param {URL} asked
   * @param {string | undefined} type
   * @param {string} text
   */
  async function answerOwn(method, asked, type, text) {
    const account = asked.searchParams.get('account') ?? undefined;
    const endpoint = asked.searchParams.get('endpoint') ?? undefined;
    // Pages of other sites can send forms here, but no JSON.
    const isJson = type?.startsWith('application/json');
    switch (`${method} ${asked.pathname}`) {
      case 'GET /_env':
        return json(env);
      case 'GET /_tokens':
        return json(grants.issued());
      case 'GET /_calls': {
        const found = calls.list({ account, endpoint });
        return json({ calls: found, count: found.length });
      }
      case 'POST /_faults':
        if (!isJson) break;
        return attempt(() => {
          const { match = {}, fault } = JSON.parse(text);
          faults.set(match, fault);
        });
      case 'DELETE /_faults':
        faults.clear(account);
        return json({});
      case 'POST /_state':
        if (!isJson) break;
        return attempt(async () => {
          const { do: name, ...what } = JSON.parse(text);
          if (!Object.hasOwn(state, name)) throw new Unacceptable(`There is no ${name}`);
          return state[/** @type {keyof typeof state} */ (name)](/** @type {any} */ (what));
        });
    }
    return json({ error: 'There is no such thing here.' }, 404);
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

/** @param {() => unknown} action */
async function attempt(action) {
  try {
    return json((await action()) ?? {});
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return json({ error: message }, 400);
  }
}

/**
 * @param {NonNullable<ReturnType<typeof endpointAt>>} place
 * @param {string} method
 * @param {URL} url
 * @param {import('node:http').IncomingMessage} request
 * @param {string} text
 * @returns {import('./googleEndpoints.mjs').Call}
 */
function readCall({ endpoint, calendarId }, method, url, request, text) {
  const isJson = request.headers['content-type']?.startsWith('application/json');
  const form = new URLSearchParams(isJson ? '' : text);
  const isRefresh = form.get('grant_type') === 'refresh_token';
  return {
    endpoint: endpoint === 'token' ? `token.${isRefresh ? 'refresh' : 'code'}` : endpoint,
    method,
    url,
    form,
    body: isJson && text ? JSON.parse(text) : {},
    token: /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '',
    ...(calendarId !== undefined && { calendarId }),
  };
}

/** @param {import('node:http').IncomingMessage} request */
async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {import('./googleReply.mjs').Reply} reply
 */
function send(response, { status, headers, body }) {
  response.writeHead(status, headers);
  response.end(body);
}
