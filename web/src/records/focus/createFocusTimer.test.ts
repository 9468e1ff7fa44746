import { DEFAULT_SETTINGS } from '@daymark/contract/settings';
import { expect, it, vi } from 'vitest';
import { localInstant } from '../../lib/time/dates';
import { createFocusTimer, type FocusTimer, type TimerPorts } from './createFocusTimer';
import type { EndedRun, Timer } from '../../domain/focus/focusTimer';

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

/** The server's data. */
interface Cloud {
  timer?: Timer;
  /** The recorded runs by their ids. The first record of each run counts. */
  recorded: Map<number, EndedRun>;
}

/** A person's devices: their two clocks, the storage that each device's tabs share, and the sounds and records made. */
function machine(start = '2026-11-20T09:00:00Z') {
  let wall = Date.parse(start);
  let steady = 5_000;
  const stored = new Map<number, string>();
  /** Lead of each device's wall clock, in ms. */
  const ahead = new Map<number, number>();
  const offline = new Set<number>();
  const cloud: Cloud = { recorded: new Map() };
  /** The runs that each device has recorded and could not send. */
  const unsent: [device: number, run: EndedRun][] = [];
  let slept = 0;
  let ids = 100;
  const held = new Set<string>();
  const tabs = new Set<Tab>();
  const sounds: string[] = [];
  const shownCompletions: string[] = [];
  const records: EndedRun[] = [];
  const shared: Timer[] = [];

  interface Tab {
    timer: FocusTimer;
    device: number;
    title: string | null;
    close: () => void;
    /** The tab's pending timeouts. */
    due: Map<symbol, { at: number; work: () => void; isAlarm: boolean }>;
    onWritten?: (text: string | null) => void;
    wake?: () => void;
  }

  function open(name: string, { canRing = true, device = 1 } = {}): Tab {
    const tab: Tab = { device, due: new Map(), title: null } as unknown as Tab;
    const mine = new Set<string>();
    const after = (ms: number, work: () => void, isAlarm = false) => {
      const key = Symbol();
      tab.due.set(key, { at: steady + ms, work, isAlarm });
      return () => tab.due.delete(key);
    };
    const ports: TimerPorts = {
      wall: () => wall + (ahead.get(device) ?? 0),
      steady: () => steady,
      read: () => stored.get(device) ?? null,
      write(text) {
        stored.set(device, text);
        for (const other of tabs)
          if (other !== tab && other.device === device)
            queueMicrotask(() => other.onWritten?.(text));
      },
      device: () => device,
      onWritten(listener) {
        tab.onWritten = listener;
        return () => delete tab.onWritten;
      },
      onAwake(listener) {
        tab.wake = listener;
        return () => delete tab.wake;
      },
      async acquireLock(lock) {
        const own = `${device} ${lock}`;
        if (held.has(own)) return undefined;
        held.add(own);
        mine.add(own);
        return () => held.delete(own);
      },
      after,
      afterOnTime: (ms, work) => after(ms, work, true),
      newId: () => ids++,
      canRing: () => canRing,
      ring: () => sounds.push(name),
      showInTab: (view) => (tab.title = view && view.state),
      showCompletion: ({ completed, isHere }) =>
        shownCompletions.push(`${name}: ${completed.mode}${isHere ? '' : ', elsewhere'}`),
    };
    tab.timer = createFocusTimer(ports);
    const leave = tab.timer.attach({
      record(run) {
        records.push(run);
        if (offline.has(device)) unsent.push([device, run]);
        else if (!cloud.recorded.has(run.id)) cloud.recorded.set(run.id, run);
      },
      parts(runId) {
        const recorded = new Map(offline.has(device) ? [] : cloud.recorded);
        for (const [own, run] of unsent) if (own === device) recorded.set(run.id, run);
        const parts: EndedRun[] = [];
        for (let run = recorded.get(runId); run; run = recorded.get(runId + parts.length))
          parts.push(run);
        return parts;
      },
      share(timer) {
        shared.push(timer);
        send(device, timer);
      },
      serverNow: () => new Date(wall),
      notifies: () => true,
    });
    if (cloud.timer && !offline.has(device)) tab.timer.receive(cloud.timer);
    tab.close = () => {
      leave();
      tab.due.clear();
      for (const lock of mine) held.delete(lock);
      tabs.delete(tab);
    };
    tabs.add(tab);
    return tab;
  }

  /** Sends a change on one device to all tabs of the devices that are online. Does nothing if the device is offline. */
  function send(device: number, timer: Timer) {
    if (offline.has(device)) return;
    if (!cloud.timer || timer.changedAt > cloud.timer.changedAt) cloud.timer = timer;
    syncAll();
  }
  function syncAll() {
    for (const tab of tabs)
      queueMicrotask(() => {
        if (cloud.timer && !offline.has(tab.device)) tab.timer.receive(cloud.timer);
      });
  }

  /**
   * Lets time pass. Timeouts fire when they are due, but never closer together than `throttle`. Timeouts that must be
   * on time ignore `throttle`.
   */
  async function pass(ms: number, throttle = 0) {
    for (const until = steady + ms; steady < until;) {
      const next = Math.min(
        until,
        ...[...tabs].flatMap(({ due }) =>
          [...due.values()].map(({ at, isAlarm }) =>
            Math.max(at, throttle && !isAlarm ? steady + throttle : steady + 1),
          ),
        ),
      );
      wall += next - steady;
      steady = next;
      for (const { due } of tabs)
        for (const [key, { at, work }] of [...due]) if (at <= steady && due.delete(key)) work();
      await settled();
    }
  }

  return {
    open,
    pass,
    sounds,
    shownCompletions,
    records,
    shared,
    /** Moves the wall clock on, while the steady clock and all timeouts stand still. */
    async sleep(ms: number) {
      wall += ms;
      slept += ms;
      for (const tab of [...tabs]) tab.wake?.();
      await settled();
    },
    setClock: (ms: number) => (wall += ms),
    /** The time that has really passed, including sleep, in ms. */
    passed: () => steady + slept,
    wall: () => wall,
    stored: () => stored.get(1) ?? null,
    /** Sets how far a device's clock is ahead of the server's, in ms. */
    setAhead: (device: number, ms: number) => ahead.set(device, ms),
    goOffline: (device: number) => offline.add(device),
    goOnline(device: number) {
      offline.delete(device);
      for (const [own, run] of unsent)
        if (own === device && !cloud.recorded.has(run.id)) cloud.recorded.set(run.id, run);
      syncAll();
    },
  };
}

