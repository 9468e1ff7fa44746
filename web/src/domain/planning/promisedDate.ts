import { addDays, startOfDay, weekdayDateOf, type LocalDay } from '../../lib/time/dates';
import { rangeOf, type Range } from '../statistics/range';
import { seededRandom } from '../statistics/seededRandom';
import { BUDGET_DAYS_MIN, focusScaled } from './dayBudget';
import type { PastDay } from './pastDays';

/** Work that is still to be done. */
export interface OpenWork {
  /** The rest of the estimate, in minutes. */
  left: number;
  /** The focus on it so far, in minutes. */
  focused: number;
  /** The day on which it begins at the earliest, or by which it is due. Null without a day. */
  day: LocalDay | null;
  /** Whether the work may begin before `day`, because `day` is only its deadline. */
  mayBeginEarlier?: boolean;
}

/** A day to come, today included. */
export interface ComingDay {
  day: LocalDay;
  /** The free time of the whole day, in minutes. Undefined on a day off. */
  free: number | undefined;
  /** The most that can be done on the day, in minutes: today, what is left of it. */
  most: number;
}

/** The facts that a date is computed from. */
export interface PromiseInput {
  work: readonly OpenWork[];
  /** Other work with a day, from which it takes time. The part that comes before `work` is done before it. */
  queue: readonly OpenWork[];
  /**
   * The person's past working days, the latest first. `focused` is the focus on tasks that already existed, because new
   * ones come in every day and take their share.
   */
  past: readonly PastDay[];
  /** The days to come, one after the other, today first. */
  coming: readonly ComingDay[];
  /** The time that completed tasks took, as factors of their first estimates. */
  ratios: readonly number[];
  /** The focus of today so far on tasks that already existed, in minutes. */
  focusedToday: number;
}

/** The days by which work is done with a chance of 50 % and of 80 %, with the facts that they come from. */
export interface PromisedDate {
  likely: LocalDay;
  safe: LocalDay;
  /** The time that the work takes, in minutes. `count` is the number of completed tasks that it comes from. */
  work: Range;
  /**
   * The latest day for which a part of the work is planned, if that is after today. That part doesn't begin earlier.
   */
  begins: LocalDay | undefined;
  /** The estimates of the other work that is done first, in minutes. */
  ahead: number;
  /** The focus on a working day, in minutes. `count` is the number of days that it comes from. */
  daily: Range;
  /** The number of days off up to `safe`. */
  daysOff: number;
}

/** At least this many completed tasks with an estimate are needed. */
const RATIOS_MIN = 10;

/** At most this many completed tasks count, the latest ones. */
const RATIOS_MAX = 200;

/** Stands for a day after all days to come. */
const NEVER = '9999-12-31';

/** How often the days to come are played through. */
const RUNS = 500;

/** Work that has taken longer than its estimate takes this share of it once more, unless the records say more. */
const REST = 0.1;

/**
 * Returns the days by which work can be promised. The days to come are played through many times. Each week is like a
 * past week of the person, and each task takes longer or shorter than its estimate as a past task did. Returns
 * undefined with too few past days or completed tasks, and if the work isn't done within `coming` in 8 of 10 runs.
 */
export function promisedDate(input: PromiseInput): PromisedDate | undefined {
  const { work, past, coming } = input;
  const ratios = input.ratios.slice(-RATIOS_MAX);
  const worked = past.filter(({ focused }) => focused >= 1);
  const today = coming[0]?.day;
  if (worked.length < BUDGET_DAYS_MIN || ratios.length < RATIOS_MIN) return undefined;
  if (work.length === 0 || !today) return undefined;

  const queue = queueBefore(input);
  const weeks = pastWeeks(past, today);
  const random = seededRandom(past.length * 1000 + work.length);
  const done: LocalDay[] = [];
  const totals: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    // Each run draws from a history drawn from the person's own, because a short history says little for sure.
    const drawnRatios = drawn(ratios, random);
    const sizes = work.map((one) => drawnSize(one, drawnRatios, random));
    totals.push(sizes.reduce((sum, size) => sum + size, 0));
    const sizeOf = (other: OpenWork) => drawnSize(other, drawnRatios, random);
    done.push(doneDay(input, sizes, { queue, sizeOf }, drawnDays(input, weeks, random)));
  }
  const [likely, safe] = [nearestDay(done, 0.5), dayOf(done, 0.8)];
  if (likely === NEVER || safe === NEVER) return undefined;
  const isUntilSafe = ({ day }: ComingDay) => day <= safe;
  return {
    likely,
    safe,
    work: { ...rangeOf(totals), count: ratios.length },
    begins: latestDay(work.filter((one) => !mayBegin(one, today))),
    ahead: queue
      .filter(({ day }) => day === null || day <= safe)
      .reduce((sum, { left }) => sum + left, 0),
    daily: rangeOf(worked.map(({ focused }) => focused)),
    daysOff: coming.filter((one) => isUntilSafe(one) && one.free === undefined).length,
  };
}

/** Returns the first day by which the work is done in at least this share of the runs. */
const dayOf = (done: readonly LocalDay[], share: number): LocalDay =>
  done.toSorted()[Math.ceil(done.length * share) - 1] ?? NEVER;

