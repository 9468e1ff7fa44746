import type { Endpoint } from '@daymark/contract/endpoint';
import { expect } from 'vitest';
import type { Received } from './send';

/** Expects a refusal as every refusal has to be: a 4xx in one plain sentence, kept by no cache. */
export function expectSentence(reply: Received, status?: number): void {
  if (status === undefined) expect(reply.status, reply.text).toSatisfy((s) => s >= 400 && s < 500);
  else expect(reply.status, reply.text).toBe(status);
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
  expectGuarded(reply);
  // No HTML, no JSON, no stack: one line that starts as a sentence or with the field's name.
  expect(reply.text).toMatch(/^[A-Za-z][^<>{}\n]{4,160}$/);
  expect(reply.text).not.toMatch(/\bat .*:\d+|Error\b|node_modules|firestore|firebase/i);
}

/** Expects a refusal as the row has it: a sentence, as JSON where it says so, or the way back for a browser. */
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

/** Expects the headers that every reply of the API carries, whatever it says. */
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
