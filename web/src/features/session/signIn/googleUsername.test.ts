import { expect, it } from 'vitest';
import { googleUsername } from './googleUsername';

it.each([
  ['Grace Brewster Hopper', 'grace@example.com', 'GraceBrewsterHopper'],
  [' \u00a0 ', 'grace@example.com', 'grace'],
  [null, 'grace@example.com', 'grace'],
  [null, '', 'user'],
])('the username for the Google account %s <%s> is %s', (displayName, email, expected) => {
  expect(googleUsername({ displayName, email })).toBe(expected);
});
