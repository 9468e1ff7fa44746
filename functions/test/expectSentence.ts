import type { Endpoint } from '@daymark/contract/calls/endpoint';
import { expect } from 'vitest';
import type { Received } from './send';

/**
 * Expects an error reply with one plain sentence and the headers of every reply. Without `status`, any 4xx is accepted.
 */
export function expectSentence(reply: Received, status?: number): void {
  if (status === undefined) expect(reply.status, reply.text).toSatisfy((s) => s >= 400 && s < 500);
  else expect(reply.status, reply.text).toBe(status);
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
  expectGuarded(reply);
  // The text is one line without HTML, JSON or a stack. The line begins like a sentence, with the field's name or
  // with a quoted name.
  expect(reply.text).toMatch(/^[A-Za-z"][^<>{}\n]{4,160}$/);
  expect(reply.text).not.toMatch(/\bat .*:\d+|Error\b|node_modules|firestore|firebase/i);
}

/**
 * Expects an error reply in the form of its row. The error is a sentence, JSON for `errorBody`, or a redirect for
 * `failsTo`.
 */
export function expectRefusal(row: Endpoint, reply: Received): void {
  if (row.failsTo && reply.status === 302) {
    expect(reply.headers.location).toMatch(/^\/calendar\?error=/);
    expect(reply.text).toBe('');
    expectGuarded(reply);
  } else if (row.errorBody && /^application\/json/.test(String(reply.headers['content-type']))) {
    expect(reply.status, reply.text).toSatisfy((s) => s >= 400 && s < 500);
    expectGuarded(reply);
    expect(row.errorBody.parse(reply.json())).toEqual(reply.json());
  } else expectSentence(reply);
}

/** Expects the security headers that every reply of the API has. */
export function expectGuarded({ headers }: Received): void {
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
  });
}
