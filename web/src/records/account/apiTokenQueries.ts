import type { ApiToken, CreatedApiToken, NewApiToken } from '@daymark/contract/apiToken';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call';

const keyOf = (userId: number) => ['apiTokens', userId];

/** The person's API tokens, the newest first. Asked for each time: programs use them, and other devices change them. */
export const useApiTokens = (userId: number) =>
  useQuery({
    queryKey: keyOf(userId),
    queryFn: () => call('listApiTokens', {}, { as: userId }),
    staleTime: 0,
  });

/** Makes a token. Only the reply has the token itself; the list does not. */
export function useCreateApiToken(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewApiToken) => call('createApiToken', { body }, { as: userId }),
    onSuccess: ({ token: _token, ...shown }: CreatedApiToken) =>
      client.setQueryData<ApiToken[]>(keyOf(userId), (tokens = []) => [
        shown,
        ...tokens.filter(({ id }) => id !== shown.id),
      ]),
    // The secret is not to be found in the cache.
    gcTime: 0,
  });
}

export function useDeleteApiToken(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('deleteApiToken', { id }, { as: userId }),
    onSuccess: (_reply, deletedId) =>
      client.setQueryData<ApiToken[]>(keyOf(userId), (tokens = []) =>
        tokens.filter(({ id }) => id !== deletedId),
      ),
  });
}
