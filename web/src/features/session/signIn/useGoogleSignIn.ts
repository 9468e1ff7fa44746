import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { appCheckToken } from '../../../lib/firebase/appCheckToken';
import { call } from '../../../lib/api/call';
import { browserTimeZone } from '../../../lib/time/dates';
import type { GoogleIdentity } from '../../../lib/firebase/firebase';
import { loadFirebase } from '../../../lib/firebase/loadFirebase';
import { rememberedUser } from '../../../lib/person/rememberedUser';
import { tabStorage } from '../../../lib/browser/browserStorage';
import { AFTER_SIGN_IN } from '../../../lib/paths';
import { broadcastSession } from '../../../lib/person/sessionChannel';
import { toast, toastAfterReload } from '../../../ui/toasts/toast';
import type { ChosenGoogleAccount } from './GoogleAccountPicker';
import { googleUsername } from './googleUsername';
import { SIGN_IN } from '../../../records/account/sessionQueries';

/** Whether this build signs in at the Auth emulator, through our own account picker. */
const EMULATED = import.meta.env.MODE === 'emulator';

/**
 * Key that is set when the whole page goes to Google. If the page starts with this key, it loads Firebase to finish the
 * sign-in. Otherwise, the button loads Firebase only when it is pressed.
 */
const GONE_TO_GOOGLE = 'daymark.googleRedirect';

/** Asks Google for the person's identity. Resolves to undefined if the person closed Google's window. */
type Identify = () => Promise<GoogleIdentity | undefined>;

/** The toast titles of product §8, each for a step of the sign-in that can fail. */
type ErrorTitle = 'Authentication Error' | 'Google Sign In Failed' | 'Login Failed';

class GoogleSignInError extends Error {
  constructor(
    readonly title: ErrorTitle,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : 'Signing in didn’t work.', { cause });
  }
}

/**
 * Returns the state of Google's button (product §4). `busy` is true while a sign-in runs. `error` stays until the next
 * attempt. `picking` asks for the emulator's account picker, whose choice goes to `finish`.
 */
export function useGoogleSignIn() {
  const [picking, setPicking] = useState(false);
  const signIn = useMutation({
    mutationKey: SIGN_IN,
    mutationFn: async ({
      identify,
      errorTitle,
    }: {
      identify: Identify;
      errorTitle: ErrorTitle;
    }) => {
      const identity = await identify().catch((error: unknown) => {
        throw new GoogleSignInError(errorTitle, error);
      });
      if (!identity) return null;
      return startSession(identity).catch((error: unknown) => {
        throw new GoogleSignInError('Login Failed', error);
      });
    },
    onSuccess: (user) => {
      if (!user) return undefined;
      toastAfterReload({
        title: 'Login successful',
        description: `Welcome back, ${user.username}!`,
      });
      rememberedUser.set(user);
      broadcastSession(user.id);
      location.replace(AFTER_SIGN_IN);
      // Keep the button as it is until the page is gone.
      return new Promise<void>(() => undefined);
    },
    onError: (error) => {
      const title = error instanceof GoogleSignInError ? error.title : 'Login Failed';
      toast({ title, description: error.message, severity: 'error' });
    },
  });

  const { mutate } = signIn;
  useEffect(() => {
    if (tabStorage.take(GONE_TO_GOOGLE))
      mutate({ identify: redirected, errorTitle: 'Authentication Error' });
  }, [mutate]);

  return {
    busy: signIn.isPending,
    error: signIn.error?.message,
    picking,
    stopPicking: () => setPicking(false),
    finish: ({ identify }: ChosenGoogleAccount) => {
      setPicking(false);
      mutate({ identify, errorTitle: 'Google Sign In Failed' });
    },
    start: () => {
      if (EMULATED) setPicking(true);
      else mutate({ identify: popup, errorTitle: 'Google Sign In Failed' });
    },
  };
}

const startSession = async (identity: GoogleIdentity) =>
  call(
    'signInWithGoogle',
    {
      body: {
        email: identity.email,
        username: googleUsername(identity),
        firebaseUid: identity.uid,
        photoUrl: identity.photoUrl,
        timeZone: browserTimeZone(),
      },
    },
    { bearer: identity.idToken, appCheck: await appCheckToken() },
  );

const popup: Identify = async () => {
  const { googlePopupIdentity } = await loadFirebase();
  return googlePopupIdentity(() => tabStorage.set(GONE_TO_GOOGLE, '1'));
};

const redirected: Identify = async () => {
  const { googleRedirectIdentity } = await loadFirebase();
  return googleRedirectIdentity();
};
