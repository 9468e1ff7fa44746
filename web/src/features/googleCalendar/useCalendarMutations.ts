import type {
  CalendarCheck,
  CalendarSelection,
  CalendarSettings,
} from '@daymark/contract/googleCalendar';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api/call';
import { queryClient } from '../../lib/api/queryClient';
import {
  askForEvents,
  calendarErrorIn,
  disconnectKey,
  onConnectionChanged,
  settingsQuery,
} from '../../records/googleCalendar/calendarReplies';
import { useSync } from '../../sync/useSync';
import { toast } from '../../ui/toasts/toast';

/** Returns the mutations of the connection, with the toasts of product §8. */
export function useCalendarMutations() {
  const sync = useSync();
  const as = { as: sync.userId };
  const applySettings = (settings: CalendarSettings) => {
    void onConnectionChanged(sync, settings);
    // The check's result describes the previous state.
    if (!check.isPending) check.reset();
  };
  const fail = (title: string) => (error: Error) =>
    toast({
      title,
      description: calendarErrorIn(error)?.details ?? error.message,
      severity: 'error',
    });

  const disconnect = useMutation({
    mutationKey: disconnectKey(sync.userId),
    mutationFn: () => call('disconnectCalendar', {}, as),
    onSuccess(settings) {
      applySettings(settings);
      toast({ title: 'Disconnected from Google Calendar' });
    },
    onError(error) {
      fail('Disconnection failed')(error);
      // Events were not requested while the disconnection was in progress.
      void askForEvents(sync);
    },
  });
  const select = useMutation({
    mutationFn: (body: CalendarSelection) => call('selectCalendar', { body }, as),
    // One request at a time, so that the first of two quick ticks doesn't arrive last.
    scope: { id: 'googleCalendar' },
    onSuccess(settings) {
      applySettings(settings);
      toast({ title: 'Calendar selected' });
    },
    onError: fail('Calendar selection failed'),
  });
  const refresh = useMutation({
    mutationFn: () => call('refreshCalendars', {}, as),
    onSuccess: applySettings,
    onError: fail('Refresh failed'),
  });
  const check = useMutation({
    mutationFn: (): Promise<CalendarCheck> => call('checkCalendar', {}, as),
    onSuccess: async ({ status }) => {
      const before = queryClient.getQueryData(settingsQuery(sync).queryKey)?.reply.status;
      await onConnectionChanged(sync);
      if (status === 'connected' && before !== 'connected')
        toast({ title: 'Connected to Google Calendar' });
    },
  });
  return { disconnect, select, refresh, check };
}
