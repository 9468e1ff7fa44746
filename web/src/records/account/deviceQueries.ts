import type { Device } from '@daymark/contract/device';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/call';
import { useSync } from '../../sync/useSync';

/** The query key of the signed-in browsers. */
export const DEVICES = ['devices'] as const;

/** Makes a query fetch its data each time the settings open, because other devices can change it. */
export const FETCHED_EACH_TIME = { staleTime: 0, gcTime: 0 } as const;

/** Returns the signed-in browsers, this one first. */
export function useDevices() {
  const { userId } = useSync();
  return useQuery({
    queryKey: DEVICES,
    queryFn: (): Promise<Device[]> => call('listDevices', {}, { as: userId }),
    ...FETCHED_EACH_TIME,
  });
}
