import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** The networks that Fastly, Hosting's CDN, publishes as its own, and the loopback addresses. */
const CDN_AND_LOOPBACK = `
  23.235.32.0/20 43.249.72.0/22 103.244.50.0/24 103.245.222.0/23 103.245.224.0/24 104.156.80.0/20
  140.248.64.0/18 140.248.128.0/17 146.75.0.0/17 151.101.0.0/16 157.52.64.0/18 167.82.0.0/17
  167.82.128.0/20 167.82.160.0/20 167.82.224.0/20 172.111.64.0/18 185.31.16.0/22 199.27.72.0/21
  199.232.0.0/16 2a04:4e40::/32 2a04:4e42::/32 127.0.0.0/8 ::1/128`;

const trustedProxies = new BlockList();
for (const network of (process.env.TRUSTED_PROXIES ?? CDN_AND_LOOPBACK).split(/[\s,]+/)) {
  const [address = '', bits] = network.split('/');
  if (!isIP(address)) continue;
  if (bits === undefined) trustedProxies.addAddress(address, familyOf(address));
  else trustedProxies.addSubnet(address, Number(bits), familyOf(address));
}

/**
 * Returns the client's IP address. For IPv6, returns the /64 network, which one household shares.
 *
 * Each proxy appends the address that called it to X-Forwarded-For. So the last entry that isn't a trusted proxy is the
 * client. The client itself may have sent any entries further left.
 */
export function clientAddress({ headers, socket }: IncomingMessage): string {
  const entries = [headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((entry) => withoutMapping(entry.trim()))
    .filter((entry) => entry !== '');
  const address =
    entries.findLast((entry) => !isTrusted(entry)) ??
    entries.at(-1) ??
    withoutMapping(socket.remoteAddress ?? 'unknown');
  return isIPv6(address) ? networkOf(address) : address;
}

/** Returns an address without the prefix that writes IPv4 as IPv6 (`::ffff:`), if it has one. */
const withoutMapping = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

const isTrusted = (address: string) =>
  isIP(address) !== 0 && trustedProxies.check(address, familyOf(address));

function familyOf(address: string) {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

function networkOf(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  const groups = [...front, ...(tail === undefined ? [] : zeros), ...back];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
