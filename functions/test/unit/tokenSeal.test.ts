import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactSecrets } from '../../src/googleCalendar/googleError';
import { tokenSeal } from '../../src/googleCalendar/tokenSeal';

const newKey = () => randomBytes(32).toString('base64');
const [KEY, OTHER_KEY] = [newKey(), newKey()];
const seal = tokenSeal(KEY);

test('a sealed token opens only for its owner and with its key', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string(),
      fc.string(),
      (secret, owner, other) => {
        const sealed = seal.close(secret, owner);
        expect(seal.open(sealed, owner)).toBe(secret);
        if (other !== owner) expect(seal.open(sealed, other)).toBeUndefined();
        expect(tokenSeal(OTHER_KEY).open(sealed, owner)).toBeUndefined();
      },
    ),
  );
});

test('a sealed token with one changed bit does not open', () => {
  const sealed = seal.close('1//a-refresh-token', 'ada');
  const [version = '', text = ''] = sealed.split('.');
  const bytes = Buffer.from(text, 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1;
    expect(seal.open(`${version}.${changed.toString('base64url')}`, 'ada')).toBeUndefined();
  }
  for (const none of ['', '1', '1.', `2.${text}`, `1.${text.slice(0, 30)}`, 'x.y.z'])
    expect(seal.open(none, 'ada')).toBeUndefined();
});

test('sealing twice gives different texts, and neither contains the secret', () => {
  const [one, other] = [seal.close('ya29.secret', 'ada'), seal.close('ya29.secret', 'ada')];
  expect(one).not.toBe(other);
  expect(Buffer.from(one.split('.')[1]!, 'base64url').toString('latin1')).not.toContain('ya29');
});

test('after a rotation the newest key seals, and tokens of the old key still open', () => {
  const old = tokenSeal(`1:${KEY}`).close('secret', 'ada');
  const rotated = tokenSeal(`2:${OTHER_KEY},1:${KEY}`);
  expect(rotated.open(old, 'ada')).toBe('secret');
  expect(rotated.close('secret', 'ada')).toMatch(/^2\./);
  expect(tokenSeal(`2:${OTHER_KEY}`).open(old, 'ada')).toBeUndefined();
});

test('an invalid or missing key seals nothing', () => {
  for (const none of ['x', randomBytes(16).toString('base64'), `1:${KEY}x`, `one:${KEY}`])
    expect(() => tokenSeal(none).close('secret', 'ada')).toThrow(
      'GOOGLE_TOKEN_KEY must be 32 bytes in base64.',
    );
  for (const nothing of [undefined, '', ' '])
    expect(() => tokenSeal(nothing).close('secret', 'ada')).toThrow('GOOGLE_TOKEN_KEY is not set.');
});

test('secret-like words are redacted', () => {
  for (const [text, shown] of [
    ['Invalid token: ya29.a0AfH6SMBx', 'Invalid token [redacted]'],
    ['client_secret=GOCSPX-abc is wrong', 'client_secret=[redacted] is wrong'],
    ['Bearer abc.def refused', 'Bearer [redacted] refused'],
    ['refresh 1//0gAbCdEf is gone', 'refresh [redacted] is gone'],
    ['see AIzaSyD-1234', 'see [redacted]'],
    ['id 4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c', 'id [redacted]'],
    ['password hunter2', 'password [redacted]'],
    ['Calendar usage limits exceeded.', 'Calendar usage limits exceeded.'],
  ] as const)
    expect(redactSecrets(text)).toBe(shown);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = redactSecrets(text);
      expect(shown.isWellFormed()).toBe(true);
      expect(shown.length).toBeLessThanOrEqual(200);
    }),
  );
});
