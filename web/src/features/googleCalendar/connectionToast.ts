import type { Toast } from '../../ui/toast';

/** The query parameters with which Google's sign-in returns to /calendar (product §2). */
export const CONNECTION_PARAMETERS = ['success', 'error', 'message'] as const;

/** The toast after connecting the calendar (product §2); undefined if this is no return from Google's sign-in. */
export function connectionToast(search: URLSearchParams): Toast | undefined {
  if (search.get('success') === 'true') return { title: 'Calendar Connected' };
  const error = search.get('error');
  if (error === null) return undefined;
  return { title: 'Connection Failed', description: reason(error, search), severity: 'error' };
}

function reason(error: string, search: URLSearchParams): string {
  const message = search.get('message');
  if (error === 'auth' && message) return `Authentication error: ${message}`;
  if (error === 'nocode') return 'Missing authorization code from Google.';
  if (error === 'state') return 'Invalid state parameter in the OAuth response.';
  return 'There was a problem connecting to Google Calendar.';
}
