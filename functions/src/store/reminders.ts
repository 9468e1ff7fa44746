import { isDayOff, type Event } from '@daymark/contract/event';
import { nextOfPerson } from '@daymark/contract/reminders/dailyReminders';
import { nextEventReminder } from '@daymark/contract/reminders/eventReminders';
import type {
  DeliveryOutcome,
  PushKey,
  PushSubscription,
} from '@daymark/contract/reminders/pushSubscription';
import type { ReminderMinutes } from '@daymark/contract/reminders/reminderSettings';
import type { Settings } from '@daymark/contract/settings';
import { zoneOf } from '@daymark/contract/time/zone';
import type {
  DocumentReference,
  DocumentSnapshot,
  Firestore,
  Timestamp,
  Transaction,
} from 'firebase-admin/firestore';
import type { OwnerRef } from '../owner';
import { firestore } from './firestore';
import { retryStaleWrites } from './retryStaleWrites';
import { revisionsDocument } from './revisions';

/** A device's push subscription. */
export interface StoredDevice {
  subscription: PushSubscription;
  /** When the device started its reminders, ISO 8601. */
  since: string;
  /** When the device's session expires, in ms. Nothing is sent after this moment. */
  expiresAt: number;
  lastDelivery?: { at: string; outcome: DeliveryOutcome };
}

/** Copies of data that each write of an event needs. The sweep keeps them up to date. */
export interface ReminderCopies {
  remindsOfEvents: boolean;
  reminderMinutes: ReminderMinutes;
  timeZone: string;
  /** Whether any event may make a day a day off. Once set, it stays. */
  hasDaysOff: boolean;
}

/** A person's reminders, stored in `reminders/{uid}`. The document exists while the person has a device. */
export interface StoredReminders {
  /** By the fingerprint of the device's session. */
  devices: Readonly<Record<string, StoredDevice>>;
  /** When the sweep looks at the person next, in ms, or null. Reminders due before this moment have been handled. */
  remindAt: number | null;
  /** Absent until the sweep has looked at the person. */
  copies?: ReminderCopies;
  /** Whether the sweep still has to compute the events' `remindAt` again, because the copies have just changed. */
  isSettling?: boolean;
  /**
   * When the settings last changed while the person was due, in ms. A run that is looking at the person then notices that
   * the document has changed.
   */
  changedAt?: number;
  /** The reminders that were handled last, so that none is sent twice: the days, and the end of the timer in ms. */
  handled?: { morning?: string; evening?: string; timer?: number };
}

export interface Reminders {
  /** Returns the person's reminders, or undefined if no device has any. */
  get: (owner: OwnerRef) => Promise<StoredReminders | undefined>;
  /** Returns whether the device with this session gets reminders. */
  stateOf: (owner: OwnerRef, session: string) => Promise<PushKey['state']>;
  /**
   * Starts the reminders of the device with this session. Takes the subscription away from the person's other devices,
   * and removes devices whose session has expired. Returns the device, or undefined if the session has ended or has no
   * record, or if the account is being deleted.
   */
  start: (
    owner: OwnerRef,
    session: string,
    subscription: PushSubscription,
    at: Date,
  ) => Promise<StoredDevice | undefined>;
  /**
   * Ends the reminders of a device. Pass the `endpoint` if the push service has ended the subscription. A device with a
   * newer endpoint then stays. Otherwise the session's record says that the person turned them off. Can be repeated.
   */
  end: (owner: OwnerRef, session: string, endpoint?: string) => Promise<void>;
  /** Removes the devices whose session has expired at a moment, in ms. */
  endExpired: (owner: OwnerRef, atMs: number) => Promise<void>;
  /**
   * Writes the fields that `change` returns for the person's reminders. Writes nothing if no device has reminders, or
   * if `change` returns undefined.
   */
  update: (
    owner: OwnerRef,
    change: (found: StoredReminders) => Partial<StoredReminders> | undefined,
  ) => Promise<void>;
  /**
   * Makes the sweep look at the person again, after a change of their settings or time zone at `nowMs`. If only the
   * timer has changed, pass the settings, so that the sweep doesn't look before there is anything to send.
   */
  lookAgain: (owner: OwnerRef, nowMs: number, settings?: Settings) => Promise<void>;
}

/** The field of a session's record that says whether the person turned its device's reminders off. */
const TURNED_OFF = 'remindersOff';

/** At most this many devices of a person get reminders. */
const DEVICES_MAX = 50;

export const remindersDocument = (db: Firestore, { uid }: OwnerRef): DocumentReference =>
  db.doc(`reminders/${uid}`);

export const remindersIn = (found: DocumentSnapshot): StoredReminders | undefined =>
  found.data() as StoredReminders | undefined;

/** Removes devices of a document that was read in the transaction. The last device takes the document with it. */
export function removeDevices(
  transaction: Transaction,
  found: DocumentSnapshot,
  isRemoved: (session: string, device: StoredDevice) => boolean,
): void {
  const all = Object.entries(remindersIn(found)?.devices ?? {});
  const kept = all.filter(([session, device]) => !isRemoved(session, device));
  if (kept.length === all.length) return;
  if (kept.length === 0) transaction.delete(found.ref);
  else transaction.update(found.ref, { devices: Object.fromEntries(kept) });
}

/**
 * Returns the moment after which reminders aren't handled yet, in ms. `remindAt` is the stored moment. Reminders that
 * are due and that the sweep hasn't handled yet count.
 */
