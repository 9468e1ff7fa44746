import { countText, decimalText, numberText } from '../../lib/text/numbers';
import type { Category } from '@daymark/contract/category';
import type { FocusSession } from '@daymark/contract/focusSession';
import { dayOfId } from '@daymark/contract/primitives';
import { type Reflection } from '@daymark/contract/reflection';
import type { Goal } from '@daymark/contract/goal';
import type { Task } from '@daymark/contract/task';
import { CalendarRange, CircleCheck, Flame, Timer } from 'lucide-react';
import {
  hourText,
  personsDay,
  type LocalDay,
  longDate,
  monthDay,
  startOfDay,
} from '../../lib/time/dates';
import { durationText } from '../../lib/time/durationText';
import { EmptyState } from '../../ui/states/EmptyState';
import { Panel } from '../../ui/layout/Panel';
import { StatCard } from '../../ui/layout/StatCard';
import { doneTasks } from '../../domain/planning/estimateRange';
import { dayProgress } from '../../domain/tasks/dayProgress';
import { COUNT_STEPS, evenTicks, HOUR_STEPS } from './axisTicks';
import { EstimateHabits, EstimatePanel } from './EstimatePanel';
import { estimateChecks } from '../../domain/insights/estimateSums';
import { ChartPanel } from './ChartPanel';
import type { WorkingHours } from '../../domain/planning/freeTime';
import { eventMinutes, longestGapMinutes } from '../../domain/insights/dayParts';
import { focusByDay, focusByHour } from '../../domain/insights/focusSums';
import { daysWithin } from '../../domain/insights/insightDays';
import type { Period } from '../../domain/insights/period';
import { timesheet } from '../../domain/insights/timesheet';
import css from './Insights.module.css';
import { PatternList } from './PatternList';
import { patternsIn, type RatedDay } from '../../domain/insights/patterns';
import { PromisePanel } from './PromisePanel';
import { sessionOutcomes } from '../../domain/insights/sessionOutcomes';
import { focusDays, streakOf } from '../../domain/insights/streaks';
import { TimesheetPanel } from './TimesheetPanel';
import { WhereTheDayWent } from './WhereTheDayWent';
import type { CalendarEvent } from '../../domain/shownRecords';

/** The records that insights are computed from. */
interface InsightRecords {
  sessions: readonly FocusSession[];
  tasks: readonly Task[];
  /** All tasks, with steps and skipped tasks. */
  allTasks: readonly Task[];
  /** The steps of each task, by its id. */
  steps: ReadonlyMap<number, readonly Task[]>;
  categories: readonly Category[];
  goals: readonly Goal[];
  events: readonly CalendarEvent[];
  reflections: readonly Reflection[];
}

interface InsightsProps {
  records: InsightRecords;
  period: Period;
  /** The day on which the account was created. */
  since: LocalDay;
  hours: WorkingHours;
  isWorkingDay: (day: LocalDay) => boolean;
  now: Date;
}

