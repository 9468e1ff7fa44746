import { readFileSync } from 'node:fs';
// @ts-expect-error -- plain JavaScript, without types in this project
import { startSessionProxy } from '../../tools/runner/sessionProxy.mjs';
// @ts-expect-error -- plain JavaScript, without types in this project
import { checkCurl, findChromium } from '../../tools/stack/setUp.mjs';
// @ts-expect-error -- plain JavaScript, without types in this project
import { startStack } from '../../tools/stack/stack.mjs';

interface Stack {
  url: string;
  publicUrl: string;
  google: { url: string };
  push: { url: string };
  log: string;
  env: Record<string, string>;
  stop: () => Promise<void>;
}

interface Proxy {
  url: string;
  stop: () => Promise<void>;
}

/**
 * Starts the servers that the browser tests need, and puts their addresses into the environment. Returns a function
 * that stops the servers.
 */
export default async function runningStack(): Promise<() => Promise<void>> {
  // The servers run in this machine's time zone, and the tests in the zone of playwright.config.ts.
  const { TZ } = process.env;
  delete process.env.TZ;
  await checkCurl();
  const stack: Stack = await startStack({ publicPort: 0 });
  const proxy: Proxy = await startSessionProxy(stack.url, Number(new URL(stack.publicUrl).port));
  Object.assign(process.env, stack.env, {
    TZ,
    DAYMARK_URL: proxy.url,
    GOOGLE_STAND_IN_URL: stack.google.url,
    PUSH_STAND_IN_URL: stack.push.url,
    CHROMIUM_PATH: await findChromium(),
    CHROMIUM_WINDOWED_PATH: await findChromium({ windowed: true }),
  });
  return async () => {
    await proxy.stop();
    try {
      printErrors(stack.log);
    } finally {
      await stack.stop();
    }
  };
}

/** Prints the errors that the server's function logged. A test in a browser sees only that a request failed. */
function printErrors(log: string): void {
  for (const line of readFileSync(log, 'utf8').split('\n'))
    if (line.includes('"severity":"ERROR"')) console.log(line);
}
