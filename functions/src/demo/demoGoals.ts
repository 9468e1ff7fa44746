import { NO_GOAL_CHOICES, type Goal } from '@daymark/contract/goal';
import { idOfText } from '@daymark/contract/primitives';
import type { DemoClock } from './demoClock';

/** The goals of a week with their outcomes, which are null while a goal is open. */
type WeekGoals = readonly (readonly [title: string, outcome: Goal['outcome']])[];

/** The goals of each week, this week's first. */
const WEEKS: readonly WeekGoals[] = [
  [
    ['Give the talk on small batches', null],
    ['Get the budget signed off', null],
    ['Read half of “Thinking in Systems”', null],
  ],
  [
    ['Move the second team to weekly releases', 'done'],
    ['Measure the pilot', 'done'],
    ['Read half of “Thinking in Systems”', 'carried'],
  ],
  [
    ['Move the second team to weekly releases', 'carried'],
    ['Publish the job ad and sort the replies', 'done'],
    ['Run three times', 'dropped'],
  ],
  [
    ['Finish part one of the SQL course', 'done'],
    ['Write the job ad for the designer', 'done'],
    ['Choose a survey tool', 'dropped'],
  ],
  [
    ['Kick off the budget', 'done'],
    ['Put the customer notes in one place', 'done'],
    ['Finish part one of the SQL course', 'carried'],
  ],
];

const MONTH_GOAL = 'Two teams release every week';
const QUARTER_GOAL = 'Every team works in small batches';

/** The goals of weeks that serve the goals of the month and the quarter. */
const SERVING: readonly string[] = [
  'Give the talk on small batches',
  'Move the second team to weekly releases',
  'Measure the pilot',
];

/** Returns the id of a week's goal. */
export const goalIdOf = (title: string, weeksAgo: number): number =>
  idOfText(`demo goal ${weeksAgo} ${title}`);

/** Returns the goals of five weeks, of this month and of this quarter. */
export function demoGoals(clock: DemoClock): Omit<Goal, 'userId'>[] {
  const dayAt = (day: number) => clock.date(day);
  const [year = '', month = ''] = dayAt(0).split('-');
  const firstMonth = String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0');
  const monthGoal = {
    ...NO_GOAL_CHOICES,
    id: idOfText('demo goal of the month'),
    title: MONTH_GOAL,
    span: 'month' as const,
    day: `${year}-${month}-01`,
    createdAt: chosenAt(4, clock),
  };
  const quarterGoal = {
    ...monthGoal,
    id: idOfText('demo goal of the quarter'),
    title: QUARTER_GOAL,
    span: 'quarter' as const,
    day: `${year}-${firstMonth}-01`,
  };
  // A goal serves only a goal whose month or quarter has begun by the end of the week.
  const servedBy = (weeksAgo: number) =>
    [monthGoal, quarterGoal].find(({ day }) => day <= dayAt(clock.dayIn(weeksAgo, 7)))?.id ?? null;
  const weekly = WEEKS.flatMap((goals, weeksAgo) =>
    goals.map(([title, outcome], index) => ({
      id: goalIdOf(title, weeksAgo),
      title,
      span: 'week' as const,
      day: dayAt(clock.dayIn(weeksAgo, 1)),
      outcome,
      servesId: SERVING.includes(title) ? servedBy(weeksAgo) : null,
      position: `a${index}`,
      createdAt: chosenAt(weeksAgo, clock),
    })),
  );
  return [quarterGoal, { ...monthGoal, servesId: quarterGoal.id }, ...weekly];
}

/** Returns when the goals of a week were chosen: the evening before it began. */
const chosenAt = (weeksAgo: number, clock: DemoClock) =>
  new Date(clock.at(clock.dayIn(weeksAgo, 0), 18)).toISOString();
