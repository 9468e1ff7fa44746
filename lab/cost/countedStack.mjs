// @ts-check
import { DEVELOPMENT_TOKEN_KEY } from '../../tools/stack/stack.mjs';
import { startCountedFunction } from './countedFunction.mjs';
import { startCountedSite } from './countedSite.mjs';

/** The function's public address. Google delivers messages only to https. */
const PUBLIC_URL = 'https://daymark.test';

/** Attempt limits that are never reached. Production's limits don't allow so many accounts from one address. */
const NEVER = { account: [1e9, 60], address: [1e9, 60] };

/**
 * Starts a counting function and a counting site beside the stack's own function and site. The counting function and
 * site share the stack's emulators and sessions.
 * @param {import('../../tools/stack/stack.mjs').Stack} stack
 * @param {string} site the checkout that the stack runs
 * @param {import('../../tools/command/command.mjs').OnExit} onExit
 * @param {NodeJS.ProcessEnv} [env] more variables of the function
 */
export async function startCountedStack(stack, site, onExit, env = {}) {
  const running = await startCountedFunction(site, {
    ...stack.env,
    ...stack.google?.env,
    GOOGLE_TOKEN_KEY: DEVELOPMENT_TOKEN_KEY,
    PUBLIC_URL,
    WEB_API_KEY: 'demo-key',
    ATTEMPT_LIMITS: JSON.stringify({ login: NEVER, register: NEVER }),
    ...env,
  });
  onExit(() => running.stop());
  const web = await startCountedSite({
    hostingUrl: stack.url,
    functionUrl: running.url,
    firestore: stack.env.FIRESTORE_EMULATOR_HOST,
    auth: stack.env.FIREBASE_AUTH_EMULATOR_HOST,
  });
  onExit(() => web.stop());
  return { running, web };
}
