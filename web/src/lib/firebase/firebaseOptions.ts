import type { FirebaseOptions } from 'firebase/app';
import { CallError } from '../api/call';

/**
 * Returns the options of the app's Firebase project, which Hosting serves. @throws CallError if Hosting does not serve
 * them.
 */
export async function firebaseOptions(): Promise<FirebaseOptions> {
  if (import.meta.env.MODE === 'emulator')
    return { apiKey: 'demo-key', projectId: 'demo-daymark', authDomain: location.host };
  const response = await fetch('/__/firebase/init.json');
  if (!response.ok)
    throw new CallError(0, 'Signing in isn’t available right now. Please try again.');
  const options = (await response.json()) as FirebaseOptions;
  // Hosting serves the sign-in handler at our own address, too. Browsers that block third-party storage need the
  // handler at our address.
  return { ...options, authDomain: location.host };
}
