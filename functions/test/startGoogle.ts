import { createHmac, createPublicKey, createSign, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const newKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

export const PROJECT = process.env.GCLOUD_PROJECT ?? '';
/** The id of the only key that the stand-in publishes. */
const KEY_ID = 'known';

const keys = newKeys();
const foreignKeys = newKeys();

/** The public key as App Check publishes it. */
const jsonWebKey = {
  ...createPublicKey(keys.publicKey).export({ format: 'jwk' }),
  kid: KEY_ID,
  use: 'sig',
  alg: 'RS256',
};

/** Signs a token with Google's key, with another key, or with the public key as an HMAC secret. */
export function sign(
  claims: object,
  { header = {}, key = 'google' }: { header?: object; key?: 'google' | 'foreign' | 'public' } = {},
): string {
  const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
  const text = `${part({ alg: 'RS256', kid: KEY_ID, typ: 'JWT', ...header })}.${part(claims)}`;
  if (key === 'public')
    return `${text}.${createHmac('sha256', keys.publicKey).update(text).digest('base64url')}`;
  const { privateKey } = key === 'google' ? keys : foreignKeys;
  return `${text}.${createSign('sha256').update(text).sign(privateKey, 'base64url')}`;
}

/**
 * Starts a stand-in for the Google services that firebase-admin calls. The stand-in serves public keys and access
 * tokens, and its accounts can be looked up and changed. `env` makes a function use the stand-in.
 */
export async function startGoogle() {
  const accounts = new Map<
    string,
    { disabled?: boolean; validSince?: string; customAttributes?: string }
  >();
  const state = { arePublicKeysUp: true, areAccountsUp: true };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [status, json] = respond(request.url ?? '', Buffer.concat(chunks).toString());
      response.writeHead(status, {
        'Content-Type': 'application/json',
        'Cache-Control': 'public, max-age=3600',
      });
      response.end(JSON.stringify(json));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  function respond(url: string, body: string): [number, object] {
    if (url.includes('publicKeys') || url.includes('x509'))
      return state.arePublicKeysUp ? [200, { [KEY_ID]: keys.publicKey }] : [503, {}];
    if (url.includes('jwks'))
      return state.arePublicKeysUp ? [200, { keys: [jsonWebKey] }] : [503, {}];
    if (url.includes('token'))
      return [200, { access_token: 'access', expires_in: 3600, token_type: 'Bearer' }];
    if (url.includes('accounts:lookup')) {
      if (!state.areAccountsUp) return [500, { error: { message: 'BACKEND_ERROR' } }];
      const [localId = ''] = (JSON.parse(body) as { localId: string[] }).localId;
      const account = accounts.get(localId);
      return [200, account ? { users: [{ localId, validSince: '1', ...account }] } : {}];
    }
    if (url.includes('accounts:update')) {
      const { localId, ...changed } = JSON.parse(body) as { localId: string };
      accounts.set(localId, { ...accounts.get(localId), ...changed });
      return [200, { localId }];
    }
    return [404, { error: { message: 'NOT_FOUND' } }];
  }

  const credentials = join(await mkdtemp(join(tmpdir(), 'daymark-')), 'credentials.json');
  await writeFile(
    credentials,
    JSON.stringify({
      type: 'service_account',
      project_id: PROJECT,
      client_email: `tests@${PROJECT}.iam.gserviceaccount.com`,
      private_key: foreignKeys.privateKey,
    }),
  );

  return {
    accounts,
    state,
    env: {
      FIREBASE_AUTH_EMULATOR_HOST: undefined,
      GOOGLE_APPLICATION_CREDENTIALS: credentials,
      GOOGLE_STAND_IN: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      NODE_OPTIONS: `--require ${join(import.meta.dirname, 'googleRedirect.cjs')}`,
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
