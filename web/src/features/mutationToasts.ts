import type { CollectionName } from '@daymark/contract/changes';
import { sentenceOf } from '../lib/api/call';
import type { Mutation, Identified, MutationRequest } from '../domain/mutation';
import type { ChangeText } from '../sync/history';
import { toast, type Toast } from '../ui/toasts/toast';

/** The texts of the toast for a mutation that wasn't saved (product §8). */
interface ToastText {
  title: string;
  description?: string;
}

type ToastTexts = Record<Mutation['kind'], ToastText | 'logged'>;

/** Returns the texts for one kind of record. `noun` is used in the title, `object` in the sentence. */
const textsFor = (noun: string, object = `the ${noun}`): ToastTexts => ({
  create: {
    title: `Error creating ${noun}`,
    description: `There was a problem creating ${object}.`,
  },
  update: {
    title: `Error updating ${noun}`,
    description: `There was a problem updating ${object}.`,
  },
  delete: {
    title: `Error deleting ${noun}`,
    description: `There was a problem deleting ${object}.`,
  },
});

const toastTexts: Record<CollectionName, ToastTexts> = {
  // A task that couldn't be created is only logged (product §8). Its row shows the save error.
  tasks: { ...textsFor('task'), create: 'logged' },
  categories: textsFor('category'),
  goals: textsFor('goal'),
  events: textsFor('event'),
  settings: textsFor('settings', 'your settings'),
  reflections: {
    ...textsFor('reflection', 'your reflection'),
    update: {
      title: 'Error saving reflection',
      description: 'There was a problem saving your reflection.',
    },
  },
  dayPlans: textsFor('plan', 'the day’s plan'),
  weekReviews: textsFor('review', 'your review'),
  notes: {
    create: { title: 'Error', description: 'Failed to create note.' },
    update: { title: 'Error', description: 'Failed to update note.' },
    delete: { title: 'Error', description: 'Failed to delete note.' },
  },
  focusSessions: textsFor('focus session'),
  conflicts: textsFor('choice', 'your choice'),
};

function toastSaveError(
  { collection, kind }: Mutation,
  error: Error,
  detail: string,
  more: Pick<Toast, 'action'> = {},
): void {
  const text = toastTexts[collection][kind];
  if (text === 'logged') {
    console.error(`${collection} ${kind}: ${error.message}`);
    return;
  }
  const { title, description = '' } = text;
  toast({ title, description: `${description} ${detail}`.trim(), severity: 'error', ...more });
}

/** Shows a toast for a rejected mutation. `show` leads to the record, where the person can decide what to do. */
export function toastRejected(mutation: Mutation, error: Error, show: () => void): void {
  const action = { label: 'Show', run: show };
  if (mutation.asks === 'delete')
    toast({
      title: 'Not deleted',
      description: `${sentenceOf(error)} Delete it anyway or keep it.`,
      action,
    });
  else toastSaveError(mutation, error, sentenceOf(error), { action });
}

/** Shows a toast for a mutation that stays in the outbox and is retried by itself. */
export const toastRetrying = (mutation: Mutation, error: Error): void =>
  toastSaveError(mutation, error, 'It’s saved on this device. Daymark will try again in a moment.');

/**
 * Shows a toast for an edit of a record that another device deleted. The deletion wins. If this browser still has the
 * record, the toast offers to create it again.
 */
export function toastDeletedElsewhere(
  { collection }: Mutation,
  lost: Identified | undefined,
  act: (request: MutationRequest) => void,
): void {
  toast({
    title: 'Deleted on another device',
    description: 'You changed something that no longer exists.',
    ...(lost && {
      action: {
        label: 'Bring back',
        run: () => act({ kind: 'create', collection, record: lost, restore: true }),
      },
    }),
  });
}

/** Shows a toast for fields that another edit overruled. The later edit stays, unless the person presses Use mine. */
export function toastOverruled(
  { collection, recordId: id, fields }: Mutation,
  lost: readonly string[],
  act: (request: MutationRequest) => void,
): void {
  // Leave out the timer's state: no person typed it, and the devices agree on it by themselves.
  const own = Object.entries(fields).filter(([name]) => lost.includes(name) && name !== 'timer');
  if (own.length === 0) return;
  // A reflection is addressed by its day.
  const day = collection === 'reflections' && { date: fields.date };
  toast({
    title: 'A newer change was kept',
    description: 'Another device changed it after you did.',
    action: {
      label: 'Use mine',
      run: () =>
        act({ kind: 'update', collection, id, fields: { ...day, ...Object.fromEntries(own) } }),
    },
  });
}

/**
 * Shows a toast for texts that were written here into a record that another device deleted. The record keeps the texts.
 */
export const toastKept = (): void =>
  toast({
    title: 'Deleted on another device',
    description: 'What you wrote is still here. Bring it back or discard it.',
  });

/** Shows a toast for two texts that are both kept. Both texts wait at the record until the person chooses. */
export const toastConflict = (): void =>
  toast({
    title: 'Two versions were kept',
    description: 'Another device changed the same words. You can choose a version at any time.',
  });

/** Shows a toast for an Undo that left later changes as they are. */
export const toastLeftAlone = ({ title }: ChangeText): void =>
  toast({
    title: 'Not everything was undone',
    description: `${title}: later changes stay as they are.`,
  });

/** Shows a toast for a server that doesn't work with this version of the app. */
export const toastOutdated = (reload: () => void): void =>
  toast({
    title: 'Daymark has been updated',
    description: 'Reload to keep saving your changes. Nothing is lost.',
    action: { label: 'Reload', run: reload },
  });
