import { Failure } from '../../http/failure';

/** The values of the order's fields in the last record of a page, followed by the record's id. */
type Position = readonly [...fields: (string | number)[], id: string];

/** Returns a position as opaque text for the client. */
export function formatCursor(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/**
 * Reads the position in a cursor. `fieldCount` is the number of fields that the list is ordered by.
 * @throws Failure 400 for any text that isn't in the form of `formatCursor`, because the values in a cursor go to
 * Firestore.
 */
export function parseCursor(cursor: string, fieldCount: number): Position {
  const position = parseJson(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(position) || position.length !== fieldCount + 1 || !position.every(isSortable))
    throw invalidCursor();
  if (!/^[1-9][0-9]{0,15}$/.test(String(position.at(-1)))) throw invalidCursor();
  return [...position.slice(0, -1), String(position.at(-1))];
}

const invalidCursor = () => new Failure(400, 'This is not a valid page address.');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidCursor();
  }
}

function isSortable(value: unknown): value is string | number {
  return typeof value === 'string' ? value.isWellFormed() : typeof value === 'number';
}
