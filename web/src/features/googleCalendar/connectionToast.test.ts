import {
  CALENDAR_ERROR_DETAILS,
  CONNECTION_MESSAGES,
  googleErrorMessage,
  googleReturned,
} from '@daymark/contract/googleCalendar';
import { expect, it } from 'vitest';
import { connectionToast } from './connectionToast';

const failed = (description: string) => ({
  title: 'Connection Failed',
  description,
  severity: 'error',
});
const OTHER = failed('There was a problem connecting to Google Calendar.');

it.each([
  ['', undefined],
  ['view=week', undefined],
  ['success=true', { title: 'Calendar Connected' }],
  ['success=false', undefined],
  [
    'error=auth&message=You did not give Daymark access to your calendars.',
    failed('Authentication error: You did not give Daymark access to your calendars.'),
  ],
  [
    'error=auth&message=access_denied',
    failed('Authentication error: access_denied (text from this page’s address)'),
  ],
  ['error=auth', OTHER],
  ['error=nocode', failed('Missing authorization code from Google.')],
  ['error=state', failed('Invalid state parameter in the OAuth response.')],
  ['error=other', OTHER],
])('/calendar?%s shows the result of connecting', (search, expected) => {
  expect(connectionToast(new URLSearchParams(search))).toEqual(expected);
});

it.each([
  ...Object.values(CONNECTION_MESSAGES),
  ...Object.values(CALENDAR_ERROR_DETAILS),
  googleErrorMessage('temporarily_unavailable'),
  googleReturned(403, ''),
])('the server’s own message is shown unchanged: %s', (message) => {
  const shown = connectionToast(new URLSearchParams({ error: 'auth', message }));
  expect(shown).toEqual(failed(`Authentication error: ${message}`));
});

it.each([
  'Google responded: call 0800 1234',
  'Google responded: evil.example',
  'Google responded: access_denied. Visit evil.example',
  'Google Calendar returned an error (403): call 0800 1234.',
  'Google Calendar returned an error (4033).',
  'google responded: access_denied',
  `${CALENDAR_ERROR_DETAILS.network} Call us.`,
])('a message that only resembles the server’s says where it is from: %s', (message) => {
  const shown = connectionToast(new URLSearchParams({ error: 'auth', message }));
  expect(shown?.description).toMatch(/\(text from this page’s address\)$/);
});

it('text from the link is cut to one short line that says where it is from', () => {
  const message =
    'Your account\nis \u202elocked. Call 0800 1234 now, and have your password ready. '.repeat(9);
  const shown = connectionToast(new URLSearchParams({ error: 'auth', message }))?.description ?? '';
  expect(shown).toMatch(
    /^Authentication error: Your account is locked\. .*… \(text from this page’s address\)$/,
  );
  expect(shown.length).toBeLessThan(100);
});