/**
 * Returns the day by which the work is done in a share of the runs that is closest to `share`. The first day with at
 * least that share would be too late on average, because days are coarse.
 */
function nearestDay(done: readonly LocalDay[], share: number): LocalDay {
  const shareBy = (day: LocalDay) => done.filter((one) => one <= day).length / done.length;
  const after = dayOf(done, share);
  const before = done.reduce((latest, day) => (day < after && day > latest ? day : latest), '');
  return before !== '' && share - shareBy(before) < shareBy(after) - share ? before : after;
}

const latestDay = (work: readonly OpenWork[]): LocalDay | undefined =>
  work
    .flatMap(({ day }) => day ?? [])
    .toSorted()
    .at(-1);

/** Returns the parts of the queue that are done before the last part of the work, by day. */
function queueBefore({ work, queue }: PromiseInput): readonly OpenWork[] {
  const isUndated = work.some(({ day }) => day === null);
  const last = latestDay(work) ?? '';
  return queue
    .filter(({ day }) => day !== null && (isUndated || day <= last))
    .toSorted((a, b) => ((a.day ?? '') < (b.day ?? '') ? -1 : 1));
}

/** Returns as many values drawn from the list, each as often as chance wants. */
const drawn = <T>(values: readonly T[], random: () => number): T[] =>
  values.map((value) => oneOf(values, random) ?? value);

const oneOf = <T>(values: readonly T[], random: () => number): T | undefined =>
  values[Math.floor(random() * values.length)];

/**
 * Returns how long work takes from now on, in minutes. Work that was begun can't take less than the focus on it so far,
 * so only factors that leave something count.
 */
function drawnSize(
  { left, focused }: OpenWork,
  ratios: readonly number[],
  random: () => number,
): number {
  const estimate = left + focused;
  for (let attempt = 0; attempt < 10; attempt++) {
    const size = estimate * (oneOf(ratios, random) ?? 1) - focused;
    if (size > 0) return size;
  }
  return estimate * REST;
}

/** Past days by how many days back they are, and the number of weeks that they cover. */
interface PastWeeks {
  byBack: ReadonlyMap<number, PastDay>;
  count: number;
}

function pastWeeks(past: readonly PastDay[], today: LocalDay): PastWeeks {
  const byDay = new Map(past.map((day) => [day.day, day]));
  const byBack = new Map<number, PastDay>();
  let back = 0;
  while (byBack.size < byDay.size) {
    const day = byDay.get(addDays(today, -++back));
    if (day) byBack.set(back, day);
  }
  return { byBack, count: Math.ceil(back / 7) };
}

/**
 * Returns a function that gives the minutes of work on a day to come, drawn from past weeks. A day is like the same
 * weekday of its week. The function is called with the days' indexes in order.
 */
function drawnDays(
  { past, focusedToday }: PromiseInput,
  { byBack, count }: PastWeeks,
  random: () => number,
): (coming: ComingDay, index: number) => number {
  const weeks = Array.from({ length: count }, () => 1 + Math.floor(random() * count));
  let week = 1;
  return ({ free, most }, index) => {
    if (index % 7 === 0) week = oneOf(weeks, random) ?? 1;
    if (free === undefined) return 0;
    const like = byBack.get(7 * week - (index % 7)) ?? oneOf(past, random);
    const focus = (like ? focusScaled(like, free) : 0) - (index === 0 ? focusedToday : 0);
    return Math.max(0, Math.min(most, focus));
  };
}

/** The part of the queue that is done first, in the order of its days, and the time that each part of it takes. */
interface Ahead {
  queue: readonly OpenWork[];
  sizeOf: (part: OpenWork) => number;
}

/** Returns the day on which all of the work is done, or `NEVER`. What is planned for a day is done first. */
function doneDay(
  { work, coming }: PromiseInput,
  sizes: readonly number[],
  { queue, sizeOf }: Ahead,
  capacityOf: (coming: ComingDay, index: number) => number,
): LocalDay {
  const left = [...sizes];
  let [open, next, waiting] = [work.length, 0, 0];
  for (const [index, one] of coming.entries()) {
    for (let other = queue[next]; other && mayBegin(other, one.day); other = queue[++next])
      waiting += sizeOf(other);
    const capacity = capacityOf(one, index);
    let minutes = Math.max(0, capacity - waiting);
    waiting = Math.max(0, waiting - capacity);
    for (let part = 0; part < work.length && minutes > 0; part++) {
      const size = left[part] ?? 0;
      if (size <= 0 || !mayBegin(work[part], one.day)) continue;
      const spent = Math.min(size, minutes);
      minutes -= spent;
      left[part] = size - spent;
      if (spent === size) open--;
    }
    if (open === 0) return one.day;
  }
  return NEVER;
}

const mayBegin = (part: OpenWork | undefined, day: LocalDay): boolean =>
  !part || part.day === null || part.mayBeginEarlier === true || part.day <= day;

/** Returns the dates as text: "50% by Thu, Dec 3 · 80% by Tue, Dec 8". */
export function promisedText({ likely, safe }: PromisedDate, now: Date): string {
  const text = (day: LocalDay) => weekdayDateOf(startOfDay(day), now);
  return `50% by ${text(likely)} · 80% by ${text(safe)}`;
}
