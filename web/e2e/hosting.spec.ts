import type { APIResponse } from '@playwright/test';
import { expect, newPerson, test } from './fixtures';

/*
 * Tests the API through Hosting, which forwards no cookie but `__session`. functions/test tests all of the API without
 * Hosting.
 */

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Expects the headers that every reply of the API has. Hosting must not change these headers. */
function expectGuarded(reply: APIResponse) {
  expect(reply.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
  });
}

async function expectSentence(reply: APIResponse, status: number, sentence: string) {
  expect(await reply.text()).toBe(sentence);
  expect(reply.status()).toBe(status);
  expect(reply.headers()['content-type']).toBe('text/plain; charset=utf-8');
  expectGuarded(reply);
}

/**
 * Returns the session cookie that a reply sets, or '' if there is none. The cookie is for https, so the cookie jar of a
 * test on http would not send it.
 */
const sessionIn = (reply: APIResponse) =>
  reply
    .headersArray()
    .flatMap(({ name, value }) => (/^set-cookie$/i.test(name) ? [value] : []))
    .flatMap((cookie) => /^(__session=[^;]+);.*HttpOnly/.exec(cookie)?.[1] ?? [])[0] ?? '';

test('a person can register, sign in and save a task through Hosting', async ({
  playwright,
  baseURL,
}) => {
  const request = await playwright.request.newContext(baseURL ? { baseURL } : {});
  const person = newPerson();
  const registered = await request.post('/api/register', { data: person });
  expect(registered.status(), await registered.text()).toBe(201);
  expectGuarded(registered);

  const { email, password } = person;
  const login = await request.post('/api/login', { data: { email, password } });
  expect(login.status()).toBe(200);
  const session = sessionIn(login);
  expect(session).not.toBe('');

  // Another cookie changes nothing, because the function never gets it.
  const headers = { Cookie: `other=1; ${session}; daymark_signed_in=1` };
  const data = { id: 7, title: 'Water the ferns' };
  const created = await request.post('/api/tasks', { headers, data });
  expect(created.status(), await created.text()).toBe(201);
  const list = await request.get('/api/tasks', { headers });
  expect(await list.json()).toMatchObject([data]);
  expectGuarded(list);

  const elsewhere = { Cookie: session.replace('__session', 'session') };
  await expectSentence(
    await request.get('/api/tasks', { headers: elsewhere }),
    401,
    'Please sign in.',
  );
  await request.dispose();
});

test('an error through Hosting is one plain sentence that no cache stores', async ({ request }) => {
  await expectSentence(await request.get('/api/nothing'), 404, 'There is nothing at this address.');
  const malformed = await request.post('/api/login', {
    headers: JSON_TYPE,
    data: Buffer.from('{"email": "x'),
  });
  await expectSentence(malformed, 400, 'The request is not valid JSON.');
  const large = Buffer.from(JSON.stringify({ email: 'x'.repeat(700 * 1024) }));
  await expectSentence(
    await request.post('/api/login', { headers: JSON_TYPE, data: large }),
    413,
    'The request is too large. At most 640 KB are allowed.',
  );
});
