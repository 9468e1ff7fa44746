import { localDay } from '../../lib/time/dates';
import { Button } from '../../ui/controls/Button';
import { SettingRow } from '../../ui/layout/SettingRow';
import { useNow } from '../../ui/hooks/useNow';
import { LastSynced } from './LastSynced';
import { useGoogleCalendar } from './useGoogleCalendar';

const STATUS = {
  disconnected: 'Not connected',
  connected: 'Connected',
  expired: 'Connection expired',
} as const;

/**
 * Shows the state of the connection to Google Calendar, with a button to change it. A copy of the demo can't have a
 * connection.
 */
export function GoogleCalendarRow({ isDemo }: { isDemo: boolean }) {
  const today = localDay(useNow());
  const { google, googleDialog } = useGoogleCalendar({ from: today, to: today });
  const { data, error } = google.settings;
  if (isDemo)
    return (
      <SettingRow
        title="Google Calendar"
        text="The demo can’t connect a calendar. Sign up to connect yours."
      />
    );
  return (
    <>
      <SettingRow
        title="Google Calendar"
        text={
          data ? (
            <>
              {STATUS[data.status]}
              {google.lastSyncedAt && (
                <>
                  {' · '}
                  <LastSynced at={google.lastSyncedAt} />
                </>
              )}
              {data.calendarError && <> · {data.calendarError.details}</>}
            </>
          ) : (
            (error?.message ?? 'Loading…')
          )
        }
      >
        <Button
          variant="outlined"
          size="small"
          onPointerEnter={google.preloadDialog}
          onClick={google.open}
        >
          {data?.status === 'disconnected' ? 'Connect…' : 'Manage…'}
        </Button>
      </SettingRow>
      {googleDialog}
    </>
  );
}
