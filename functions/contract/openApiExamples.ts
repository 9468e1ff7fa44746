import type { Api } from './src/calls/api';

type With<Part extends string> = {
  [Name in keyof Api as Api[Name] extends Record<Part | 'token', unknown> ? Name : never]: object;
};

const START = '2026-11-27T09:00:00+01:00';
const END = '2026-11-27T09:30:00+01:00';

/**
 * An example body for each call that has a body and that an API token may make. A new call without an example does not
 * compile.
 */
export const bodyExamples: With<'body'> = {
  createTask: { title: 'Water the ferns', plannedDay: '2026-11-27' },
  updateTask: { completed: true },
  createCategory: { name: 'Garden', color: '#10B981' },
  updateCategory: { name: 'Orchard' },
  createGoal: { title: 'Garden ready for winter', span: 'week', day: '2026-11-23' },
  updateGoal: { outcome: 'done' },
  createEvent: { title: 'Stand-up', start: START, end: END },
  updateEvent: { title: 'Stand-up, by phone' },
  updateSettings: { focusDuration: 50 },
  saveReflection: { date: START, accomplishments: 'Watered the ferns', productivityRating: 4 },
  createDayPlan: { day: '2026-11-27' },
  updateDayPlan: {
    plan: {
      keptAt: START,
      tasks: [{ taskId: 7, title: 'Water the ferns', minutes: 30, isPriority: true }],
      times: [{ eventId: '8', title: 'Water the ferns', start: START, end: END, taskId: 7 }],
    },
  },
  createWeekReview: { day: '2026-11-23', done: 'Watered the ferns', rating: 4 },
  updateWeekReview: { nextWeek: 'Plant the tulips' },
  createNote: { title: 'Ferns', content: 'Water them on **Fridays**.' },
  updateNote: { title: 'Ferns and moss' },
  createFocusSession: {
    mode: 'focus',
    start: START,
    end: END,
    plannedSeconds: 1800,
    actualSeconds: 1800,
    completed: true,
  },
  updateFocusSession: { note: 'Watered the ferns' },
  createConflict: {
    collection: 'notes',
    recordId: 7,
    field: 'content',
    text: 'Water them on Mondays.',
    writtenAt: START,
    device: 1,
    isFromDevice: true,
  },
};

/** Example values for query parameters that are required or hard to guess. */
export const queryExamples: Partial<Record<keyof Api, Readonly<Record<string, string>>>> = {
  listEvents: { startDate: '2026-11-23T00:00:00+01:00', endDate: '2026-11-30T00:00:00+01:00' },
  getReflection: { date: START },
  listReflections: { from: '2026-11-01', to: '2026-11-30' },
  listFocusSessions: { from: '2026-11-23T00:00:00+01:00', to: '2026-11-30T00:00:00+01:00' },
  listCalendarEvents: {
    timeMin: '2026-11-23T00:00:00+01:00',
    timeMax: '2026-11-30T00:00:00+01:00',
  },
};
