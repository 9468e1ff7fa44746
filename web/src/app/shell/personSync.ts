import { DAY_MS } from '@daymark/contract/time/units';
import type { User } from '@daymark/contract/user';
import { isSeeding, seedCategories } from '../../records/categories/categoryQueries';
import { isTimerRunning } from '../../records/focus/focusQueries';
import {
  toastConflict,
  toastKept,
  toastLeftAlone,
  toastRetrying,
  toastDeletedElsewhere,
  toastOutdated,
  toastOverruled,
  toastRejected,
} from '../../features/mutationToasts';
import { enter, forgetPerson, reduceData } from '../../records/account/browserData';
import { onProfileCounter } from '../../features/session/account/onProfileCounter';
import { choiceOf, onReminders } from '../../records/reminders/browserReminders';
import { updateSession } from '../../records/account/sessionQuery';
import { sendUsername } from '../../features/session/account/profile/sendUsername';
import { newVersion } from '../../lib/api/appVersion';
import { call } from '../../lib/api/call';
import { dataOwners } from '../../lib/person/dataOwners';
import { browserTimeZone, personsDay } from '../../lib/time/dates';
import { createStore } from '../../lib/browser/externalStore';
import { paths } from '../../lib/paths';
import { whenQuiet } from '../../lib/browser/preload';
import { endSession, queryClient, SESSION } from '../../lib/api/queryClient';
import { rememberedUser } from '../../lib/person/rememberedUser';
import { createSync, type Sync } from '../../sync/createSync';
import { startLiveUpdates } from '../../sync/liveUpdates';
import { storeForWorker } from '../../sync/workerPlatform';
import { screenRecords } from '../screenRecords';
import { followSettings } from './followSettings';
import { shownRejection } from './shownRejection';
import type { CarriedOver } from '../../sync/outbox';

const store = createStore<Sync | undefined>(undefined);
let userId: number | undefined;
/** Resolves when the person's drafts can be read. */
let entered: Promise<void> | undefined;
let isDemoCopy = false;
/** The mutations that each person's next Sync needs, because some could not be stored before the session ended. */
const carriedOver = new Map<number, CarriedOver>();

/** The Sync of the signed-in person. It lasts as long as the page, or until someone else signs in. */
export const personSync = { subscribe: store.subscribe, get: store.get };

/**
 * Resolves once a screen's records and the person's drafts are loaded or can't be loaded. Without this wait, the first
 * render would show the skeleton and be replaced a moment later. If nobody is signed in, resolves without waiting.
 */
export async function recordsRead(pathname: string): Promise<void> {
  const sync = store.get();
  if (!sync) return;
  const collections = screenRecords(pathname);
  for (const collection of collections) void sync.load(collection);
  const copies = pathname === paths.today ? readTodaysCopies(sync) : undefined;
  const areRead = () => collections.every(sync.isSettled);
  await new Promise<void>((resolve) => {
    const unsubscribe = sync.subscribe(check);
    check();
    function check() {
      if (!areRead()) return;
      unsubscribe();
      resolve();
    }
  });
  await Promise.all([copies, entered]);
}

/** Reads the stored events of Google Calendar, because the next event may be one of them. */
async function readTodaysCopies(sync: Sync): Promise<void> {
  const today = personsDay(new Date());
  try {
    const { restoreCalendar, upcomingDays } =
      await import('../../records/googleCalendar/calendarQueries');
    await restoreCalendar(sync, upcomingDays(today));
  } catch {
    // The screen requests the events again.
  }
}

/**
 * Starts and stops syncing when the session changes. Syncing starts outside React, because a render must not open a
 * database. Syncing starts before the screens render, so that they find their data.
 */
function followSession(): void {
  const user = queryClient.getQueryData<User | null>(SESSION);
  if (user === undefined || user?.id === userId) return;
  // After the session has ended, nothing is sent in the person's name. Unsent mutations stay in their outbox.
  const previous = store.get();
  const unstored = previous?.stop();
  if (previous && unstored?.mutations.length) carriedOver.set(previous.userId, unstored);
  userId = user?.id;
  if (user) startSync(user);
  else if (previous) void leaveBehind(previous.userId);
}

/**
 * Cleans up after a session that ended elsewhere. Unsent data waits for its owner. The data of a copy of the demo is
 * deleted, because nobody can sign in to that copy again.
 */
async function leaveBehind(left: number): Promise<void> {
  if (isDemoCopy) return forgetPerson(left);
  // Clean up again even if another tab has done so, because the person may have typed something since.
  dataOwners.set(left);
  return reduceData();
}

