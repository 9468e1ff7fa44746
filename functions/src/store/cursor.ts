import { Failure } from '../http/failure';

/** Where a page ended: what the order goes by, of its last record, and that record's id. */
type Place = readonly [...fields: (string | number)[], id: string];

/** A place as the address of a page has it: opaque, so that nobody comes to rely on what is in it. */
export function cursorAt(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/**
 * The place that a cursor is for, in an order by so many fields.
 * @throws Failure 400 for what `cursorAt` never wrote: what is in it goes to Firestore.
 */
export function placeAt(cursor: string, fields: number): Place {
  const place = jsonIn(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(place) || place.length !== fields + 1 || !place.every(isSortable))
    throw garbage();
  if (!/^[1-9][0-9]{0,15}$/.test(String(place.at(-1)))) throw garbage();
  return [...place.slice(0, -1), String(place.at(-1))];
}

const garbage = () => new Failure(400, 'This is not the address of a page.');

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw garbage();
  }
}

function isSortable(value: unknown): value is string | number {
  return typeof value === 'string' ? value.isWellFormed() : typeof value === 'number';
}
