import { addDays, type LocalDay } from '../../src/lib/time/dates';
import type { PastDay } from '../../src/domain/planning/pastDays';
import { normal } from '../../src/domain/statistics/seededRandom';

/** A simulated working day: what the person planned and did, and the free time, in minutes. */
export interface LivedDay extends PastDay {
  planned: number;
}

/** The habits of a simulated person. */
export interface Habits {
  /** Minutes of focus on a usual day. */
  usual: number;
  /** How much a day differs from the usual one, as a share. */
  spread: number;
  /** By how much each weekday from Monday to Friday differs, as a factor. */
  weekdays: readonly number[];
  /** The mean time in meetings, in minutes. */
  meetings: number;
  /** How much of the focus is lost if all the free time is lost: 0 for none of it, 1 for all. */
  yields: number;
  /** The change of the usual focus over the whole record, as a share. */
  drift: number;
  /** The chance that a day is a burst with twice the focus. */
  bursts: number;
  /** The chance that a vacation of ten working days begins. */
  vacations: number;
  /** How many times the usual focus is planned. */
  overplans: number;
}

const DAYS = 180;
export const WORKING_MINUTES = 480;

/** Draws a person: from 1 to 5 hours of focus a day, quiet or full of meetings, steady or not. */
export function drawHabits(random: () => number): Habits {
  const between = (from: number, to: number) => from + (to - from) * random();
  return {
    usual: between(60, 300),
    spread: between(0.2, 0.5),
    weekdays: Array.from({ length: 5 }, () => between(0.75, 1.25)),
    meetings: between(0, 200),
    yields: between(0, 1),
    drift: between(-0.4, 0.4),
    bursts: between(0, 0.08),
    vacations: between(0, 0.01),
    overplans: between(1.2, 1.8),
  };
}

/** The Monday with which the simulated days begin. */
const FIRST_DAY = '2026-01-05';

/** Returns the day of the number of a working day, counted from 0. Weekends are off. */
const workingDay = (index: number): LocalDay =>
  addDays(FIRST_DAY, Math.floor(index / 5) * 7 + (index % 5));

/** Lives a person's working days, the earliest first. The days of a vacation aren't in the list. */
export function live(habits: Habits, random: () => number): LivedDay[] {
  const lived: LivedDay[] = [];
  for (let index = 0; index < DAYS; index++) {
    if (random() < habits.vacations) index += 10;
    const free = WORKING_MINUTES - Math.min(420, -Math.log(1 - random()) * habits.meetings);
    const share = 1 - habits.yields * (1 - free / WORKING_MINUTES);
    const drifted = habits.usual * (1 + habits.drift * (index / DAYS - 0.5));
    const factor = (habits.weekdays[index % 5] ?? 1) * (random() < habits.bursts ? 2 : 1);
    const mean = drifted * share * factor;
    const focused = Math.max(5, mean * (1 + habits.spread * normal(random)));
    const planned = drifted * habits.overplans * Math.exp(0.3 * normal(random));
    lived.push({ day: workingDay(index), focused, free: Math.floor(free), planned });
  }
  return lived;
}
