import { gunzipSync } from 'node:zlib';
import type { AccountExport } from '@daymark/contract/accountExport';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPerson, type Person } from './people';
import { send } from './send';

const GZIP = { 'accept-encoding': 'gzip, deflate, br' };

let person: Person;
beforeAll(async () => {
  person = await newPerson();
  for (let day = 1; day <= 9; day++)
    await post('/api/tasks', { title: `Water the ferns on day ${day}` });
});

const post = async (path: string, body: object) => {
  const reply = await send({ method: 'POST', path, session: person.session, body });
  expect(reply.status).toBe(201);
};

const get = (path: string, headers = {}, method = 'GET') =>
  send({ method, path, session: person.session, headers });

describe('a response larger than one packet', () => {
  test('is compressed if it is a list', async () => {
    const plain = await get('/api/tasks');
    const reply = await get('/api/tasks', GZIP);
    expect(reply.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
      vary: 'Accept-Encoding',
      etag: plain.headers.etag,
    });
    expect(reply.bytes.length).toBeLessThan(plain.bytes.length / 3);
    expect(gunzipSync(reply.bytes).toString()).toBe(plain.text);
  });

  test('is compressed if it is an export, in one piece or in several', async () => {
    const exported = async (headers = {}) => {
      const reply = await get('/api/export', headers);
      const { 'content-encoding': encoding } = reply.headers;
      const text = encoding === 'gzip' ? gunzipSync(reply.bytes).toString() : reply.text;
      const { exportedAt: _, ...document } = JSON.parse(text) as AccountExport;
      return { encoding, document, bytes: text.length };
    };
    const small = await exported(GZIP);
    expect(small).toMatchObject({ ...(await exported()), encoding: 'gzip' });
    for (const title of ['One', 'Two', 'Three'])
      await post('/api/notes', { title, content: `${title} `.repeat(10_000) });
    const large = await exported(GZIP);
    expect(large.bytes).toBeGreaterThan(2 * 64 * 1024);
    expect(large).toMatchObject({ ...(await exported()), encoding: 'gzip' });
  });

  test('is not compressed for a client that doesn’t accept gzip', async () => {
    for (const headers of [
      {},
      { 'accept-encoding': 'br' },
      { 'accept-encoding': 'identity, gzip;q=0' },
    ]) {
      const reply = await get('/api/tasks', headers);
      expect(reply.headers['content-encoding']).toBeUndefined();
      expect(reply.headers.vary).toBe('Accept-Encoding');
      expect(reply.json()).toHaveLength(9);
    }
  });

  test('a small response, an error and a zip file are sent uncompressed', async () => {
    for (const path of ['/api/user', '/api/nothing', '/api/export?format=zip'])
      expect((await get(path, GZIP)).headers['content-encoding'], path).toBeUndefined();
  });

  test('HEAD has the same headers as GET', async () => {
    const head = await get('/api/tasks', GZIP, 'HEAD');
    expect(head.headers['content-encoding']).toBe('gzip');
    expect(head.bytes).toHaveLength(0);
  });
});
