import { addTo } from '../addTo';
import {
  createImportDraft,
  IN_NOTE,
  LEFT_OUT,
  type ImportContext,
  type ReadImport,
} from '../importDraft';
import { parseTable, type Row, type Table } from '../parsing/parseTable';
import { currentDay } from '../parsing/readDateText';
import { ruleOfRRule } from '../parsing/ruleOfRRule';
import { rootsOf } from '../parsing/rootsOf';
import { clockText } from '../../../lib/time/clockText';
import type { Zone } from '@daymark/contract/time/zone';

/** The columns by which a backup is recognized. A few lines about the file come before the row with the columns. */
const COLUMNS = ['List Name', 'Title', 'Status'];

const KNOWN = new Set([
  ...COLUMNS,
  'Folder Name',
  'Kind',
  'Tags',
  'Content',
  'Is Check list',
  'Start Date',
  'Due Date',
  'Reminder',
  'Repeat',
  'Priority',
  'Created Time',
  'Completed Time',
  'Order',
  'Timezone',
  'Is All Day',
  'Is Floating',
  'Column Name',
  'Column Order',
  'View Mode',
  'taskId',
  'parentId',
]);

const PRIORITIES = new Map([
  ['1', 'low'],
  ['3', 'medium'],
  ['5', 'high'],
]);

const BLOCK_MINUTES = 30;

/** Returns the table of a backup. Returns undefined if the text isn't a backup. @throws ImportFileError */
export const tickTickTable = (text: string): Table | undefined => parseTable(text, COLUMNS);

interface Entry {
  id: string;
  parentId: string;
  order: number;
  row: Row;
}

/** Reads TickTick's CSV backup. A list becomes a category, named with its board column: "Garden / Doing". */
export function readTickTick({ columns, rows }: Table, context: ImportContext): ReadImport {
  const draft = createImportDraft('TickTick', context);
  const unknown = columns.filter((column) => column !== '' && !KNOWN.has(column));
  const seen = new Set<string>();
  const entries = rows.map((row, index): Entry => {
    if (row.cells.length > columns.length)
      draft.leave('Rows with too many commas', 'the extra cells are left out', row.cells.join());
    const own = row('taskId').trim();
    // Old backups have no ids.
    const id = own && !seen.has(own) ? own : `row ${index}`;
    seen.add(id);
    return { id, parentId: row('parentId').trim(), order: Number(row('Order')) || 0, row };
  });
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const folders = foldersOfLists(entries);
  const ids = new Map<string, number>();
  const parentOf = ({ parentId }: Entry) => byId.get(parentId);
  const rootOf = rootsOf(parentOf);

  const tops: Entry[] = [];
  const steps = new Map<Entry, Entry[]>();
  for (const entry of entries) {
    const root = rootOf(entry);
    if (root === entry) tops.push(entry);
    else {
      if (parentOf(entry) !== root)
        draft.leave('Steps of steps', 'steps of the top task', entry.row('Title'));
      addTo(steps, root, entry);
    }
  }
  const inOrder = (list: Entry[]) => list.sort((a, b) => a.order - b.order);
  for (const top of inOrder(tops)) {
    if (top.row('Kind').trim().toUpperCase() === 'NOTE') {
      addNote(top.row);
      for (const step of inOrder(steps.get(top) ?? [])) addTask(step, null);
      continue;
    }
    addTask(top, null);
    for (const step of inOrder(steps.get(top) ?? [])) addTask(step, ids.get(top.id) ?? null);
  }
  return draft.finish();

  function nameColumns(row: Row): void {
    for (const column of unknown)
      if (row(column).trim()) draft.leave(`Column ${column}`, LEFT_OUT, row(column));
    if (row('View Mode').trim() || row('Column Order').trim())
      draft.leave('View settings', LEFT_OUT, row('View Mode'));
    if (row('Reminder').trim()) draft.leave('Reminders', LEFT_OUT, row('Reminder'));
  }

  function categoryOf(row: Row): number | null {
    const [folder, list, column] = [row('Folder Name'), row('List Name'), row('Column Name')].map(
      (name) => name.trim(),
    );
    const isShared = (folders.get(list ?? '')?.size ?? 0) > 1;
    if (folder && isShared) draft.leave('Folders', 'part of the category’s name', folder);
    else if (folder) draft.leave('Folders', LEFT_OUT, folder);
    if (column) draft.leave('Columns', 'part of the category’s name', column);
    return draft.categoryOf([isShared ? folder : '', list, column].filter(Boolean).join(' / '));
  }

  /** Adds one of TickTick's notes. The note's list is kept as text, because Daymark's notes have no category. */
  function addNote(row: Row): void {
    nameColumns(row);
    const kept = [
      row('List Name').trim() && `List: ${row('List Name')}`,
      row('Tags') && `Tags: ${row('Tags')}`,
    ];
    const extra = kept.filter(Boolean).map((line) => `- ${line}`);
    draft.leave('Lists of notes', 'kept in the note', row('List Name'));
    draft.addNote({
      key: row('taskId') || JSON.stringify([row('List Name'), row('Title'), row('Content')]),
      title: row('Title'),
      content: [row('Content'), extra.length > 0 ? `From TickTick:\n${extra.join('\n')}` : '']
        .filter(Boolean)
        .join('\n\n'),
      createdAt: instantOf(row('Created Time')),
      updatedAt: instantOf(row('Created Time')),
    });
  }

  function addTask(entry: Entry, parentId: number | null): void {
    const { row } = entry;
    nameColumns(row);
    const kept: string[] = [];
    const keep = (label: string, value: string, field: string) => {
      kept.push(`${label}: ${value}`);
      draft.leave(field, IN_NOTE, value);
    };
    const tags = row('Tags').trim();
    if (tags) keep('Tags', tags, 'Tags');
    const priority = row('Priority').trim();
    if (priority && priority !== '0')
      keep('Priority', PRIORITIES.get(priority) ?? priority, 'Priorities');
    const status = row('Status').trim();
    const completed = !['', '0'].includes(status);
    if (status === '-1') keep('Status', 'won’t do', 'Tasks that won’t be done');

    const zone = draft.zoneOf(row('Timezone').trim());
    if (row('Is Floating').trim() === 'true')
      draft.leave('Floating times', 'kept as times in their zone');
    const isAllDay = row('Is All Day').trim().toLowerCase() === 'true';
    const start = readMoment(row('Start Date'));
    const due = readMoment(row('Due Date'));
    for (const [field, moment] of [
      ['Start Date', start],
      ['Due Date', due],
    ] as const)
      if (row(field).trim() && moment === undefined) keep(field, row(field), 'Unreadable dates');
    const first = start ?? due;
    const startDay = first === undefined ? null : zone.dayAt(first);
    const dueDay = due === undefined ? null : zone.dayAt(due);
    const text = row('Repeat').trim();
    const today = zone.dayAt(context.now.getTime());
    const rule = text ? ruleOfRRule(text, startDay ?? today) : undefined;
    const isRepeated = rule !== undefined && parentId === null && !completed;
    if (text && !isRepeated)
      keep(
        'Repeats',
        text,
        completed ? 'Repeats of completed tasks' : 'Repeats that Daymark can’t express',
      );
    const plannedDay = isRepeated ? (startDay ?? currentDay(rule, today, today)) : startDay;

    const times = isAllDay || first === undefined ? undefined : timesOf(first, due, zone);
    const hasBlock = times !== undefined && !completed && times.start >= context.now.getTime();
    if (times && !hasBlock && zone.minutesAt(times.start) !== 0)
      keep(
        'Time',
        `${zone.dayAt(times.start)} ${clockText(zone.minutesAt(times.start))}`,
        'Times that have passed',
      );

    const { items, description } = checklistOf(row);
    const id = draft.addTask({
      key:
        row('taskId').trim() ||
        JSON.stringify([row('List Name'), row('Title'), row('Content'), row('Created Time')]),
      title: row('Title'),
      parentId,
      completed,
      createdAt: instantOf(row('Created Time')),
      completedAt: instantOf(row('Completed Time')),
      categoryId: categoryOf(row),
      plannedDay,
      deadline: dueDay !== null && dueDay !== startDay ? dueDay : null,
      repeat: isRepeated ? rule : null,
      texts: [
        description,
        ...(parentId === null
          ? []
          : items.map((item) => `- [${item.isDone ? 'x' : ' '}] ${item.title}`)),
      ],
      kept,
    });
    ids.set(entry.id, id);
    if (hasBlock) draft.addBlock(id, row('Title'), times.start, times.end, zone);
    if (parentId === null)
      items.forEach((item, index) =>
        draft.addTask({
          key: `${entry.id} item ${index} ${item.title}`,
          title: item.title,
          parentId: id,
          completed: item.isDone,
          categoryId: categoryOf(row),
          createdAt: instantOf(row('Created Time')),
        }),
      );
    else if (items.length > 0) draft.leave('Checklists of steps', IN_NOTE, items[0]?.title);
  }
}