const unhandledAfter = (remindAt: number | null | undefined, nowMs: number): number =>
  Math.min(nowMs, (remindAt ?? Infinity) - 1);

/**
 * Returns when the sweep looks at an event next, in ms, or null. `before` is the stored moment, if the event is stored.
 */
export function remindAtOf(
  event: Omit<Event, 'userId'>,
  copies: ReminderCopies | undefined,
  before: number | null | undefined,
  nowMs: number,
): number | null {
  if (!copies) return null;
  // The sweep then learns that the person has days off.
  if (isDayOff(event) && !copies.hasDaysOff) return nowMs;
  if (!copies.remindsOfEvents) return null;
  const { reminderMinutes } = copies;
  return nextEventReminder(event, reminderMinutes, unhandledAfter(before, nowMs))?.at ?? null;
}

export function reminders(): Reminders {
  const document = async (owner: OwnerRef) => remindersDocument((await firestore()).db, owner);

  async function remove(
    owner: OwnerRef,
    isRemoved: (session: string, device: StoredDevice) => boolean,
  ): Promise<void> {
    const { db } = await firestore();
    const stored = await document(owner);
    await db.runTransaction(async (transaction) =>
      removeDevices(transaction, await transaction.get(stored), isRemoved),
    );
  }

  const update: Reminders['update'] = async (owner, change) => {
    const { db } = await firestore();
    const stored = await document(owner);
    await retryStaleWrites(async () => {
      const snapshot = await stored.get();
      const found = remindersIn(snapshot);
      const fields = found && change(found);
      if (!fields) return { result: undefined };
      const batch = db.batch();
      batch.update(stored, { ...fields }, { lastUpdateTime: snapshot.updateTime });
      return { result: undefined, batch };
    });
  };

  const sessionOf = (db: Firestore, { uid }: OwnerRef, session: string) =>
    db.doc(`users/${uid}/sessions/${session}`);

  return {
    async get(owner) {
      return remindersIn(await (await document(owner)).get());
    },

    async stateOf(owner, session) {
      const { db } = await firestore();
      const found = await remindersDocument(db, owner).get();
      if (remindersIn(found)?.devices[session]) return 'on';
      const own = await sessionOf(db, owner, session).get();
      const isOff = own.get(TURNED_OFF) as boolean | undefined;
      if (isOff === undefined) return 'none';
      return isOff ? 'off' : 'ended';
    },

    async start(owner, session, subscription, at) {
      const { db } = await firestore();
      return db.runTransaction(async (transaction) => {
        // A deletion removes the counters first, and an end of the session is written to the session. Reading both here
        // prevents a subscription that nobody would remove.
        const [account, own, found] = await transaction.getAll(
          revisionsDocument(db, owner),
          sessionOf(db, owner, session),
          remindersDocument(db, owner),
        );
        if (!account?.exists || !own?.exists || !found || own.get('endedAt') !== undefined)
          return undefined;
        const { endpoint, keys } = subscription;
        const before = remindersIn(found)?.devices ?? {};
        const expiresAt = (own.get('expiresAt') as Timestamp).toMillis();
        const known = before[session];
        // A browser repeats its start at each visit.
        if (known?.subscription.endpoint === endpoint && known.subscription.keys.auth === keys.auth)
          return known;
        const device: StoredDevice = { since: at.toISOString(), subscription, expiresAt };
        const others = Object.entries(before)
          .filter(([other]) => other !== session)
          .filter(([, other]) => other.expiresAt > at.getTime())
          .filter(([, other]) => other.subscription.endpoint !== endpoint)
          .sort(([, one], [, other]) => other.expiresAt - one.expiresAt)
          .slice(0, DEVICES_MAX - 1);
        const devices = Object.fromEntries([[session, device], ...others]);
        if (own.get(TURNED_OFF) !== false) transaction.update(own.ref, { [TURNED_OFF]: false });
        if (found.exists) transaction.update(found.ref, { devices });
        // The sweep does the rest of the work, because the person may have many events.
        else transaction.create(found.ref, { devices, remindAt: at.getTime() });
        return device;
      });
    },

    async end(owner, session, endpoint) {
      if (endpoint !== undefined) {
        await remove(
          owner,
          (other, { subscription }) => other === session && subscription.endpoint === endpoint,
        );
        return;
      }
      const { db } = await firestore();
      await db.runTransaction(async (transaction) => {
        const [found, own] = await transaction.getAll(
          remindersDocument(db, owner),
          sessionOf(db, owner, session),
        );
        if (own?.exists) transaction.update(own.ref, { [TURNED_OFF]: true });
        if (found) removeDevices(transaction, found, (other) => other === session);
      });
    },

    endExpired: (owner, atMs) => remove(owner, (_session, { expiresAt }) => expiresAt <= atMs),

    update,

    lookAgain: (owner, nowMs, settings) =>
      update(owner, ({ remindAt, copies }) => {
        if (remindAt !== null && remindAt <= nowMs) return { changedAt: nowMs };
        const next =
          settings && copies ? nextOfPerson(settings, zoneOf(copies.timeZone), nowMs) : nowMs;
        // Never later than before, because two of these may come in the wrong order.
        return next === null || next >= (remindAt ?? Infinity) ? undefined : { remindAt: next };
      }),
  };
}
