import type { Device } from '@daymark/contract/device';
import { useEffect, useSyncExternalStore } from 'react';
import { CallError } from '../../lib/api/call';
import { queryClient } from '../../lib/api/queryClient';
import { deviceName } from '../../records/account/deviceName';
import { DEVICES, useDevices } from '../../records/account/deviceQueries';
import { onReminders, remindersState } from '../../records/reminders/browserReminders';
import { turnOffWithToast } from '../../records/reminders/switchReminders';
import { deliveryText } from '../../domain/reminders/reminderTexts';
import { useSync } from '../../sync/useSync';
import { Button } from '../../ui/controls/Button';
import { useNow } from '../../ui/hooks/useNow';
import { LoadErrorMessage } from '../../ui/states/LoadErrorMessage';
import rows from '../../ui/layout/RecordRows.module.css';
import css from './ReminderDevices.module.css';
import { useEndReminders, useTestReminders } from './reminderQueries';

type ReminderDevice = Device & { reminders: NonNullable<Device['reminders']> };

const hasReminders = (device: Device): device is ReminderDevice => device.reminders !== null;

/** Lists the devices that get reminders while Daymark is closed, with their last delivery. */
export function ReminderDevices() {
  const devices = useDevices();
  useTurnedOffElsewhere(devices.data);
  const shown = devices.data?.filter(hasReminders);
  return (
    <div className={css.devices} aria-busy={devices.isPending}>
      <h3>Devices</h3>
      {shown && shown.length > 0 ? (
        <ul className={rows.rows} aria-label="Devices with reminders">
          {shown.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      ) : shown ? (
        <p className={css.note}>No device gets reminders while Daymark is closed.</p>
      ) : devices.error instanceof CallError && devices.error.status === 0 ? (
        <p className={css.note} role="status">
          You’re offline. The devices with reminders are shown when you’re back.
        </p>
      ) : devices.error ? (
        <LoadErrorMessage
          title="The devices with reminders couldn’t be loaded"
          error={devices.error}
          onRetry={() => void devices.refetch()}
        />
      ) : (
        <div className={css.pending} />
      )}
    </div>
  );
}

function DeviceRow({
  device: { id, userAgent, isCurrent, reminders },
}: {
  device: ReminderDevice;
}) {
  const { userId } = useSync();
  const now = useNow();
  const test = useTestReminders();
  const end = useEndReminders();
  const name = deviceName(userAgent);
  const turnOff = () => {
    // The row goes, and the focus with it.
    const onSuccess = () =>
      document.getElementById('notifications')?.focus({ preventScroll: true });
    if (isCurrent) void turnOffWithToast(userId).then(onSuccess);
    else end.mutate(id, { onSuccess });
  };
  return (
    <li className={css.device}>
      <div>
        <strong>{name}</strong>
        {isCurrent && <em className={rows.current}>This device</em>}
        <p>{deliveryText(reminders, now)}</p>
      </div>
      <div className={css.buttons}>
        <Button
          variant="outlined"
          size="small"
          aria-label={`Send a test to ${name}`}
          aria-disabled={test.isPending}
          onClick={() => test.mutate(id)}
        >
          Send a test
        </Button>
        <Button
          variant="outlined"
          size="small"
          aria-label={`Turn off reminders on ${name}`}
          aria-disabled={end.isPending}
          onClick={turnOff}
        >
          Turn off
        </Button>
      </div>
    </li>
  );
}

/** Checks the reminders here if the server sends this browser none, because another device may have turned them off. */
function useTurnedOffElsewhere(devices: readonly Device[] | undefined): void {
  const { userId } = useSync();
  const state = useSyncExternalStore(onReminders, () => remindersState(userId));
  const here = devices?.find(({ isCurrent }) => isCurrent);
  const isMissing = here?.reminders === null;
  useEffect(() => {
    if (isMissing && state === 'on')
      void import('../../records/reminders/keepReminders')
        .then(({ checkReminders }) => checkReminders(userId))
        .then(() => queryClient.invalidateQueries({ queryKey: DEVICES }))
        .catch(() => undefined);
  }, [isMissing, state, userId]);
}