/** Waits for a few microtasks, so that locks and messages between tabs take effect. */
async function settled() {
  for (let i = 0; i < 10; i++) await Promise.resolve();
}

const left = ({ timer }: { timer: FocusTimer }) => timer.view().leftMs;

it('at zero the timer rings and records the run once', async () => {
  const { open, pass, sounds, shownCompletions, records, wall } = machine();
  const tab = open('a');
  const published: number[] = [];
  tab.timer.start();
  tab.timer.subscribe(() => published.push(left(tab)));
  await pass(3 * SECOND);
  expect(new Set(published.map((ms) => ms / SECOND))).toEqual(new Set([1499, 1498, 1497]));
  expect(tab.title).toBe('running');
  await pass(25 * MINUTE);
  expect(tab.timer.view()).toMatchObject({ state: 'idle', sessions: 1, leftMs: 5 * MINUTE });
  expect(sounds).toEqual(['a']);
  expect(shownCompletions).toEqual(['a: focus']);
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({ id: 100, isCompleted: true, actualMs: 25 * MINUTE });
  expect(wall() - records[0]!.endedAt).toBe(3 * SECOND);
  expect(tab.title).toBeNull();
});

it('a run survives a reload, whether it is running or paused', async () => {
  const { open, pass, records } = machine();
  const before = open('before');
  before.timer.start();
  await pass(10 * MINUTE);
  before.close();
  await pass(5 * MINUTE);
  const tab = open('after');
  expect(left(tab)).toBe(10 * MINUTE);
  tab.timer.pause();
  tab.close();
  await pass(HOUR);
  const again = open('again');
  expect(again.timer.view()).toMatchObject({ state: 'paused', leftMs: 10 * MINUTE });
  again.timer.start();
  await pass(10 * MINUTE);
  expect(records).toMatchObject([{ isCompleted: true, actualMs: 25 * MINUTE }]);
});

