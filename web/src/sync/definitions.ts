import type { CollectionName } from '@daymark/contract/changes';
import { closingFields, NO_PLAN, type Task } from '@daymark/contract/task';
import type { DayPlan } from '@daymark/contract/dayPlan';
import { NO_DETAILS, type Event } from '@daymark/contract/event';
import { NO_GOAL_CHOICES, type Goal } from '@daymark/contract/goal';
import type { Note } from '@daymark/contract/note';
import type { Reflection } from '@daymark/contract/reflection';
import { NO_REVIEW_ANSWERS, type WeekReview } from '@daymark/contract/weekReview';
import { call, type CallOptions } from '../lib/api/call';
import { textFields, textsVersion, textVersion } from '@daymark/contract/texts';
import { nextPage } from '../lib/nextPage';
import type { Mutation, Identified, RecordRules, RecordOf } from '../domain/mutation';

interface Page {
  records: readonly Identified[];
  /** The revision of the whole list. Only the first page's revision is used. */
  revision: string;
  /** The cursor of the next page, or undefined on the last page. */
  after: string | undefined;
}

interface Definition<Name extends CollectionName> extends RecordRules<RecordOf<Name>> {
  fetchPage: (after: string | undefined, options: CallOptions) => Promise<Page>;
  /** Sends a mutation. Resolves to the server's current record, or undefined if the record was deleted. */
  send: (mutation: Mutation, options: CallOptions) => Promise<Identified | undefined>;
}

/** Fetches one page of a list, with the revision and the cursor from its headers. */
async function page(
  options: CallOptions,
  fetch: (options: CallOptions) => Promise<readonly Identified[]>,
): Promise<Page> {
  let headers = new Headers();
  const onResponse = (response: Response) => {
    headers = response.headers;
    options.onResponse?.(response);
  };
  const records = await fetch({ ...options, onResponse });
  return {
    records,
    revision: (headers.get('ETag') ?? '').replace(/^(W\/)?"(.*)"$/, '$2'),
    after: nextPage(headers),
  };
}

type ListCall =
  | 'listTasks'
  | 'listCategories'
  | 'listEvents'
  | 'listReflections'
  | 'listGoals'
  | 'listDayPlans'
  | 'listWeekReviews'
  | 'listNotes'
  | 'listFocusSessions'
  | 'listConflicts';

const pagesOf =
  (list: ListCall): Definition<CollectionName>['fetchPage'] =>
  (after, options) =>
    page(options, (pageOptions) => call(list, { query: { after } }, pageOptions));

type Updatable =
  | 'Task'
  | 'Category'
  | 'Goal'
  | 'Event'
  | 'DayPlan'
  | 'WeekReview'
  | 'Note'
  | 'FocusSession';

interface Calls {
  create: `create${Updatable | 'Conflict'}`;
  update?: `update${Updatable}`;
  remove?: `delete${Exclude<Updatable, 'DayPlan' | 'WeekReview'> | 'Conflict'}`;
}

/** Sends the mutations of a collection whose records are created, changed and deleted one by one. */
function sendWith({ create, update, remove }: Calls): Definition<CollectionName>['send'] {
  return async (mutation, options) => {
    const { kind, recordId: id, fields, editedAt, restore } = mutation;
    if (kind === 'create') {
      const restored = restore && { restore, restoredAt: editedAt };
      // The form has checked the fields, and the server checks them again.
      return call(create, { body: { ...fields, ...restored } as never }, options);
    }
    if (kind === 'update' && update)
      return call(update, { id, body: { ...fields, editedAt, ...baseOf(mutation) } }, options);
    if (kind === 'delete' && remove) return call(remove, { id, query: seenBy(mutation) }, options);
    return unexpected(mutation);
  };
}

/** Returns the versions of the texts that an edit was based on, which the server compares with its own. */
function baseOf({ collection, fields, base = {} }: Mutation): { base?: Record<string, number> } {
  const edited = textFields[collection].filter((field) => field in fields && field in base);
  if (edited.length === 0) return {};
  return { base: Object.fromEntries(edited.map((field) => [field, textVersion(base[field])])) };
}

/** Returns when a record was deleted, and the version of the texts that the person saw. */
const seenBy = ({ collection, base, editedAt }: Mutation) => ({
  deletedAt: editedAt,
  ...(base && { base: String(textsVersion(collection, base)) }),
});

const unexpected = (mutation: Mutation): never => {
  throw new Error(`There is no way to ${mutation.kind} in ${mutation.collection}.`);
};

/** Compares ids as text, as Firestore does with document ids. */
const byIdText = (a: Identified, b: Identified) => (String(a.id) < String(b.id) ? -1 : 1);
const earliest = (a: string, b: string) => {
  // Lists of thousands of records are sorted before the first paint. Comparing texts is faster than parsing dates.
  const asText = a.length === b.length && a.endsWith('Z') && b.endsWith('Z');
  if (asText) return a < b ? -1 : a === b ? 0 : 1;
  return Date.parse(a) - Date.parse(b);
};
const latest = (a: string, b: string) => earliest(b, a);

