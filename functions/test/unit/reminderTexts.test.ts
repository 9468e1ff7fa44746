import { DEFAULT_SETTINGS } from '@daymark/contract/settings';
import {
  deadlinesNotification,
  eventNotification,
  PLAN_NOTIFICATION,
  pushPayload,
  REFLECT_NOTIFICATION,
  startText,
  TEST_NOTIFICATION,
  type ReminderNotification,
} from '@daymark/contract/reminders/notification';
import { timerNotification } from '@daymark/contract/reminders/timerNotification';
import { PLACE_MAX } from '@daymark/contract/event';
import { TASK_TITLE_MAX } from '@daymark/contract/task';
import { MINUTE_MS } from '@daymark/contract/time/units';
import { roundsOf, seedOf } from '@daymark/contract/test/longRuns';
import { event, task } from '@daymark/contract/test/records';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const START = Date.parse('2026-11-20T09:00:00Z');
const SHOWN = { ...DEFAULT_SETTINGS, hidesReminderTitles: false };
const HIDDEN = { ...DEFAULT_SETTINGS, hidesReminderTitles: true };

const meeting = event(7, { title: 'Budget talk', place: 'Room 5' });
const block = event(8, { title: 'Old title', taskId: 3 });
const of = (eventId: number) => ({ eventId, startMs: START });

describe('the notification of an event', () => {
  test('has its title, its start and its place', () => {
    expect(eventNotification(meeting, undefined, of(7), START, SHOWN)).toEqual({
      title: 'Budget talk',
      body: 'Now · Room 5',
      tag: 'event-7',
      path: '/calendar?opens=7',
      actions: ['snooze'],
      recordId: 7,
    });
  });

  test('of an occurrence opens the occurrence and changes its series', () => {
    const shown = eventNotification(meeting, undefined, of(99), START, SHOWN);
    expect(shown).toMatchObject({ tag: 'event-99', path: '/calendar?opens=99', recordId: 7 });
  });

  test('of a block has the title of its task and the task’s actions', () => {
    const ferns = task(3, { title: 'Water the ferns' });
    expect(eventNotification(block, ferns, of(8), START, SHOWN)).toEqual({
      title: 'Water the ferns',
      body: 'Now',
      tag: 'event-8',
      path: '/tasks?opens=3',
      actions: ['done', 'snooze', 'focus'],
      recordId: 8,
      taskId: 3,
    });
  });

  test('is cut between two characters if a text is long', () => {
    const long = { ...meeting, title: '🌿'.repeat(200), place: 'p'.repeat(200) };
    expect(eventNotification(long, undefined, of(7), START, SHOWN)).toMatchObject({
      title: `${'🌿'.repeat(119)}…`,
      body: `Now · ${'p'.repeat(119)}…`,
    });
  });

  test.each([
    [-60, 'In 60 minutes'],
    [-10, 'In 10 minutes'],
    [-1, 'In 1 minute'],
    [-0.4, 'Now'],
    [0, 'Now'],
    [0.4, 'Now'],
    [1, 'Started 1 minute ago'],
    [3, 'Started 3 minutes ago'],
  ])('%d minutes after its start says “%s”', (late, text) => {
    expect(startText(START, START + late * MINUTE_MS)).toBe(text);
  });
});

describe('the digest of deadlines', () => {
  test.each([
    [1, '1 due today: A', 'A'],
    [3, '3 due today: A', 'A, B, C'],
    [5, '5 due today: A', 'A, B, C, 2 more'],
  ])('of %d tasks names at most three', (count, title, body) => {
    const titles = ['A', 'B', 'C', 'D', 'E'].slice(0, count);
    expect(deadlinesNotification(titles, SHOWN)).toMatchObject({ title, body });
  });

  test('with hidden titles says how many tasks are due', () => {
    expect(deadlinesNotification(['A', 'B', 'C', 'D'], HIDDEN)).toMatchObject({
      title: '4 due today',
      body: 'Open Daymark to see what.',
    });
  });
});

