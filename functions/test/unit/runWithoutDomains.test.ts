import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { http } from '@google-cloud/functions-framework';
import { getTestServer } from '@google-cloud/functions-framework/testing';
import { expect, test } from 'vitest';
import { runWithoutDomains } from '../../src/http/runWithoutDomains';

test('the Functions Framework runs requests outside of domains', async () => {
  runWithoutDomains();
  http(
    'probe',
    (_, reply) => void reply.json({ inDomain: Boolean(Reflect.get(process, 'domain')) }),
  );
  const server = getTestServer('probe').listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const reply = await fetch(`http://127.0.0.1:${port}/`);
    expect(await reply.json()).toEqual({ inDomain: false });
  } finally {
    server.close();
  }
});
