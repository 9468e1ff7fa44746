import type { ImportedCollection } from '@daymark/contract/accountExport';
import { fullDate, startOfDay } from '../../lib/time/dates';
import { countText, numberText } from '../../lib/text/numbers';
import type { ImportSource, NotTakenOver } from './importDraft';
import type { ImportCounts } from './importPreview';
import { sumOf, type StoredImport, type UndoneImport } from './storedImport';

const NOUNS: Record<ImportedCollection, [noun: string, nouns: string]> = {
  categories: ['category', 'categories'],
  goals: ['goal', 'goals'],
  tasks: ['task', 'tasks'],
  events: ['event', 'events'],
  notes: ['note', 'notes'],
  reflections: ['reflection', 'reflections'],
  dayPlans: ['day plan', 'day plans'],
  weekReviews: ['week review', 'week reviews'],
  focusSessions: ['focus session', 'focus sessions'],
  conflicts: ['other version of a text', 'other versions of texts'],
};

/** "12 tasks" */
export const countOf = (name: ImportedCollection, count: number): string =>
  countText(count, ...NOUNS[name]);

/** "2 categories, 12 tasks and 3 notes"; "nothing" for none. */
export function countsText(counts: ImportCounts): string {
  const texts = (Object.keys(NOUNS) as ImportedCollection[]).flatMap((name) =>
    counts[name] > 0 ? [countOf(name, counts[name])] : [],
  );
  const last = texts.pop();
  if (last === undefined) return 'nothing';
  return texts.length > 0 ? `${texts.join(', ')} and ${last}` : last;
}

/** Names a file by its source: "a file of Todoist", "a calendar file". */
export const fileOf = (source: ImportSource): string =>
  source === 'iCalendar' ? 'a calendar file' : `a file of ${source}`;

/** "Priorities (3): kept in the task’s note, such as “p1”, “p2”" */
export function notTakenOverText({ field, count, outcome, examples }: NotTakenOver): string {
  const such =
    examples.length > 0 ? `, such as ${examples.map((one) => `“${one}”`).join(', ')}` : '';
  return `${field} (${numberText(count)}): ${outcome}${such}`;
}

/** Returns a sentence with the days between which repeating events were written out. */
export const rangeText = ({ from, to }: { from: string; to: string }): string =>
  `Events whose repeats Daymark can’t express are added from ${fullDate(startOfDay(from))} to ${fullDate(startOfDay(to))}.`;

/** Returns a sentence or two about the result of an import. */
export function resultText({ created, records, source }: StoredImport): string {
  const existed = sumOf(records) - sumOf(created);
  const before =
    existed > 0
      ? ` ${countText(existed, 'record')} ${existed === 1 ? 'was' : 'were'} already here and ${existed === 1 ? 'stays as it is' : 'stay as they are'}.`
      : '';
  return sumOf(created) === 0
    ? 'Everything in this file was already here, so nothing was added.'
    : `Added ${countsText(created)} from ${fileOf(source)}.${before}`;
}

/** Returns a sentence that says until when an import can be undone. */
export const undoUntilText = ({ undoUntil }: StoredImport): string =>
  `You can undo this import until ${fullDate(new Date(undoUntil))}.`;

/** Returns the text of the dialog that asks whether to undo an import. */
export const undoQuestion = ({ created }: StoredImport): string =>
  `It added ${countText(sumOf(created), 'record')}. They will be deleted, except records that you changed since then and records that something of yours belongs to.`;

/** Returns a sentence or two about the result of an undo. */
export function undoneText({ deleted, kept }: UndoneImport): string {
  const them = kept === 1 ? 'it' : 'them';
  const stay =
    kept === 0
      ? ''
      : ` ${countText(kept, 'record')} ${kept === 1 ? 'stays' : 'stay'}, because you changed ${them} or something of yours belongs to ${them}.`;
  return `The import was undone: ${countText(deleted, 'record')} ${deleted === 1 ? 'was' : 'were'} deleted.${stay}`;
}

/** Returns the report as the content of a text file. */
export function reportFile(stored: StoredImport): string {
  const { fileName, notTakenOver, range, settings } = stored;
  return [
    `Import of ${fileName}`,
    '',
    resultText(stored),
    ...(settings ? ['The settings from the file were imported.'] : []),
    ...(range ? [rangeText(range)] : []),
    '',
    notTakenOver.length > 0 ? 'Fields that Daymark doesn’t have:' : 'Everything was imported.',
    ...notTakenOver.map((one) => `- ${notTakenOverText(one)}`),
    '',
  ].join('\n');
}
