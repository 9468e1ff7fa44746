import { deleteApp, getApps } from 'firebase/app';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/*
 * With Firebase's own SDK. The test takes the place of Google: the script of reCAPTCHA, and the address that gives a
 * token of App Check for reCAPTCHA's.
 */

/** Which addresses were fetched. */
let fetched: string[];

beforeEach(() => {
  fetched = [];
  vi.resetModules();
  vi.stubEnv('VITE_APP_CHECK_SITE_KEY', 'site-key');
  // Where the SDK would keep a test's token for the next one.
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

/** Google, as far as App Check asks it. */
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

test('is what App Check gives for reCAPTCHA’s token; the next sign-in has it from memory', async () => {
  stubGoogle(tokenReply);
  expect(await appCheckToken()).toBe('app-check-token');
  expect(await appCheckToken()).toBe('app-check-token');
  expect(fetched).toEqual([
    '/__/firebase/init.json',
    'https://content-firebaseappcheck.googleapis.com/v1/projects/p/apps/app:exchangeRecaptchaEnterpriseToken?key=key',
  ]);
});

test('is undefined when Google refuses', async () => {
  stubGoogle(() => new Response('', { status: 403 }));
  vi.spyOn(console, 'warn').mockImplementation(() => undefined); // The SDK says until when it asks no more.
  expect(await appCheckToken()).toBeUndefined();
});

test('is undefined when Hosting does not say which project it is, and the next sign-in asks again', async () => {
  stubGoogle(tokenReply);
  const asGoogle = fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  expect(await appCheckToken()).toBeUndefined();
  vi.stubGlobal('fetch', asGoogle);
  expect(await appCheckToken()).toBe('app-check-token');
});

test('is undefined after five seconds when the script of reCAPTCHA does not load; the next sign-in does not wait', async () => {
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
])('is undefined in a build $build, and asks nobody', async ({ name, value }) => {
  stubGoogle(tokenReply);
  vi.stubEnv(name, value);
  expect(await appCheckToken()).toBeUndefined();
  expect(fetched).toEqual([]);
});
