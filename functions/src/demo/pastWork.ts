import { HEALTH, LEARNING, PERSONAL, WORK } from './demoCategories';

/**
 * A day on which a task was planned or worked on: weeks ago, weekday from 1 for Monday, and minutes of focus. The last
 * session of an `interrupted` day was cut off.
 */
type WorkDay = readonly [weeksAgo: number, weekday: number, minutes: number, cut?: 'interrupted'];

/** A task of the last four weeks or of this week. */
export interface PastTask {
  title: string;
  categoryId: number;
  /** The first estimate, in minutes. */
  estimate?: number;
  /** The title of the goal of the last day's week. */
  goal?: string;
  /** In order. The task was completed on the last of these days unless it is `open`. */
  days: readonly WorkDay[];
  /** Whether the task came up during its day, and so wasn't planned in the morning. */
  unplanned?: true;
  open?: true;
}

/** A task that was repeated by hand: the same title and estimate on several days. */
const repeated = (task: Omit<PastTask, 'days'>, days: readonly WorkDay[]): PastTask[] =>
  days.map((day) => ({ ...task, days: [day] }));

/** The tasks of the working days of four weeks and of this week. On a day, they were worked on in this order. */
export const PAST_WORK: readonly PastTask[] = [
  // Four weeks ago.
  {
    title: 'Collect the numbers for the budget',
    categoryId: WORK,
    estimate: 120,
    goal: 'Kick off the budget',
    days: [
      [4, 1, 75],
      [4, 2, 50],
    ],
  },
  {
    title: 'Draft the budget for the kick-off',
    categoryId: WORK,
    estimate: 90,
    goal: 'Kick off the budget',
    days: [
      [4, 2, 50],
      [4, 3, 50],
    ],
  },
  {
    title: 'Gather the customer notes from all folders',
    categoryId: WORK,
    estimate: 120,
    goal: 'Put the customer notes in one place',
    days: [
      [4, 1, 50],
      [4, 2, 0],
      [4, 4, 100],
    ],
  },
  {
    title: 'Fix the broken link in the invoice mail',
    categoryId: WORK,
    days: [[4, 2, 25]],
    unplanned: true,
  },
  {
    title: 'Prepare the interview guide for the researcher',
    categoryId: WORK,
    estimate: 60,
    days: [[4, 3, 50]],
  },
  {
    title: 'Write down what we learned from the release',
    categoryId: WORK,
    estimate: 60,
    days: [
      [4, 3, 0],
      [4, 4, 50],
    ],
  },
  {
    title: 'Tag the customer notes by topic',
    categoryId: WORK,
    estimate: 90,
    goal: 'Put the customer notes in one place',
    days: [
      [4, 4, 25],
      [4, 5, 75],
    ],
  },
  {
    title: 'SQL exercises: joins',
    categoryId: LEARNING,
    estimate: 60,
    goal: 'Finish part one of the SQL course',
    days: [
      [4, 1, 0],
      [4, 2, 50],
      [4, 4, 25],
    ],
  },
  {
    title: 'Sort the photos for Grandma',
    categoryId: PERSONAL,
    estimate: 60,
    days: [
      [4, 3, 25],
      [4, 4, 0],
      [4, 5, 25],
    ],
  },
  { title: 'Repair the bike light', categoryId: PERSONAL, days: [[4, 6, 0]] },

  // Three weeks ago.
  {
    title: 'Compare three survey tools',
    categoryId: WORK,
    estimate: 90,
    goal: 'Choose a survey tool',
    days: [
      [3, 1, 75],
      [3, 2, 50],
    ],
  },
  {
    title: 'Write the job ad for the product designer',
    categoryId: WORK,
    estimate: 90,
    goal: 'Write the job ad for the designer',
    days: [
      [3, 1, 50],
      [3, 2, 50],
      [3, 4, 25],
    ],
  },
  {
    title: 'Ask Priya about the hiring budget',
    categoryId: WORK,
    estimate: 20,
    goal: 'Write the job ad for the designer',
    days: [[3, 2, 25]],
  },
  {
    title: 'Try the survey tool with five questions',
    categoryId: WORK,
    estimate: 60,
    goal: 'Choose a survey tool',
    days: [
      [3, 2, 0],
      [3, 3, 50],
      [3, 4, 25],
    ],
  },
  {
    title: 'Prepare the sprint review',
    categoryId: WORK,
    estimate: 45,
    days: [[3, 4, 50]],
  },
  {
    title: 'Review Tomás’s pull request on invoice totals',
    categoryId: WORK,
    estimate: 45,
    days: [[3, 4, 50]],
  },
  {
    title: 'Answer the questions from support',
    categoryId: WORK,
    days: [[3, 4, 50]],
    unplanned: true,
  },
  {
    title: 'Clear out the shared drive',
    categoryId: WORK,
    estimate: 60,
    days: [
      [3, 1, 0],
      [3, 4, 0],
      [3, 5, 25],
    ],
  },
  {
    title: 'SQL exercises: subqueries',
    categoryId: LEARNING,
    estimate: 60,
    goal: 'Finish part one of the SQL course',
    days: [
      [4, 4, 0],
      [4, 5, 25],
      [3, 1, 25],
    ],
  },
  {
    title: 'Finish the SQL window functions exercises',
    categoryId: LEARNING,
    estimate: 150,
    goal: 'Finish part one of the SQL course',
    days: [
      [3, 2, 50],
      [3, 3, 25],
      [3, 4, 0],
      [3, 5, 50],
    ],
  },
  {
    title: 'Plan the visit to Grandma',
    categoryId: PERSONAL,
    estimate: 45,
    days: [
      [3, 3, 0],
      [3, 5, 50],
    ],
  },
  { title: 'Descale the coffee machine', categoryId: PERSONAL, days: [[3, 6, 0]] },

  // Two weeks ago.
  {
    title: 'Write the release checklist',
    categoryId: WORK,
    estimate: 90,
    goal: 'Move the second team to weekly releases',
    days: [
      [2, 1, 50],
      [2, 2, 50],
    ],
  },
  {
    title: 'Publish the job ad',
    categoryId: WORK,
    estimate: 45,
    goal: 'Publish the job ad and sort the replies',
    days: [[2, 1, 50]],
  },
  {
    title: 'Go through the survey answers',
    categoryId: WORK,
    estimate: 60,
    days: [[2, 1, 50]],
  },
  {
    title: 'Prepare the release workshop for the second team',
    categoryId: WORK,
    estimate: 90,
    goal: 'Move the second team to weekly releases',
    days: [
      [2, 2, 0],
      [2, 3, 75],
      [2, 4, 25],
    ],
  },
  {
    title: 'Trace the failing export',
    categoryId: WORK,
    days: [[2, 2, 50]],
    unplanned: true,
  },
  {
    title: 'Reply to questions about the job ad',
    categoryId: WORK,
    estimate: 45,
    goal: 'Publish the job ad and sort the replies',
    days: [[2, 3, 25]],
  },
  {
    title: 'Sort the first applications',
    categoryId: WORK,
    estimate: 120,
    goal: 'Publish the job ad and sort the replies',
    days: [
      [2, 3, 0],
      [2, 4, 100],
    ],
  },
  {
    title: 'Read chapter 2 of “Thinking in Systems”',
    categoryId: LEARNING,
    estimate: 60,
    days: [
      [2, 1, 0],
      [2, 2, 50],
    ],
  },
  { title: 'Order the hiking map', categoryId: PERSONAL, estimate: 15, days: [[2, 4, 0]] },

  // Last week.
  {
    title: 'Automate the changelog',
    categoryId: WORK,
    estimate: 120,
    goal: 'Move the second team to weekly releases',
    days: [
      [2, 4, 50],
      [1, 1, 50],
      [1, 2, 25],
    ],
  },
  {
    title: 'Count the days from commit to release',
    categoryId: WORK,
    estimate: 120,
    goal: 'Measure the pilot',
    days: [
      [1, 1, 50],
      [1, 2, 75],
    ],
  },
  {
    title: 'Archive last quarter’s customer notes',
    categoryId: WORK,
    estimate: 60,
    days: [
      [2, 4, 0],
      [1, 1, 50],
    ],
  },
  {
    title: 'Review Tomás’s pull request on retries',
    categoryId: WORK,
    estimate: 45,
    days: [[1, 2, 50]],
  },
  {
    title: 'Write the FAQ for the second team',
    categoryId: WORK,
    estimate: 60,
    goal: 'Move the second team to weekly releases',
    days: [[1, 2, 50]],
  },
  {
    title: 'Draw the chart of lead times',
    categoryId: WORK,
    estimate: 60,
    goal: 'Measure the pilot',
    days: [
      [1, 2, 0],
      [1, 3, 32, 'interrupted'],
      [1, 4, 25],
    ],
  },
  {
    title: 'Help the second team with its first release',
    categoryId: WORK,
    estimate: 60,
    goal: 'Move the second team to weekly releases',
    days: [[1, 3, 50]],
  },
  {
    title: 'Update the hiring sheet',
    categoryId: WORK,
    estimate: 30,
    days: [[1, 3, 25]],
  },
  {
    title: 'Check the numbers with Tomás',
    categoryId: WORK,
    estimate: 30,
    goal: 'Measure the pilot',
    days: [[1, 4, 25]],
  },
  {
    title: 'Look into the slow report',
    categoryId: WORK,
    days: [[1, 4, 50]],
    unplanned: true,
  },
  {
    title: 'Prepare questions for the design interview',
    categoryId: WORK,
    estimate: 45,
    days: [
      [1, 4, 0],
      [1, 5, 50],
    ],
  },
  {
    title: 'Collect ideas for the talk',
    categoryId: WORK,
    estimate: 90,
    days: [
      [1, 4, 25],
      [1, 5, 50],
    ],
  },
  {
    title: 'Write up the notes from the vendor calls',
    categoryId: WORK,
    estimate: 45,
    days: [
      [1, 2, 0],
      [1, 3, 0],
      [1, 5, 0],
    ],
    open: true,
  },
  {
    title: 'Read chapter 3 of “Thinking in Systems”',
    categoryId: LEARNING,
    estimate: 60,
    goal: 'Read half of “Thinking in Systems”',
    days: [
      [1, 2, 0],
      [1, 4, 50],
      [1, 5, 25],
    ],
  },
  {
    title: 'Choose photos for Grandma’s album',
    categoryId: PERSONAL,
    estimate: 45,
    days: [
      [1, 3, 25],
      [1, 4, 25],
    ],
  },
  { title: 'Call Grandma about the photos', categoryId: PERSONAL, days: [[1, 5, 0]] },
  { title: 'Wax the climbing shoes', categoryId: PERSONAL, days: [[1, 6, 0]] },

  // This week.
  {
    title: 'Tidy the backlog',
    categoryId: WORK,
    estimate: 45,
    days: [
      [1, 5, 0],
      [0, 1, 50],
    ],
  },
  {
    title: 'Update the budget with the new salaries',
    categoryId: WORK,
    estimate: 90,
    goal: 'Get the budget signed off',
    days: [
      [0, 1, 75],
      [0, 2, 25],
    ],
  },
  {
    title: 'Check the budget against last year',
    categoryId: WORK,
    estimate: 60,
    goal: 'Get the budget signed off',
    days: [[0, 2, 50]],
  },
  {
    title: 'Collect the numbers from the pilot for the talk',
    categoryId: WORK,
    estimate: 60,
    goal: 'Give the talk on small batches',
    days: [
      [0, 1, 0],
      [0, 2, 50],
    ],
  },
  {
    title: 'Reply to the applicants',
    categoryId: WORK,
    estimate: 60,
    days: [[0, 2, 50]],
  },
  {
    title: 'Read the portfolios of two designers',
    categoryId: WORK,
    estimate: 60,
    days: [
      [0, 1, 0],
      [0, 2, 0],
      [0, 3, 50],
    ],
  },
  {
    title: 'Help support with a refund',
    categoryId: WORK,
    days: [[0, 3, 25]],
    unplanned: true,
  },
  {
    title: 'Write the summary of the interviews',
    categoryId: WORK,
    estimate: 60,
    days: [
      [0, 3, 18, 'interrupted'],
      [0, 4, 50],
    ],
  },
  {
    title: 'Sketch the slides on lead time',
    categoryId: WORK,
    estimate: 120,
    goal: 'Give the talk on small batches',
    days: [
      [0, 3, 0],
      [0, 4, 75],
      [0, 5, 25],
    ],
  },
  {
    title: 'Write the offer for the designer',
    categoryId: WORK,
    estimate: 45,
    days: [
      [0, 4, 0],
      [0, 5, 50],
    ],
  },
  {
    title: 'Plan the next interviews',
    categoryId: WORK,
    estimate: 30,
    days: [[0, 5, 25]],
  },
  {
    title: 'SQL exercises: common table expressions',
    categoryId: LEARNING,
    estimate: 60,
    days: [
      [0, 3, 25],
      [0, 4, 25],
    ],
  },
  { title: 'Put up the shelf in the hall', categoryId: PERSONAL, days: [[0, 6, 0]] },

  {
    title: 'Run 5 km along the river',
    categoryId: HEALTH,
    goal: 'Run three times',
    days: [
      [2, 2, 0],
      [2, 3, 0],
    ],
  },

  // Tasks with the same title each time.
  ...repeated({ title: 'Spanish homework', categoryId: LEARNING, estimate: 30 }, [
    [4, 1, 40],
    [3, 1, 45],
    [2, 1, 35],
    [1, 1, 45],
    [0, 1, 40],
  ]),
  ...repeated({ title: 'Physio exercises for the knee', categoryId: HEALTH, estimate: 20 }, [
    [4, 2, 25],
    [4, 5, 20],
    [3, 3, 25],
    [2, 2, 20],
    [2, 4, 25],
    [1, 4, 20],
    [0, 2, 25],
    [0, 4, 20],
  ]),
  ...repeated({ title: 'Run 5 km along the river', categoryId: HEALTH }, [
    [4, 6, 0],
    [3, 3, 0],
    [1, 2, 0],
    [1, 7, 0],
    [0, 2, 0],
  ]),
];