test('the end of a focus session suggests a break, and the end of a break to focus', () => {
  expect(timerNotification('focus')).toMatchObject({
    title: 'Focus completed!',
    body: 'Great job! Take a break.',
  });
  expect(timerNotification('longBreak')).toMatchObject({
    title: 'Long Break completed!',
    body: 'Break time is over. Ready to focus again?',
  });
});

describe('a push message', () => {
  test('has the declarative form with absolute addresses', () => {
    const shown = eventNotification(block, task(3), of(8), START, SHOWN);
    expect(pushPayload(shown, 12, 'https://daymark.app')).toEqual({
      web_push: 8030,
      notification: {
        title: 'Task 3',
        body: 'Now',
        tag: 'event-8',
        lang: 'en',
        navigate: 'https://daymark.app/tasks?opens=3',
        actions: [
          ['done', 'Done'],
          ['snooze', 'Snooze 10 min'],
          ['focus', 'Start focus'],
        ].map(([action, title]) => ({
          action,
          title,
          navigate: 'https://daymark.app/tasks?opens=3',
        })),
        data: { userId: 12, path: '/tasks?opens=3', recordId: 8, taskId: 3 },
      },
      mutable: true,
    });
  });

  /** Any well-formed text, often of long characters or of characters that JSON escapes. */
  const text = (maxLength: number) =>
    fc
      .oneof(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength }),
        fc
          .tuple(fc.constantFrom('a', 'ü', '漢', '🌿', '👩‍👩‍👧', '"', '\u0001'), fc.nat(maxLength))
          .map(([one, times]) => one.repeat(times)),
      )
      .map((long) => `W${long}`.slice(0, maxLength).toWellFormed());
  const written = fc.record({
    titles: fc.array(text(TASK_TITLE_MAX), { minLength: 1, maxLength: 6 }),
    place: text(PLACE_MAX),
  });
  const messagesOf = (
    { titles: [title = '', ...more], place }: { titles: string[]; place: string },
    options: { hidesReminderTitles: boolean },
  ): ReminderNotification[] => [
    eventNotification({ ...meeting, title, place }, undefined, of(2 ** 52 - 1), START, options),
    eventNotification({ ...block, place }, { title }, of(2 ** 52 - 1), START, options),
    deadlinesNotification([title, ...more], options),
    timerNotification('focus'),
    PLAN_NOTIFICATION,
    REFLECT_NOTIFICATION,
    TEST_NOTIFICATION,
  ];
  const options = { numRuns: roundsOf('TEXT_ROUNDS', 300, 5000), seed: seedOf('TEXT_SEED') };

  test('fits into one record of an encrypted message, whatever the person wrote', () => {
    fc.assert(
      fc.property(written, (given) => {
        for (const message of messagesOf(given, SHOWN)) {
          const payload = JSON.stringify(pushPayload(message, 2 ** 52 - 1, 'https://daymark.app'));
          // A message has at most 4096 bytes (RFC 8030), of which the encryption takes 103 (RFC 8291).
          expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(3993);
          expect(payload.isWellFormed()).toBe(true);
        }
      }),
      options,
    );
  });

  test('has a tag that is a topic of a push service', () => {
    fc.assert(
      fc.property(written, (given) => {
        for (const { tag } of messagesOf(given, SHOWN))
          expect(tag).toMatch(/^[A-Za-z0-9_-]{1,32}$/);
      }),
      options,
    );
  });

  test('with hidden titles has nothing that the person wrote', () => {
    const others = (texts: { titles: string[]; place: string }) =>
      messagesOf(texts, HIDDEN).map((message) => pushPayload(message, 12, ''));
    fc.assert(
      fc.property(written, (given) => {
        const titles = given.titles.map((_, index) => `Title ${index}`);
        expect(others(given)).toEqual(others({ titles, place: 'Here' }));
      }),
      options,
    );
  });
});
