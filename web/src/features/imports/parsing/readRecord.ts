import type * as z from 'zod/mini';
import { LEFT_OUT, type ImportDraft } from '../importDraft';

/**
 * Returns a record of a file without the fields that don't fit its schema. The report names those fields. If the rest
 * doesn't fit the schema either, the report names the record, and undefined is returned.
 */
export function readRecord<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  /** The plural in the report: "tasks". */
  nouns: string,
  leave: ImportDraft['leave'],
): z.output<Schema> | undefined {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const record: unknown = typeof value === 'object' && value !== null ? { ...value } : value;
  const wrong = new Set(parsed.error.issues.flatMap(({ path: [field] }) => field ?? []));
  for (const field of wrong) Reflect.deleteProperty(record as object, field);
  const rest = schema.safeParse(record);
  if (!rest.success) {
    leave(`Unreadable ${nouns}`, LEFT_OUT, nameOf(value));
    return undefined;
  }
  for (const field of wrong)
    leave(
      `Unreadable “${String(field)}” of ${nouns}`,
      LEFT_OUT,
      nameOf(Reflect.get(value as object, field)),
    );
  return rest.data;
}

/** Returns a text by which a person recognizes a record that can't be read. */
function nameOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  const name: unknown = Reflect.get(value, 'title') ?? Reflect.get(value, 'name');
  return typeof name === 'string' ? name : '';
}
