import { expect, it, vi } from 'vitest';
import { subscribeAgain } from './subscribeAgain';

const KEYS = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };

/** Subscribes again while the server responds with this status. Returns what was sent and whether it stays. */
async function subscribed(
  status: number,
  { isRenewed = false, state = 'on' }: { isRenewed?: boolean; state?: string | number } = {},
) {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit) => {
    if (path === '/api/push-key')
      return Promise.resolve(
        typeof state === 'number'
          ? new Response('', { status: state })
          : Response.json({ publicKey: 'key', state }),
      );
    sent.push(JSON.parse(body as string));
    return Promise.resolve(new Response(null, { status }));
  });
  let isSubscribed = true;
  const subscriptionAt = (endpoint: string) =>
    ({
      toJSON: () => ({ endpoint, keys: KEYS }),
      unsubscribe: () => Promise.resolve((isSubscribed = false)),
    }) as unknown as PushSubscription;
  const pushManager = {
    subscribe: ({ applicationServerKey }: PushSubscriptionOptionsInit) =>
      Promise.resolve(subscriptionAt(`https://push.example/${applicationServerKey as string}`)),
  } as PushManager;
  const newSubscription = isRenewed ? subscriptionAt('https://push.example/renewed') : null;
  await subscribeAgain({ registration: { pushManager } }, { newSubscription }).catch(
    () => undefined,
  );
  return { sent, isSubscribed };
}

it('a subscription that has ended is made again with the server’s key', async () => {
  expect(await subscribed(204)).toEqual({
    sent: [{ endpoint: 'https://push.example/key', keys: KEYS }],
    isSubscribed: true,
  });
});

it.each(['on', 'ended'])(
  'a subscription that the browser has renewed is told to the server while reminders are %s',
  async (state) => {
    const { sent } = await subscribed(204, { isRenewed: true, state });
    expect(sent).toMatchObject([{ endpoint: 'https://push.example/renewed' }]);
  },
);

it('a subscription that the browser has renewed stays if the server fails', async () => {
  expect((await subscribed(204, { isRenewed: true, state: 503 })).isSubscribed).toBe(true);
});

it('a subscription that the server doesn’t take ends', async () => {
  expect((await subscribed(401)).isSubscribed).toBe(false);
});

it.each(['off', 'none', 401])(
  'a subscription that the browser has renewed ends if the session’s reminders are %s',
  async (state) => {
    const { sent, isSubscribed } = await subscribed(204, { isRenewed: true, state });
    expect(sent).toEqual([]);
    expect(isSubscribed).toBe(false);
  },
);
