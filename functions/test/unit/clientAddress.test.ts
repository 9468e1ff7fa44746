import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { clientAddress } from '../../src/http/limits/clientAddress';

/** Returns the client's address for a request with this X-Forwarded-For, which a Google machine has forwarded. */
const addressOf = (forwardedFor?: string, remoteAddress = '169.254.1.1') =>
  clientAddress({
    headers: { 'x-forwarded-for': forwardedFor },
    socket: { remoteAddress },
  } as unknown as IncomingMessage);

const CDN = '151.101.1.195';

test.each([
  ['through Hosting, it is the one that Hosting’s CDN added', `203.0.113.7, ${CDN}`, '203.0.113.7'],
  [
    'an address that a client adds to the left of it is ignored',
    `198.51.100.1, 203.0.113.7, ${CDN}`,
    '203.0.113.7',
  ],
  [
    'at the function’s own address, it is the one that Google added',
    '198.51.100.1, 203.0.113.7',
    '203.0.113.7',
  ],
  [
    'at the function’s own address, a client cannot pretend to come through the CDN',
    `198.51.100.1, ${CDN}, 203.0.113.7`,
    '203.0.113.7',
  ],
  ['a client of the CDN’s own network is that network', CDN, CDN],
  ['an IPv4 address in an IPv6 one is the same', `::ffff:203.0.113.7, ${CDN}`, '203.0.113.7'],
  ['the CDN may connect by IPv6', '203.0.113.7, 2a04:4e42:400::1', '203.0.113.7'],
  ['an IPv6 address counts as its network', `2001:db8:1:2:3:4:5:6, ${CDN}`, '2001:db8:1:2'],
])('the client’s address: %s', (_case, forwardedFor, expected) => {
  expect(addressOf(forwardedFor)).toBe(expected);
});

test('the client’s address is that of the connection if there is no proxy', () => {
  expect(addressOf(undefined, '127.0.0.1')).toBe('127.0.0.1');
  expect(addressOf(undefined, '::ffff:127.0.0.1')).toBe('127.0.0.1');
});
