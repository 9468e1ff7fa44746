import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from '@playwright/test';
// @ts-expect-error -- plain JavaScript, without types in this project
import { buildWeb } from '../../tools/stack/builds.mjs';
import { expect, test } from './fixtures';

/*
 * Tests the deployed build, without emulators. Google's hosts can't be reached here, so the tests supply the few
 * responses that Firebase's SDK needs before it opens a window.
 */

const WEB = dirname(dirname(fileURLToPath(import.meta.url)));
let site: string;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  site = await buildWeb('production');
});

const TYPES: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
};

/** The content security policy that Hosting sends with every page. */
const POLICY = (
  JSON.parse(readFileSync(join(WEB, '..', 'firebase.json'), 'utf8')) as {
    hosting: { headers: { headers: { key: string; value: string }[] }[] };
  }
).hosting.headers
  .flatMap(({ headers }) => headers)
  .filter(({ key }) => key === 'Content-Security-Policy')
  .map(({ value }) => value)
  .join();

/** Serves the deployed build, Hosting's configuration of Firebase, and Google's part until a window opens. */
async function serveProduction(context: BrowserContext, host: string) {
  await context.route(`http://${host}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const file = join(site, pathname.includes('.') ? pathname : `${pathname}.html`);
    const served = existsSync(file) ? file : join(site, 'index.html');
    return route.fulfill({
      body: readFileSync(served),
      contentType: TYPES[served.split('.').at(-1) ?? ''] ?? 'text/html',
      headers: { 'Content-Security-Policy': POLICY },
    });
  });
  await context.route('**/__/firebase/init.json', (route) =>
    route.fulfill({
      json: { apiKey: 'key', projectId: 'daymark', authDomain: 'elsewhere.example' },
    }),
  );
  await context.route('https://identitytoolkit.googleapis.com/**', (route) =>
    route.fulfill({ json: { authorizedDomains: [new URL(`http://${host}`).hostname] } }),
  );
  await context.route('https://apis.google.com/**', (route) => {
    const onload = new URL(route.request().url()).searchParams.get('onload');
    const iframe =
      '{ restyle() {}, ping(done) { done(); return Promise.resolve(); }, register() {}, send() {} }';
    return route.fulfill({
      contentType: 'text/javascript',
      body: `window.gapi = {
        load: (_, { callback }) => callback(),
        iframes: { Iframe: class {}, CROSS_ORIGIN_IFRAMES_FILTER: 0, getContext: () => ({ open: (_, opened) => opened(${iframe}) }) },
      }; window['${onload}']();`,
    });
  });
  await context.route('**/__/auth/handler**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Google</title>' }),
  );
}

/** Returns the parts of a request to Firebase's handler that the tests check. */
function asked(url: string) {
  const { hostname, pathname, searchParams } = new URL(url);
  return {
    hostname,
    pathname,
    provider: searchParams.get('providerId'),
    authType: searchParams.get('authType'),
    parameters: JSON.parse(searchParams.get('customParameters') ?? '{}') as unknown,
  };
}

test('Google’s button opens a popup with the account chooser, on the app’s own address', async ({
  page,
  context,
  baseURL,
}) => {
  const { host, hostname } = new URL(baseURL ?? '');
  await serveProduction(context, host);
  await page.goto('/login');
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  const popup = await opened;
  await popup.waitForURL('**/__/auth/handler**');
  expect(asked(popup.url())).toEqual({
    hostname,
    pathname: '/__/auth/handler',
    provider: 'google.com',
    authType: 'signInViaPopup',
    parameters: { prompt: 'select_account' },
  });
});

test('the whole page goes to Google if popups are impossible', async ({
  page,
  context,
  baseURL,
}) => {
  const { host, hostname } = new URL(baseURL ?? '');
  await serveProduction(context, host);
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.waitForURL('**/__/auth/handler**');
  expect(asked(page.url())).toMatchObject({
    hostname,
    provider: 'google.com',
    authType: 'signInViaRedirect',
    parameters: { prompt: 'select_account' },
  });
});

test('the account picker and the emulator’s address are not in the deployed build', () => {
  const code = readdirSync(join(site, 'assets'))
    // Leave out the viewer of /developers, whose own code checks whether a document is on this machine.
    .filter((name) => name.endsWith('.js') && !name.startsWith('drawReference-'))
    .map((name) => readFileSync(join(site, 'assets', name), 'utf8'))
    .join('\n');
  expect(code).toContain('select_account');
  expect(code).not.toContain('local stand-in');
  expect(code).not.toContain('Grace Hopper');
  expect(code).not.toMatch(/127\.0\.0\.1|localhost:/);
});