it('a run that ended while no page was open is completed by the next page', async () => {
  const { open, pass, records, wall } = machine();
  const tab = open('a');
  tab.timer.start();
  const due = wall() + 25 * MINUTE;
  tab.close();
  await pass(3 * HOUR);
  open('b');
  await pass(5 * SECOND);
  expect(records).toMatchObject([{ isCompleted: true, endedAt: due }]);
});

it('a run that ends during a sleep of 3 hours is recorded without a sound', async () => {
  const { open, pass, sleep, sounds, shownCompletions, records, wall } = machine();
  const tab = open('a');
  tab.timer.start();
  const due = wall() + 25 * MINUTE;
  await pass(MINUTE);
  await sleep(3 * HOUR);
  await pass(MINUTE);
  expect([sounds, shownCompletions, records]).toMatchObject([[], [], [{ endedAt: due }]]);
  expect(tab.timer.view().state).toBe('idle');
});

it('a run survives a short sleep in which the steady clock stood still', async () => {
  const { open, pass, sleep } = machine();
  const tab = open('a');
  tab.timer.start();
  await pass(MINUTE);
  await sleep(10 * MINUTE);
  await pass(SECOND);
  expect(left(tab)).toBe(14 * MINUTE - SECOND);
});

it('a clock set back by 10 minutes does not lengthen the run, in one tab or two', async () => {
  for (const tabs of [['a'], ['a', 'b']]) {
    const { open, pass, setClock, sounds, records } = machine();
    const all = tabs.map((name) => open(name));
    all[0]!.timer.start();
    await settled();
    await pass(5 * MINUTE);
    setClock(-10 * MINUTE);
    await pass(5 * MINUTE);
    for (const tab of all) expect(Math.abs(left(tab) - 15 * MINUTE)).toBeLessThanOrEqual(SECOND);
    await pass(15 * MINUTE + SECOND);
    expect(sounds).toHaveLength(1);
    expect(records).toHaveLength(1);
    expect(records[0]!.endedAt - records[0]!.startedAt).toBe(25 * MINUTE);
  }
});

it('a reload after the clock was set back does not lengthen the run', async () => {
  const { open, pass, setClock } = machine();
  const tab = open('a');
  tab.timer.start();
  await pass(5 * MINUTE);
  setClock(-10 * MINUTE);
  await pass(SECOND);
  tab.close();
  expect(Math.abs(left(open('b')) - 20 * MINUTE)).toBeLessThanOrEqual(SECOND);
});

it('a clock set back by days while no page is open gives back at most the time since the start', async () => {
  const { open, pass, setClock, records } = machine();
  const tab = open('a');
  tab.timer.start();
  await pass(5 * MINUTE);
  tab.close();
  setClock(-48 * HOUR);
  const later = open('b');
  expect(left(later)).toBe(25 * MINUTE);
  await pass(25 * MINUTE);
  expect(records).toHaveLength(1);
});

it('a run that began on a device whose clock is ahead counts down at once', async () => {
  const elsewhere = machine();
  elsewhere.open('b').timer.start();
  const [begun] = elsewhere.shared;
  const { open, pass } = machine();
  const tab = open('a');
  const at = begun!.run!.at + 10 * MINUTE;
  tab.timer.receive({ ...begun!, run: { ...begun!.run!, startedAt: at, at } });
  await pass(MINUTE);
  expect(left(tab)).toBe(24 * MINUTE);
});

