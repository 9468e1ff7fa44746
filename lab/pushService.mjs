// @ts-check
import { createECDH, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

/** Returns the point of a new key on the curve of Web Push (RFC 8291, RFC 8292), and the key. */
function newKey() {
  const key = createECDH('prime256v1');
  const point = key.generateKeys('base64url');
  return { point, secret: key.getPrivateKey('base64url') };
}

/**
 * Starts a push service that accepts every message at once. `env` lets the function send to it.
 * @param {import('../tools/command/command.mjs').OnExit} onExit
 */
export async function startPushService(onExit) {
  let received = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      received++;
      response.writeHead(201).end();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  onExit(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const url = `http://127.0.0.1:${port}`;
  const { point, secret } = newKey();
  return {
    env: {
      VAPID_PUBLIC_KEY: point,
      VAPID_PRIVATE_KEY: secret,
      VAPID_SUBJECT: 'mailto:lab@daymark.test',
      PUSH_STAND_IN: url,
    },
    /** Returns how many messages have arrived. */
    received: () => received,
    /** Returns a browser's subscription. @param {string} name */
    subscription: (name) => ({
      endpoint: `${url}/${name}`,
      keys: { p256dh: newKey().point, auth: randomBytes(16).toString('base64url') },
    }),
  };
}
