import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * How many of our own proxies (Hosting's CDN) add an entry to X-Forwarded-For. The client can send any entries to the
 * left of those.
 */
const TRUSTED_PROXIES = Number(process.env.TRUSTED_PROXIES ?? 1);

/** The client's IP address; for IPv6 its /64 network, which one household shares. */
export function clientAddress({ headers, socket }: IncomingMessage): string {
  const entries = [headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const address =
    entries[Math.max(0, entries.length - 1 - TRUSTED_PROXIES)] ?? socket.remoteAddress ?? 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  return isIPv6(address) ? networkOf(address) : address;
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
