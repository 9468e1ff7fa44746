import type { CollectionName } from '@daymark/contract/changes';
import type { Event } from '@daymark/contract/event';
import type { Task } from '@daymark/contract/task';
import { createSync, type Sync } from '../../src/sync/createSync';
import type { Mutation, MutationRequest, RecordOf } from '../../src/domain/mutation';
import { createDevice, GOOD_LINE, type BrowserTab, type Device } from './device';
import { pullMissing } from './pullMissing';
import { simulatedServer } from './server';
import { createWorld, type World } from './world';

/** Longer than any wait of the app, in ms. A retry waits at most 30 s. */
const SETTLING_MS = 2 * 60_000;

/** The id of the person who owns the devices. */
export const USER = 1;

/** A device with the app open in one tab. */
export interface Tab {
  device: Device;
  browser: BrowserTab;
  sync: Sync;
}

/** The devices of one person, with their records. */
export interface Devices {
  world: World;
  tabs: readonly Tab[];
  shown: (tab: Tab) => readonly Task[];
  stored: () => readonly Task[];
  /** Returns the server's records of a collection. */
  storedIn: <Name extends CollectionName>(name: Name) => readonly RecordOf<Name>[];
  events: (tab: Tab) => readonly Event[];
  storedEvents: () => readonly Event[];
  /** Returns the stored conflicts, which hold the texts of two versions. */
  conflicts: () => readonly object[];
  note: (line: string) => void;
}

/** A scenario: what the person does, and what must hold in the end. */
export interface Play {
  begin: readonly MutationRequest[];
  /** The actions of the person. Each turn may pick one at random. */
  people: readonly (() => void)[];
  onTurn?: () => void;
  /**
   * Whether the person created the record. A mutation of such a record may be rejected, and the person then discards
   * it.
   */
  isFromPerson?: (mutation: Mutation) => boolean;
  onLost?: (mutation: Mutation) => void;
  onOverruled?: (mutation: Mutation, fields: readonly string[]) => void;
  /** Called with the titles that a person gives up, after they were asked about them. */
  onGivenUp?: (titles: readonly string[]) => void;
  /** Returns the tasks in a form that must be the same on all devices and the server. */
  comparable: (tasks: readonly Task[]) => string;
  /** Returns the violations in the end, as sentences. */
  check: () => readonly string[];
}

/**
 * Plays a scenario on several devices, online and offline, on connections that lose and double requests. Returns the
 * violations, as sentences. The list is empty if in the end all devices show the server's records, nothing waits, and
 * `check` finds nothing.
 */