it.each([
  ['ends', '2026-11-01T05:50:00Z', '01:50', '-04:00', '01:15', '-05:00'],
  ['begins', '2026-03-08T06:50:00Z', '01:50', '-05:00', '03:15', '-04:00'],
])(
  'daylight saving that %s during a run changes only what the clock shows',
  async (_, start, from, fromOffset, to, toOffset) => {
    vi.stubEnv('TZ', 'America/New_York');
    const { open, pass, records } = machine(start);
    const tab = open('a');
    tab.timer.start();
    await pass(20 * MINUTE);
    expect(left(tab)).toBe(5 * MINUTE);
    await pass(5 * MINUTE);
    expect(records).toMatchObject([{ actualMs: 25 * MINUTE }]);
    const [startText, endText] = [records[0]!.startedAt, records[0]!.endedAt].map((ms) =>
      localInstant(new Date(ms)),
    );
    expect(startText).toContain(`T${from}`);
    expect(startText).toContain(fromOffset);
    expect(endText).toContain(`T${to}`);
    expect(endText).toContain(toOffset);
  },
);

it('ticks throttled to one a minute do not change the time left', async () => {
  const { open, pass, sounds, records, wall } = machine();
  const tab = open('a');
  tab.timer.start();
  const due = wall() + 25 * MINUTE;
  await pass(10 * MINUTE, MINUTE);
  expect(left(tab)).toBe(15 * MINUTE);
  await pass(16 * MINUTE, MINUTE);
  expect(sounds).toHaveLength(1);
  expect(records).toMatchObject([{ endedAt: due }]);
});

it('only one of two tabs that show the run completes it', async () => {
  const { open, pass, sounds, shownCompletions, records } = machine();
  const [a, b] = [open('a'), open('b')];
  a.timer.start();
  await settled();
  await pass(10 * MINUTE);
  expect(left(b)).toBe(15 * MINUTE);
  b.timer.pause();
  await settled();
  expect(a.timer.view()).toMatchObject({ state: 'paused', leftMs: 15 * MINUTE });
  a.timer.start();
  await settled();
  await pass(16 * MINUTE);
  expect(sounds).toHaveLength(1);
  expect(records).toHaveLength(1);
  expect(shownCompletions.filter((text) => !text.endsWith('elsewhere'))).toHaveLength(1);
  expect([a, b].map(({ timer }) => timer.view().sessions)).toEqual([1, 1]);
});

it('if two tabs are open, the one that may play a sound completes the run', async () => {
  const { open, pass, sounds, records } = machine();
  open('silent', { canRing: false });
  open('touched').timer.start();
  await settled();
  await pass(26 * MINUTE);
  expect(sounds).toEqual(['touched']);
  expect(records).toHaveLength(1);
});

it('if the tab that started the run is closed, another tab completes the run', async () => {
  const { open, pass, sounds, records } = machine();
  const first = open('first');
  open('second');
  first.timer.start();
  await settled();
  await pass(MINUTE);
  first.close();
  await pass(25 * MINUTE);
  expect(sounds).toEqual(['second']);
  expect(records).toHaveLength(1);
});

it('a pause that another tab writes just as the run ends doesn’t revive the run', async () => {
  const { open, pass, sounds, records, stored } = machine();
  const [a, b] = [open('a'), open('b')];
  a.timer.start();
  await settled();
  await pass(25 * MINUTE - 2);
  const done = pass(2);
  b.timer.pause();
  await done;
  await pass(MINUTE);
  a.timer.start();
  b.timer.start();
  await settled();
  expect(sounds.length).toBe(records.length);
  expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  expect(JSON.parse(stored()!)).toMatchObject(a.timer.view().timer);
});

