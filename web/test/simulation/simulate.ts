import type { CollectionName } from '@daymark/contract/changes';
import { type Event, NO_DETAILS } from '@daymark/contract/event';
import type { Task } from '@daymark/contract/task';
import { focusSession, task } from '@daymark/contract/test/records';
import { textFields } from '@daymark/contract/texts';
import * as z from 'zod/mini';
import { deletion } from '../../src/domain/tasks/taskRequests';
import { openDrafts } from '../../src/lib/person/drafts';
import { createSync, type Sync } from '../../src/sync/createSync';
import { SHAPE } from '../../src/sync/replica/diskShape';
import { personHere } from '../../src/sync/replica/personHere';
import { workerPlatform } from '../../src/sync/workerPlatform';
import { createReminderActions } from '../../src/worker/reminderActions';
import { changeInWorker } from '../../src/worker/workerSync';
import type { Identified, Mutation, MutationRequest, Shown } from '../../src/domain/mutation';
import type { CarriedOver } from '../../src/sync/outbox';
import { createDevice, GOOD_LINE, type BrowserTab, type Device } from './device';
import { createImports } from './imports';
import { createLedger, textsOf, wordsIn } from './ledger';
import { pullMissing } from './pullMissing';
import { TASK_IS_GONE } from '../modelServer';
import { SERVER_MODES, simulatedServer } from './server';
import { createWorld } from './world';

/** A tab that shows a person's data, or the login page. */
interface Tab {
  name: string;
  device: Device;
  browser: BrowserTab;
  userId: number;
  drafts: ReturnType<typeof openDrafts>;
  /** The words that changes in this tab have written or restored. */
  written: Set<string>;
  /** When the tab's Sync last got something to store, in ms. */
  usedAtMs: number;
  sync: Sync | undefined;
  /** The mutations that each person's last Sync could not store, by user id. */
  carriedOver: Map<number, CarriedOver>;
}

/**
 * A dialog with a record as it was when the dialog opened, and the texts typed into it. The dialog is kept as a draft.
 */
interface OpenDialog {
  collection: Edited;
  before: Identified;
  typed: Record<string, unknown>;
}

const Draft = z.custom<OpenDialog>();

const WEEK_MS = 7 * 86_400_000;

/** Longer than any wait of the app, in ms. A retry waits at most 30 s. */
const SETTLING_MS = 10 * 60_000;

/** Longest time until a tab has stored its mutations, or has noticed that the browser emptied the database, in ms. */
const NOTICED_MS = 1_000;

/** The shapes in which other versions of the app store records. */
const OTHER_VERSIONS = [SHAPE - 1, SHAPE + 1, SHAPE + 2];
const USERS = [1, 2];

/** The collections that people write into. */
const EDITED = ['tasks', 'notes', 'events', 'categories', 'reflections', 'focusSessions'] as const;
type Edited = (typeof EDITED)[number];
const IMPORTED = ['tasks', 'notes', 'events', 'categories'] as const;
const COLLECTIONS = Object.keys(textFields) as CollectionName[];

/** The fields besides texts that people change. */
const CHOICES = ['categoryId', 'completed', 'snoozedUntil'];

/** The only reflection that people write, and its day. */
const REFLECTION_ID = 20_261_120;
const DATE = '2026-11-20T00:00:00Z';

interface Options {
  steps?: number;
  /** Gets each step. */
  log?: (line: string) => void;
  /** Whether people also use the actions of reminders, which the service worker does. */
  hasReminders?: boolean;
}

/**
 * Runs the real modules of sync through a schedule that the seed decides. People write in several tabs on several
 * devices, while requests, disks, clocks and sessions fail.
 *
 * Returns the violations, as sentences. The list is empty if three conditions hold. At every step, each word that a
 * person wrote is somewhere unless someone who saw it removed it. No mutation changes the server twice. In the end,
 * every tab shows the server's records.
 */
