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
  ['error=auth&message=access_denied', failed('Authentication error: access_denied')],
  ['error=auth', OTHER],
  ['error=nocode', failed('Missing authorization code from Google.')],
  ['error=state', failed('Invalid state parameter in the OAuth response.')],
  ['error=other', OTHER],
])('§2 /calendar?%s says how connecting went', (search, expected) => {
  expect(connectionToast(new URLSearchParams(search))).toEqual(expected);
});
