import { categoryNameKey, type Category } from '@daymark/contract/category';
import type { Conflict } from '@daymark/contract/conflict';
import type { DayPlan } from '@daymark/contract/dayPlan';
import { allDayOf, type Event } from '@daymark/contract/event';
import type { FocusSession } from '@daymark/contract/focusSession';
import type { Goal } from '@daymark/contract/goal';
import type { Note } from '@daymark/contract/note';
import { dayOf } from '@daymark/contract/primitives';
import type { Reflection } from '@daymark/contract/reflection';
import type { Settings } from '@daymark/contract/settings';
import { lastDayOfSeries, occurrenceOn, repeatOf } from '@daymark/contract/repeats/occurrences';
import { isOpen, type Task } from '@daymark/contract/task';
import type { WeekReview } from '@daymark/contract/weekReview';
import { allRecords, type AllRecords } from './allRecords';
import { apiTokens, type ApiTokens } from './apiTokens';
import { attempts, type Attempts } from './attempts';
import { calendarFeeds, type CalendarFeeds } from './calendarFeeds';
import { deletions, type Deletions } from './deletions';
import { dueReminders, type DueReminders } from './dueReminders';
import { googleChannels, type GoogleChannels } from './googleChannels';
import { googleConnections, type GoogleConnections } from './googleConnections';
import { googleCopies, type GoogleCopies } from './googleCopies';
import { firstMidnightOf, lastMidnightOf } from './midnights';
import { oauthStates, type OAuthStates } from './oauthStates';
import { ownedCollection, type OwnedCollection } from './records/ownedCollection';
import { profiles, type Profiles } from './profiles';
import { CAPS, quotaWithin } from './quota';
import { remindAtOf, reminders, type Reminders } from './reminders';
import { revisions, type RevisionsStore } from './revisions';
import { sessions, type Sessions } from './sessions';
import { tombstones, type Tombstones } from './tombstones';

/** Everything that Daymark stores in Firestore. No other folder knows the paths of Firestore's documents. */
export interface Stores {
  profiles: Profiles;
  sessions: Sessions;
  apiTokens: ApiTokens;
  allRecords: AllRecords;
  deletions: Deletions;
  attempts: Attempts;
  revisions: RevisionsStore;
  tombstones: Tombstones;
  googleConnections: GoogleConnections;
  googleCopies: GoogleCopies;
  googleChannels: GoogleChannels;
  oauthStates: OAuthStates;
  calendarFeeds: CalendarFeeds;
  reminders: Reminders;
  dueReminders: DueReminders;
  /** `openSeriesId` is the series of an open task, or 0 if a task is closed or in no series. */
  tasks: OwnedCollection<Task>;
  /**
   * Ordered by `number`, which is the id as a number. Document names are text, and in text 10 comes before 9. `nameKey`
   * finds a category by its name.
   */
  categories: OwnedCollection<Category>;
  /**
   * Ordered by `startsAt` and `endsAt` (the first moment at which the event is over), in ms. An all-day event lasts
   * from the first midnight of its start date to the last midnight of its end date anywhere on Earth. A query for a
   * range in any time zone therefore finds the event. A series lasts until its last event is over. `remindAt` is when
   * the sweep looks at the event next, in ms, or null.
   */
  events: OwnedCollection<Event>;
  goals: OwnedCollection<Goal>;
  settings: OwnedCollection<Settings>;
  /** Ordered by `day`, the local day as text. */
  reflections: OwnedCollection<Reflection>;
  dayPlans: OwnedCollection<DayPlan>;
  weekReviews: OwnedCollection<WeekReview>;
  notes: OwnedCollection<Note>;
  /** Ordered by `startedAt`, in ms. */
  focusSessions: OwnedCollection<FocusSession>;
  conflicts: OwnedCollection<Conflict>;
}

/** Returns the stores in Firestore. `caps` are the quotas of an account. `nowMs` returns the current time. */
export function firestoreStores(caps = CAPS, nowMs = Date.now): Stores {
  const takeQuota = quotaWithin(caps);
  const ofPeople = reminders();
  return {
    profiles: profiles(),
    sessions: sessions(),
    apiTokens: apiTokens(),
    allRecords: allRecords(),
    deletions: deletions(),
    attempts: attempts(),
    revisions: revisions(),
    tombstones: tombstones(),
    googleConnections: googleConnections(),
    googleCopies: googleCopies(),
    googleChannels: googleChannels(),
    oauthStates: oauthStates(),
    calendarFeeds: calendarFeeds(),
    reminders: ofPeople,
    dueReminders: dueReminders(),
    tasks: ownedCollection('tasks', takeQuota, {
      order: { by: ['createdAt'], direction: 'desc' },
      keys: (task) => ({ openSeriesId: (isOpen(task) && task.seriesId) || 0 }),
    }),
    categories: ownedCollection('categories', takeQuota, {
      order: { by: ['number'], direction: 'asc' },
      keys: ({ id, name }) => ({ number: id, nameKey: categoryNameKey(name) }),
      referencedBy: [{ collection: 'tasks', field: 'categoryId' }],
    }),
    goals: ownedCollection('goals', takeQuota, {
      referencedBy: [
        { collection: 'tasks', field: 'goalId' },
        { collection: 'goals', field: 'servesId' },
      ],
    }),
    events: ownedCollection('events', takeQuota, {
      order: { by: ['startsAt', 'endsAt'], direction: 'asc' },
      keys: eventKeys,
      ownerKeys: async (owner) => {
        const copies = (await ofPeople.get(owner))?.copies;
        return (event, before) => ({
          remindAt: remindAtOf(event, copies, before?.get('remindAt') as number | null, nowMs()),
        });
      },
    }),
    settings: ownedCollection('settings', takeQuota),
    reflections: ownedCollection('reflections', takeQuota, {
      order: { by: ['day'], direction: 'desc' },
      length: 'long',
      keys: ({ date }) => ({ day: dayOf(date) }),
    }),
    dayPlans: ownedCollection('dayPlans', takeQuota, { length: 'long' }),
    weekReviews: ownedCollection('weekReviews', takeQuota, { length: 'long' }),
    notes: ownedCollection('notes', takeQuota, {
      order: { by: ['updatedAt'], direction: 'desc' },
      length: 'long',
    }),
    focusSessions: ownedCollection('focusSessions', takeQuota, {
      order: { by: ['startedAt'], direction: 'asc' },
      keys: ({ start }) => ({ startedAt: Date.parse(start) }),
    }),
    conflicts: ownedCollection('conflicts', takeQuota),
  };
}

/** The end of a series that never ends: the last moment that JavaScript knows, in ms. */
const NEVER = 8.64e15;

/** Returns an event's start and end for queries, in ms. */
function eventKeys(event: Omit<Event, 'userId'>) {
  const span = spanOf(event);
  const repeat = repeatOf(event);
  if (!repeat) return span;
  const last = lastDayOfSeries(event, repeat);
  if (last === undefined) return { ...span, endsAt: NEVER };
  const { endsAt } = spanOf({ ...event, ...occurrenceOn(event, repeat, last) });
  return { ...span, endsAt: Math.max(span.endsAt, endsAt) };
}

function spanOf({ start, end, ...event }: Pick<Event, 'start' | 'end' | 'days' | 'taskId'>) {
  const days = allDayOf(event);
  if (days) return { startsAt: firstMidnightOf(days.start), endsAt: lastMidnightOf(days.end) };
  const startsAt = Date.parse(start);
  // An event without a length, or with an end before its start, counts at its start.
  return { startsAt, endsAt: Math.max(Date.parse(end), startsAt + 1) };
}
