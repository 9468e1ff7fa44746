import {
  importedCollections,
  type ImportedCollection,
  type importedRecords,
} from '@daymark/contract/accountExport';
import { CATEGORY_NAME_MAX, categoryNameKey } from '@daymark/contract/category';
import { EVENT_TITLE_MAX } from '@daymark/contract/event';
import { NOTE_TITLE_MAX, type NoteAttachment } from '@daymark/contract/note';
import { idOfText } from '@daymark/contract/primitives';
import type { Repeat } from '@daymark/contract/repeats/repeat';
import type { ChosenSettings } from '@daymark/contract/settings';
import { ESTIMATE_MAX, STEPS_MAX, TASK_TITLE_MAX } from '@daymark/contract/task';
import { generateNKeysBetween } from 'fractional-indexing';
import type * as z from 'zod/mini';
import { blockTimeFrom } from '../../domain/tasks/blockTime';
import type { LocalDay } from '../../lib/time/dates';
import { addTo } from './addTo';
import { refuseTooMany } from './importFileError';
import { isTimeZone, namedZone, type Zone } from '@daymark/contract/time/zone';

export type ImportSource =
  | 'Daymark'
  | 'Todoist'
  | 'TickTick'
  | 'Super Productivity'
  | 'Vikunja'
  | 'iCalendar';

/** A record of an import, as the API accepts it. */
export type ImportedRecord<Name extends ImportedCollection> = z.input<
  (typeof importedRecords)[Name]
>;

export type ImportRecords = { [Name in ImportedCollection]: ImportedRecord<Name>[] };

/**
 * A field of the file that Daymark has no field for: what the import did with it, how often, and a few of its values.
 */
export interface NotTakenOver {
  field: string;
  outcome: string;
  count: number;
  examples: string[];
}

/** The contents of a file. */
export interface ReadImport {
  source: ImportSource;
  records: ImportRecords;
  settings?: Partial<ChosenSettings>;
  notTakenOver: NotTakenOver[];
  /** The days between which repeating events were written out, both included. */
  range?: { from: LocalDay; to: LocalDay };
}

/** The inputs that reading needs besides the file. */
export interface ImportContext {
  now: Date;
  /** The person's time zone, which applies to times without a zone. */
  timeZone: string;
  /** The person's existing categories. An existing category with the same name is used instead of a new one. */
  categories: readonly { id: number; name: string }[];
}

/** Outcome of a value that Daymark has no field for, and that stays readable in a note. */
export const IN_NOTE = 'kept in the task’s note';
export const LEFT_OUT = 'left out';

const EXAMPLES_MAX = 3;
/** For each problem of a calendar, the report names at most this many entries. */
export const TITLES_MAX = 50;
/**
 * The report names at most this many fields. A planner's file has fewer. A file with more fields was made to fill the
 * page.
 */
const FIELDS_MAX = 200;
const FIELD_LENGTH = 80;
const EXAMPLE_LENGTH = 60;
const NOTE_MAX = 100_000;
const COLORS = ['#8B5CF6', '#F97316', '#14B8A6', '#EF4444', '#64748B', '#3B82F6', '#EC4899'];

/** A task of a file, whose texts may have any length. */
export interface DraftTask {
  /** Identifies the task when the file is read again. */
  key: string;
  title: string;
  parentId?: number | null;
  completed?: boolean;
  createdAt?: string | undefined;
  completedAt?: string | undefined;
  categoryId?: number | null;
  plannedDay?: LocalDay | null;
  deadline?: LocalDay | null;
  estimateMinutes?: number | null;
  repeat?: Repeat | null;
  /** Texts of the task's note: description, comments. */
  texts?: readonly string[];
  /** Values that Daymark has no field for, such as 'Priority: p1'. */
  kept?: readonly string[];
}

export type ImportDraft = ReturnType<typeof createImportDraft>;

/**
 * Collects the contents of a file. Ids are computed from the source and the keys, so a second reading gives the same
 * ids.
 */
