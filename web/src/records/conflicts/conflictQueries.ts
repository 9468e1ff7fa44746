import { collections } from '@daymark/contract/changes';
import type { Conflict } from '@daymark/contract/conflict';
import type * as z from 'zod/mini';
import { newId, dayOfId } from '@daymark/contract/primitives';
import { localInstant, startOfDay } from '../../lib/time/dates';
import { bothTexts } from '../../sync/merge/fieldsAfter';
import { type MutationRequest, byId } from '../../domain/mutation';
import { useRecords, useSync } from '../../sync/useSync';

const NONE: readonly Conflict[] = [];

/** Returns the texts that are kept beside records until the person chooses. */
export const useConflicts = (): readonly Conflict[] => useRecords('conflicts').data ?? NONE;

/** Returns the id of a record's first conflict, or undefined if it has none. */
export const useConflictOf = (
  collection: Conflict['collection'],
  recordId: number,
): number | undefined => useConflicts().find((one) => isOf(one, collection, recordId))?.id;

/** Whether a conflict belongs to this record. */
export const isOf = (conflict: Conflict, collection: Conflict['collection'], recordId: number) =>
  conflict.collection === collection && conflict.recordId === recordId;

/** Joins the two texts. Returns undefined if the result is longer than the field can be. */
export function bothTextsOf(
  { collection, field }: Pick<Conflict, 'collection' | 'field'>,
  shown: string,
  kept: string,
): string | undefined {
  const both = bothTexts(field, shown, kept);
  const shape = collections[collection].shape as Record<string, z.ZodMiniType | undefined>;
  return shape[field]?.safeParse(both).success ? both : undefined;
}

/** Returns the choices that a person has about a conflict. Each choice is one change, with one Undo. */
export function useConflictChoice() {
  const sync = useSync();
  const removal = ({ id }: Conflict): MutationRequest => ({
    kind: 'delete',
    collection: 'conflicts',
    id,
  });
  return {
    /** Returns the record of a conflict as it is shown, or undefined if the record was deleted. */
    recordOf: ({ collection, recordId }: Conflict): object | undefined =>
      byId<{ id: number }>(sync.records(collection).data ?? []).get(recordId),
    /** Ends a conflict by keeping a text. */
    keep: (conflict: Conflict, text: string, shown: string): void => {
      const { collection, recordId, field } = conflict;
      const day = collection === 'reflections' && {
        date: localInstant(startOfDay(dayOfId(recordId))),
      };
      const edit: MutationRequest = {
        kind: 'update',
        collection,
        id: recordId,
        fields: { ...day, [field]: text },
        base: { [field]: shown },
      };
      sync.change({ title: 'Version chosen' }, [
        ...(text === shown ? [] : [edit]),
        removal(conflict),
      ]);
    },
    /** Ends the conflict of a deleted record. */
    discard: (conflict: Conflict): void =>
      void sync.change({ title: 'Text discarded' }, [removal(conflict)]),
    /** Makes a note of a text whose record was deleted. */
    saveAsNote: (conflict: Conflict): void => {
      const moment = sync.now().toISOString();
      const record = {
        id: newId(),
        title: 'Text of a deleted record',
        content: conflict.text,
        attachedTo: null,
        createdAt: moment,
        updatedAt: moment,
        userId: sync.userId,
      };
      sync.change({ title: 'Note created', about: record.title }, [
        { kind: 'create', collection: 'notes', record },
        removal(conflict),
      ]);
    },
  };
}
