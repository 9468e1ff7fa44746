// @ts-check
import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, vi } from 'vitest';
import { areTaggedGone } from '../command/processes.mjs';
import { scheduleReminders } from '../stack/reminderSchedule.mjs';

/**
 * Starts a schedule for a bundle in a new folder.
 * @param {import('vitest').TestContext} t
 * @param {string} body what the bundle does when the reminders are due
 */
function start(t, body) {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-test-'));
  const bundle = join(folder, 'index.cjs');
  const ran = join(folder, 'ran');
  writeFileSync(ran, '');
  const build = (/** @type {string} */ text) =>
    writeFileSync(
      bundle,
      `const note = (text) => require('node:fs').appendFileSync(process.env.RAN, text);
      exports.sendReminders = { run: async () => { ${text} } };`,
    );
  build(body);
  const log = join(folder, 'log');
  appendFileSync(log, '');
  const tag = `DAYMARK_TEST=${folder}`;
  const schedule = scheduleReminders({ env: { RAN: ran, DAYMARK_TEST: folder }, log, bundle });
  t.onTestFinished(async () => {
    await schedule.stop();
    rmSync(folder, { recursive: true });
  });
  return {
    ...schedule,
    build,
    bundle,
    tag,
    ran: () => readFileSync(ran, 'utf8'),
    log: () => readFileSync(log, 'utf8'),
  };
}

test('reminders are sent when asked, one run after the other', async (t) => {
  const { sendReminders, ran } = start(
    t,
    `note('<'); await new Promise((done) => setImmediate(done)); note('>');`,
  );
  await Promise.all([sendReminders(), sendReminders()]);
  assert.equal(ran(), '<><>');
});

test('reminders are sent at each full minute', async (t) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  t.onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime('2026-11-18T10:00:15Z');
  const { begin, ran } = start(t, `note('.');`);
  begin();
  vi.advanceTimersByTime(44_000);
  assert.equal(vi.getTimerCount(), 1);
  vi.advanceTimersByTime(1_000);
  await vi.waitUntil(() => ran() === '.' && vi.getTimerCount() === 1);
  vi.advanceTimersByTime(60_000);
  await vi.waitUntil(() => ran() === '..');
});

test('reminders that fail reject with the error, which the log has as well', async (t) => {
  const { sendReminders, log } = start(t, `throw new Error('No database');`);
  await assert.rejects(sendReminders(), /No database/);
  assert.match(log(), /No database/);
});

test('reminders run the newest bundle', async (t) => {
  const { sendReminders, ran, build, bundle } = start(t, `note('old ');`);
  await sendReminders();
  build(`note('new ');`);
  utimesSync(bundle, new Date(), new Date(Date.now() + 5_000));
  await sendReminders();
  assert.equal(ran(), 'old new ');
});

test('a stopped schedule leaves no process', async (t) => {
  const { sendReminders, stop, tag } = start(t, '');
  await sendReminders();
  await stop();
  assert.ok(await areTaggedGone(tag, 0));
  await assert.rejects(sendReminders(), /stopped/);
});

test('a process that ends while it sends rejects the call', async (t) => {
  const { sendReminders } = start(t, 'process.exit(1);');
  await assert.rejects(sendReminders(), /ended/);
});