function startSync(user: User): void {
  isDemoCopy = user.expiresAt !== null;
  const sync = createSync(
    user.id,
    {
      onRejected: (mutation, error) =>
        toastRejected(mutation, error, () => shownRejection.set(mutation)),
      onRetrying: toastRetrying,
      onLost(mutation, lost) {
        if (isSeeding(mutation)) return;
        toastDeletedElsewhere(mutation, lost, (request) => sync.mutate(request));
      },
      onOverruled: (mutation, fields) =>
        toastOverruled(mutation, fields, (request) => sync.mutate(request)),
      onConflict: toastConflict,
      onKept: toastKept,
      onLeftAlone: toastLeftAlone,
      onSignedOut: () => {
        if (sync.userId === userId) void endSession();
      },
      onOutdated,
    },
    { carriedOver: carriedOver.get(user.id) },
  );
  carriedOver.delete(user.id);
  store.set(sync);
  entered = enter(user.id);
  followSettings(sync, { onZoneOfDevice: () => void refreshUser(sync) });
  // For browser tests. Only builds for the emulators have `daymarkSync`.
  if (import.meta.env.MODE === 'emulator') Object.assign(globalThis, { daymarkSync: sync });
  // Seed the categories even if they can't be loaded at first.
  const unsubscribe = sync.subscribe(() => {
    if (!sync.records('categories').data) return;
    unsubscribe();
    seedCategories(sync);
  });
  void sync.load('categories');
  void sync.start().then(() => {
    void storeForWorker(sync);
    const sendName = () => void sendUsername(queryClient, user.id).catch(sync.recordUnreachable);
    sendName();
    let wasOffline = sync.status().offline;
    sync.subscribe(() => {
      const { offline } = sync.status();
      if (wasOffline && !offline) sendName();
      wasOffline = offline;
    });
    // Firestore's code is large, so it loads after everything else. `refreshUser` waits as well, because asking Intl
    // for the zone is slow the first time.
    whenQuiet(() => {
      if (sync.signal.aborted) return;
      void refreshUser(sync);
      followReminders(sync);
      startLiveUpdates(sync, {
        onCounters(counters) {
          const { googleConnection: settings = 0, googleCalendar: events = 0 } = counters ?? {};
          void import('../../records/googleCalendar/calendarReplies').then(
            ({ onCalendarCounters }) => onCalendarCounters(sync, counters && { settings, events }),
          );
          if (counters) void onProfileCounter(sync, counters.profile ?? 0);
        },
        isNeededHidden: () => isTimerRunning(sync),
      });
    });
  });
  askToKeepStorage(sync);
}

/** Keeps reminders in this browser in order once they are on. Their code is loaded only then. */
function followReminders(sync: Sync): void {
  let isStarted = false;
  const start = () => {
    if (isStarted || choiceOf(sync.userId) === undefined) return;
    isStarted = true;
    void import('../../records/reminders/keepReminders').then(({ keepReminders }) => {
      if (!sync.signal.aborted) keepReminders(sync);
    });
  };
  sync.signal.addEventListener('abort', onReminders(start));
  start();
}

let isToldOutdated = false;

function onOutdated(): void {
  void import('../../lib/browser/registerServiceWorker').then(({ offerNewVersion }) =>
    offerNewVersion(),
  );
  if (isToldOutdated) return;
  isToldOutdated = true;
  toastOutdated(() => newVersion.reload()?.());
}

/**
 * Asks the browser not to delete the replica when the disk is nearly full. Some browsers ask the person for permission,
 * so this function waits until a change can't be sent because the browser is offline.
 */
function askToKeepStorage(sync: Sync): void {
  const unsubscribe = sync.subscribe(() => {
    const { offline, waiting } = sync.status();
    if (!offline || waiting === 0) return;
    unsubscribe();
    if ('storage' in navigator) void navigator.storage.persist().catch(() => undefined);
  });
}

/** Starts syncing the data of the signed-in person, and follows changes of the session. */
export function startPersonSync(): void {
  followSession();
  queryClient.getQueryCache().subscribe(followSession);
  newVersion.waitFor(async () => store.get()?.stored());
  addEventListener('beforeunload', (event) => {
    const isUnsaved = userId !== undefined && store.get()?.status().lostOnClose;
    if (isUnsaved || carriedOver.size > 0) event.preventDefault();
  });
}

/**
 * Fetches the user once a day, because the name may have changed on another device. Until the address is confirmed,
 * fetches the user at each start. If the server has an outdated time zone for the person, sends the current one: the
 * chosen zone, or else the browser's. The server needs the zone to know when the person's day begins.
 */
async function refreshUser({ userId: id, records, signal }: Sync): Promise<void> {
  const user = queryClient.getQueryData<User | null>(SESSION);
  const timeZone = user?.timeZone;
  const settings = records('settings').data?.[0];
  // Without the settings, it is not known which zone counts.
  const own = settings ? (settings.timeZone ?? browserTimeZone()) : timeZone;
  const isRecent = Date.now() - rememberedUser.heardAtMs() < DAY_MS;
  const isUnconfirmed = user?.emailVerified === false && user.expiresAt === null;
  if (own === timeZone && isRecent && !isUnconfirmed) return;
  try {
    const fresh = await (own === timeZone
      ? call('getUser', {}, { as: id })
      : call('updateUser', { body: { timeZone: own } }, { as: id }));
    // A person who has logged out in the meantime must not be remembered again.
    if (signal.aborted) return;
    updateSession(queryClient, fresh);
  } catch {
    // The next start tries again.
  }
}
