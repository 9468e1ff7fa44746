import { countText } from '../../lib/text/numbers';
import { dayInSentence, localDay, timeText, type LocalDay } from '../../lib/time/dates';
import { plainDuration } from '../../lib/time/durationText';
import {
  mainOutcome,
  minutesOf,
  type Outcome,
  type OutcomeSpan,
  type PlanAgainstDay,
  type ProofRecord,
  type TimeOutcome,
} from './planAgainstDay';

const WORDS: Record<Outcome, string> = {
  done: 'Done',
  displaced: 'Unplanned meeting',
  interrupted: 'Interrupted',
  moved: 'Moved',
  removed: 'Removed',
  absent: 'No longer on this day',
  notBegun: 'Not begun',
  ahead: 'To come',
};

/** The day of a plan, and today. */
interface PlanDays {
  day: LocalDay;
  today: LocalDay;
}

/** Returns an outcome in words: "Done", "Moved to tomorrow", "Moved to 2:00 PM". Without days, "Moved". */
export function outcomeText(
  { outcome, movedTo }: Pick<OutcomeSpan, 'outcome' | 'movedTo'>,
  days?: PlanDays,
): string {
  return outcome === 'moved' && movedTo !== undefined && days
    ? `${WORDS.moved} to ${placeText(movedTo, days)}`
    : WORDS[outcome];
}

function placeText(movedTo: number | LocalDay | null, { day, today }: PlanDays): string {
  if (movedTo === null) return 'no day';
  if (typeof movedTo === 'string') return dayInSentence(movedTo, today);
  const to = new Date(movedTo);
  return localDay(to) === day ? timeText(to) : dayInSentence(localDay(to), today);
}

/** The time of a plan that turned out the same way, by the same record. */
interface Difference extends Pick<OutcomeSpan, 'outcome' | 'movedTo' | 'record'> {
  minutes: number;
}

/** Returns how a planned time turned out, one entry for each outcome and record, in the order of time. */
export function differencesOf({ spans }: TimeOutcome): Difference[] {
  const differences = new Map<string, Difference>();
  for (const span of spans) {
    const { outcome, record, movedTo } = span;
    // Two sessions on the same task are one fact, and so are focus on a task and its completion.
    const kind = outcome === 'done' ? '' : record.kind;
    const key = [outcome, kind, record.title, movedTo].join(' ');
    const minutes = (differences.get(key)?.minutes ?? 0) + minutesOf([span]);
    differences.set(key, { outcome, record, minutes, ...(movedTo !== undefined && { movedTo }) });
  }
  return [...differences.values()];
}

/** Returns the plans of several days as one, for a summary of all of them. */
export const joinedPlans = (plans: readonly PlanAgainstDay[]): PlanAgainstDay => ({
  times: plans.flatMap(({ times }) => times),
  tasks: plans.flatMap(({ tasks }) => tasks),
  slipped: plans.flatMap(({ slipped }) => slipped),
  unplanned: plans.flatMap(({ unplanned }) => unplanned),
  otherTimes: plans.flatMap(({ otherTimes }) => otherTimes),
});

/** Sentences about what was done as planned, and about the rest of the plan. */
export interface PlanSentences {
  done: string[];
  rest: string[];
}

/** At most this many records are named after a sum. */
const NAMED_MAX = 2;

/**
 * Returns sentences about a plan and its day: "4 of 6 planned blocks done", and how the rest turned out: "1h moved to
 * tomorrow", "45m unplanned: Call with Ann". Without blocks, the tasks are counted. Without days, the sentences don't
 * say to when time was moved.
 */
export function planSummary(
  { times, tasks, unplanned }: PlanAgainstDay,
  days?: PlanDays,
): PlanSentences {
  const blocks = times.filter(({ planned }) => planned.taskId !== null).map(mainOutcome);
  const outcomes = blocks.length > 0 ? blocks : tasks.map(({ outcome }) => outcome);
  const noun = blocks.length > 0 ? 'planned block' : 'planned task';
  const done = outcomes.filter((outcome) => outcome === 'done').length;
  const minutes = new Map<string, number>();
  for (const { spans } of times)
    for (const span of spans) {
      if (span.outcome === 'done' || span.outcome === 'ahead' || span.outcome === 'displaced')
        continue;
      const text = outcomeText(span, days);
      const word = text.charAt(0).toLowerCase() + text.slice(1);
      minutes.set(word, (minutes.get(word) ?? 0) + minutesOf([span]));
    }
  const unplannedMinutes = unplanned.reduce((sum, { parts }) => sum + minutesOf(parts), 0);
  return {
    done: outcomes.length > 0 ? [`${done} of ${countText(outcomes.length, noun)} done`] : [],
    rest: [
      ...[...minutes].flatMap(([word, sum]) => (sum >= 1 ? `${plainDuration(sum)} ${word}` : [])),
      ...(unplannedMinutes >= 1
        ? [
            `${plainDuration(unplannedMinutes)} unplanned: ${namesOf(unplanned.map(({ record }) => record))}`,
          ]
        : []),
    ],
  };
}

/** Returns the titles of records: "Call with Ann, Tidy up and 2 more". */
function namesOf(records: readonly ProofRecord[]): string {
  const titles = [...new Set(records.map(({ title }) => title))];
  const named = titles.slice(0, NAMED_MAX).join(', ');
  const others = titles.length - NAMED_MAX;
  return others > 0 ? `${named} and ${others} more` : named;
}

/** Returns the drafted lines that a text doesn't have yet. Lines that differ only in their figures are the same. */
export function missingSentences(text: string, lines: readonly string[]): string[] {
  const present = new Set(text.split('\n').map(withoutFigures));
  return lines.filter((line) => !present.has(withoutFigures(line)));
}

const withoutFigures = (line: string): string =>
  line
    .replace(/\d+/g, '')
    .replace(/(?<!\p{L})[hm](?!\p{L})/gu, '')
    .replace(/blocks?|tasks?/, 'blocks')
    .replace(/\s+/g, ' ')
    .trim()
    .toLocaleLowerCase();
