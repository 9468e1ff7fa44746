import type { User } from '@daymark/contract/user';
import { seedCategories } from '../../features/categories/categoryQueries';
import { toastRetrying, toastDeletedElsewhere, toastRejected } from '../../features/mutationToasts';
import { onCalendarCounter } from '../../features/googleCalendar/onCalendarCounter';
import { browserStorage } from '../../lib/browserStorage';
import { endSession, queryClient, SESSION } from '../../lib/queryClient';
import { call } from '../../lib/call';
import { browserTimeZone } from '../../lib/dates';
import { whenQuiet } from '../../lib/preload';
import { rememberedUser } from '../../lib/rememberedUser';
import { createSync, type Sync } from '../../sync/createSync';
import { goLive } from '../../sync/goLive';
import { deleteReplica, openReplica } from '../../sync/replica';

let current: Sync | undefined;

function end(): void {
  current?.stop();
  current = undefined;
}

/** What keeps the data of the person who is signed in: one for the page's life, or until somebody else comes. */
export function syncOf(user: User): Sync {
  const { id } = user;
  if (current?.userId === id) return current;
  end();
  const sync = createSync(id, {
    onRejected: toastRejected,
    onFailing: toastRetrying,
    onLost: (mutation, lost) =>
      toastDeletedElsewhere(mutation, lost, (request) => sync.act(request)),
    onSignedOut: () => {
      if (current === sync) endSession();
    },
  });
  current = sync;
  // Browser tests write in the name of screens. No build but that for the emulators has this.
  if (import.meta.env.MODE === 'emulator') Object.assign(globalThis, { daymarkSync: sync });
  // Whenever they come, be it after a failure.
  const stopWatching = sync.subscribe(() => {
    if (!sync.records('categories').data) return;
    stopWatching();
    seedCategories(sync);
  });
  void sync.load('categories');
  void sync.start().then(() => {
    void introduce(user);
    // Firestore's code is as much as the rest of the app: a first start must not share its line with it.
    whenQuiet(() => {
      if (!sync.signal.aborted)
        goLive(sync, ({ googleCalendar = 0 }) => void onCalendarCounter(sync, googleCalendar));
    });
  });
  void forgetOthers(id);
  return sync;
}

// Whoever was signed in is not any more: nothing more is sent in their name. They find it all when they come back.
queryClient.getQueryCache().subscribe(() => {
  if (current && queryClient.getQueryData(SESSION) === null) end();
});

addEventListener('beforeunload', (event) => {
  if (current?.status().volatile) event.preventDefault();
});

const A_DAY_MS = 86_400_000;
const ASKED = 'daymark.userAsked';

/**
 * Now and then asks who the person is: a name may have been changed elsewhere, and no other call tells. Tells the
 * server their time zone, by which it knows when their day begins.
 */
async function introduce({ id, timeZone }: User): Promise<void> {
  const here = browserTimeZone();
  const isKnown = Date.now() - Number(browserStorage.get(ASKED)) < A_DAY_MS;
  if (here === timeZone && isKnown) return;
  try {
    const user = await (here === timeZone
      ? call('getUser', {}, { as: id })
      : call('updateUser', { body: { timeZone: here } }, { as: id }));
    browserStorage.set(ASKED, String(Date.now()));
    if (current?.userId !== id) return;
    rememberedUser.set(user);
    queryClient.setQueryData<User>(SESSION, user);
  } catch {
    // The next start tries again.
  }
}

const KEPT = 'daymark.kept';

/** Deletes what is left of whoever used this browser before, unless something of theirs was never sent. */
async function forgetOthers(id: number): Promise<void> {
  const before = Number(browserStorage.get(KEPT));
  if (before && before !== id) {
    const replica = await openReplica(before);
    const unsent = await replica.outbox();
    replica.close();
    if (unsent.length > 0) return;
    await deleteReplica(before);
  }
  browserStorage.set(KEPT, String(id));
}
