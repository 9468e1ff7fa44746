import { createContext } from 'react';
import type { LocalDay } from '../../../lib/time/dates';

/** How far back a row looks for days off among the days that a daily task missed, in days. */
export const MISSED_DAYS_MAX = 366;

/** Tells a row whether a day is a working day. The list provides it, because a row must not read all events. */
export const WorkingDayContext = createContext<(day: LocalDay) => boolean>(() => true);