it('settings changed during a run apply to the next run', async () => {
  const { open, pass, records } = machine();
  const tab = open('a');
  tab.timer.start();
  await pass(5 * MINUTE);
  tab.timer.setRules({ ...DEFAULT_SETTINGS, focusDuration: 50, sessionsBeforeLongBreak: 1 });
  expect(left(tab)).toBe(20 * MINUTE);
  await pass(20 * MINUTE);
  expect(records).toMatchObject([{ plannedMs: 25 * MINUTE }]);
  expect(tab.timer.view().timer.mode).toBe('longBreak');
  tab.timer.chooseMode('focus');
  expect(left(tab)).toBe(50 * MINUTE);
});

it('an interrupted run is recorded if it lasted a minute or more', async () => {
  const { open, pass, records, sounds } = machine();
  const tab = open('a');
  tab.timer.start();
  await pass(59 * SECOND);
  tab.timer.reset();
  expect(records).toEqual([]);
  tab.timer.start();
  await pass(60 * SECOND);
  tab.timer.chooseMode('shortBreak');
  expect(records).toMatchObject([{ isCompleted: false, actualMs: MINUTE, mode: 'focus' }]);
  expect(sounds).toEqual([]);
});

it('invalid stored text gives a fresh timer', () => {
  const ports = { read: () => '{"mode":"nap"}', wall: () => 0 } as unknown as TimerPorts;
  expect(createFocusTimer(ports).view()).toMatchObject({ state: 'idle', leftMs: 25 * MINUTE });
});

type World = ReturnType<typeof machine>;
type Open = ReturnType<World['open']>;

/** Disturbances of a 25-minute run after five minutes. Each returns the tab in which the run is checked afterwards. */
const DISTURBANCES: Record<
  string,
  { start?: string; zone?: string; disturb: (world: World, tab: Open) => Open | Promise<Open> }
> = {
  nothing: { disturb: (_, tab) => tab },
  'a reload': {
    disturb(world, tab) {
      tab.close();
      return world.open('reloaded');
    },
  },
  'a sleep of 3 hours': {
    async disturb(world, tab) {
      await world.sleep(3 * HOUR);
      return tab;
    },
  },
  'a clock set back by 10 minutes': {
    async disturb(world, tab) {
      world.setClock(-10 * MINUTE);
      await world.pass(SECOND);
      return tab;
    },
  },
  'daylight saving that ends': {
    start: '2026-11-01T05:50:00Z',
    zone: 'America/New_York',
    disturb: (_, tab) => tab,
  },
  'daylight saving that begins': {
    start: '2026-03-08T06:50:00Z',
    zone: 'America/New_York',
    disturb: (_, tab) => tab,
  },
  'ticks throttled to one a minute': {
    async disturb(world, tab) {
      await world.pass(10 * MINUTE, MINUTE);
      return tab;
    },
  },
  'a second tab': { disturb: (world) => world.open('second') },
  'the tab that started it closed, with another open': {
    disturb(world, tab) {
      const second = world.open('second');
      tab.close();
      return second;
    },
  },
  'another device, the first one closed': {
    disturb(world, tab) {
      world.setAhead(2, 7 * MINUTE);
      const phone = world.open('phone', { device: 2 });
      tab.close();
      return phone;
    },
  },
  'another device, the first one open': {
    disturb: (world) => world.open('phone', { device: 2 }),
  },
  'another device that pauses and resumes': {
    async disturb(world) {
      const phone = world.open('phone', { device: 2 });
      phone.timer.pause();
      await settled();
      phone.timer.start();
      await settled();
      return phone;
    },
  },
  'another device that loses its line': {
    disturb(world, tab) {
      world.open('phone', { device: 2 });
      world.goOffline(2);
      return tab;
    },
  },
  'settings changed': {
    disturb(_, tab) {
      tab.timer.setRules({ ...DEFAULT_SETTINGS, focusDuration: 50, sessionsBeforeLongBreak: 2 });
      return tab;
    },
  },
};