/** Returns, for each name of a list, the folders that contain a list of that name. */
function foldersOfLists(entries: readonly Entry[]): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const { row } of entries) {
    const list = row('List Name').trim();
    folders.set(list, (folders.get(list) ?? new Set()).add(row('Folder Name').trim()));
  }
  return folders;
}

/**
 * Returns the start and end of a task's time block. The block ends at the due time if the due time is later on the same
 * day. Otherwise the block lasts BLOCK_MINUTES.
 */
function timesOf(start: number, due: number | undefined, zone: Zone) {
  const isSpan = due !== undefined && due > start && zone.dayAt(due) === zone.dayAt(start);
  return { start, end: isSpan ? due : start + BLOCK_MINUTES * 60_000 };
}

/** Reads a checklist from a task's content, which has a line for each item. "▫Milk" is open, and "▪Bread" is done. */
function checklistOf(row: Row) {
  const content = row('Content');
  if (row('Is Check list').trim().toUpperCase() !== 'Y') return { items: [], description: content };
  const lines = content.split('\n');
  const isItem = (line: string) => /^[▫▪]/u.test(line.trim());
  return {
    items: lines
      .filter(isItem)
      .map((line) => line.trim())
      .map((line) => ({ title: line.slice(1).trim(), isDone: line.startsWith('▪') }))
      .filter(({ title }) => title !== ''),
    description: lines.filter((line) => !isItem(line)).join('\n'),
  };
}

/**
 * Reads a moment such as "2018-12-11T23:00:00+0000". A space may replace the T. A moment without an offset is in UTC.
 * Returns ms, or undefined if the text can't be read.
 */
function readMoment(text: string): number | undefined {
  const match =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?(?:\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?$/.exec(
      text.trim(),
    );
  if (!match) return undefined;
  const [, day = '', hour, minute, second = '00', offset = 'Z'] = match;
  const iso = `${day}T${hour}:${minute}:${second}${offset.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2')}`;
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? undefined : ms;
}

function instantOf(text: string): string | undefined {
  const ms = readMoment(text);
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
