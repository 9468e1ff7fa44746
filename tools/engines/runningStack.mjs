// @ts-check
import { findEngines } from '../stack/setUp.mjs';
import { startStack } from '../stack/stack.mjs';

/**
 * Starts the stack for the tests in other engines. Puts the stack's addresses and the engines' paths into the
 * environment. The tests start the proxy in front of Hosting themselves, because they stop the proxy to simulate an
 * outage. Returns a function that stops the stack.
 */
export default async function runningStack() {
  const engines = await findEngines();
  const stack = await startStack({ publicPort: 0 });
  Object.assign(process.env, engines, { HOSTING_URL: stack.url, DAYMARK_URL: stack.publicUrl });
  return stack.stop;
}