it.each(Object.keys(DISTURBANCES))(
  'after %s the time left is correct, and the run is recorded once',
  async (name) => {
    const { start, zone, disturb } = DISTURBANCES[name]!;
    if (zone) vi.stubEnv('TZ', zone);
    const world = machine(start);
    const first = world.open('first');
    first.timer.start();
    await settled();
    await world.pass(5 * MINUTE);
    const truth = trueTime(world);
    const tab = await disturb(world, first);
    const due = Math.max(0, 20 * MINUTE - truth());
    if (due > 0) expect(Math.abs(left(tab) - due)).toBeLessThanOrEqual(SECOND);
    await world.pass(due + 10 * SECOND);

    const isOffline = name.includes('loses its line');
    expect(new Set(world.records.map(({ id }) => id)).size).toBe(1);
    expect(world.records.every(({ isCompleted }) => isCompleted)).toBe(true);
    // An offline phone can't know that the other device played its sound. After a long sleep no sound is played.
    const announced = isOffline ? 2 : name.startsWith('a sleep') ? 0 : 1;
    expect(world.sounds).toHaveLength(announced);
    expect(world.shownCompletions.filter((text) => !text.endsWith('elsewhere'))).toHaveLength(
      announced,
    );
    expect(tab.timer.view()).toMatchObject({ state: 'idle', sessions: 1 });
  },
);

/** Returns a function that tells how much time has really passed since this call, including sleep. */
function trueTime(world: World) {
  const from = world.passed();
  return () => world.passed() - from;
}

it('the end of a run is not announced on a device that is opened 15 hours later', async () => {
  const { open, pass, sounds, shownCompletions } = machine();
  const desk = open('desk');
  const phone = open('phone', { device: 2 });
  desk.timer.start();
  await settled();
  phone.close();
  await pass(25 * MINUTE + 10 * SECOND);
  await pass(15 * HOUR, MINUTE);
  const opened = open('phone', { device: 2 });
  await settled();
  await pass(10 * SECOND);
  expect(opened.timer.view().state).toBe('idle');
  expect([sounds, shownCompletions]).toEqual([['desk'], ['desk: focus']]);
});

it('after six hours without a change, an idle timer is on Focus without a task', async () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const { open, pass } = machine('2026-11-20T15:00:00Z');
  const tab = open('a');
  const shown = () => {
    const { mode, taskId } = tab.timer.view().timer;
    return [mode, taskId];
  };
  tab.timer.chooseTask(7);
  tab.timer.start();
  await pass(25 * MINUTE + SECOND);
  expect(shown()).toEqual(['shortBreak', 7]);
  await pass(5 * HOUR);
  expect(shown()).toEqual(['shortBreak', 7]);
  await pass(HOUR + 10 * MINUTE);
  expect(shown()).toEqual(['focus', null]);
  tab.timer.chooseTask(8);
  tab.timer.chooseMode('longBreak');
  expect(shown()).toEqual(['longBreak', 8]);
  await pass(45 * MINUTE);
  tab.timer.start();
  await pass(16 * MINUTE);
  // After a run, the next run is offered with the same task.
  expect(shown()).toEqual(['focus', 8]);
  tab.timer.chooseMode('shortBreak');
  await pass(5 * MINUTE);
  expect(shown()).toEqual(['shortBreak', 8]);
});

it('a device that wakes after another completed the run doesn’t undo a later run', async () => {
  const { open, pass, goOffline, goOnline, sounds, records } = machine();
  const desk = open('desk');
  const phone = open('phone', { device: 2 });
  await settled();
  desk.timer.start();
  await settled();
  await pass(5 * MINUTE);
  // While the desk sleeps, nothing runs on it, and it receives nothing.
  goOffline(1);
  const kept = [...desk.due];
  desk.due.clear();
  await pass(20 * MINUTE + 5 * SECOND);
  expect(sounds).toEqual(['phone']);
  phone.timer.start();
  await pass(2 * MINUTE);
  for (const [key, work] of kept) desk.due.set(key, work);
  desk.wake?.();
  goOnline(1);
  await pass(10 * SECOND);
  expect(sounds).toEqual(['phone']);
  expect(new Set(records.map(({ id }) => id)).size).toBe(1);
  expect(desk.timer.view()).toMatchObject({ state: 'running', timer: { mode: 'shortBreak' } });
  expect(phone.timer.view()).toMatchObject({ state: 'running', timer: { mode: 'shortBreak' } });
});

