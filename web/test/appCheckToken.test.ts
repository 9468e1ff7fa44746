import { deleteApp, getApps } from 'firebase/app';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/*
 * These tests use Firebase's own SDK. Two parts of Google are replaced: the script of reCAPTCHA, and the address that
 * exchanges a reCAPTCHA token for an App Check token.
 */

/** The addresses that were fetched. */
let fetched: string[];

beforeEach(() => {
  fetched = [];
  vi.resetModules();
  vi.stubEnv('VITE_APP_CHECK_SITE_KEY', 'site-key');
  // With IndexedDB, the SDK would keep one test's token for the next test.
  vi.stubGlobal('indexedDB', undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
  await Promise.all(getApps().map(deleteApp));
  document.querySelectorAll('script').forEach((script) => script.remove());
});

const appCheckToken = async () =>
  (await import('../src/lib/firebase/appCheckToken')).appCheckToken();

/** Stubs the parts of Google that App Check calls. */
function stubGoogle(exchange: () => Response) {
  const execute = () => Promise.resolve('recaptcha-token');
  vi.stubGlobal('grecaptcha', {
    enterprise: {
      ready: (done: () => void) => done(),
      render: (_: string, { callback }: { callback: () => void }) => callback(),
      execute,
    },
  });
  stubFetch(exchange);
}

function stubFetch(exchange: () => Response) {
  vi.stubGlobal('fetch', (address: string) => {
    fetched.push(address);
    const isHosting = address === '/__/firebase/init.json';
    return Promise.resolve(
      isHosting ? Response.json({ apiKey: 'key', projectId: 'p', appId: 'app' }) : exchange(),
    );
  });
}

const tokenReply = () => Response.json({ token: 'app-check-token', ttl: '3600s' });

test('the token comes from App Check, and the next sign-in reuses it from memory', async () => {
  stubGoogle(tokenReply);
  expect(await appCheckToken()).toBe('app-check-token');
  expect(await appCheckToken()).toBe('app-check-token');
  expect(fetched).toEqual([
    '/__/firebase/init.json',
    'https://content-firebaseappcheck.googleapis.com/v1/projects/p/apps/app:exchangeRecaptchaEnterpriseToken?key=key',
  ]);
});

test('the token is undefined when Google refuses', async () => {
  stubGoogle(() => new Response('', { status: 403 }));
  vi.spyOn(console, 'warn').mockImplementation(() => undefined); // The SDK warns that it will not ask again for a while.
  expect(await appCheckToken()).toBeUndefined();
});

test('the token is undefined when Hosting can’t be reached, and the next sign-in retries', async () => {
  stubGoogle(tokenReply);
  const asGoogle = fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  expect(await appCheckToken()).toBeUndefined();
  vi.stubGlobal('fetch', asGoogle);
  expect(await appCheckToken()).toBe('app-check-token');
});

test('the token is undefined after five seconds if the script of reCAPTCHA doesn’t load', async () => {
  stubFetch(tokenReply); // There is no `grecaptcha`, and jsdom loads no script.
  await import('../src/lib/firebase/appCheck');
  vi.useFakeTimers();
  let token: unknown = 'none yet';
  const waiting = appCheckToken().then((value) => (token = value));
  await vi.advanceTimersByTimeAsync(4_900);
  expect(token).toBe('none yet');
  await vi.advanceTimersByTimeAsync(200);
  expect(token).toBeUndefined();
  await waiting;
  const script = document.querySelector('script')?.src;
  expect(script).toBe('https://www.google.com/recaptcha/enterprise.js?render=explicit');
  expect(await appCheckToken()).toBeUndefined();
});

test.each([
  { build: 'without a site key', name: 'VITE_APP_CHECK_SITE_KEY', value: '' },
  { build: 'for the emulators', name: 'MODE', value: 'emulator' },
])('the token is undefined in a build $build, and nothing is fetched', async ({ name, value }) => {
  stubGoogle(tokenReply);
  vi.stubEnv(name, value);
  expect(await appCheckToken()).toBeUndefined();
  expect(fetched).toEqual([]);
});
