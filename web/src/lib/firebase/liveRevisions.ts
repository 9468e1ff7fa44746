import { signInWithCustomToken } from 'firebase/auth';
import {
  connectFirestoreEmulator,
  doc,
  getFirestore,
  onSnapshot,
  setLogLevel,
  type Firestore,
} from 'firebase/firestore';
import { emulatorAddresses } from './emulatorAddresses';
import { firebaseAuth } from './firebase';

let opened: Firestore | undefined;

/**
 * Calls back with all of the owner's counters, now and whenever one of them changes. `token` is the server's custom
 * token, kept in memory only. `onEnd` is called when no more counters will come. Resolves to a function that stops
 * listening.
 */
export async function listenToRevisions(
  token: string,
  onCounters: (counters: Readonly<Record<string, number>>) => void,
  onEnd: () => void,
): Promise<() => void> {
  const auth = await firebaseAuth();
  const { user } = await signInWithCustomToken(auth, token);
  const { owner } = (await user.getIdTokenResult()).claims;
  if (typeof owner !== 'string') throw new Error('The token names no account.');
  const emulators = import.meta.env.MODE === 'emulator' ? await emulatorAddresses() : undefined;
  if (!opened) {
    // A lost connection is not logged, because the SDK tries again by itself.
    setLogLevel('silent');
    opened = getFirestore(auth.app);
    if (emulators) {
      const { hostname, port } = new URL(`http://${emulators.firestore}`);
      connectFirestoreEmulator(opened, hostname, Number(port));
    }
  }
  return onSnapshot(
    doc(opened, 'users', owner, 'live', 'revisions'),
    (snapshot) => {
      // A snapshot from the page's own cache says nothing about the server.
      if (!snapshot.metadata.fromCache) onCounters(snapshot.data() ?? {});
    },
    onEnd,
  );
}