it('a change made offline counts as of the time it was made', async () => {
  const { open, pass, goOffline, goOnline } = machine();
  const desk = open('desk');
  const phone = open('phone', { device: 2 });
  desk.timer.start();
  await settled();
  goOffline(2);
  await pass(MINUTE);
  phone.timer.pause();
  await pass(MINUTE);
  desk.timer.reset();
  goOnline(2);
  await settled();
  expect(phone.timer.view().state).toBe('idle');
  expect(desk.timer.view().state).toBe('idle');
});

it('a running session is recorded as interrupted when another device’s later start wins', async () => {
  const { open, pass, goOffline, goOnline, records, wall } = machine();
  const [desk, phone] = [open('desk'), open('phone', { device: 2 })];
  goOffline(1);
  desk.timer.start();
  desk.timer.write('Taxes');
  await pass(10 * MINUTE);
  phone.timer.start();
  const startedAt = wall();
  await pass(5 * MINUTE);
  goOnline(1);
  await settled();
  expect(desk.timer.view().timer.run?.id).toBe(phone.timer.view().timer.run?.id);
  expect(records).toMatchObject([
    { id: 100, isCompleted: false, actualMs: 10 * MINUTE, endedAt: startedAt, note: 'Taxes' },
  ]);
});

it('a later Pause on one device wins over an earlier offline Reset on the other', async () => {
  const { open, pass, goOffline, goOnline, records } = machine();
  const [desk, phone] = [open('desk'), open('phone', { device: 2 })];
  desk.timer.start();
  await settled();
  goOffline(2);
  await pass(5 * MINUTE);
  phone.timer.reset();
  await pass(5 * MINUTE);
  desk.timer.pause();
  goOnline(2);
  await settled();
  for (const { timer } of [desk, phone])
    expect(timer.view()).toMatchObject({ state: 'paused', leftMs: 15 * MINUTE });
  desk.timer.start();
  await pass(15 * MINUTE + 5 * SECOND);
  expect(records.map(({ actualMs }) => actualMs / MINUTE)).toEqual([5, 20]);
});

it('choices made while the timer is idle don’t end another device’s session', async () => {
  const { open, pass, goOffline, goOnline, records } = machine();
  const [desk, phone] = [open('desk'), open('phone', { device: 2 })];
  goOffline(1);
  desk.timer.start();
  await pass(5 * MINUTE);
  phone.timer.chooseMode('shortBreak');
  phone.timer.chooseTask(7);
  await pass(5 * SECOND);
  goOnline(1);
  await pass(5 * SECOND);
  for (const { timer } of [desk, phone])
    expect(timer.view()).toMatchObject({ state: 'running', timer: { mode: 'focus' } });
  expect(records).toEqual([]);
});

it('notes that two devices type in one session at the same time are both kept', async () => {
  const { open, pass, goOffline, goOnline, records } = machine();
  const [desk, phone] = [open('desk'), open('phone', { device: 2 })];
  desk.timer.start();
  desk.timer.write('Read');
  await pass(5 * SECOND);
  goOffline(2);
  phone.timer.write('Read the law');
  await pass(MINUTE);
  desk.timer.write('Read, and wrote');
  goOnline(2);
  await pass(5 * SECOND);
  for (const { timer } of [desk, phone])
    expect(timer.view().timer.note).toBe('Read the law\nRead, and wrote');
  desk.timer.reset();
  expect(records).toMatchObject([{ note: 'Read the law\nRead, and wrote' }]);
});

it('two long notes that were typed in one session at the same time are both kept whole', async () => {
  const { open, pass, goOffline, goOnline } = machine();
  const [desk, phone] = [open('desk'), open('phone', { device: 2 })];
  desk.timer.start();
  await pass(5 * SECOND);
  goOffline(2);
  phone.timer.write('p'.repeat(2_000));
  await pass(MINUTE);
  desk.timer.write('d'.repeat(2_000));
  goOnline(2);
  await pass(5 * SECOND);
  for (const { timer } of [desk, phone])
    expect(timer.view().timer.note?.length, 'both notes and a line break').toBe(4_001);
});

