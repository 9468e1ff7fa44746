import type { CalendarFeed } from '@daymark/contract/calendarFeed';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call';

const keyOf = (userId: number) => ['calendarFeed', userId];

/**
 * Returns the person's calendar feed, or null if there is none. The feed is fetched each time it is shown, because
 * programs read it and other devices change it.
 */
export const useCalendarFeed = (userId: number) =>
  useQuery({
    queryKey: keyOf(userId),
    queryFn: () => call('getCalendarFeed', {}, { as: userId }),
    staleTime: 0,
  });

/** Creates the feed, or gives it a new address. Only the reply has the address. */
export function useCreateCalendarFeed(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (busyOnly: boolean) =>
      call('createCalendarFeed', { body: { busyOnly } }, { as: userId }),
    onSuccess: ({ feed }) => client.setQueryData<CalendarFeed | null>(keyOf(userId), feed),
    // The secret must not stay in the cache.
    gcTime: 0,
  });
}

export function useUpdateCalendarFeed(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (busyOnly: boolean) =>
      call('updateCalendarFeed', { body: { busyOnly } }, { as: userId }),
    onSuccess: (feed) => client.setQueryData<CalendarFeed | null>(keyOf(userId), feed),
    // Run the updates one after the other, so that the last one counts.
    scope: { id: 'calendarFeed' },
  });
}

export function useDeleteCalendarFeed(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('deleteCalendarFeed', {}, { as: userId }),
    onSuccess: () => client.setQueryData<CalendarFeed | null>(keyOf(userId), null),
  });
}
