import type { Device } from '@daymark/contract/device';
import { useState } from 'react';
import { CallError } from '../../../lib/api/call';
import { localDay, monthDay } from '../../../lib/time/dates';
import { Button } from '../../../ui/controls/Button';
import { lazyComponent } from '../../../ui/lazyComponent';
import { LoadErrorMessage } from '../../../ui/states/LoadErrorMessage';
import { useNow } from '../../../ui/hooks/useNow';
import { deviceName, placeOf } from '../../../records/account/deviceName';
import { useDevices } from '../../../records/account/deviceQueries';
import { useEndDevice } from './accountQueries';
import rows from '../../../ui/layout/RecordRows.module.css';
import css from './DevicesSection.module.css';

const SignOutDialog = lazyComponent(() => import('./SignOutDialog'));

/** Lists the signed-in browsers, and signs out one or all of them. */
export function DevicesSection() {
  const devices = useDevices();
  const endDevice = useEndDevice();
  const now = useNow();
  const [isSigningOut, setSigningOut] = useState(false);
  return (
    <div aria-busy={devices.isPending}>
      {devices.error && !devices.data && isUnreachable(devices.error) ? (
        <p className={css.offline} role="status">
          You’re offline. Your devices are shown when you’re back.
        </p>
      ) : devices.error && !devices.data ? (
        <LoadErrorMessage
          title="Your devices couldn’t be loaded"
          error={devices.error}
          onRetry={() => void devices.refetch()}
        />
      ) : devices.isPending ? (
        <div className={css.pending} />
      ) : (
        <ul className={rows.rows} aria-label="Devices">
          {devices.data.map((device) => {
            const name = deviceName(device.userAgent);
            return (
              <li key={device.id}>
                <div>
                  <strong>{name}</strong>
                  {device.isCurrent && <em className={rows.current}>This device</em>}
                  <p>{about(device, now)}</p>
                </div>
                {!device.isCurrent && (
                  <Button
                    variant="outlined"
                    size="small"
                    aria-label={`Sign out ${name}`}
                    disabled={endDevice.isPending && endDevice.variables === device.id}
                    onClick={() => endDevice.mutate(device.id)}
                  >
                    Sign out
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <div className={css.footer}>
        <Button
          variant="outlined"
          onPointerEnter={SignOutDialog.preload}
          onClick={() => setSigningOut(true)}
        >
          Sign out everywhere…
        </Button>
      </div>
      {isSigningOut && <SignOutDialog onClose={() => setSigningOut(false)} />}
    </div>
  );
}

const isUnreachable = (error: Error) => error instanceof CallError && error.status === 0;

/** Returns, for example, "Berlin · last used Nov 19 · signed in Nov 18". */
function about({ timeZone, lastUsedAt, startedAt, isCurrent }: Device, now: Date): string {
  const [used, started] = [new Date(lastUsedAt), new Date(startedAt)];
  const usedText = localDay(used) === localDay(now) ? 'today' : monthDay(used);
  return [
    ...(timeZone === null ? [] : [placeOf(timeZone)]),
    ...(isCurrent ? [] : [`last used ${usedText}`]),
    `signed in ${monthDay(started)}`,
  ].join(' · ');
}
