import type { FirebaseOptions } from 'firebase/app';
import { CallError } from '../api/call';

/** Which Firebase project the app belongs to: Hosting knows. @throws CallError when Hosting does not say. */
export async function firebaseOptions(): Promise<FirebaseOptions> {
  if (import.meta.env.MODE === 'emulator')
    return { apiKey: 'demo-key', projectId: 'demo-daymark', authDomain: location.host };
  const response = await fetch('/__/firebase/init.json');
  if (!response.ok)
    throw new CallError(0, 'Signing in isn’t available right now. Please try again.');
  const options = (await response.json()) as FirebaseOptions;
  // Hosting serves the sign-in handler on our own address too: browsers that block third-party storage need it there.
  return { ...options, authDomain: location.host };
}