export async function playOnDevices(
  seed: number,
  {
    steps = 25,
    log,
    names = ['A', 'B'],
  }: { steps?: number; log?: (line: string) => void; names?: readonly string[] },
  prepare: (devices: Devices) => Play,
): Promise<string[]> {
  const world = createWorld(seed);
  const startMs = world.now();
  const note = (line: string) => log?.(`${((world.now() - startMs) / 1000).toFixed(3)} ${line}`);
  const server = simulatedServer(world, (key, _user, { kind, id, fields }) =>
    note(`server: ${kind} ${id} ${JSON.stringify(fields)} of ${key}`),
  );
  const violations: string[] = [];
  let play: Play | undefined;

  /** Reports the title of an event that is deleted although a device has changed it. */
  const giveUp = (id: number, among: readonly Event[]) =>
    play?.onGivenUp?.(among.flatMap((event) => (event.id === id ? event.title : [])));

  const tabs = names.map((name): Tab => {
    const device = Object.assign(createDevice(world, server), { name });
    device.signIn(USER);
    const browser = device.openTab(({ path, init }) => note(`${name}: ${init.method} ${path}`));
    const sync = createSync(
      USER,
      {
        onRejected(mutation) {
          const { key, kind, collection, recordId, rejection = '' } = mutation;
          note(`${name}: ${key} was rejected: ${rejection}`);
          // The record was changed on the other device. The person deletes the record anyway.
          if (kind === 'delete')
            world.after(1_000, () => {
              giveUp(recordId, storedEvents());
              sync.retry(collection, recordId);
            });
          // The person added a step to a task that the other device has deleted. The person discards the step.
          else if (play?.isFromPerson?.(mutation))
            world.after(1_000, () => sync.discard(collection, recordId));
          else violations.push(`${key} was rejected: ${rejection}`);
        },
        onRetrying: () => undefined,
        // The person is told, and can restore the record.
        onLost: (mutation) => {
          note(`${name}: ${mutation.recordId} was deleted elsewhere`);
          play?.onLost?.(mutation);
        },
        onSignedOut: () => undefined,
        onOverruled: (mutation, fields) => {
          note(`${name}: overruled in ${fields.join()} of ${mutation.recordId}`);
          play?.onOverruled?.(mutation, fields);
        },
        onOutdated: () => undefined,
        onConflict: () => undefined,
        // The other device has deleted the record. The person leaves the record deleted.
        onKept: ({ collection, recordId }) =>
          void world.after(1_000, () => {
            giveUp(recordId, sync.records('events').data ?? []);
            sync.discard(collection, recordId);
          }),
        onLeftAlone: () => undefined,
      },
      { platform: browser.platform },
    );
    void sync.start();
    return { device, browser, sync };
  });

  const shown = ({ sync }: Tab) => (sync.records('tasks').data ?? []) as readonly Task[];
  const storedIn = <Name extends CollectionName>(name: Name) =>
    server.records(USER, name) as unknown as readonly RecordOf<Name>[];
  const stored = () => storedIn('tasks');
  const events = ({ sync }: Tab) => (sync.records('events').data ?? []) as readonly Event[];
  const storedEvents = () => storedIn('events');
  const conflicts = () => server.records(USER, 'conflicts');
  play = prepare({ world, tabs, shown, stored, storedIn, events, storedEvents, conflicts, note });
  const { people, comparable } = play;

  const mishaps = tabs.flatMap(({ device }) => [
    () => device.goOnline(!device.isOnline),
    () =>
      void (device.line = world.chance(0.5)
        ? GOOD_LINE
        : { requestLost: 0.3, replyLost: 0.3, doubled: 0.3, slowestMs: 15_000 }),
  ]);

  const { setImmediate: realSetImmediate, indexedDB: realIndexedDB } = globalThis;
  globalThis.setImmediate = ((run: () => void) => void world.after(0.01, run)) as never;
  try {
    await world.pass(2_000);
    const [first] = tabs;
    first?.sync.mutate(...play.begin);
    await world.pass(5_000);
    for (const { sync } of tabs) void sync.pull();
    await world.pass(5_000);
    for (let turn = 0; turn < steps; turn++) {
      world.pick(world.chance(0.7) ? people : mishaps)();
      play.onTurn?.();
      await world.pass(world.pick([20, 20, 3_000, 60_000]));
      if (world.chance(0.3))
        for (const { sync } of tabs) void pullMissing(sync, server.counters(USER));
    }
    for (const { device } of tabs) {
      device.line = GOOD_LINE;
      device.goOnline(true);
    }
    for (let round = 0; round < 3; round++) {
      await world.pass(SETTLING_MS);
      for (const { sync } of tabs) void pullMissing(sync, server.counters(USER));
    }
    await world.pass(SETTLING_MS);
    for (const tab of tabs) {
      const [here, there] = [comparable(shown(tab)), comparable(stored())];
      if (here !== there)
        violations.push(`${tab.device.name} shows ${here}, but the server has ${there}.`);
      const [blocks, storedBlocks] = [textOf(events(tab)), textOf(storedEvents())];
      if (blocks !== storedBlocks)
        violations.push(
          `${tab.device.name} shows the events ${blocks}, and the server has ${storedBlocks}.`,
        );
      if (tab.sync.status().waiting > 0) violations.push(`${tab.device.name} has unsent changes.`);
    }
    violations.push(...play.check());
    return violations;
  } finally {
    for (const { sync, browser } of tabs) {
      sync.stop();
      browser.close();
    }
    globalThis.setImmediate = realSetImmediate;
    globalThis.indexedDB = realIndexedDB;
  }
}

const textOf = (events: readonly Event[]) =>
  JSON.stringify(
    events
      .map(({ id, title, taskId, start, end, days, color, ...rest }) => ({
        id,
        title,
        taskId,
        start,
        end,
        days,
        color,
        repeat: rest.repeat,
        seriesId: rest.seriesId,
        seriesDay: rest.seriesDay,
        canceled: rest.canceled,
      }))
      .sort((a, b) => a.id - b.id),
  );
