import type { CalendarError, CalendarErrorCode } from '@daymark/contract/googleCalendar';

type Remedy = 'connect' | 'choose' | 'retry';

const REMEDIES: Partial<Record<CalendarErrorCode, Remedy>> = {
  expired: 'connect',
  permission: 'connect',
  notFound: 'choose',
};

/** Returns the remedy for a calendar error. The error's `details` are the text to show. */
export const calendarRemedy = ({ error }: CalendarError): Remedy => REMEDIES[error] ?? 'retry';
