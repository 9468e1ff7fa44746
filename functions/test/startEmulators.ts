// @ts-expect-error -- plain JavaScript, without types in this project
import { startStack } from '../../tools/stack/stack.mjs';

interface Stack {
  env: Record<string, string>;
  stop: () => Promise<void>;
}

/**
 * Starts the Auth and Firestore emulators, unless another project of the same run has started them. Returns a function
 * that stops them.
 */
export async function startEmulators(): Promise<() => Promise<void>> {
  if (process.env.FIRESTORE_EMULATOR_HOST) return () => Promise.resolve();
  const stack: Stack = await startStack({ emulatorsOnly: true });
  Object.assign(process.env, stack.env);
  return stack.stop;
}