it('a note written during a session is recorded with the session', async () => {
  const { open, pass, records } = machine();
  const desk = open('desk');
  const phone = open('phone', { device: 2 });
  desk.timer.start();
  desk.timer.write('Half');
  desk.timer.write('Half-way ');
  await pass(5 * SECOND);
  expect(phone.timer.view().timer.note).toBe('Half-way ');
  desk.timer.reset();
  expect(records).toEqual([]);
  expect(desk.timer.view().timer.note).toBe('Half-way ');
  desk.timer.start();
  await pass(25 * MINUTE + SECOND);
  expect(records).toMatchObject([{ note: 'Half-way' }]);
  expect(phone.timer.view().timer.note).toBeNull();
});

it('a chosen mode or task is sent with the next start, or after a short wait', async () => {
  const { open, pass, shared } = machine();
  const desk = open('desk');
  const phone = open('phone', { device: 2 });
  desk.timer.chooseMode('shortBreak');
  desk.timer.chooseMode('focus');
  desk.timer.chooseTask(7);
  desk.timer.start();
  expect(shared).toMatchObject([{ mode: 'focus', taskId: 7, run: { isRunning: true } }]);
  await pass(5 * SECOND);
  desk.timer.chooseTask(8);
  await pass(SECOND);
  expect(shared).toHaveLength(1);
  await pass(2 * SECOND);
  expect(phone.timer.view().timer.taskId).toBe(8);
  desk.timer.chooseMode('longBreak');
  expect(shared).toHaveLength(3);
  await pass(1);
  expect(phone.timer.view()).toMatchObject({ state: 'idle', timer: { mode: 'longBreak' } });
});

it('after a completed run, the timer is sent only with its next change', async () => {
  const { open, pass, shared, sounds, shownCompletions } = machine();
  const desk = open('desk');
  const phone = open('phone', { device: 2 });
  desk.timer.start();
  await pass(25 * MINUTE + 2 * SECOND);
  expect(shared).toHaveLength(1);
  expect(sounds).toEqual(['desk']);
  expect(shownCompletions).toEqual(['desk: focus', 'phone: focus, elsewhere']);
  const done = { state: 'idle', timer: { mode: 'shortBreak', last: { isCompleted: true } } };
  expect(phone.timer.view()).toMatchObject(done);
  desk.close();
  const reloaded = open('reloaded');
  expect(reloaded.timer.view()).toMatchObject(done);
  await pass(5 * SECOND);
  expect(shared).toHaveLength(1);
  reloaded.timer.start();
  await pass(SECOND);
  expect(shared).toMatchObject([{}, { mode: 'shortBreak', last: { isCompleted: true } }]);
  expect(phone.timer.view()).toMatchObject({ state: 'running', sessions: 1 });
});

it('a change after a completed run is sent after a reload, if it is still unsent', async () => {
  const { open, pass, shared, goOffline, goOnline } = machine();
  const desk = open('desk');
  desk.timer.start();
  await pass(25 * MINUTE);
  goOffline(1);
  desk.timer.chooseMode('longBreak');
  desk.close();
  goOnline(1);
  open('reloaded');
  expect(shared.at(-1)).toMatchObject({ mode: 'longBreak' });
});

it('a session started with its own duration keeps it', async () => {
  const { open, pass, records } = machine();
  const tab = open('a');
  tab.timer.start(15 * MINUTE);
  expect(left(tab)).toBe(15 * MINUTE);
  await pass(15 * MINUTE);
  expect(records).toMatchObject([{ plannedMs: 15 * MINUTE, isCompleted: true }]);
  tab.timer.chooseMode('focus');
  expect(left(tab)).toBe(25 * MINUTE);
});