/** How each collection is fetched, ordered and sent. The calls of a collection appear only here. */
export const definitions: { readonly [Name in CollectionName]: Definition<Name> } = {
  tasks: {
    fetchPage: pagesOf('listTasks'),
    compare: (a, b) => latest(a.createdAt, b.createdAt) || -byIdText(a, b),
    created: (fields) => ({ ...NO_PLAN, ...fields }) as Task,
    // `today` describes the change and is not a field of a task.
    updated({ today: _, ...task }: Task & { today?: string }, { fields, editedAt }) {
      const firstEstimateMinutes = task.firstEstimateMinutes ?? task.estimateMinutes;
      return { ...task, firstEstimateMinutes, ...closingFields(task, fields, editedAt) };
    },
    send: sendWith({ create: 'createTask', update: 'updateTask', remove: 'deleteTask' }),
  },

  categories: {
    fetchPage: pagesOf('listCategories'),
    compare: (a, b) => a.id - b.id,
    send: sendWith({
      create: 'createCategory',
      update: 'updateCategory',
      remove: 'deleteCategory',
    }),
  },

  goals: {
    fetchPage: pagesOf('listGoals'),
    created: (fields) => ({ ...NO_GOAL_CHOICES, ...fields }) as Goal,
    compare: (a, b) => earliest(a.createdAt, b.createdAt) || byIdText(a, b),
    send: sendWith({ create: 'createGoal', update: 'updateGoal', remove: 'deleteGoal' }),
  },

  events: {
    fetchPage: pagesOf('listEvents'),
    created: (fields) => ({ ...NO_DETAILS, ...fields }) as Event,
    compare: (a, b) => earliest(a.start, b.start) || earliest(a.end, b.end) || byIdText(a, b),
    send: sendWith({ create: 'createEvent', update: 'updateEvent', remove: 'deleteEvent' }),
  },

  settings: {
    fetchPage: (_after, options) =>
      page(options, async (pageOptions) => [await call('getSettings', {}, pageOptions)]),
    compare: byIdText,
    send: (mutation, options) =>
      mutation.kind === 'update'
        ? call(
            'updateSettings',
            { body: { ...mutation.fields, editedAt: mutation.editedAt } },
            options,
          )
        : unexpected(mutation),
  },

  reflections: {
    fetchPage: pagesOf('listReflections'),
    compare: (a, b) => b.id - a.id,
    blank: ({ recordId, fields }) => ({
      id: recordId,
      date: fields.date as string,
      accomplishments: null,
      challenges: null,
      tomorrowFocus: null,
      productivityRating: null,
      userId: 0,
    }),
    send: (mutation, options) =>
      mutation.kind === 'update'
        ? call(
            'saveReflection',
            {
              body: {
                ...(mutation.fields as unknown as Reflection),
                editedAt: mutation.editedAt,
                ...baseOf(mutation),
              },
            },
            options,
          )
        : unexpected(mutation),
  },

  dayPlans: {
    fetchPage: pagesOf('listDayPlans'),
    created: (fields) => ({ plan: null, ...fields }) as DayPlan,
    compare: (a, b) => b.id - a.id,
    send: sendWith({ create: 'createDayPlan', update: 'updateDayPlan' }),
  },

  weekReviews: {
    fetchPage: pagesOf('listWeekReviews'),
    created: (fields) => ({ ...NO_REVIEW_ANSWERS, ...fields }) as WeekReview,
    compare: (a, b) => b.id - a.id,
    send: sendWith({
      create: 'createWeekReview',
      update: 'updateWeekReview',
    }),
  },

  notes: {
    fetchPage: pagesOf('listNotes'),
    compare: (a, b) => latest(a.updatedAt, b.updatedAt) || -byIdText(a, b),
    created: (fields) => ({ attachedTo: null, ...fields }) as Note,
    updated: (note, { editedAt }) => ({ ...note, updatedAt: editedAt }),
    send: sendWith({ create: 'createNote', update: 'updateNote', remove: 'deleteNote' }),
  },

  focusSessions: {
    fetchPage: pagesOf('listFocusSessions'),
    compare: (a, b) => earliest(a.start, b.start) || byIdText(a, b),
    send: sendWith({
      create: 'createFocusSession',
      update: 'updateFocusSession',
      remove: 'deleteFocusSession',
    }),
  },

  conflicts: {
    fetchPage: pagesOf('listConflicts'),
    compare: byIdText,
    send: sendWith({ create: 'createConflict', remove: 'deleteConflict' }),
  },
};
