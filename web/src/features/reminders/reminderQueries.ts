import type { Device } from '@daymark/contract/device';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, sentenceOf } from '../../lib/api/call';
import { DEVICES } from '../../records/account/deviceQueries';
import { useSync } from '../../sync/useSync';
import { toast } from '../../ui/toasts/toast';

/** Sends a device a test, and shows what became of it. */
export function useTestReminders() {
  const client = useQueryClient();
  const { userId } = useSync();
  return useMutation({
    mutationFn: (id: string) => call('testReminders', { id }, { as: userId }),
    onSuccess: (reminders, tested) => {
      client.setQueryData<Device[]>(DEVICES, (devices) =>
        devices?.map((device) => (device.id === tested ? { ...device, reminders } : device)),
      );
      if (reminders.lastDelivery?.outcome === 'delivered')
        toast({ title: 'Test sent', description: 'It appears on that device in a moment.' });
      else
        toast({
          title: 'The test didn’t arrive',
          description: 'The browser’s push service didn’t accept it. Try again later.',
          severity: 'error',
        });
    },
    onError: (error) => {
      toast({ title: 'The test was not sent', description: sentenceOf(error), severity: 'error' });
      void client.invalidateQueries({ queryKey: DEVICES });
    },
  });
}

/** Ends the reminders of another device. */
export function useEndReminders() {
  const client = useQueryClient();
  const { userId } = useSync();
  return useMutation({
    mutationFn: (id: string) => call('endReminders', { id }, { as: userId }),
    onSuccess: () => {
      toast({ title: 'Reminders turned off on that device' });
      return client.invalidateQueries({ queryKey: DEVICES });
    },
    onError: (error) =>
      toast({
        title: 'Reminders are still on there',
        description: sentenceOf(error),
        severity: 'error',
      }),
  });
}
