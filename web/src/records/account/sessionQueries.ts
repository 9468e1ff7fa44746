import {
  EMAIL_TAKEN,
  isDemo,
  type Credentials,
  type Registration,
  type User,
} from '@daymark/contract/user';
import {
  useIsMutating,
  type UseMutationOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { appCheckToken } from '../../lib/firebase/appCheckToken';
import { CallError, call, callsFinished, sentenceOf } from '../../lib/api/call';
import { browserTimeZone } from '../../lib/time/dates';
import { deletedAccount } from '../../lib/person/deletedAccount';
import { endedSession } from '../../lib/person/endedSession';
import { SESSION } from '../../lib/api/queryClient';
import { rememberedUser } from '../../lib/person/rememberedUser';
import { adoptSession } from '../../lib/person/sessionHint';
import { broadcastSession } from '../../lib/person/sessionChannel';
import { loadFirebase } from '../../lib/firebase/loadFirebase';
import { AFTER_SIGN_IN, paths } from '../../lib/paths';
import { PRODUCT } from '../../lib/product';
import { withinTime } from '../../lib/api/withinTime';
import { toast, toastAfterReload } from '../../ui/toasts/toast';
import type { Sync } from '../../sync/createSync';
import { useSync } from '../../sync/useSync';
import { OWNER, sessionQuery } from './sessionQuery';

/** Returns the query for the signed-in user. */
export const useSession = () => useQuery(sessionQuery);

/** Longest time that a sign-in waits for the drafts of an earlier session, in ms. A disk may never respond. */
const ENTERING_MS = 2_000;

/**
 * Starts a session in this browser. Another person's data is removed from the cache. For the same person the cache is
 * kept and loaded again.
 */
async function startSession(queryClient: QueryClient, user: User): Promise<void> {
  adoptSession();
  if (queryClient.getQueryData(OWNER) === user.id) void queryClient.invalidateQueries();
  else queryClient.clear();
  queryClient.setQueryData(OWNER, user.id);
  endedSession.clear();
  deletedAccount.clear();
  rememberedUser.set(user);
  broadcastSession(user.id);
  const entering = import('./browserData').then((data) => data.enter(user.id));
  await withinTime(entering, ENTERING_MS).catch(() => undefined);
  queryClient.setQueryData<User>(SESSION, user);
}

/** The mutation key of every sign-in. */
export const SIGN_IN = ['signIn'] as const;

/** Whether a sign-in of any kind is running. During a sign-in, all sign-in buttons are disabled (product §4). */
export const useIsSigningIn = (): boolean => useIsMutating({ mutationKey: SIGN_IN }) > 0;

/**
 * Returns a sign-in that does nothing while another sign-in runs, because a button can be pressed twice before it is
 * disabled.
 */
function useSignIn<Entries>(options: UseMutationOptions<User, Error, Entries>) {
  const queryClient = useQueryClient();
  const signIn = useMutation({ ...options, mutationKey: SIGN_IN });
  return {
    ...signIn,
    mutate: (...press: Parameters<typeof signIn.mutate>): void => {
      if (queryClient.isMutating({ mutationKey: SIGN_IN }) === 0) signIn.mutate(...press);
    },
  };
}

/**
 * Signs in with e-mail and password. Firebase checks the e-mail and the password and gives the browser a token. The
 * server exchanges the token for a session. Firebase doesn't know the demo's credentials. With the demo's credentials,
 * the server makes a copy of the demo for this visitor.
 */
async function signInWithPassword({ email, password }: Credentials): Promise<User> {
  if (isDemo({ email: email.toLowerCase(), password }))
    return call(
      'login',
      { body: { email, password, timeZone: browserTimeZone() } },
      { appCheck: await appCheckToken() },
    );
  const { passwordIdToken } = await loadFirebase();
  const [bearer, appCheck] = await Promise.all([passwordIdToken(email, password), appCheckToken()]);
  return call('login', { body: { email, timeZone: browserTimeZone() } }, { bearer, appCheck });
}

/** Signs in with e-mail and password. */
export function useLogin() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useSignIn({
    mutationFn: signInWithPassword,
    onSuccess: async (user) => {
      await startSession(queryClient, user);
      toast({ title: 'Login successful', description: `Welcome back, ${user.username}!` });
      void navigate(AFTER_SIGN_IN, { replace: true });
    },
    onError: (error) => fail('Login failed', error),
  });
}

/**
 * Registers, and signs in if the registration has not started a session. If the person repeats a registration that was
 * cut off, the account from the first try exists already. In that case, the function signs in to this account if the
 * password is right.
 */
async function registerAndSignIn(registration: Registration): Promise<User> {
  const body = { ...registration, timeZone: browserTimeZone() };
  adoptSession();
  try {
    const user = await call('register', { body }, { appCheck: await appCheckToken() });
    if (adoptSession()) return user;
  } catch (error) {
    if (!(error instanceof Error) || sentenceOf(error) !== EMAIL_TAKEN) throw error;
    return signInWithPassword(registration).catch((reason: unknown) => {
      throw reason instanceof CallError && reason.status === 401 ? error : reason;
    });
  }
  return signInWithPassword(registration);
}

/** Creates an account and signs in. */
export function useRegister() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useSignIn({
    mutationFn: registerAndSignIn,
    onSuccess: async (user) => {
      await startSession(queryClient, user);
      toast({
        title: 'Registration successful',
        description: `Welcome to ${PRODUCT}, ${user.username}!`,
      });
      void navigate(AFTER_SIGN_IN, { replace: true });
    },
    onError: (error) => fail('Registration failed', error),
  });
}

export const LOGGED_OUT = {
  title: 'Logged out',
  description: 'You have been successfully logged out',
} as const;

/** The screen to which each logout leads (product §2): the slide-out menu to /login, the sidebar to /auth. */
const EXITS = { menu: paths.login, sidebar: paths.auth } as const;

/**
 * Deletes the person's replica and drafts in this browser, and loads another page. Call `leave` after the session has
 * ended on the server. The promise never resolves, so that the pressed button stays disabled until the other page
 * loads.
 */
export async function leave(sync: Sync, path: string): Promise<never> {
  const { userId } = sync;
  sync.stop();
  rememberedUser.set(null);
  endedSession.clear();
  broadcastSession(null);
  const { forgetPerson } = await import('./browserData');
  await forgetPerson(userId);
  location.replace(path);
  return new Promise<never>(() => undefined);
}

/**
 * Longest time that a logout waits for the responses to earlier requests, in ms. The server would refuse these requests
 * once the session has ended.
 */
const RESPONSES_MS = 2_000;

/** Ends the session on the server, deletes the replica and the drafts in this browser, then loads a new page. */
export function useLogout(from: keyof typeof EXITS) {
  const sync = useSync();
  return useMutation({
    mutationFn: async () => {
      await withinTime(callsFinished(), RESPONSES_MS);
      return call('logout', {});
    },
    onSuccess: async () => {
      toastAfterReload(LOGGED_OUT);
      return leave(sync, EXITS[from]);
    },
    onError: (error) => {
      if (from === 'menu') console.error('Logout failed:', error.message);
      fail('Logout failed', error);
    },
  });
}

const fail = (title: string, error: Error): void =>
  toast({ title, description: error.message, severity: 'error' });
