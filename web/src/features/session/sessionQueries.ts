import type { Credentials, Registration, User } from '@daymark/contract/user';
import {
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { CallError, call } from '../../lib/call';
import { deleteDrafts } from '../../lib/drafts';
import { SESSION } from '../../lib/queryClient';
import { rememberedUser } from '../../lib/rememberedUser';
import { mayBeSignedIn, takeEarlyResponse } from '../../lib/earlyUser';
import { dropSignedInHint } from '../../lib/sessionHint';
import { broadcastSession } from '../../lib/sessionChannel';
import { loadFirebase } from '../../lib/loadFirebase';
import { AFTER_SIGN_IN, paths } from '../../lib/paths';
import { PRODUCT } from '../../lib/product';
import { toast, toastAfterReload } from '../../ui/toast';
import { useSync } from '../../sync/useSync';
import { useUser } from './userContext';

/** The signed-in user, or `null`: a 401 means signed out, not an error (product §4). */
export const useSession = () =>
  useQuery({
    queryKey: SESSION,
    queryFn: async ({ client }): Promise<User | null> => {
      if (!mayBeSignedIn()) return null;
      const answer = takeEarlyResponse();
      try {
        const user = await call('getUser', {}, answer && { answer });
        client.setQueryData(OWNER, user.id);
        rememberedUser.set(user);
        return user;
      } catch (error) {
        if (!(error instanceof CallError) || error.status !== 401) throw error;
        rememberedUser.set(null);
        dropSignedInHint();
        return null;
      }
    },
  });

/** Whose data the cache holds. It outlives a session that ended by itself. */
const OWNER = ['owner'] as const;

/**
 * Whoever comes in sees nothing of whoever was here before; whoever comes back finds what was not saved yet, and the
 * rest is read anew.
 */
function startSession(queryClient: QueryClient, user: User): void {
  if (queryClient.getQueryData(OWNER) === user.id) void queryClient.invalidateQueries();
  else queryClient.clear();
  queryClient.setQueryData(OWNER, user.id);
  rememberedUser.set(user);
  broadcastSession(user.id);
  queryClient.setQueryData<User>(SESSION, user);
}

/** The key of every way in. */
export const SIGN_IN = ['signIn'] as const;

/** Whether somebody is on their way in, by whichever way: all of them wait meanwhile (product §4). */
export const useIsSigningIn = (): boolean => useIsMutating({ mutationKey: SIGN_IN }) > 0;

/** Signs in with e-mail and password: Firebase checks them in the browser, the server trades the proof for a session. */
export function useLogin() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationKey: SIGN_IN,
    mutationFn: async ({ email, password }: Credentials) => {
      const { passwordIdToken } = await loadFirebase();
      return call('login', { body: { email } }, { bearer: await passwordIdToken(email, password) });
    },
    onSuccess: (user) => {
      startSession(queryClient, user);
      toast({ title: 'Login successful', description: `Welcome back, ${user.username}!` });
      void navigate(AFTER_SIGN_IN, { replace: true });
    },
    onError: (error) => fail('Login failed', error),
  });
}

/** Makes an account and signs it in. */
export function useRegister() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationKey: SIGN_IN,
    mutationFn: (registration: Registration) => call('register', { body: registration }),
    onSuccess: (user) => {
      startSession(queryClient, user);
      toast({
        title: 'Registration successful',
        description: `Welcome to ${PRODUCT}, ${user.username}!`,
      });
      void navigate(AFTER_SIGN_IN, { replace: true });
    },
    onError: (error) => fail('Registration failed', error),
  });
}

const LOGGED_OUT = {
  title: 'Logged out',
  description: 'You have been successfully logged out',
} as const;

/** Where each way out leads (product §2): the slide-out menu to /login, the sidebar through the auth context to /auth. */
const EXITS = { menu: paths.login, sidebar: paths.auth } as const;

/** Ends the session on the server and deletes what this browser kept, then loads a fresh page: nothing of the person stays. */
export function useLogout(from: keyof typeof EXITS) {
  const { id: userId } = useUser();
  const sync = useSync();
  return useMutation({
    mutationFn: () => call('logout'),
    onSuccess: async () => {
      sync.stop();
      rememberedUser.set(null);
      broadcastSession(null);
      deleteDrafts(userId);
      const { deleteReplica } = await import('../../sync/replica');
      await deleteReplica(userId).catch(() => undefined);
      toastAfterReload(LOGGED_OUT);
      location.replace(EXITS[from]);
      // The button stays as it is until the page is gone.
      return new Promise<void>(() => undefined);
    },
    onError: (error) => {
      if (from === 'menu') console.error('Logout failed:', error.message);
      fail('Logout failed', error);
    },
  });
}

const fail = (title: string, error: Error): void =>
  toast({ title, description: error.message, severity: 'error' });
