import { Registration, USERNAME_MAX } from '@daymark/contract/user';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { userIdOf } from '../../src/owner';
import { fittingUsername, withNumber, usernameKey } from '../../src/users/username';

test.each([
  ['Ada', 'ADA'],
  ['Straße', 'STRASSE'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
  ['Ａｄａ', 'ada'],
  ['Zoë', 'Zoe\u0308'],
  ['ﬁne', 'fine'],
])('%s and %s are the same username', (one, other) => {
  expect(usernameKey(one)).toBe(usernameKey(other));
});

test('different usernames stay different', () => {
  const names = ['ada', 'adá', 'ada2', 'a da', 'a/da', 'a%2fda', 'a%2Fda ', '__ada__'];
  expect(new Set(names.map(usernameKey)).size).toBe(names.length - 1); // %2f and %2F differ in case only
});

test('the key of a key is the key itself, and it fits into a document id', () => {
  const { username } = Registration.shape;
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 3, maxLength: USERNAME_MAX }), (text) => {
      const name = username.safeParse(text);
      if (!name.success) return;
      const key = usernameKey(name.data);
      expect(usernameKey(key)).toBe(key);
      expect(Buffer.byteLength(key)).toBeLessThan(1_000);
    }),
  );
});

test('a numbered username keeps to the maximum length and splits no character', () => {
  expect(withNumber('Ada', 2)).toBe('Ada2');
  expect(withNumber('x'.repeat(USERNAME_MAX), 17)).toBe(`${'x'.repeat(USERNAME_MAX - 2)}17`);
  const foxes = withNumber(`x${'🦊'.repeat(40)}`, 2);
  expect(foxes.length).toBeLessThanOrEqual(USERNAME_MAX);
  expect(foxes.isWellFormed()).toBe(true);
});

test('a user’s id is a stable 52-bit number that depends on the uid alone', () => {
  expect(userIdOf('daymarkDemo')).toBe(2210443368189268);
  fc.assert(
    fc.property(fc.string(), (uid) => {
      const id = userIdOf(uid);
      expect(Number.isInteger(id) && id >= 1 && id < 2 ** 52).toBe(true);
    }),
  );
});

test.each([
  ['Grace', 'g.hopper@example.com', 'Grace'],
  ['ab', 'g.hopper@example.com', 'g.hopper'],
  ['\u202Eeve\u0000', 'eve.real@example.com', 'eve.real'],
  [undefined, 'al@example.com', 'user'],
  ['👩‍🚀 Sally', 's@example.com', '👩‍🚀 Sally'],
  ['x'.repeat(252), 'x@example.com', 'x'.repeat(USERNAME_MAX)],
])(
  'an account with the name %j and the address <%s> gets the username %j',
  (name, email, expected) => {
    expect(fittingUsername(name, email)).toBe(expected);
  },
);

test('a username with invisible characters is refused with a sentence', () => {
  const parsed = Registration.shape.username.safeParse('ada\u202Eevol');
  expect(parsed.error?.issues[0]?.message).toBe('Username must not contain invisible characters');
});
