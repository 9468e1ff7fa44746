import { idOfDay } from '@daymark/contract/primitives';
import { reflectionIdOf, type Reflection } from '@daymark/contract/reflection';
import type { WeekReview } from '@daymark/contract/weekReview';
import type { DemoClock } from './demoClock';

/** The answers of a day. */
type Answers = readonly [
  accomplishments: string,
  challenges: string | null,
  tomorrowFocus: string | null,
  productivityRating: number,
];

/** The answers of the working days of each week, this week's first and Monday first. Some days have none. */
const DAYS: readonly (readonly (Answers | null)[])[] = [
  [
    [
      'Salaries are in the budget. The backlog is half as long.',
      'The pilot numbers waited all day.',
      'Collect the numbers from the pilot for the talk\nCheck the budget against last year',
      4,
    ],
    [
      'Budget checked, pilot numbers collected, applicants answered.',
      null,
      'Read the portfolios of two designers',
      5,
    ],
    [
      'Read both portfolios. One is very good.',
      'The refund took the morning apart.',
      'Write the summary of the interviews',
      3,
    ],
    [
      'Interview summary is out, and the slides have a shape.',
      'The offer got no time.',
      'Write the offer for the designer',
      4,
    ],
    ['The offer is written. Slides are done.', null, null, 4],
  ],
  [
    [
      'Old customer notes are archived. Half of them could go.',
      null,
      'Count the days from commit to release',
      4,
    ],
    [
      'The numbers are real: 11 days before, 2 now.',
      'Planned seven things, did five.',
      'Help the second team with its first release\nDraw the chart of lead times',
      4,
    ],
    [
      'The second team released on its own.',
      'A customer called in the middle of the chart.',
      'Check the numbers with Tomás',
      3,
    ],
    [
      'Chart done and checked. Two chapters nearly read.',
      'The slow report took an hour.',
      'Prepare questions for the design interview',
      5,
    ],
    [
      'Prepared the interview and called Grandma.',
      'The vendor notes are still not written up.',
      null,
      3,
    ],
  ],
  [
    ['The job ad is out.', null, 'Write the release checklist', 4],
    [
      'Found the failing export and finished the checklist.',
      'The export call came out of nowhere.',
      'Prepare the release workshop for the second team',
      3,
    ],
    ['Survived quarterly planning.', 'Four hours in one room.', 'Nothing before ten', 1],
    ['Good workshop. All applications are sorted.', null, null, 5],
    null,
  ],
  [
    [
      'A first comparison of the survey tools.',
      'Nothing left for the shared drive.',
      'Write the job ad for the product designer',
      4,
    ],
    [
      'First draft of the job ad.',
      'Too many tabs, too many people.',
      'Try the survey tool with five questions',
      3,
    ],
    [
      'Ruled two vendors out.',
      'The demo took the whole afternoon.',
      'A quiet morning for the job ad',
      2,
    ],
    ['The job ad is ready. Reviewed Tomás’s invoice totals.', null, 'SQL exercises first', 5],
    ['SQL exercises done, all of them.', 'Hard to concentrate after lunch.', null, 3],
  ],
  [
    null,
    [
      'The budget has a first draft.',
      'No time for the customer notes.',
      'Finish the budget before the kick-off',
      4,
    ],
    ['Budget kicked off.', 'Two hours of questions.', 'Gather the customer notes', 2],
    ['All customer notes are in one folder.', null, 'Tag the customer notes by topic', 5],
    ['The old notes are in one place at last.', null, null, 4],
  ],
];

/** The last working day's answer to what today is for. */
const FOR_TODAY =
  'Review Tomás’s pull request on invoice exports\nOutline the talk for the team lunch';

/** The reviews of the past weeks, last week's first. */
const REVIEWS: readonly Omit<WeekReview, 'id' | 'day' | 'userId'>[] = [
  {
    done: 'The second team released without us, and the pilot has its numbers: from 11 days to 2.',
    slipped: 'The vendor notes, moved three times. The book, because reading comes last.',
    nextWeek: 'Talk and budget first. Reading before lunch, not after work.',
    rating: 4,
  },
  {
    done: 'Job ad out, first applications sorted, a workshop that people liked.',
    slipped: 'The changelog, because quarterly planning took an afternoon. Only one run.',
    nextWeek: 'Finish the move of the second team. Plan less for the middle of the week.',
    rating: 3,
  },
  {
    done: 'The SQL course, part one. A job ad that Priya likes.',
    slipped: 'The survey tool: none of the three is worth its price.',
    nextWeek: 'Release checklist and workshop. Leave room for questions.',
    rating: 3,
  },
  {
    done: 'Budget kicked off. Customer notes are in one place.',
    slipped: 'SQL. I plan twice as much as fits into an evening.',
    nextWeek: 'SQL in the late afternoon, one block a day.',
    rating: 4,
  },
];

/** Returns the reflections of the working days before today. */
export function demoReflections(clock: DemoClock): Omit<Reflection, 'userId'>[] {
  const last = clock.workday(-1);
  return DAYS.flatMap((days, weeksAgo) =>
    days.flatMap((answers, index) => {
      const day = clock.dayIn(weeksAgo, index + 1);
      if (!answers || day >= 0) return [];
      const [accomplishments, challenges, tomorrowFocus, productivityRating] = answers;
      const date = clock.at(day, 0);
      return [
        {
          id: reflectionIdOf(date),
          date,
          accomplishments,
          challenges,
          tomorrowFocus: day === last ? FOR_TODAY : tomorrowFocus,
          productivityRating,
        },
      ];
    }),
  );
}

/** Returns the reviews of the past weeks. */
export const weekReviews = (clock: DemoClock): Omit<WeekReview, 'userId'>[] =>
  REVIEWS.map((answers, index) => {
    const day = clock.date(clock.dayIn(index + 1, 1));
    return { id: idOfDay(day), day, ...answers };
  });
