import type { CalendarSettings } from '@daymark/contract/googleCalendar';
import type { Connection } from '../store/googleConnections';

/** Returns a connection in the contract's form. Undefined means not connected. */
export function calendarSettingsOf(connection: Connection | undefined): CalendarSettings {
  const {
    status = 'disconnected',
    calendars = [],
    selectedIds = [],
    calendarError = null,
  } = connection ?? {};
  const lastSyncedAt = connection?.lastSyncedAt ?? null;
  return {
    isConnected: status === 'connected',
    status,
    selectedCalendarId: selectedIds[0] ?? null,
    selectedCalendarIds: selectedIds,
    calendarList: calendars,
    lastSyncedAt: lastSyncedAt === null ? null : new Date(lastSyncedAt).toISOString(),
    calendarError,
  };
}
