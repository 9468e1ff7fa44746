import { MINUTE_MS } from '@daymark/contract/time/units';
import { dueReminders } from '../../domain/reminders/remindersToShow';
import { browserStorage } from '../../lib/browser/browserStorage';
import { createTabLock } from '../../lib/browser/tabLock';
import { shownRemindersKey } from '../../lib/person/drafts';
import type { Sync } from '../../sync/createSync';
import { unthrottledTimeout } from '../focus/unthrottledTimeout';
import { onReminders, remindersState } from './browserReminders';
import { showNotification } from './showNotification';

/** The collections that say what is due. */
const COLLECTIONS = ['settings', 'events', 'tasks', 'dayPlans', 'reflections'] as const;

/**
 * Shows reminders from this page while no push message can: if the browser can't subscribe, or is offline. Looks each
 * minute, and when the page wakes up. Each reminder is shown once in this browser, however many tabs are open.
 */
export function startPageReminders(sync: Sync): void {
  const { userId, signal } = sync;
  const key = shownRemindersKey(userId);
  const inTurn = createTabLock(key);
  /** The moment after which this page shows reminders, in ms. Undefined while it shows none. */
  let sinceMs: number | undefined;
  let cancel = () => {};

  const isNeeded = () => {
    const state = remindersState(userId);
    return !signal.aborted && (state === 'pageOnly' || (state === 'on' && sync.status().offline));
  };

  /**
   * Starts or stops looking. Without push messages it begins with the minute before, because the page may have been
   * reloaded in it.
   */
  function update() {
    if (isNeeded() === (sinceMs !== undefined)) return;
    cancel();
    if (sinceMs === undefined) {
      sinceMs = sync.now().getTime() - (remindersState(userId) === 'pageOnly' ? MINUTE_MS : 0);
      look();
    } else sinceMs = undefined;
  }

  function look() {
    cancel();
    if (sinceMs === undefined) return;
    cancel = unthrottledTimeout(MINUTE_MS - (sync.now().getTime() % MINUTE_MS), look);
    void inTurn('exclusive', () => showDue(sinceMs));
  }

  async function showDue(since: number | undefined): Promise<void> {
    const records = recordsOf(sync);
    if (since === undefined || !records) return;
    const nowMs = sync.now().getTime();
    const shownMs = Number(browserStorage.get(key));
    // Another tab may have shown them. A clock that was ahead must not keep this one from it.
    const after = shownMs <= nowMs ? Math.max(since, shownMs) : since;
    browserStorage.set(key, String(nowMs));
    await Promise.all(
      dueReminders(records, after, nowMs).map((due) => showNotification(userId, due)),
    );
  }

  const unsubscribes = [sync.subscribe(update), onReminders(update)];
  document.addEventListener('visibilitychange', look, { signal });
  addEventListener('pageshow', look, { signal });
  signal.addEventListener('abort', () => {
    unsubscribes.forEach((unsubscribe) => unsubscribe());
    cancel();
  });
  update();
}

/** Returns the records that say what is due, or undefined until they are loaded. */
function recordsOf(sync: Sync) {
  for (const collection of COLLECTIONS) void sync.load(collection);
  const settings = sync.records('settings').data?.[0];
  const events = sync.records('events').data;
  const tasks = sync.records('tasks').data;
  const dayPlans = sync.records('dayPlans').data;
  const reflections = sync.records('reflections').data;
  return settings && events && tasks && dayPlans && reflections
    ? { settings, events, tasks, dayPlans, reflections }
    : undefined;
}
