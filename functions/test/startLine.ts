import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * Starts a proxy to `target` (host:port) whose connections can be cut, held and restored. Use its `address` instead of
 * the target.
 */
export async function startLine(target: string) {
  const { hostname, port } = new URL(`http://${target}`);
  const sockets = new Set<Socket>();
  const pairs = new Set<[near: Socket, far: Socket]>();
  let isCut = false;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    // The test cuts connections on purpose, and each end sees its own socket close.
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const drop = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const server = createServer((near) => {
    keep(near);
    // Refuse new connections at once. The port stays open, so that no other program takes it.
    if (isCut) return void near.resetAndDestroy();
    const far = connect(Number(port), hostname);
    keep(far);
    near.pipe(far).pipe(near);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.on('close', () => {
      pairs.delete(pair);
      far.destroy();
    });
    far.on('close', () => near.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Drops every connection, and each new one until `restore`. */
    cut() {
      isCut = true;
      drop();
    },
    /** Lets no response through until `release`. The connections stay open. */
    hold() {
      for (const [near, far] of pairs) far.unpipe(near);
    },
    release() {
      for (const [near, far] of pairs) far.pipe(near);
    },
    restore() {
      isCut = false;
    },
    async stop() {
      server.close();
      drop();
      await once(server, 'close');
    },
  };
}
