import type { CalendarFeed } from '@daymark/contract/calendarFeed';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call';

const keyOf = (userId: number) => ['calendarFeed', userId];

/** The person's calendar feed, null when there is none. Asked for each time: programs read it, other devices change it. */
export const useCalendarFeed = (userId: number) =>
  useQuery({
    queryKey: keyOf(userId),
    queryFn: () => call('getCalendarFeed', {}, { as: userId }),
    staleTime: 0,
  });

/** Makes the feed, or gives it a new address. Only the reply has the address. */
export function useCreateCalendarFeed(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (busyOnly: boolean) =>
      call('createCalendarFeed', { body: { busyOnly } }, { as: userId }),
    onSuccess: ({ feed }) => client.setQueryData<CalendarFeed | null>(keyOf(userId), feed),
    // The secret is not to be found in the cache.
    gcTime: 0,
  });
}

export function useUpdateCalendarFeed(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (busyOnly: boolean) =>
      call('updateCalendarFeed', { body: { busyOnly } }, { as: userId }),
    onSuccess: (feed) => client.setQueryData<CalendarFeed | null>(keyOf(userId), feed),
    // One after the other, so that the last one counts.
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
