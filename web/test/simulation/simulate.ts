import { NO_PLAN, type Task } from '@daymark/contract/task';
import { createSync, type Sync } from '../../src/sync/createSync';
import { SHAPE } from '../../src/sync/diskShape';
import type { MutationRequest } from '../../src/sync/mutation';
import type { Mutation, Shown } from '../../src/sync/mutation';
import { createDevice, GOOD_LINE, type BrowserTab, type Device } from './device';
import { createLedger } from './ledger';
import { pullMissing } from './pullMissing';
import { SERVER_MODES, simulatedServer } from './server';
import { createWorld } from './world';

/** A tab that shows a person's data, or the login page. */
interface Tab {
  name: string;
  device: Device;
  browser: BrowserTab;
  userId: number;
  /** When its Sync last got something to store. */
  usedAtMs: number;
  sync: Sync | undefined;
  /** What each person's last Sync could not store. */
  carriedOver: Map<number, readonly Mutation[]>;
}

/** Longer than any wait of the app: a retry waits 30 s at most. */
const SETTLING_MS = 10 * 60_000;

/** The shapes in which other versions of the app store records. */
const OTHER_VERSIONS = [SHAPE - 1, SHAPE + 1, SHAPE + 2];
const USERS = [1, 2];

/**
 * Runs the real modules of sync through one schedule that the seed decides: people change their data in several tabs on
 * several devices, while everything that can fail fails. Returns what went wrong, in sentences; nothing if each change
 * is on the server, or waits, or is shown as refused, at every step, and if in the end every tab shows what the server
 * has. `log` gets what happens.
 */
