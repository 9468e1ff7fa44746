import { expect, it } from 'vitest';
import type { OutcomeSpan, PlanAgainstDay, TimeOutcome } from './planAgainstDay';
import { differencesOf, missingSentences, outcomeText, planSummary } from './planWords';

const DAYS = { day: '2026-11-20', today: '2026-11-20' };
const START = Date.parse('2026-11-20T10:00:00Z');
const record = (title: string) => ({ kind: 'task' as const, id: title, title });

/** Returns a planned block with spans of these minutes. */
function block(
  title: string,
  parts: readonly (Pick<OutcomeSpan, 'outcome' | 'movedTo'> & { minutes: number; of?: string })[],
): TimeOutcome {
  let from = START;
  const spans = parts.map(({ minutes, of = title, ...part }) => {
    const to = from + minutes * 60_000;
    const span = { from, to, record: record(of), ...part };
    from = to;
    return span;
  });
  const planned = { eventId: '1', title, start: '', end: '', taskId: 1 };
  return { planned, spans };
}

const COMPARED: PlanAgainstDay = {
  times: [
    block('Report', [{ outcome: 'done', minutes: 60 }]),
    block('Slides', [
      { outcome: 'done', minutes: 40 },
      { outcome: 'interrupted', minutes: 20, of: 'Tidy up' },
    ]),
    block('Invoice', [{ outcome: 'moved', minutes: 60, movedTo: '2026-11-21' }]),
    block('Email', [{ outcome: 'displaced', minutes: 30, of: 'Call with Ann' }]),
  ],
  tasks: [],
  unplanned: [
    { record: record('Call with Ann'), parts: [{ from: START, to: START + 45 * 60_000 }] },
  ],
  slipped: [],
  otherTimes: [],
};

it('sums up how the planned blocks turned out, and what was not planned', () =>
  expect(planSummary(COMPARED, DAYS)).toEqual({
    done: ['2 of 4 planned blocks done'],
    rest: ['20m interrupted', '1h moved to tomorrow', '45m unplanned: Call with Ann'],
  }));

it('counts tasks if no block was planned', () =>
  expect(
    planSummary(
      {
        times: [],
        tasks: [
          {
            planned: { taskId: 1, title: 'A', minutes: null, isPriority: false },
            outcome: 'done',
          },
        ],
        unplanned: [],
        slipped: [],
        otherTimes: [],
      },
      DAYS,
    ),
  ).toEqual({ done: ['1 of 1 planned task done'], rest: [] }));

it('names a new time, a new day and no day', () =>
  expect(
    ['2026-11-21', null, '2026-11-27'].map((movedTo) =>
      outcomeText({ outcome: 'moved', movedTo }, DAYS),
    ),
  ).toEqual(['Moved to tomorrow', 'Moved to no day', 'Moved to Fri, Nov 27']));

it('joins the focus on a task and the rest of its block, once it is completed', () => {
  const time = block('Report', [
    { outcome: 'done', minutes: 25 },
    { outcome: 'done', minutes: 35 },
  ]);
  const [focused, rest] = time.spans;
  const spans = [{ ...focused!, record: { ...focused!.record, kind: 'session' as const } }, rest!];
  expect(differencesOf({ ...time, spans }).map(({ minutes }) => minutes)).toEqual([60]);
});

it('joins the parts of a block with the same outcome and record', () =>
  expect(
    differencesOf(
      block('Report', [
        { outcome: 'notBegun', minutes: 5 },
        { outcome: 'done', minutes: 25 },
        { outcome: 'notBegun', minutes: 30 },
      ]),
    ).map(({ outcome, minutes }) => [outcome, minutes]),
  ).toEqual([
    ['notBegun', 35],
    ['done', 25],
  ]));

it('does not draft a line again because its figures changed', () =>
  expect(
    missingSentences('2 of 6 planned blocks done\n30m unplanned: Call with Ann', [
      '4 of 6 planned blocks done',
      '1h 15m unplanned: Call with Ann',
      '1h moved to tomorrow',
    ]),
  ).toEqual(['1h moved to tomorrow']));
