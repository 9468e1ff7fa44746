import type { Device } from '@daymark/contract/device';
import type { EndedToo, SignInMethods } from '@daymark/contract/user';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/call';
import { deletedAccount } from '../../../lib/person/deletedAccount';
import { paths } from '../../../lib/paths';
import { renewingSession } from '../../../lib/api/queryClient';
import { useSync } from '../../../sync/useSync';
import { toast, toastAfterReload } from '../../../ui/toasts/toast';
import { DEVICES, FETCHED_EACH_TIME } from '../../../records/account/deviceQueries';
import { leave, LOGGED_OUT } from '../../../records/account/sessionQueries';
import { updateSession } from '../../../records/account/sessionQuery';

const METHODS = ['signInMethods'] as const;

/** Returns the ways in which the person can sign in. */
export function useSignInMethods() {
  const { userId } = useSync();
  return useQuery({
    queryKey: METHODS,
    queryFn: (): Promise<SignInMethods> => call('getSignInMethods', {}, { as: userId }),
    ...FETCHED_EACH_TIME,
  });
}

/** Returns a function that fetches the sign-in methods again, after sign-in with Google was added or removed. */
export function useRefreshedMethods() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: METHODS });
}

/** Signs one device out and removes it from the list. */
export function useEndDevice() {
  const client = useQueryClient();
  const { userId } = useSync();
  return useMutation({
    mutationFn: (id: string) => call('endDevice', { id }, { as: userId }),
    onSuccess: (_nothing, ended) => {
      client.setQueryData<Device[]>(DEVICES, (devices) =>
        devices?.filter(({ id }) => id !== ended),
      );
      toast({ title: 'Device signed out' });
    },
    onError: ({ message }) =>
      toast({ title: 'The device is still signed in', description: message, severity: 'error' }),
  });
}

/** Signs out every other device, and this one too if requested. Signing out this one loads /auth. */
export function useSignOut() {
  const client = useQueryClient();
  const sync = useSync();
  return useMutation({
    mutationFn: (body: EndedToo & { thisDevice: boolean }) =>
      renewingSession(call('signOut', { body }, { as: sync.userId })),
    onSuccess: async (_nothing, { thisDevice }) => {
      if (thisDevice) {
        toastAfterReload(LOGGED_OUT);
        return leave(sync, paths.auth);
      }
      toast({ title: 'Signed out everywhere else' });
      return client.invalidateQueries({ queryKey: DEVICES });
    },
  });
}

/** Sets or changes the password. `bearer` is the ID token of a sign-in that confirms the person. */
export function useChangePassword() {
  const client = useQueryClient();
  const { userId } = useSync();
  return useMutation({
    mutationFn: ({ bearer, ...body }: EndedToo & { password: string; bearer: string }) =>
      renewingSession(call('changePassword', { body }, { as: userId, bearer })),
    onSuccess: () => {
      toast({ title: 'Password changed', description: 'Your other devices are signed out.' });
      return Promise.all([
        client.invalidateQueries({ queryKey: DEVICES }),
        client.invalidateQueries({ queryKey: METHODS }),
      ]);
    },
  });
}

/** Keeps or ends the kinds of access that the account had when Google joined it. */
export function useChooseAccess() {
  const client = useQueryClient();
  const { userId } = useSync();
  return useMutation({
    mutationFn: (end: boolean) =>
      renewingSession(call('chooseAccess', { body: { end } }, { as: userId })),
    onSuccess: (user, end) => {
      updateSession(client, user);
      if (end)
        toast({
          title: 'Only this device is signed in',
          description: 'Set a new password in Settings if you want one.',
        });
      void client.invalidateQueries();
    },
  });
}

/** Deletes the account and everything in it. The login page then shows that the account was deleted. */
export function useDeleteAccount() {
  const sync = useSync();
  return useMutation({
    mutationFn: (bearer: string | undefined) =>
      call('deleteAccount', {}, { as: sync.userId, ...(bearer !== undefined && { bearer }) }),
    onSuccess: () => {
      deletedAccount.set();
      return leave(sync, paths.login);
    },
  });
}
