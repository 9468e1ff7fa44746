import type { ApiToken, CreatedApiToken, NewApiToken } from '@daymark/contract/apiToken';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call';

const keyOf = (userId: number) => ['apiTokens', userId];

/**
 * Returns the person's API tokens, newest first. The list is fetched each time it is shown, because programs use the
 * tokens and other devices change them.
 */
export const useApiTokens = (userId: number) =>
  useQuery({
    queryKey: keyOf(userId),
    queryFn: () => call('listApiTokens', {}, { as: userId }),
    staleTime: 0,
  });

/** Creates a token. The token itself is only in the reply, not in the list. */
export function useCreateApiToken(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewApiToken) => call('createApiToken', { body }, { as: userId }),
    onSuccess: ({ token: _token, ...shown }: CreatedApiToken) =>
      client.setQueryData<ApiToken[]>(keyOf(userId), (tokens = []) => [
        shown,
        ...tokens.filter(({ id }) => id !== shown.id),
      ]),
    // The secret must not stay in the cache.
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