export async function simulate(
  seed: number,
  { steps = 30, log, hasReminders = false }: Options = {},
): Promise<string[]> {
  const world = createWorld(seed);
  const ledger = createLedger(wordsOf);
  const server = simulatedServer(world, (key, _userId, written) => {
    const { kind, collection, id, fields } = written;
    note(`server: ${kind} ${collection} ${id} ${JSON.stringify(fields)} of ${key}`);
    if (kind === 'delete') {
      const texts = textsOf(collection as CollectionName, fields);
      imports.onDeleted(texts);
      if (key === undefined) imports.onUndone(texts);
    }
    if (kind !== 'update' || Object.keys(fields).length > 0) ledger.written(key);
  });
  const devices = ['A', 'B'].map((name) => Object.assign(createDevice(world, server), { name }));
  const imports = createImports(world, {
    note,
    violation: (text) => void ledger.violations.push(text),
  });
  const tabs = new Set<Tab>();
  /** The ids of the people who have used a device. */
  const active = new Set<number>();
  const startMs = world.now();
  let [ids, values, tabNames, workers] = [0, 0, 0, 0];
  /** The service workers that are doing something. */
  const working = new Set<BrowserTab>();

  function note(line: string) {
    log?.(`${((world.now() - startMs) / 1000).toFixed(3)} ${line}`);
  }

  // ---- Tabs ----

  function openTab(device: Device) {
    const name = `${device.name}${++tabNames}`;
    const tab: Tab = {
      name,
      device,
      userId: device.signedIn() ?? 0,
      drafts: openDrafts({
        storage: device.storage,
        tabId: () => name,
        withOpenTabs: (work) => {
          work((id) => [...tabs].some((tab) => tab.name === id));
          return Promise.resolve();
        },
      }),
      written: new Set(),
      usedAtMs: 0,
      sync: undefined,
      carriedOver: new Map(),
      browser: device.openTab(({ path, init }) => note(`${name}: ${init.method} ${path}`)),
    };
    tabs.add(tab);
    note(`${tab.name} opens for ${tab.userId}`);
    startSync(tab);
  }

  function startSync(tab: Tab) {
    tab.userId = tab.device.signedIn() ?? 0;
    if (!tab.userId) return;
    const { userId } = tab;
    active.add(userId);
    void tab.drafts.adoptDrafts(userId);
    const told = (what: string) => (mutation: Mutation) =>
      note(`${tab.name}: ${mutation.key} ${what}`);
    const sync = createSync(
      userId,
      {
        onRejected: told('is rejected'),
        onRetrying: () => undefined,
        onLost: told('changed a record that was deleted'),
        onKept: told('is kept although its record was deleted'),
        onConflict: told('is in conflict'),
        onOverruled: told('is overruled'),
        onLeftAlone: ({ title }) => note(`${tab.name}: ${title} is left alone`),
        onSignedOut: () => onSignedOut(tab, sync),
        onOutdated: () => undefined,
      },
      { platform: tab.browser.platform, carriedOver: tab.carriedOver.get(userId) },
    );
    tab.carriedOver.delete(userId);
    tab.usedAtMs = world.now();
    tab.sync = sync;
    void sync.start();
  }

  /**
   * Handles a tab's 401. The tab goes on if the person has signed in again, reloads if another person has signed in,
   * and otherwise ends its session.
   */
  function onSignedOut(tab: Tab, sync: Sync) {
    if (tab.sync !== sync) return;
    const { device, userId } = tab;
    const signedIn = device.signedIn();
    if (signedIn === userId) return;
    if (signedIn === undefined) {
      endSession(tab, sync);
      return;
    }
    closeTab(tab);
    openTab(device);
  }

  function endSession(tab: Tab, sync: Sync) {
    if (tab.sync !== sync) return;
    note(`${tab.name} is signed out`);
    tab.carriedOver.set(tab.userId, sync.stop());
    tab.sync = undefined;
  }

  function closeTab(tab: Tab) {
    // The app can't warn before it notices that the browser has emptied the database.
    const isWarned =
      world.now() - tab.device.emptiedAtMs < NOTICED_MS ||
      (tab.sync?.status().lostOnClose ?? false) ||
      [...tab.carriedOver.values()].some(({ mutations }) => mutations.length > 0);
    note(`${tab.name} is closed${isWarned ? ' despite the warning' : ''}`);
    const inTab = new Map(USERS.map((userId) => [userId, wordsInTab(tab, userId)]));
    tabs.delete(tab);
    tab.browser.close();
    if (!isWarned) return;
    for (const [userId, words] of inTab) {
      const left = wordsOf(userId);
      ledger.remove([...words].filter((word) => !left.has(word)));
    }
  }

  // ---- Where words are ----

  const wordsOfMutation = ({ collection, fields }: Mutation) =>
    wordsIn(...textsOf(collection, fields));

  function wordsInTab(tab: Tab, userId: number): Set<string> {
    const unsent = tab.userId === userId ? (tab.sync?.unsent() ?? []) : [];
    const mutations = [...unsent, ...(tab.carriedOver.get(userId)?.mutations ?? [])];
    return new Set(mutations.flatMap((mutation) => [...wordsOfMutation(mutation)]));
  }

  /** Returns a person's words that are somewhere: on the server, on a disk, in a tab, in a file or in a draft. */
  function wordsOf(userId: number): Set<string> {
    const found = server.words(userId);
    const add = (words: Iterable<string>) => {
      for (const word of words) found.add(word);
    };
    for (const device of devices) device.stored(userId).forEach((one) => add(wordsOfMutation(one)));
    for (const tab of tabs) add(wordsInTab(tab, userId));
    imports.words(userId).forEach(add);
    for (const { storage } of devices)
      for (const key of storage.keys(`daymark.drafts.${userId}.`)) {
        const { collection, typed } = JSON.parse(storage.get(key) ?? '') as OpenDialog;
        add(wordsIn(...textsOf(collection, typed)));
      }
    return found;
  }

  // ---- What people do ----

  const isReady = ({ sync }: Tab) =>
    sync !== undefined && COLLECTIONS.every((name) => sync.records(name).data !== undefined);
  const anyTab = () => {
    const inUse = [...tabs].filter(isReady);
    return inUse.length > 0 ? world.pick(inUse) : undefined;
  };
  const shown = ({ sync }: Tab, collection: CollectionName) =>
    (sync?.records(collection).data ?? []) as readonly Shown<Identified>[];
  const shownTasks = (tab: Tab) => shown(tab, 'tasks') as readonly Shown<Task>[];
  const shownWords = (tab: Tab) =>
    wordsIn(
      ...COLLECTIONS.flatMap((name) => shown(tab, name).flatMap((one) => textsOf(name, one))),
    );
  const recordIn = (tab: Tab, collection: CollectionName, id: number) =>
    shown(tab, collection).find((record) => record.id === id);

  /**
   * Does something in a tab. Records that the person removed the words that the tab no longer shows. Returns these
   * words.
   */
  function act(tab: Tab, what: string, run: (sync: Sync) => void): string[] {
    const { sync } = tab;
    if (!sync) return [];
    note(`${tab.name}: ${what}`);
    const before = shownWords(tab);
    run(sync);
    tab.usedAtMs = world.now();
    const after = shownWords(tab);
    for (const word of after) if (!before.has(word)) tab.written.add(word);
    const gone = [...before].filter((word) => !after.has(word));
    ledger.remove(gone);
    return gone;
  }

  const change = (tab: Tab, title: string, ...requests: MutationRequest[]) =>
    act(
      tab,
      `${title} ${JSON.stringify(requests)}`,
      (sync) => void sync.change({ title }, requests),
    );

  /** Returns an edited version of a text, with a new word and perhaps without an old word or line. */
  function edited(text: string, isLine: boolean, word: string): string {
    if (isLine) {
      const words = text.split(' ').filter(Boolean);
      if (words.length > 1 && world.chance(0.4))
        words[Math.floor(world.between(0, words.length))] = word;
      else words.splice(Math.floor(world.between(0, words.length + 1)), 0, word);
      return words.join(' ');
    }
    const lines = text.split('\n').filter(Boolean);
    const place = Math.floor(world.between(0, lines.length + 1));
    if (lines.length > 0 && world.chance(0.2)) lines.splice(Math.min(place, lines.length - 1), 1);
    if (lines.length > place && world.chance(0.4)) lines[place] = `${lines[place]} ${word}`;
    else lines.splice(place, 0, `Line ${word}`);
    return `${lines.join('\n')}\n`;
  }

  /** Returns new texts for some of a record's fields. */
  function typedInto(tab: Tab, collection: Edited, record: object): Record<string, unknown> {
    const fields = textFields[collection].filter(() => world.chance(0.6));
    const [first = ''] = textFields[collection];
    const typed = (fields.length > 0 ? fields : [first]).map((field) => {
      const word = ledger.word(tab.userId, `${tab.name} wrote it into ${collection} ${field}`);
      const isLine = ['title', 'name'].includes(field);
      return [field, edited(String(Reflect.get(record, field) ?? ''), isLine, word)];
    });
    return Object.fromEntries(typed) as Record<string, unknown>;
  }

  const aboutDay = (collection: Edited) => (collection === 'reflections' ? { date: DATE } : {});

  function onRecord(run: (tab: Tab, collection: Edited, record: Identified) => void) {
    return () => {
      const tab = anyTab();
      const collection = world.pick(EDITED);
      const list = tab ? shown(tab, collection) : [];
      if (tab && list.length > 0) run(tab, collection, plain(world.pick(list)));
    };
  }

  function create() {
    const tab = anyTab();
    if (!tab) return;
    const collection = world.pick(EDITED);
    if (collection === 'reflections') {
      const before = recordIn(tab, collection, REFLECTION_ID) ?? {};
      const fields = { date: DATE, ...typedInto(tab, collection, before) };
      change(tab, 'Write', { kind: 'update', collection, id: REFLECTION_ID, fields });
      return;
    }
    const record = { ...made(tab, collection), ...(collection === 'tasks' && stepOf(tab)) };
    change(tab, 'Create', { kind: 'create', collection, record });
  }

  /** Returns the fields that make a new task a step of another one, or undefined for most tasks. */
  function stepOf(tab: Tab): Pick<Task, 'parentId' | 'createdAt'> | undefined {
    const parents = shownTasks(tab).filter(({ parentId }) => parentId === null);
    if (!tab.sync || parents.length === 0 || !world.chance(0.4)) return undefined;
    return { parentId: world.pick(parents).id, createdAt: tab.sync.now().toISOString() };
  }

  /** Returns a new record with a word in each of its texts. */
  const made = (tab: Tab, collection: Exclude<Edited, 'reflections'>): Identified => ({
    ...MADE[collection](++ids, tab.userId),
    ...Object.fromEntries(firstTexts(tab, collection)),
  });

  const firstTexts = (tab: Tab, collection: Edited) =>
    textFields[collection].map((field): [string, string] => [
      field,
      ledger.word(tab.userId, `${tab.name} created ${collection} with the ${field}`),
    ]);

  const edit = onRecord((tab, collection, record) =>
    change(tab, 'Edit', {
      kind: 'update',
      collection,
      id: record.id,
      fields: { ...aboutDay(collection), ...typedInto(tab, collection, record) },
    }),
  );

  const choose = onRecord((tab, collection, record) => {
    if (collection !== 'tasks') return;
    const fields = { categoryId: ++values };
    change(tab, 'Choose', { kind: 'update', collection, id: record.id, fields });
  });

  const remove = onRecord((tab, collection, record) => {
    const { id } = record;
    if (collection === 'reflections') return;
    if (collection !== 'tasks') {
      change(tab, 'Delete', { kind: 'delete', collection, id });
      return;
    }
    act(tab, `Delete the task ${id}`, (sync) => {
      const events = shown(tab, 'events') as readonly Shown<Event>[];
      const surroundings = {
        tasks: shownTasks(tab),
        events,
        today: DATE.slice(0, 10),
        now: sync.now(),
      };
      const { requests, undo } = deletion(record as Shown<Task>, surroundings);
      sync.change({ title: 'Delete' }, requests, undo);
    });
  });

  function undoLast() {
    const tab = anyTab();
    if (!tab) return;
    for (const word of act(tab, 'Undo', (sync) => void sync.undoLast()))
      if (!tab.written.has(word))
        ledger.violations.push(
          `Undo in ${tab.name} removed ${word}, which this tab had not written.`,
        );
  }

  const draftsOf = (tab: Tab) => tab.drafts.createDrafts('note', Draft);

  /** Opens a dialog. A tab has at most one dialog for each collection. */
  const openDialog = onRecord((tab, collection, before) => {
    const drafts = draftsOf(tab);
    if (drafts.get(tab.userId, collection)) return;
    const typed = typedInto(tab, collection, before);
    note(`${tab.name}: opens ${collection} ${before.id} and types ${JSON.stringify(typed)}`);
    drafts.set(tab.userId, { collection, before, typed }, collection);
  });

  function onDialog(run: (tab: Tab, dialog: OpenDialog) => void) {
    return () => {
      const tab = anyTab();
      const dialogs = EDITED.flatMap((name) => (tab && draftsOf(tab).get(tab.userId, name)) ?? []);
      if (tab && dialogs.length > 0) run(tab, world.pick(dialogs));
    };
  }

  const discardDialog = onDialog((tab, { collection, typed }) => {
    note(`${tab.name}: discards the dialog of ${collection}`);
    draftsOf(tab).set(tab.userId, undefined, collection);
    const left = wordsOf(tab.userId);
    const discarded = wordsIn(...textsOf(collection, typed));
    ledger.remove([...discarded].filter((word) => !left.has(word)));
  });

  /** Saves a dialog. A record that was deleted is created again. */
  const saveDialog = onDialog((tab, { collection, before, typed }) => {
    // A reflection belongs to its day, so it is updated even if it does not exist yet.
    const isThere =
      collection === 'reflections' || recordIn(tab, collection, before.id) !== undefined;
    const request: MutationRequest = isThere
      ? {
          kind: 'update',
          collection,
          id: before.id,
          fields: { ...aboutDay(collection), ...typed },
          base: before,
        }
      : {
          kind: 'create',
          collection,
          record: { ...before, ...typed },
          restore: true,
          base: before,
        };
    note(`${tab.name}: saves ${JSON.stringify(request)}`);
    // The person removed only words that they saw in the dialog, and not those that others have written since.
    const written = wordsIn(...textsOf(collection, { ...before, ...typed }));
    ledger.remove(
      [...wordsIn(...textsOf(collection, before))].filter((word) => !written.has(word)),
    );
    tab.sync?.change({ title: 'Save' }, [request]);
    for (const word of written) tab.written.add(word);
    draftsOf(tab).set(tab.userId, undefined, collection);
    tab.usedAtMs = world.now();
  });

  /** Resolves a conflict with one of the two texts, or with both. */
  function resolveConflict() {
    const tab = anyTab();
    const conflicts = tab ? (shown(tab, 'conflicts') as readonly Conflicted[]) : [];
    if (!tab || conflicts.length === 0) return;
    const conflict = world.pick(conflicts);
    const { id, collection, recordId, field, text } = conflict;
    const record = recordIn(tab, collection, recordId);
    const now = String((record && Reflect.get(record, field)) ?? '');
    const chosen = world.pick([text, `${now} ${text}`, now]);
    change(
      tab,
      'Choose a text',
      ...(record && chosen !== now
        ? [
            {
              kind: 'update',
              collection,
              id: recordId,
              fields: { ...aboutDay(collection), [field]: chosen },
            } as const,
          ]
        : []),
      { kind: 'delete', collection: 'conflicts', id },
    );
  }

  function onRejected(what: string, run: (sync: Sync, collection: Edited, id: number) => void) {
    return () => {
      const tab = anyTab();
      const rejected = EDITED.flatMap((collection) =>
        (tab ? shown(tab, collection) : [])
          .filter(({ saveError }) => saveError?.kind === 'rejected')
          .map(({ id }) => ({ collection, id })),
      );
      if (!tab || rejected.length === 0) return;
      const { collection, id } = world.pick(rejected);
      act(tab, `${what} ${collection} ${id}`, (sync) => run(sync, collection, id));
    };
  }

  /** Discards the words that the person wrote in rejected mutations, even if another tab shows a later text. */
  function discardRejected(sync: Sync, collection: Edited, id: number) {
    const words = (isAll: boolean) =>
      wordsIn(
        ...sync
          .unsent()
          .filter((one) => isAll || (one.collection === collection && one.recordId === id))
          .filter(({ rejection }) => isAll || rejection !== undefined)
          .flatMap((one) => textsOf(one.collection, one.fields)),
      );
    const discarded = words(false);
    sync.discard(collection, id);
    const left = words(true);
    ledger.remove([...discarded].filter((word) => !left.has(word)));
  }

  function onImports(run: (importer: Tab & { sync: Sync }) => void) {
    return () => {
      const tab = anyTab();
      if (tab?.sync) run({ ...tab, sync: tab.sync });
    };
  }

  const beginImport = onImports((tab) => {
    const parts = Array.from({ length: world.pick([1, 2, 3, 4]) }, () => {
      const names = Array.from({ length: world.pick([1, 2]) }, () => world.pick(IMPORTED));
      return Object.fromEntries([...new Set(names)].map((name) => [name, [made(tab, name)]]));
    });
    imports.begin(tab, parts);
  });

  /** Uses the action of a reminder. The browser may end the service worker meanwhile. */
  function useReminder() {
    const device = world.pick(devices);
    const userId = device.signedIn() ?? 1;
    const action = world.pick(['done', 'snooze'] as const);
    const records = server.records(userId, action === 'done' ? 'tasks' : 'events');
    if (records.length === 0) return;
    const { id } = world.pick(records);
    const name = `${device.name}’s worker ${++workers}`;
    note(`${name}: ${action} ${id}`);
    const browser = device.openTab(({ path, init }) => note(`${name}: ${init.method} ${path}`));
    working.add(browser);
    const end = () => {
      browser.close();
      working.delete(browser);
    };
    const { platform } = browser;
    const act = createReminderActions((user, change) =>
      changeInWorker(user, change, {
        person: (person) => personHere(person, platform.openDatabase),
        platformOf: (here) => {
          const { afterPaint, onOnlineChange, values: read } = workerPlatform(here);
          return { ...platform, afterPaint, onOnlineChange, values: read };
        },
      }),
    );
    void act(action, { userId, path: '/', taskId: id, recordId: id }).then(({ notice }) => {
      note(`${name}: ${notice?.title ?? 'is done'}`);
      end();
    });
    if (world.chance(0.2)) world.after(world.pick([1, 50, 3_000]), end);
  }

  const people = [
    ...(hasReminders ? Array<() => void>(8).fill(useReminder) : []),
    create,
    create,
    edit,
    edit,
    edit,
    edit,
    choose,
    remove,
    undoLast,
    openDialog,
    openDialog,
    saveDialog,
    saveDialog,
    discardDialog,
    resolveConflict,
    beginImport,
    onImports((tab) => void imports.touch(tab)),
    onRejected('retry', (sync, collection, id) => sync.retry(collection, id)),
    onRejected('discard', discardRejected),
    pull,
    pull,
  ];

  function pull() {
    const { sync, userId = 0 } = anyTab() ?? {};
    if (sync) void pullMissing(sync, server.counters(userId));
  }

  // ---- What fails ----

  const onDevice = (what: string, run: (device: Device) => void) => () => {
    const device = world.pick(devices);
    note(`${device.name}: ${what}`);
    run(device);
  };
  const mishaps = [
    onDevice('goes online or offline', (device) => device.goOnline(!device.isOnline)),
    onDevice('goes online or offline', (device) => device.goOnline(!device.isOnline)),
    onDevice('the network is good', (device) => void (device.line = GOOD_LINE)),
    onDevice('the network is bad', (device) => {
      device.line = {
        requestLost: world.between(0, 0.5),
        replyLost: world.between(0, 0.5),
        doubled: world.between(0, 0.5),
        slowestMs: world.pick([100, 3_000, 15_000, 60_000]),
      };
    }),
    () => {
      const mode = world.pick(SERVER_MODES);
      note(`the server’s mode is ${mode}`);
      server.set(mode);
    },
    () => {
      if (tabs.size > 0) closeTab(world.pick([...tabs]));
    },
    onDevice('opens a tab', openTab),
    onDevice('connections to the disk are lost', (device) => device.loseConnections()),
    onDevice('storage is blocked or unblocked', (device) => {
      device.isStorageBlocked = !device.isStorageBlocked;
      device.hasFailed = true;
      device.loseConnections();
    }),
    onDevice('the disk fills up or is freed', (device) => {
      device.isDiskFull = !device.isDiskFull;
      device.hasFailed = true;
    }),
    onDevice('another version uses the database', (device) =>
      device.raiseVersion(device.signedIn() ?? 1, world.pick(OTHER_VERSIONS)),
    ),
    onDevice('the browser empties the database', emptyDatabase),
    onDevice('the clock is set', (device) => {
      device.clockAheadMs = world.pick([0, -2_000, 2_000, -3_600_000, 3_600_000, WEEK_MS]);
    }),
    onDevice('the session ends', (device) => server.endSession(device.session)),
    onDevice('someone signs in', (device) => signIn(device, world.pick([1, 1, 1, 2]))),
  ];

  /** Empties a device's databases. The words that were only in these databases are lost. */
  function emptyDatabase(device: Device) {
    const before = new Map(USERS.map((userId) => [userId, wordsOf(userId)]));
    device.emptyDatabases();
    for (const [userId, words] of before) {
      const left = wordsOf(userId);
      ledger.remove([...words].filter((word) => !left.has(word)));
    }
  }

  function signIn(device: Device, userId: number) {
    note(`${device.name}: ${userId} signs in`);
    device.signIn(userId);
    for (const tab of tabs) {
      if (tab.device !== device || (tab.sync && tab.userId === userId)) continue;
      if (tab.sync) endSession(tab, tab.sync);
      startSync(tab);
    }
  }

  // ---- What has to hold ----

  function check() {
    for (const { name, session } of devices)
      if (session === undefined)
        ledger.violations.push(`${name} was signed out by a late response.`);
    for (const tab of tabs)
      if (
        tab.sync?.status().lostOnClose &&
        !tab.device.hasFailed &&
        world.now() - Math.max(tab.usedAtMs, tab.device.disconnectedAtMs) > NOTICED_MS
      )
        ledger.violations.push(
          `${tab.name} keeps changes only in memory, although its disk works.`,
        );
    ledger.check();
  }

  /** Ends all failures and lets the tabs finish. */
  async function settle() {
    note('all failures have ended');
    server.set('well');
    for (const device of devices) {
      Object.assign(device, { line: GOOD_LINE, isStorageBlocked: false, isDiskFull: false });
      device.goOnline(true);
    }
    for (const userId of USERS.filter((user) => active.has(user))) {
      for (const device of devices) {
        signIn(device, userId);
        openTab(device);
      }
      await world.pass(SETTLING_MS);
      // A late response may have ended a session again.
      for (const device of devices) signIn(device, userId);
      await world.pass(SETTLING_MS);
      for (const tab of tabs) if (tab.sync) void imports.finish({ ...tab, sync: tab.sync });
      await world.pass(SETTLING_MS);
      // A retried delete may be rejected again, because the record was changed in the meantime. A step whose task is
      // gone can only be discarded.
      for (const choice of ['retry', 'retry', 'retry', 'retry', 'discard'] as const) {
        for (const tab of tabs) {
          const rejected = (tab.sync?.unsent() ?? []).filter(({ rejection }) => rejection);
          for (const { collection, recordId, rejection } of rejected)
            if (choice === 'retry' || rejection === TASK_IS_GONE)
              act(tab, `${choice} ${collection} ${recordId}`, (sync) =>
                sync[choice](collection, recordId),
              );
        }
        await world.pass(SETTLING_MS);
        for (const { sync } of tabs) if (sync) void pullMissing(sync, server.counters(userId));
        await world.pass(SETTLING_MS);
      }
      check();
      for (const tab of tabs) expectShown(tab);
      for (const device of devices)
        for (const { key } of device.stored(userId))
          ledger.violations.push(`${key} stays on the disk forever.`);
      await expectLatestChoice(userId);
    }
  }

  function expectShown(tab: Tab) {
    const comparable = (name: CollectionName, list: readonly object[]) =>
      JSON.stringify(
        (list as readonly Identified[])
          .map((one) => [
            one.id,
            ...textsOf(name, one),
            ...CHOICES.map((field): unknown => Reflect.get(one, field)),
          ])
          .sort(([a], [b]) => Number(a) - Number(b)),
      );
    for (const name of COLLECTIONS) {
      if (name === 'settings') continue;
      const there = comparable(name, server.records(tab.userId, name));
      const here = comparable(name, shown(tab, name));
      if (here !== there)
        ledger.violations.push(`${tab.name} shows ${name} ${here}, but the server has ${there}.`);
    }
    const { waiting = 0 } = tab.sync?.status() ?? {};
    if (waiting > 0) ledger.violations.push(`${waiting} changes wait forever in ${tab.name}.`);
  }

  /**
   * Checks that a clock that was ahead is forgotten. Once the clocks are right, the later of two choices wins even if
   * it arrives first.
   */
  async function expectLatestChoice(userId: number) {
    for (const device of devices) device.clockAheadMs = 0;
    const [task] = server.records(userId, 'tasks');
    const [first, last] = devices.map((device) =>
      [...tabs].findLast((tab) => tab.device === device),
    );
    if (!task || !first || !last) return;
    const chooseIn = (tab: Tab) => {
      const fields = { categoryId: ++values };
      change(tab, 'Choose', { kind: 'update', collection: 'tasks', id: task.id, fields });
    };
    // Get a response with the right time.
    for (const { sync } of [first, last]) void sync?.pull();
    await world.pass(60_000);
    first.device.goOnline(false);
    chooseIn(first);
    await world.pass(5_000);
    chooseIn(last);
    const expected = values;
    await world.pass(60_000);
    first.device.goOnline(true);
    await world.pass(SETTLING_MS);
    const found = server.records(userId, 'tasks').find(({ id }) => id === task.id)?.categoryId;
    if (found !== expected)
      ledger.violations.push(`${first.name} overruled a later choice with ${String(found)}.`);
  }

  // fake-indexeddb schedules its work with `setImmediate`. This work of fake-indexeddb must take simulated time.
  const { setImmediate: realSetImmediate, indexedDB: realIndexedDB } = globalThis;
  const diskMs = world.pick([0.01, 0.5, 20]);
  globalThis.setImmediate = ((run: () => void) => void world.after(diskMs, run)) as never;
  try {
    for (const device of devices) {
      device.signIn(1);
      openTab(device);
    }
    await world.pass(2_000);
    for (let step = 0; step < steps && ledger.violations.length === 0; step++) {
      world.pick(world.chance(0.65) ? people : mishaps)();
      await world.pass(world.pick([0, 1, 20, 300, 3_000, 40_000]));
      check();
    }
    if (ledger.violations.length === 0) await settle();
    return ledger.violations;
  } finally {
    for (const browser of working) browser.close();
    for (const tab of tabs) {
      tab.sync?.stop();
      tab.browser.close();
    }
    globalThis.setImmediate = realSetImmediate;
    globalThis.indexedDB = realIndexedDB;
  }
}

interface Conflicted extends Identified {
  collection: Edited;
  recordId: number;
  field: string;
  text: string;
}

/** Returns a record without the fields that only screens use. */
function plain({ saveError: _, ...record }: Shown<Identified>): Identified {
  return record;
}

const MOMENT = '2026-11-20T09:00:00.000Z';

/** Functions that make a new record without its texts, by collection. */
const MADE: Record<Exclude<Edited, 'reflections'>, (id: number, userId: number) => Identified> = {
  tasks: (id, userId) =>
    task(id, {
      title: '',
      userId,
      createdAt: new Date(Date.UTC(2026, 10, 20, 9, 0, 0, id)).toISOString(),
    }),
  notes: (id, userId) => ({ id, userId, attachedTo: null, createdAt: MOMENT, updatedAt: MOMENT }),
  events: (id, userId) => ({
    id,
    userId,
    start: MOMENT,
    end: MOMENT,
    ...NO_DETAILS,
  }),
  categories: (id, userId) => ({ id, userId, color: '#3B82F6' }),
  focusSessions: (id, userId) => focusSession(id, { userId }),
};