export function createImportDraft(source: ImportSource, context: ImportContext) {
  const own = namedZone(context.timeZone);
  let last = { name: context.timeZone, zone: own };
  const records = Object.fromEntries(
    importedCollections.map((name): [string, object[]] => [name, []]),
  ) as unknown as ImportRecords;
  const fields = new Map<string, NotTakenOver>();
  const usedIds = new Set<string>();
  /** How often each key has occurred. */
  const occurrences = new Map<string, number>();
  const categoryIds = new Map(
    context.categories.map(({ id, name }) => [categoryNameKey(name), id]),
  );
  const stepCounts = new Map<number, number>();
  /** The steps of each task, which get their positions at the end. */
  const stepsOf = new Map<number, ImportedRecord<'tasks'>[]>();

  /** Adds a value to the report, for example because Daymark has no field for it. */
  function leave(name: string, outcome: string, example = '', examplesMax = EXAMPLES_MAX): void {
    const short = cut(name, FIELD_LENGTH);
    const isListed = fields.has(`${short}\n${outcome}`) || fields.size < FIELDS_MAX;
    const field = isListed ? short : 'Other fields';
    const known = fields.get(`${field}\n${outcome}`);
    const entry = known ?? { field, outcome, count: 0, examples: [] };
    if (!known) fields.set(`${field}\n${outcome}`, entry);
    entry.count++;
    const shown = cut(plain(example), EXAMPLE_LENGTH);
    if (shown && entry.examples.length < examplesMax && !entry.examples.includes(shown))
      entry.examples.push(shown);
  }

  /**
   * Returns the id of a record: `own` if it is given and free, otherwise an id computed from the key. If a key occurs
   * again, its record gets a different id, which is the same in each reading.
   */
  function idOf(kind: keyof ImportRecords, key: string, own?: number): number {
    if (own !== undefined && !usedIds.has(`${kind} ${own}`)) {
      usedIds.add(`${kind} ${own}`);
      return own;
    }
    const base = `${source}\n${kind}\n${key}`;
    for (let occurrence = (occurrences.get(base) ?? 0) + 1; ; occurrence++) {
      const id = idOfText(`${base}${occurrence > 1 ? `\n${occurrence}` : ''}`);
      if (usedIds.has(`${kind} ${id}`)) continue;
      usedIds.add(`${kind} ${id}`);
      occurrences.set(base, occurrence);
      return id;
    }
  }

  let count = 0;
  function add<Name extends keyof ImportRecords>(
    kind: Name,
    record: ImportRecords[Name][number],
  ): void {
    (records[kind] as unknown[]).push(record);
    refuseTooMany(++count, source === 'Daymark');
  }

  /** Shortens a text to a length in code points. The report names a text that was too long. */
  function within(text: string, length: number, field: string): string {
    const short = cut(text, length);
    if (short !== text) leave(field, 'shortened', text);
    return short;
  }

  const title = (text: string, length: number) => {
    const line = plain(text);
    if (line === '') leave('Records without a title', 'called “Untitled”');
    return within(line, length, 'Long titles') || 'Untitled';
  };

  /**
   * Returns the id of the category with a name, and creates the category if needed. Returns null if the name is empty.
   */
  function categoryOf(name: string, color?: string): number | null {
    const short = within(plain(name), CATEGORY_NAME_MAX, 'Long category names');
    if (short === '') return null;
    const key = categoryNameKey(short);
    let id = categoryIds.get(key);
    if (id === undefined) {
      id = idOf('categories', key);
      categoryIds.set(key, id);
      const own = color && /^#[0-9A-Fa-f]{6}$/.test(color) ? color : undefined;
      const next = COLORS[records.categories.length % COLORS.length] ?? '#64748B';
      add('categories', { id, name: short, color: own ?? next });
    }
    return id;
  }

  function addNote(note: {
    key: string;
    title: string;
    content: string;
    attachedTo?: NoteAttachment;
    createdAt?: string | undefined;
    updatedAt?: string | undefined;
  }): void {
    add('notes', {
      id: idOf('notes', note.key),
      title: title(note.title, NOTE_TITLE_MAX),
      content: within(note.content.toWellFormed().trim(), NOTE_MAX, 'Long notes'),
      ...(note.attachedTo && { attachedTo: note.attachedTo }),
      ...(note.createdAt && { createdAt: note.createdAt }),
      ...(note.updatedAt && { updatedAt: note.updatedAt }),
    });
  }

  /** Adds a note with a record's texts and its kept values. Returns whether there are any. */
  function attach(
    attachedTo: NoteAttachment,
    key: string,
    about: string,
    texts: readonly string[] = [],
    kept: readonly string[] = [],
  ): boolean {
    const lines = kept.map((line) => `- ${plain(line)}`);
    const block = lines.length > 0 ? [`From ${source}:\n${lines.join('\n')}`] : [];
    const content = [...texts.map((text) => text.trim()).filter(Boolean), ...block].join('\n\n');
    if (content) addNote({ key, title: cut(plain(about), NOTE_TITLE_MAX), content, attachedTo });
    return content !== '';
  }

  /**
   * Counts a step of a task, and returns whether the task can have it. If not, the report names the step, which becomes
   * a task of its own.
   */
  function takeStep(parentId: number, name: string): boolean {
    const steps = (stepCounts.get(parentId) ?? 0) + 1;
    stepCounts.set(parentId, steps);
    if (steps > STEPS_MAX) leave(`More than ${STEPS_MAX} steps of a task`, 'separate tasks', name);
    return steps <= STEPS_MAX;
  }

  /** Adds a task, with a note for its texts. Returns the task's id. */
  function addTask(task: DraftTask): number {
    const { key, texts, kept = [], completed = false, parentId = null } = task;
    const id = idOf('tasks', key);
    const keptAlso: string[] = [];
    const name = title(task.title, TASK_TITLE_MAX);
    if (plain(task.title) !== name && task.title.trim() !== '')
      keptAlso.push(`Title: ${task.title}`);
    const isStep = parentId !== null && takeStep(parentId, name);
    const estimate = task.estimateMinutes ?? null;
    const isEstimate = estimate !== null && estimate >= 1 && estimate <= ESTIMATE_MAX;
    if (estimate !== null && estimate > ESTIMATE_MAX) {
      keptAlso.push(`Estimate: ${estimate} minutes`);
      leave('Estimates of more than a day', IN_NOTE, `${estimate} minutes`);
    }
    const repeat = isStep || completed ? null : (task.repeat ?? null);
    const day = task.plannedDay ?? null;
    const createdAt = task.createdAt ?? madeAt();
    const record: ImportedRecord<'tasks'> = {
      id,
      title: name,
      createdAt,
      ...(completed && { completed, completedAt: task.completedAt ?? createdAt }),
      ...(task.categoryId != null && { categoryId: task.categoryId }),
      ...(day !== null && { plannedDay: day }),
      ...(task.deadline != null && { deadline: task.deadline }),
      ...(isEstimate && { estimateMinutes: estimate, firstEstimateMinutes: estimate }),
      ...(isStep && { parentId }),
      ...(repeat && day !== null && { repeat, seriesId: id, seriesDay: day }),
    };
    add('tasks', record);
    if (isStep) addTo(stepsOf, parentId, record);
    attach({ type: 'task', id }, key, name, texts, [...kept, ...keptAlso]);
    return id;
  }

  /** Lists show the newest task first. Without a time in the file, the first task of the file is the newest. */
  let made = 0;
  const madeAt = () => new Date(context.now.getTime() - made++).toISOString();

  /**
   * Returns the zone with a name, or the person's zone if there is none with that name. The last zone is cached,
   * because rows of one zone often follow each other.
   */
  function zoneOf(name: string): Zone {
    if (name !== last.name) last = { name, zone: isTimeZone(name) ? namedZone(name) : own };
    return last.zone;
  }

  /**
   * Adds a time block for an open task, unless the block begins in the past or has no length. Returns whether the block
   * was added.
   */
  function addBlock(taskId: number, about: string, startMs: number, endMs: number, zone: Zone) {
    if (startMs < context.now.getTime() || endMs <= startMs) return false;
    add('events', {
      id: idOf('events', `block ${taskId}`),
      title: cut(plain(about), EVENT_TITLE_MAX) || 'Untitled',
      start: zone.instantOf(startMs),
      end: zone.instantOf(endMs),
      taskId,
    });
    const task = records.tasks.findLast(({ id }) => id === taskId);
    if (task?.repeat) task.blockTime = blockTimeFrom(zone.minutesAt(startMs), endMs - startMs);
    return true;
  }

  return {
    source,
    context,
    /** The person's zone. */
    zone: own,
    zoneOf,
    leave,
    within,
    idOf,
    add,
    title,
    categoryOf,
    addNote,
    attach,
    addTask,
    addBlock,
    takeStep,
    /**
     * Returns the collected contents. Steps that `addTask` added get their positions in the order in which they were
     * added.
     */
    finish(more: Partial<Pick<ReadImport, 'settings' | 'range'>> = {}): ReadImport {
      for (const list of stepsOf.values()) {
        const positions = generateNKeysBetween(null, null, list.length);
        list.forEach((task, index) => (task.position = positions[index] ?? null));
      }
      return { source, records, notTakenOver: [...fields.values()], ...more };
    },
  };
}

/** Returns a text as one line. */
const plain = (text: string): string => text.toWellFormed().replaceAll(/\s+/g, ' ').trim();

/** Returns the start of a text, with an ellipsis if the text is longer. `length` is in code points. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
