import type { SettingsPatch } from '@daymark/contract/settings';
import { MINUTE_MS } from '@daymark/contract/time/units';
import { expect, test } from 'vitest';
import type { Owner } from '../src/owner';
import { handlers } from '../src/handlers';
import { eventAt, remindedPerson, sweepPorts, type Sweep } from './sweep';

// Friday, November 20, 2026, in UTC. Everyone works from 9:00 to 17:00.
const DAWN = '2026-11-20T05:00:00Z';

const updateSettings = ({ ports }: Sweep, owner: Owner, body: SettingsPatch) =>
  handlers.updateSettings({ owner: { ...owner, signInsValidFrom: '' }, body }, ports);

/** Starts a focus session of 25 minutes. */
function startTimer(sweep: Sweep, owner: Owner) {
  const at = sweep.clock.nowMs;
  const lengths = { plannedMs: 25 * MINUTE_MS, leftMs: 25 * MINUTE_MS };
  const run = { id: 1, startedAt: at, ...lengths, at, isRunning: true };
  const timer = { mode: 'focus', sessions: 0, run, taskId: null, note: null, last: null } as const;
  return updateSettings(sweep, owner, { timer: { ...timer, changedAt: at, device: 1 } });
}

const tagsOf = (arrived: { notification: { tag: string } }[]) =>
  arrived.map(({ notification }) => notification.tag);

test('a timer that starts while the evening’s reminder is sent reminds at its end', async () => {
  const sweep = sweepPorts(DAWN);
  const person = await remindedPerson(sweep, { remindsToReflect: true });
  await sweep.sweepAt('2026-11-20T09:00:10Z');
  const { push } = sweep.ports;
  const { send } = push;
  push.send = async (subscription, message) => {
    push.send = send;
    await startTimer(sweep, person);
    return send(subscription, message);
  };
  expect(tagsOf(await sweep.sweepAt('2026-11-20T17:00:10Z'))).toEqual(['reflect']);
  expect(tagsOf(await sweep.sweepAt('2026-11-20T17:01:10Z'))).toEqual([]);
  expect(tagsOf(await sweep.sweepAt('2026-11-20T17:26:10Z'))).toEqual(['timer']);
});

test('a timer that starts right after a setting has changed doesn’t delay the setting', async () => {
  const sweep = sweepPorts(DAWN);
  const person = await remindedPerson(sweep);
  await sweep.stores.events.create(person, eventAt('2026-11-20T10:30:00Z', { id: 1 }));
  await sweep.sweepAt('2026-11-20T09:30:10Z');
  sweep.clock.nowMs = Date.parse('2026-11-20T10:10:20Z');
  await updateSettings(sweep, person, { reminderMinutes: 15 });
  await startTimer(sweep, person);
  await sweep.sweepAt('2026-11-20T10:11:10Z');
  expect(tagsOf(await sweep.sweepAt('2026-11-20T10:15:10Z'))).toEqual(['event-1']);
});
