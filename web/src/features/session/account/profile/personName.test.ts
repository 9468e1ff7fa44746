import { describe, expect, it } from 'vitest';
import { firstName, initials } from './personName';

describe('first name', () => {
  it.each([
    ['Ada Lovelace', 'ada@x.io', 'Ada'],
    ['anne-marie', 'am@x.io', 'anne'],
    ['Mary-Jane Watson', 'mj@x.io', 'Mary-Jane'],
    ['grace', 'hopper@x.io', 'grace'],
    ['Zoë', 'z@x.io', 'Zoë'],
    ['مريم', 'm@x.io', 'مريم'],
    ['sam_1990', 'sam.smith@x.io', 'sam'],
    ['sam_1990', '', 'sam_1990'],
    ['-x', 'dash@x.io', '-x'],
    ['🦊🦊🦊', 'fox.den@x.io', 'fox'],
    ['j.doe', 'jane.doe@x.io', 'jane'],
    ['a', 'b@x.io', 'a'],
    ['a b', 'c@x.io', 'a'],
    ['jean-luc-marie', 'j@x.io', 'jean'],
    ['anne-', 'a@x.io', 'anne'],
    ['מרים כהן', 'm@x.io', 'מרים'],
    ['  Ada   Lovelace ', 'ada@x.io', 'Ada'],
    ['x1', '.odd@x.io', 'x1'],
  ])('of %s <%s> is %s', (username, email, expected) => {
    expect(firstName({ username, email })).toBe(expected);
  });
});

describe('avatar initials', () => {
  it.each([
    ['Ada Lovelace', 'a@x.io', 'AL'],
    ['Ada King Lovelace', 'a@x.io', 'AL'],
    ['anne-marie', 'a@x.io', 'AM'],
    ['-x', 'a@x.io', '-'],
    ['grace', 'h@x.io', 'G'],
    ['', 'h@x.io', 'H'],
    ['', '', '?'],
    ['👩‍🚀 Sally', 's@x.io', '👩‍🚀S'],
    ['jean-luc-marie', 'j@x.io', 'JL'],
    ['anne--marie', 'j@x.io', 'AM'],
    ['anne-', 'j@x.io', 'A'],
    ['Mary-Jane Watson', 'm@x.io', 'MW'],
    ['j.doe', 'd@x.io', 'J'],
    ['a', 'b@x.io', 'A'],
    ['مريم علي', 'm@x.io', 'مع'],
    ['🦊', 'f@x.io', '🦊'],
    ['   ', 'h@x.io', 'H'],
  ])('of %s <%s> are %s', (username, email, expected) => {
    expect(initials({ username, email })).toBe(expected);
  });
});
