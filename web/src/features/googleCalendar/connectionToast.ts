import { isConnectionMessage } from '@daymark/contract/googleCalendar';
import type { Toast } from '../../ui/toasts/toast';

/** The query parameters with which Google's sign-in returns to /calendar (product §2). */
export const CONNECTION_PARAMETERS = ['success', 'error', 'message'] as const;

/** Returns the toast after connecting the calendar (product §2), or undefined if the address has no result. */
export function connectionToast(search: URLSearchParams): Toast | undefined {
  if (search.get('success') === 'true') return { title: 'Calendar Connected' };
  const error = search.get('error');
  if (error === null) return undefined;
  return { title: 'Connection Failed', description: reason(error, search), severity: 'error' };
}

function reason(error: string, search: URLSearchParams): string {
  const message = search.get('message');
  if (error === 'auth' && message) return `Authentication error: ${boundedMessage(message)}`;
  if (error === 'nocode') return 'Missing authorization code from Google.';
  if (error === 'state') return 'Invalid state parameter in the OAuth response.';
  return 'There was a problem connecting to Google Calendar.';
}

/**
 * Longest text from the address that is shown, in characters. The three lines of a toast must also have space to say
 * where the text is from.
 */
const MESSAGE_MAX = 40;

/**
 * Returns the message as it may be shown. Anyone can make a link to this page with any text in it. Text that the server
 * doesn't write is cut to one short line that says where it is from.
 */
function boundedMessage(message: string): string {
  if (isConnectionMessage(message)) return message;
  const line = Array.from(message.replace(/[\p{C}\s]+/gu, ' ').trim());
  const cut = line.slice(0, MESSAGE_MAX).join('');
  const shown = line.length > MESSAGE_MAX ? `${cut.trimEnd()}…` : cut;
  return `${shown} (text from this page’s address)`;
}
