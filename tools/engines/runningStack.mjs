// @ts-check
import { findEngines } from '../stack/setUp.mjs';
import { startStack } from '../stack/stack.mjs';

/**
 * Starts the stack for the tests in other engines, and tells them in the environment. They put the proxy before Hosting
 * themselves, because they cut it off. Returns what stops the stack.
 */
export default async function runningStack() {
  const engines = await findEngines();
  const stack = await startStack({ publicPort: 0 });
  Object.assign(process.env, engines, { HOSTING_URL: stack.url, DAYMARK_URL: stack.publicUrl });
  return stack.stop;
}