export async function simulate(
  seed: number,
  { steps = 30, log }: { steps?: number; log?: (line: string) => void } = {},
): Promise<string[]> {
  const world = createWorld(seed);
  const ledger = createLedger(({ device, key }) =>
    isKept(
      devices.find(({ name }) => name === device)!,
      key,
    ),
  );
  const server = simulatedServer(
    world,
    (key, userId, written) => {
      note(`server: ${written.kind} ${written.id} ${JSON.stringify(written.fields)} of ${key}`);
      ledger.written(key, userId, written);
    },
    (key) => ledger.answered(key),
  );
  const devices = ['A', 'B'].map((name) => Object.assign(createDevice(world, server), { name }));
  const tabs = new Set<Tab>();
  const deleted: { tab: Tab; record: Task }[] = [];
  const startMs = world.now();
  let [titles, ids, tabNames] = [0, 0, 0];

  const note = (line: string) => log?.(`${((world.now() - startMs) / 1000).toFixed(3)} ${line}`);

  // ---- Tabs ----

  function openTab(device: Device) {
    const name = `${device.name}${++tabNames}`;
    const tab: Tab = {
      name,
      device,
      userId: device.signedIn ?? 0,
      usedAtMs: 0,
      sync: undefined,
      carriedOver: new Map(),
      browser: device.openTab(({ path, init }) => note(`${name}: ${init.method} ${path}`)),
    };
    tabs.add(tab);
    note(`${name} opens for ${tab.userId}`);
    startSync(tab);
  }

  function startSync(tab: Tab) {
    tab.userId = tab.device.signedIn ?? 0;
    if (!tab.userId) return;
    const { userId } = tab;
    const sync = createSync(
      userId,
      {
        onRejected: ({ key }) => note(`${tab.name}: ${key} is rejected`),
        onRetrying: () => undefined,
        onLost: (mutation) => {
          note(`${tab.name}: the record of ${mutation.key} is deleted`);
          expectDeleted(tab, mutation);
          endChangesOf(tab, mutation);
        },
        onSignedOut: () => endSession(tab, sync),
        onOverruled: ({ key }, fields) =>
          note(`${tab.name}: ${key} is overruled in ${fields.join()}`),
        onOutdated: () => undefined,
      },
      { platform: tab.browser.platform, carriedOver: tab.carriedOver.get(userId) ?? [] },
    );
    tab.carriedOver.delete(userId);
    tab.usedAtMs = world.now();
    tab.sync = sync;
    void sync.start();
  }

  /** The person is told that a record was deleted: it has to be true, and not the order in which changes were sent. */
  function expectDeleted({ userId, sync }: Tab, lost: Mutation) {
    const isOfRecord = ({ collection, recordId }: Mutation) =>
      collection === lost.collection && recordId === lost.recordId;
    const changes = ledger
      .changes()
      .filter((change) => change.userId === userId && isOfRecord(change.mutation));
    const isDeleted = changes.some(
      ({ key, mutation: { kind }, applied }) =>
        (kind === 'delete' && applied > 0) || (kind === 'create' && ledger.isDiscarded(key)),
    );
    if (!isDeleted)
      ledger.violations.push(`${lost.key} is dropped, and nobody deleted its record.`);
    const place = changes.findIndex(({ key }) => key === lost.key);
    const waiting = sync?.unsent().map(({ key }) => key) ?? [];
    // Two tabs at the same moment: the disk may have taken the edit before the undo.
    const isLaterUndo = ({ key, mutation }: { key: string; mutation: Mutation }) =>
      mutation.restore && waiting.indexOf(key) > waiting.indexOf(lost.key);
    const create = changes
      .slice(0, place)
      .find(
        (change) =>
          change.mutation.kind === 'create' && waiting.includes(change.key) && !isLaterUndo(change),
      );
    if (lost.kind === 'update' && create)
      ledger.violations.push(`${lost.key} is dropped, and ${create.key} before it waits.`);
  }

  /** The person was told that the record was deleted: what this tab has of it is no longer awaited, up to an undo. */
  function endChangesOf({ sync }: Tab, { key, collection, recordId }: Mutation) {
    ledger.end(key, 'shown as refused');
    for (const unsent of sync?.unsent() ?? []) {
      if (unsent.collection !== collection || unsent.recordId !== recordId) continue;
      if (unsent.restore) break;
      ledger.end(unsent.key, 'shown as refused');
    }
  }

  function endSession(tab: Tab, sync: Sync) {
    if (tab.sync !== sync) return;
    note(`${tab.name} is signed out`);
    tab.carriedOver.set(tab.userId, sync.stop());
    tab.sync = undefined;
  }

  function closeTab(tab: Tab) {
    tabs.delete(tab);
    const isWarned = tab.sync?.status().lostOnClose ?? false;
    note(`${tab.name} is closed${isWarned ? ' in spite of the warning' : ''}`);
    const lost = [
      ...(isWarned ? (tab.sync?.unsent() ?? []) : []),
      ...[...tab.carriedOver.values()].flat(),
    ];
    for (const { key } of lost)
      if (!isKept(tab.device, key)) ledger.end(key, 'lost after a warning');
    tab.browser.close();
  }

  /** Whether a change is on the device: on disk, or in a tab. */
  function isKept(device: Device, key: string) {
    const hasKey = (mutations: readonly Mutation[]) => mutations.some((one) => one.key === key);
    return (
      USERS.some((userId) => hasKey(device.stored(userId))) ||
      [...tabs].some(
        (tab) =>
          tab.device === device &&
          (hasKey(tab.sync?.unsent() ?? []) || [...tab.carriedOver.values()].some(hasKey)),
      )
    );
  }

  // ---- What people do ----

  const anyTab = () => {
    const inUse = [...tabs].filter(({ sync }) => sync?.records('tasks').data !== undefined);
    return inUse.length > 0 ? world.pick(inUse) : undefined;
  };
  const shown = ({ sync }: Tab) => sync?.records('tasks').data ?? [];

  /** Does something in a tab and notes which changes it made, changed and discarded. */
  function act(tab: Tab, what: string, run: (sync: Sync) => void, discards = false) {
    const { sync } = tab;
    if (!sync) return;
    const before = new Map(sync.unsent().map((mutation) => [mutation.key, mutation]));
    run(sync);
    tab.usedAtMs = world.now();
    const after = sync.unsent();
    const gone = [...before.values()].filter(({ key }) => !after.some((one) => one.key === key));
    for (const mutation of after)
      if (before.get(mutation.key) !== mutation) {
        note(`${tab.name}: ${what} as ${mutation.key}`);
        const clock = tab.device.isStorageBlocked ? tab.name : tab.device.name;
        const replaced = gone.filter(({ recordId }) => recordId === mutation.recordId);
        const keys = replaced.map(({ key }) => key);
        ledger.made(tab.userId, tab.device.name, clock, mutation, keys);
      }
    for (const { key, recordId } of gone) {
      const isReplaced = !discards && after.some((mutation) => mutation.recordId === recordId);
      note(`${tab.name}: ${what} ${isReplaced ? 'replaces' : 'discards'} ${key}`);
      ledger.end(key, isReplaced ? 'replaced' : 'discarded');
    }
  }

  const mutate = (tab: Tab, request: MutationRequest) =>
    act(
      tab,
      `${request.kind} ${request.kind === 'create' ? request.record.id : request.id}`,
      (sync) => sync.mutate(request),
    );

  function onTask(run: (tab: Tab, task: Task) => void) {
    return () => {
      const tab = anyTab();
      const list = tab ? shown(tab) : [];
      if (tab && list.length > 0) run(tab, plain(world.pick(list)));
    };
  }

  function create() {
    const tab = anyTab();
    if (tab)
      mutate(tab, { kind: 'create', collection: 'tasks', record: newTask(++ids, tab.userId) });
  }
  const update = (fields: () => Partial<Task>) =>
    onTask((tab, { id }) =>
      mutate(tab, { kind: 'update', collection: 'tasks', id, fields: fields() }),
    );
  const rename = update(() => ({ title: `Title ${++titles}` }));
  const remove = onTask((tab, record) => {
    deleted.push({ tab, record });
    mutate(tab, { kind: 'delete', collection: 'tasks', id: record.id });
  });
  function undo() {
    const last = deleted.pop();
    if (last && tabs.has(last.tab) && last.tab.sync)
      mutate(last.tab, { kind: 'create', collection: 'tasks', record: last.record, restore: true });
  }
  const onRejected =
    (run: (sync: Sync, id: number) => void, discards = false) =>
    () => {
      const tab = anyTab();
      const rejected = tab && shown(tab).filter(({ saveError }) => saveError?.kind === 'rejected');
      if (tab && rejected && rejected.length > 0) {
        const { id } = world.pick(rejected);
        act(tab, `what is rejected of ${id}`, (sync) => run(sync, id), discards);
      }
    };

  const people = [
    create,
    create,
    rename,
    rename,
    rename,
    update(() => ({ categoryId: ++titles })),
    remove,
    undo,
    onRejected((sync, id) => sync.retry('tasks', id)),
    onRejected((sync, id) => sync.discard('tasks', id), true),
    () => {
      const { sync, userId = 0 } = anyTab() ?? {};
      if (sync) void pullMissing(sync, server.counters(userId));
    },
  ];

  // ---- What fails ----

  const onDevice = (what: string, run: (device: Device) => void) => () => {
    const device = world.pick(devices);
    note(`${device.name}: ${what}`);
    run(device);
  };
  const mishaps = [
    onDevice('online or offline', (device) => device.goOnline(!device.isOnline)),
    onDevice('the line is good', (device) => void (device.line = GOOD_LINE)),
    onDevice('the line is bad', (device) => {
      device.line = {
        requestLost: world.between(0, 0.5),
        replyLost: world.between(0, 0.5),
        doubled: world.between(0, 0.5),
        slowestMs: world.pick([100, 3_000, 15_000, 60_000]),
      };
    }),
    () => {
      const mode = world.pick(SERVER_MODES);
      note(`the server answers: ${mode}`);
      server.set(mode);
    },
    () => {
      if (tabs.size > 0) closeTab(world.pick([...tabs]));
    },
    onDevice('a tab', openTab),
    onDevice('connections to the disk are lost', (device) => device.loseConnections()),
    onDevice('storage is blocked or not', (device) => {
      device.isStorageBlocked = !device.isStorageBlocked;
      device.hasFailed = true;
      device.loseConnections();
    }),
    onDevice('the disk is full or not', (device) => {
      device.isDiskFull = !device.isDiskFull;
      device.hasFailed = true;
    }),
    onDevice('another version uses the database', (device) =>
      device.raiseVersion(device.signedIn ?? 1, world.pick(OTHER_VERSIONS)),
    ),
    onDevice('the clock is set', (device) => {
      device.clockAheadMs = world.pick([0, -2_000, 2_000, -3_600_000, 3_600_000]);
    }),
    onDevice('the session ends', (device) => void (device.signedIn = undefined)),
    onDevice('somebody signs in', (device) => signIn(device, world.pick([1, 1, 1, 2]))),
  ];

  function signIn(device: Device, userId: number) {
    note(`${device.name}: ${userId} signs in`);
    device.signedIn = userId;
    for (const tab of tabs) {
      if (tab.device !== device || (tab.sync && tab.userId === userId)) continue;
      if (tab.sync) endSession(tab, tab.sync);
      startSync(tab);
    }
  }

  // ---- What has to hold ----

  function check() {
    for (const tab of tabs)
      if (
        tab.sync?.status().lostOnClose &&
        !tab.device.hasFailed &&
        world.now() - tab.usedAtMs > 1_000
      )
        ledger.violations.push(`${tab.name} keeps changes in memory only, and its disk works.`);
    ledger.check();
  }

  /** Ends all that fails, and lets the tabs finish. */
  async function settle() {
    note('all is well again');
    server.set('well');
    for (const device of devices) {
      Object.assign(device, { line: GOOD_LINE, isStorageBlocked: false, isDiskFull: false });
      device.goOnline(true);
    }
    const changed = new Set(ledger.changes().map(({ userId }) => userId));
    for (const userId of USERS.filter((user) => changed.has(user))) {
      for (const device of devices) {
        signIn(device, userId);
        openTab(device);
      }
      await world.pass(SETTLING_MS);
      // A late answer from the time before may have ended a session again.
      for (const device of devices) signIn(device, userId);
      await world.pass(SETTLING_MS);
      for (const tab of tabs)
        for (const { recordId } of tab.sync?.unsent() ?? [])
          act(tab, `what is rejected of ${recordId}`, (sync) => sync.retry('tasks', recordId));
      await world.pass(SETTLING_MS);
      for (const { sync } of tabs) if (sync) void pullMissing(sync, server.counters(userId));
      await world.pass(SETTLING_MS);
      check();
      for (const tab of tabs) expectShown(tab);
      for (const device of devices)
        for (const { key } of device.stored(userId))
          ledger.violations.push(`${key} waits on the disk for ever.`);
    }
  }

  function expectShown(tab: Tab) {
    const comparable = (list: readonly object[]) =>
      JSON.stringify(
        (list as readonly Task[])
          .map(({ id, title, categoryId }) => ({ id, title, categoryId }))
          .sort((a, b) => a.id - b.id),
      );
    const there = comparable(server.records(tab.userId, 'tasks'));
    const here = comparable(shown(tab));
    if (here !== there)
      ledger.violations.push(`${tab.name} shows ${here}, and the server has ${there}.`);
    const { waiting = 0 } = tab.sync?.status() ?? {};
    if (waiting > 0) ledger.violations.push(`In ${tab.name} ${waiting} changes wait for ever.`);
  }

  // Time passes in this world only: also for the tasks of the database.
  const { setImmediate: realSetImmediate, indexedDB: realIndexedDB } = globalThis;
  const diskMs = world.pick([0.01, 0.5, 20]);
  globalThis.setImmediate = ((run: () => void) => void world.after(diskMs, run)) as never;
  try {
    for (const device of devices) {
      device.signedIn = 1;
      openTab(device);
    }
    await world.pass(2_000);
    for (let step = 0; step < steps && ledger.violations.length === 0; step++) {
      world.pick(world.chance(0.6) ? people : mishaps)();
      await world.pass(world.pick([0, 1, 20, 300, 3_000, 40_000]));
      check();
    }
    if (ledger.violations.length === 0) await settle();
    return ledger.violations;
  } finally {
    for (const tab of tabs) {
      tab.sync?.stop();
      tab.browser.close();
    }
    globalThis.setImmediate = realSetImmediate;
    globalThis.indexedDB = realIndexedDB;
  }
}

/** A task without the fields that only screens use. */
function plain({ saveError: _, ...task }: Shown<Task>): Task {
  return task;
}

const newTask = (id: number, userId: number): Task => ({
  ...NO_PLAN,
  id,
  title: `Task ${id}`,
  completed: false,
  categoryId: null,
  userId,
  isPriority: false,
  order: null,
  createdAt: new Date(Date.UTC(2026, 10, 20, 9, 0, 0, id)).toISOString(),
  completedAt: null,
});
