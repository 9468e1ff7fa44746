import { mergeTexts } from './mergeTexts';
import type { Identified, Mutation } from '../../domain/mutation';

/** A text that is not shown, and whether this browser wrote it. */
interface KeptText {
  field: string;
  text: string;
  writtenAt: string;
  isOwn: boolean;
}

/** The texts to save after the server found conflicts in a mutation. */
export interface Resolution {
  /** The texts that replace the server's texts. `base` has the replaced texts. */
  fields: Record<string, string>;
  base: Record<string, string>;
  /** The texts that are kept because a later edit changed the same words. */
  kept: KeptText[];
}

const textOf = (record: object | undefined, field: string): string =>
  String((record && Reflect.get(record, field)) ?? '');

/**
 * Resolves the conflicts of a mutation. `record` is the server's record, and `conflicts` has the time of the last edit
 * of each conflicting field. Two edits of different words are merged. If two edits changed the same words, the later
 * one is shown and the earlier one is kept.
 */
export function resolveConflicts(
  mutation: Pick<Mutation, 'fields' | 'base' | 'editedAt'>,
  record: Identified,
  conflicts: Readonly<Record<string, string>>,
): Resolution {
  const resolution: Resolution = { fields: {}, base: {}, kept: [] };
  for (const [field, theirsAt] of Object.entries(conflicts)) {
    const mine = textOf(mutation.fields, field);
    const theirs = textOf(record, field);
    const base = mutation.base && field in mutation.base ? textOf(mutation.base, field) : undefined;
    const merged = base === undefined ? undefined : mergeTexts(base, mine, theirs);
    const isMineLater = mutation.editedAt > theirsAt;
    const shown = merged ?? (isMineLater ? mine : theirs);
    if (shown !== theirs) {
      resolution.fields[field] = shown;
      resolution.base[field] = theirs;
    }
    if (merged !== undefined || mine === theirs) continue;
    const kept: KeptText = isMineLater
      ? { field, text: theirs, writtenAt: theirsAt, isOwn: false }
      : { field, text: mine, writtenAt: mutation.editedAt, isOwn: true };
    // An empty text is not worth keeping.
    if (kept.text.trim() !== '') resolution.kept.push(kept);
  }
  return resolution;
}