/** Shows all charts and numbers for a range of days. */
export function Insights({ records, period, since, hours, isWorkingDay, now }: InsightsProps) {
  const { sessions, tasks, steps, categories, events, reflections } = records;
  const today = personsDay(now);
  const last = period.to < today ? period.to : today;
  const days = daysWithin(period.from, last);
  const byDay = focusByDay(sessions, days);
  // Imported sessions may be older than the account.
  const firstFocused = byDay.find(({ minutes }) => minutes > 0)?.day ?? last;
  const own = days.filter((day) => day >= since || day >= firstFocused);
  // A day off counts only if the person focused on it.
  const counted = byDay.filter(
    ({ day, minutes }) => minutes > 0 || (own.includes(day) && isWorkingDay(day)),
  ).length;
  const byHour = focusByHour(sessions, days);
  const plans = dayProgress(tasks, days, now);
  const kept = sessionOutcomes(sessions, days);
  const streak = streakOf(focusDays(sessions), today, isWorkingDay);
  const ratings = ratingsOf(reflections);

  const total = byDay.reduce((sum, { minutes }) => sum + minutes, 0);
  const completed = plans.reduce((sum, plan) => sum + plan.done, 0);
  const rated = days.flatMap((day): RatedDay[] => {
    const rating = ratings.get(day);
    if (!rating) return [];
    return [
      {
        rating,
        focusMinutes: byDay.find((one) => one.day === day)?.minutes ?? 0,
        eventMinutes: eventMinutes(day, events),
        longestGapMinutes: longestGapMinutes(day, events, hours),
      },
    ];
  });

  if (total === 0 && completed === 0 && rated.length === 0)
    return (
      <Panel aria-label="Insights">
        <EmptyState
          icon={<CalendarRange size={28} aria-hidden="true" />}
          title="Nothing to show yet"
        >
          Run the focus timer, complete a task, or rate a day in its reflection, and you’ll see it
          here.
        </EmptyState>
      </Panel>
    );

  const labels = days.map((day) => monthDay(startOfDay(day)));
  const longLabels = days.map((day) => longDate(startOfDay(day)));
  const best = byDay.reduce((a, b) => (b.minutes > a.minutes ? b : a));
  const peak = byHour.indexOf(Math.max(...byHour));
  const active = byDay.filter(({ minutes }) => minutes > 0).length;
  return (
    <div className={css.insights}>
      <div className={css.cards}>
        <StatCard
          title="Focused"
          icon={<Timer size={16} aria-hidden="true" />}
          value={durationText(total)}
          detail={`on ${active} of ${dayCount(counted)}, ${durationText(total / Math.max(counted, 1))} a day`}
        />
        <StatCard
          title="Sessions"
          icon={<CalendarRange size={16} aria-hidden="true" />}
          value={`${kept.completed} of ${kept.begun}`}
          detail={`completed · ${durationText(kept.actualMinutes)} of ${durationText(kept.plannedMinutes)} planned`}
        />
        <StatCard
          title="Tasks"
          icon={<CircleCheck size={16} aria-hidden="true" />}
          value={completed}
          detail={completed === 1 ? 'task completed' : 'tasks completed'}
        />
        <StatCard
          title="Streak"
          icon={<Flame size={16} aria-hidden="true" />}
          value={dayCount(streak.current)}
          detail={`with a completed session · longest ${dayCount(streak.longest)}`}
        />
      </div>
      <ChartPanel
        title="Focus by day"
        summary={
          total === 0
            ? 'No focus sessions in this period.'
            : `Best day: ${longDate(startOfDay(best.day))}, ${durationText(best.minutes)}.`
        }
        kind="bar"
        labelled="Day"
        labels={labels}
        longLabels={longLabels}
        series={[
          {
            label: 'Focused',
            values: byDay.map(({ minutes }) => minutes / 60),
            color: 'var(--accent)',
          },
        ]}
        format={hoursText}
        axisFormat={briefHours}
        ticks={evenTicks(Math.max(...byDay.map(({ minutes }) => minutes / 60)), HOUR_STEPS)}
      />
      <ChartPanel
        title="Focus by hour"
        summary={
          total === 0
            ? 'No focus sessions in this period.'
            : `Mostly between ${hourText(peak)} and ${hourText((peak + 1) % 24)}.`
        }
        kind="bar"
        labelled="Hour"
        labels={byHour.map((_, hour) => hourText(hour))}
        series={[
          {
            label: 'Focused',
            values: byHour.map((minutes) => minutes / 60),
            color: 'var(--accent)',
          },
        ]}
        format={hoursText}
        axisFormat={briefHours}
        ticks={evenTicks(Math.max(...byHour.map((minutes) => minutes / 60)), HOUR_STEPS)}
      />
      <div className={css.wide}>
        <TimesheetPanel sheet={timesheet(records, days)} period={{ ...period, to: last }} />
      </div>
      <EstimatePanel checks={estimateChecks(sessions, days, tasks, steps)} />
      <PromisePanel tasks={tasks} categories={categories} now={now} />
      <EstimateHabits
        className={css.wide}
        done={doneTasks(sessions, tasks, steps)}
        categories={categories}
      />
      <ChartPanel
        title="Completed vs. planned"
        summary="A day’s tasks are those completed on it, and those planned for it that stayed open."
        kind="bar"
        labelled="Day"
        labels={labels}
        longLabels={longLabels}
        isStacked
        series={[
          {
            label: 'Completed',
            values: plans.map(({ done }) => done),
            color: 'var(--accent)',
          },
          {
            label: 'Stayed open',
            values: plans.map(({ done, all }) => all - done),
            color: 'var(--field-line)',
          },
        ]}
        format={String}
        axisFormat={numberText}
        ticks={evenTicks(Math.max(...plans.map(({ all }) => all)), COUNT_STEPS)}
      />
      <ChartPanel
        title="Rating over time"
        summary={
          rated.length === 0
            ? 'No rated days yet. Rate a day in its reflection.'
            : `${decimalText(mean(rated.map(({ rating }) => rating)))} of 5 stars on average, over ${countText(rated.length, 'rated day')}.`
        }
        kind="line"
        labelled="Day"
        labels={labels}
        longLabels={longLabels}
        series={[
          {
            label: 'Stars',
            values: days.map((day) => ratings.get(day) ?? null),
            color: 'var(--accent)',
          },
        ]}
        format={String}
        axisFormat={numberText}
        ticks={STARS}
      />
      <div className={css.wide}>
        <WhereTheDayWent
          sessions={sessions}
          events={events}
          hours={hours}
          now={now}
          from={own[0] ?? last}
          to={last}
          initial={byDay.findLast(({ day, minutes }) => day < today && minutes > 0)?.day ?? last}
        />
      </div>
      <div className={css.wide}>
        <PatternList patterns={patternsIn(rated)} ratedDays={rated.length} />
      </div>
    </div>
  );
}

/** Formats a number of hours. Charts of focus time count in hours, so that their axes have round numbers. */
const hoursText = (hours: number) => durationText(Math.round(hours * 60));
const briefHours = (hours: number) => (hours === 0 ? '0' : hoursText(hours).replace(/ 0m$/, ''));
const STARS = [0, 1, 2, 3, 4, 5];

/** Returns the stars of each rated day. */
function ratingsOf(reflections: readonly Reflection[]): ReadonlyMap<LocalDay, number> {
  return new Map(
    reflections.flatMap(({ id, productivityRating }) => {
      return productivityRating ? [[dayOfId(id), productivityRating] as const] : [];
    }),
  );
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const dayCount = (days: number) => countText(days, 'day');
