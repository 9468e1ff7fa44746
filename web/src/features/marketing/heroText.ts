/** The headline and text at the top of /landing and /auth. Only /auth shows the promises. */
export const heroText = {
  title: 'The day, clearly marked.',
  text: 'Plan it, focus through it and look back on it: tasks, calendar, focus timer, notes and an evening reflection, in one quiet place.',
  promises: [
    'Three priorities a day, beside your calendar',
    'A focus timer with the durations that suit you',
    'An evening look back that takes five minutes',
  ],
} as const;
