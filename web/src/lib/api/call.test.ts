import { expect, it, vi } from 'vitest';
import { call, CallError } from './call';

const respondWith = (status: number, body: string, statusText: string) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status, statusText })));

it.each([
  [409, 'This is taken.', 'Conflict', '409: This is taken.'],
  [503, '', 'Service Unavailable', '503: Service Unavailable'],
])(
  'a response of %d is an error with the code and the body, or the status text if there is no body',
  async (status, body, statusText, message) => {
    respondWith(status, body, statusText);
    await expect(call('listTasks')).rejects.toThrow(message);
  },
);

it('a 401 to any read is an error', async () => {
  respondWith(401, 'Sign in first.', 'Unauthorized');
  const failure = await call('listNotes').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CallError);
  expect(failure).toMatchObject({ status: 401, message: '401: Sign in first.' });
});
