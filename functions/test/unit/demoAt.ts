import type { DayPlan } from '@daymark/contract/dayPlan';
import type { Event } from '@daymark/contract/event';
import type { FocusSession } from '@daymark/contract/focusSession';
import type { Goal } from '@daymark/contract/goal';
import type { Note } from '@daymark/contract/note';
import type { Reflection } from '@daymark/contract/reflection';
import type { Settings } from '@daymark/contract/settings';
import type { Task } from '@daymark/contract/task';
import type { WeekReview } from '@daymark/contract/weekReview';
import { demoClock } from '../../src/demo/demoClock';
import { fillWithDemo } from '../../src/demo/demoRecords';
import type { Ports } from '../../src/ports';

/** The records of a demo. */
export interface Demo {
  settings: Settings[];
  goals: Goal[];
  tasks: Task[];
  events: Event[];
  notes: Note[];
  reflections: Reflection[];
  weekReviews: WeekReview[];
  dayPlans: DayPlan[];
  focusSessions: FocusSession[];
}

/** Returns the records of a demo that is opened at this time, without its categories. */
export async function demoAt(now: string, timeZone = 'Europe/Berlin'): Promise<Demo> {
  const made: Partial<Record<keyof Demo, unknown>> = {};
  const storeOf = (name: keyof Demo) => ({
    createMissing: (_: unknown, records: unknown) => {
      made[name] = records;
      return Promise.resolve();
    },
  });
  const stores = {
    categories: { createMissing: () => Promise.resolve() },
    settings: storeOf('settings'),
    goals: storeOf('goals'),
    tasks: storeOf('tasks'),
    events: storeOf('events'),
    notes: storeOf('notes'),
    reflections: storeOf('reflections'),
    weekReviews: storeOf('weekReviews'),
    dayPlans: storeOf('dayPlans'),
    focusSessions: storeOf('focusSessions'),
  };
  const ports = { stores } as unknown as Ports;
  await fillWithDemo({ uid: 'demo', userId: 1 }, demoClock(new Date(now), timeZone), ports);
  return made as Demo;
}
