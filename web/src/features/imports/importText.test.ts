import { expect, it } from 'vitest';
import { undoneText } from './importText';

it.each([
  [0, 'The import was undone: 5 records were deleted.'],
  [
    1,
    'The import was undone: 5 records were deleted. 1 record stays, because you changed it or something of yours belongs to it.',
  ],
  [
    2,
    'The import was undone: 5 records were deleted. 2 records stay, because you changed them or something of yours belongs to them.',
  ],
])('the result of an undo says why %i records stay', (kept, text) => {
  expect(undoneText({ deleted: 5, kept })).toBe(text);
});
