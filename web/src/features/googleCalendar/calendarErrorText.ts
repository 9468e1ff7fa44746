import type { CalendarError } from '@daymark/contract/googleCalendar';

interface CalendarErrorText {
  text: string;
  /** The one thing that mends it. */
  mend: 'connect' | 'choose' | 'again';
}

/** What people are told of each kind of calendarError (product §8), and what helps. */
export function calendarErrorText({ error, details }: CalendarError): CalendarErrorText {
  switch (error) {
    case 'expired':
      return { text: 'Your Google sign-in has expired. Connect again to go on.', mend: 'connect' };
    case 'permission':
      return {
        text: 'Google refused access to your calendar. Connect again and allow everything that is asked for.',
        mend: 'connect',
      };
    case 'notFound':
      return { text: 'A calendar was not found at Google. Choose your calendars.', mend: 'choose' };
    case 'network':
      return { text: 'Google Calendar can’t be reached. Try again in a moment.', mend: 'again' };
    case 'timeout':
      return { text: 'Google Calendar took too long to answer. Try again.', mend: 'again' };
    case 'quota':
      return { text: 'Google asks us to slow down. Try again in a minute.', mend: 'again' };
    case 'other':
      return { text: details, mend: 'again' };
  }
}
