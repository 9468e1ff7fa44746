import type { CollectionName } from '@daymark/contract/changes';
import { sentenceOf } from '../lib/call';
import type { Mutation, Identified } from '../sync/mutation';
import type { MutationRequest } from '../sync/createSync';
import { toast } from '../ui/toast';

/** What is said of a mutation that didn't go through (product §8). */
interface Failure {
  title: string;
  description?: string;
}

type Failures = Record<Mutation['kind'], Failure | 'logged'>;

const about = (noun: string, titles = `task`): Failures => ({
  create: {
    title: `Error creating ${titles}`,
    description: `There was a problem creating ${noun}.`,
  },
  update: {
    title: `Error updating ${titles}`,
    description: `There was a problem updating ${noun}.`,
  },
  delete: {
    title: `Error deleting ${titles}`,
    description: `There was a problem deleting ${noun}.`,
  },
});

const failures: Record<CollectionName, Failures> = {
  // Product §8: a task that couldn't be created is only logged. Its row says it.
  tasks: { ...about('the task', 'task'), create: 'logged' },
  categories: about('the category', 'category'),
  events: about('the event', 'event'),
  settings: about('your settings', 'settings'),
  reflections: {
    ...about('your reflection', 'reflection'),
    update: {
      title: 'Error saving reflection',
      description: 'There was a problem saving your reflection.',
    },
  },
  notes: {
    create: { title: 'Error', description: 'Failed to create note.' },
    update: { title: 'Error', description: 'Failed to update note.' },
    delete: { title: 'Error', description: 'Failed to delete note.' },
  },
  focusSessions: about('the focus session', 'focus session'),
};

function say({ collection, kind }: Mutation, error: Error, rest: string): void {
  const failure = failures[collection][kind];
  if (failure === 'logged') {
    console.error(`${collection} ${kind}: ${error.message}`);
    return;
  }
  const { title, description = '' } = failure;
  toast({ title, description: `${description} ${rest}`.trim(), severity: 'error' });
}

/** A mutation that the server won't have: the record says so too, with Retry and Discard. */
export const toastRejected = (mutation: Mutation, error: Error): void =>
  say(mutation, error, sentenceOf(error));

/** The server fails: what was done is kept, and sent again by itself. */
export const toastRetrying = (mutation: Mutation, error: Error): void =>
  say(mutation, error, 'It is kept, and sent again in a moment.');

/** Deleting wins over editing; whoever edited may bring the record back. */
export function toastDeletedElsewhere(
  { collection }: Mutation,
  lost: Identified | undefined,
  act: (request: MutationRequest) => void,
): void {
  toast({
    title: 'Deleted on another device',
    description: 'What you changed is not there any more.',
    ...(lost && {
      action: {
        label: 'Bring back',
        run: () => act({ kind: 'create', collection, record: lost, restore: true }),
      },
    }),
  });
}
