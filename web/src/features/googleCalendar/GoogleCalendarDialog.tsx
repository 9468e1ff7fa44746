import type { CalendarSettings, CalendarError } from '@daymark/contract/googleCalendar';
import type { UseQueryResult } from '@tanstack/react-query';
import { ExternalLink, RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { UNREACHABLE } from '../../lib/api/call';
import { Button } from '../../ui/controls/Button';
import { Dialog } from '../../ui/dialogs/Dialog';
import { LazyConfirmDialog } from '../../ui/dialogs/LazyConfirmDialog';
import { useSession } from '../../records/account/sessionQueries';
import { colorStyle } from '../../lib/visibleColor';
import { useCalendarList } from '../../records/googleCalendar/calendarQueries';
import { useCalendarMutations } from './useCalendarMutations';
import { calendarRemedy } from './calendarRemedy';
import css from './GoogleCalendarDialog.module.css';
import { LastSynced } from './LastSynced';

interface GoogleCalendarDialogProps {
  settings: UseQueryResult<CalendarSettings>;
  lastSyncedAt: string | null;
  /** Whether Google's sign-in is open in another tab. */
  isSignInOpen: boolean;
  onConnect: () => void;
  onClose: () => void;
}

const STATUS = {
  disconnected: 'Not connected',
  connected: 'Connected',
  expired: 'Connection expired',
} as const;

/** The dialog “Google Calendar Integration” (product §4). Default export, because it is loaded lazily. */
export default function GoogleCalendarDialog({
  settings: { data: settings, error, isPending, refetch },
  lastSyncedAt,
  isSignInOpen,
  onConnect,
  onClose,
}: GoogleCalendarDialogProps) {
  const { disconnect, select, refresh, check } = useCalendarMutations();
  const calendars = useCalendarList(settings);
  // The ticked calendars, shown at once, before the server has responded.
  const [ticked, setTicked] = useState<readonly string[]>();
  const chosen = ticked ?? settings?.selectedCalendarIds ?? [];
  const tick = (id: string, isTicked: boolean) => {
    const ids = calendars
      .map((calendar) => calendar.id)
      .filter((other) => (other === id ? isTicked : chosen.includes(other)));
    setTicked(ids);
    select.mutate(
      { calendarIds: ids },
      // Keep the ticks if another box was ticked or cleared during this request.
      { onSettled: () => setTicked((latest) => (latest === ids ? undefined : latest)) },
    );
  };
  const [isDisconnecting, setDisconnecting] = useState(false);
  const status = settings?.status ?? 'disconnected';
  const calendarError = settings?.calendarError?.error;
  const forgetCheck = useEffectEvent(() => {
    const found = check.data;
    // The change may be what the check has found itself.
    const isFound = found?.status === status && found.calendarError?.error === calendarError;
    if (!check.isPending && !isFound) check.reset();
  });
  // The state also changes in other tabs and on other devices.
  useEffect(() => forgetCheck(), [status, calendarError]);
  // Only a copy of the demo expires, and such a copy can't connect a calendar.
  const isDemo = Boolean(useSession().data?.expiresAt);
  const isBusy = disconnect.isPending || refresh.isPending || check.isPending;
  return (
    <Dialog
      title="Google Calendar Integration"
      width="sm"
      dismiss={null}
      onClose={onClose}
      actions={
        <>
          {status !== 'disconnected' && (
            <div className={css.disconnect}>
              <Button color="error" disabled={isBusy} onClick={() => setDisconnecting(true)}>
                {disconnect.isPending ? 'Disconnecting…' : 'Disconnect'}
              </Button>
            </div>
          )}
          <Button variant={status === 'connected' ? 'contained' : 'text'} onClick={onClose}>
            {status === 'connected' ? 'Done' : 'Close'}
          </Button>
        </>
      }
    >
      <div className={css.content} aria-busy={isPending || isBusy}>
        <div className={css.status}>
          <p>
            <i data-status={settings ? status : undefined} />
            <strong>{settings ? STATUS[status] : isPending ? 'Loading…' : 'Unknown'}</strong>
            {lastSyncedAt && <LastSynced at={lastSyncedAt} />}
          </p>
          {!isDemo && (
            <Button
              size="small"
              variant="outlined"
              disabled={check.isPending}
              onClick={() => check.mutate()}
            >
              {check.isPending ? 'Checking…' : 'Check Connection Status'}
            </Button>
          )}
        </div>

        {error && !settings && (
          <Alert text={error.message} label="Try Again" onAction={() => void refetch()} />
        )}
        <CheckResult check={check} />
        {settings?.calendarError && !check.data && !check.error && (
          <CalendarErrorAlert
            calendarError={settings.calendarError}
            onConnect={onConnect}
            onAgain={() => refresh.mutate()}
          />
        )}

        {isDemo && (
          <div className={css.connect}>
            <p>The demo can’t connect a calendar. Sign up to connect yours.</p>
          </div>
        )}
        {settings && status !== 'connected' && !isDemo && (
          <div className={css.connect}>
            <p>
              {isSignInOpen
                ? 'Finish signing in with Google in the new tab. This page continues by itself.'
                : status === 'expired'
                  ? 'Your Google connection has expired. Your choice of calendars and the last synced events are kept.'
                  : 'Daymark reads your calendars and events, and never changes them. You can disconnect at any time.'}
            </p>
            <Button variant="contained" onClick={onConnect}>
              {status === 'expired' ? 'Connect again' : 'Connect Google Calendar'}
              <ExternalLink size={16} aria-hidden="true" />
            </Button>
          </div>
        )}

        {settings && status !== 'disconnected' && (
          <fieldset className={css.calendars}>
            <legend>Calendars</legend>
            <Button
              size="small"
              disabled={isBusy || status === 'expired'}
              onClick={() => refresh.mutate()}
            >
              <RefreshCw size={14} aria-hidden="true" />
              {refresh.isPending ? 'Refreshing…' : 'Refresh Calendars'}
            </Button>
            {calendars.length === 0 ? (
              <p>No calendars found</p>
            ) : (
              <ul>
                {calendars.map(({ id, summary, primary, color }) => (
                  <li key={id}>
                    <label style={colorStyle(color ?? 'var(--ink-2)')}>
                      <input
                        type="checkbox"
                        checked={chosen.includes(id)}
                        onChange={({ target }) => tick(id, target.checked)}
                      />
                      <i />
                      <span dir="auto">{summary}</span>
                      {primary && <small>Primary</small>}
                    </label>
                  </li>
                ))}
              </ul>
            )}
          </fieldset>
        )}
      </div>
      {isDisconnecting && (
        <LazyConfirmDialog
          title="Disconnect Google Calendar?"
          text="Daymark will no longer show its events. You can connect again at any time."
          confirm="Disconnect"
          onClose={() => setDisconnecting(false)}
          onConfirm={() => {
            setDisconnecting(false);
            disconnect.mutate();
          }}
        />
      )}
    </Dialog>
  );
}

/** Shows the result of Check Connection Status. */
function CheckResult({
  check: { data, error },
}: {
  check: ReturnType<typeof useCalendarMutations>['check'];
}) {
  if (error)
    return (
      <Alert
        text={
          error.message === UNREACHABLE
            ? UNREACHABLE
            : `The connection couldn’t be checked. ${error.message}`
        }
      />
    );
  if (!data) return null;
  if (data.calendarError) return <Alert text={data.calendarError.details} />;
  if (data.status === 'disconnected') return <Alert text="Google Calendar isn’t connected yet." />;
  return (
    <p className={css.good} role="status">
      Connected. Google responded just now.
    </p>
  );
}

interface CalendarErrorAlertProps {
  calendarError: CalendarError;
  onConnect: () => void;
  onAgain: () => void;
}

function CalendarErrorAlert({ calendarError, onConnect, onAgain }: CalendarErrorAlertProps) {
  const text = calendarError.details;
  const remedy = calendarRemedy(calendarError);
  // The list of calendars and the button to connect again are just below.
  if (remedy === 'choose' || calendarError.error === 'expired') return <Alert text={text} />;
  return remedy === 'connect' ? (
    <Alert text={text} label="Connect" onAction={onConnect} />
  ) : (
    <Alert text={text} label="Try Again" onAction={onAgain} />
  );
}

function Alert({ text, label, onAction }: { text: string; label?: string; onAction?: () => void }) {
  return (
    <div className={css.alert} role="alert">
      <p>{text}</p>
      {label && (
        <Button size="small" onClick={onAction}>
          {label}
        </Button>
      )}
    </div>
  );
}
