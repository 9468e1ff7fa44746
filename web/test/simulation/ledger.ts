import type { Mutation } from '../../src/sync/mutation';
import type { Written } from '../modelServer';

/** One thing that a person did in a browser, and what became of it. */
interface Change {
  key: string;
  device: string;
  /** What the times of its edits are in order with: the browser, or one tab if tabs can share nothing. */
  clock: string;
  userId: number;
  mutation: Mutation;
  /** The keys of the mutations that it took the place of. */
  replaced: readonly string[];
  /** How often it changed something on the server. */
  applied: number;
  /** Why it is no longer awaited; undefined while the browser has to have it. */
  end?: 'arrived' | 'shown as refused' | 'discarded' | 'replaced' | 'lost after a warning';
}

/** Which change set a field on the server. */
type Setters = Map<string, Change>;

/**
 * Everything that the people of a simulation did, to check that each change is on the server, or waits, or is shown as
 * refused: never none of these, and never twice. `has` says whether a change is in its browser.
 */
export function createLedger(has: (change: Change) => boolean) {
  const changes = new Map<string, Change>();
  /** In the order in which they were made. */
  const order: Change[] = [];
  const setters: Setters = new Map();
  /** What a person discarded, by its key: also if another tab sent it again at the same time. */
  const discarded = new Set<string>();
  const violations: string[] = [];

  const describe = ({ key, mutation: { kind, collection, recordId, fields } }: Change) =>
    `${key} (${kind} ${collection}/${recordId} ${kind === 'update' ? JSON.stringify(fields) : ''})`;

  /** Whether one is the other, sent again: perhaps from two tabs at the same time. */
  const isResent = (one: Change, other: Change) =>
    one.device === other.device && one.mutation.editedAt === other.mutation.editedAt;

  /** The rejected change that was sent again as it was. */
  const retriedBy = ({ replaced, mutation: { editedAt } }: Pick<Change, 'replaced' | 'mutation'>) =>
    replaced.map((key) => changes.get(key)).find((other) => other?.mutation.editedAt === editedAt);

  /** Whether what was typed is in the other too: not in a create, which has no effect if the server has the record. */
  const mayCarry = (other: Change, { mutation: { kind } }: Change) =>
    kind !== 'update' || other.mutation.kind !== 'create';

  const placeOf = (userId: number, collection: string, id: number, field: string) =>
    `${userId}/${collection}/${id}/${field}`;

  /** The rejected creates that a create was made of. */
  const olderCreates = ({ replaced }: Change): Change[] =>
    replaced.flatMap((key) => {
      const older = changes.get(key);
      return older?.mutation.kind === 'create' ? [older, ...olderCreates(older)] : [];
    });

  /** Whether what was typed into a create waits in an edit, or the person saw to that edit or was told of it. */
  const isInEdit = (create: Change) =>
    order.some(
      (other) =>
        other !== create &&
        isResent(other, create) &&
        other.end !== 'arrived' &&
        (other.end !== undefined || has(other)),
    );

  /** Notes a violation if the server has an older text than a create that has arrived: it had an older copy of that. */
  function checkText(create: Change): void {
    const { userId, mutation } = create;
    const older = olderCreates(create);
    if (older.length === 0 || create.end !== 'arrived' || isInEdit(create)) return;
    for (const [field, value] of Object.entries(mutation.fields)) {
      if (older.every((other) => other.mutation.fields[field] === value)) continue;
      const setter = setters.get(placeOf(userId, mutation.collection, mutation.recordId, field));
      // An undo of another tab deletes and restores the record: it is no copy of the create.
      const isOtherUndo = setter?.mutation.restore && !older.includes(setter);
      if (
        setter?.device === create.device &&
        !isOtherUndo &&
        setter.mutation.editedAt < mutation.editedAt &&
        setter.mutation.fields[field] !== value
      )
        violations.push(
          `${describe(create)} has arrived, with the ${field} of ${describe(setter)}.`,
        );
    }
  }

  function end(key: string, why: NonNullable<Change['end']>) {
    const change = changes.get(key);
    if (change && change.end === undefined) change.end = why;
    if (why === 'discarded') discarded.add(key);
  }

  return {
    violations,
    changes: () => order,
    isDiscarded: (key: string) => discarded.has(key),
    end,

    /** A person made a change, or had one sent again that was rejected: that is as old as the rejected one. */
    made(
      userId: number,
      device: string,
      clock: string,
      mutation: Mutation,
      replaced: readonly string[],
    ): void {
      const { key } = mutation;
      const retried = retriedBy({ replaced, mutation });
      const change: Change = {
        key,
        device,
        clock: retried?.clock ?? clock,
        userId,
        mutation,
        replaced,
        applied: 0,
      };
      changes.set(mutation.key, change);
      const before = order.findLastIndex((other) => isResent(other, change));
      order.splice(before < 0 ? order.length : before + 1, 0, change);
    },

    /** A request of a change arrived at the server and wrote this. */
    written(key: string | undefined, userId: number, written: Written): void {
      const change = key === undefined ? undefined : changes.get(key);
      if (!change) {
        violations.push(`Nobody made ${JSON.stringify(written)}.`);
        return;
      }
      const { kind, collection, id } = written;
      const place = (field: string) => placeOf(userId, collection, id, field);
      if (kind === 'update') {
        for (const field of written.lost) {
          const winner = setters.get(place(field));
          if (winner?.clock === change.clock && order.indexOf(winner) < order.indexOf(change))
            violations.push(`${describe(change)} lost against the earlier ${describe(winner)}.`);
        }
        const isNew = Object.keys(written.fields).some(
          (field) => setters.get(place(field)) !== change,
        );
        if (isNew) change.applied++;
      } else change.applied++;
      for (const field of Object.keys(written.fields)) setters.set(place(field), change);
      if (change.applied > 1) violations.push(`${describe(change)} changed the server twice.`);
      end(change.key, 'arrived');
    },

    /** A request of a change arrived and found nothing to change. */
    answered(key: string): void {
      end(key, 'arrived');
      const change = changes.get(key);
      if (change) checkText(change);
    },

    /** Notes a violation for each change that is awaited and that no browser has, or whose text is lost. */
    check(): void {
      const isThere = (change: Change) => (change.end ? change.end !== 'replaced' : has(change));
      /** Whether what a mutation had lives on in one that took its place, in another tab at the same time. */
      const livesOn = (replaced: string, except: Change): boolean =>
        order.some(
          (other) =>
            other !== except &&
            other.replaced.includes(replaced) &&
            (isThere(other) || livesOn(other.key, except)),
        );
      /** Whether an undo has what a change before it changed. */
      const isBroughtBack = (change: Change): boolean => {
        const { userId, device, mutation } = change;
        const later = order
          .slice(order.indexOf(change))
          .filter(
            (other) =>
              other.userId === userId &&
              other.device === device &&
              other.mutation.recordId === mutation.recordId,
          );
        return later.some((undo, place) => {
          if (!undo.mutation.restore || !isThere(undo)) return false;
          const edited = later.slice(0, place).map((other) => other.mutation.fields);
          return Object.keys(mutation.fields).every(
            (field) =>
              edited.findLast((fields) => field in fields)?.[field] === undo.mutation.fields[field],
          );
        });
      };
      /** Whether it is the edit with what was typed into a create, and another one has taken that over. */
      const isTakenOver = ({ mutation, end: why }: Change, change: Change) =>
        change.mutation.kind === 'create' && mutation.kind === 'update' && why === 'replaced';
      for (const change of order) checkText(change);
      for (const change of order)
        if (
          change.end === undefined &&
          !has(change) &&
          !isBroughtBack(change) &&
          !order.some(
            (other) =>
              isResent(other, change) &&
              mayCarry(other, change) &&
              (isThere(other) || isTakenOver(other, change)),
          ) &&
          !(
            retriedBy(change) &&
            change.replaced.some((key) => discarded.has(key) || livesOn(key, change))
          )
        )
          violations.push(`${describe(change)} is nowhere.`);
    },
  };
}
