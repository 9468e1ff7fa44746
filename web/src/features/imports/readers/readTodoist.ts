import {
  createImportDraft,
  IN_NOTE,
  LEFT_OUT,
  type ImportContext,
  type ReadImport,
} from '../importDraft';
import { parseTable, rowsOf, type Row, type Table } from '../parsing/parseTable';
import { readDateText } from '../parsing/readDateText';
import { clockText } from '../../../lib/time/clockText';
import { clockOfDay, type Zone } from '@daymark/contract/time/zone';

/** The columns by which a Todoist table is recognized. */
const COLUMNS = ['TYPE', 'CONTENT', 'PRIORITY', 'INDENT'];

/** The columns that are read. Other columns are reported. */
const KNOWN = new Set([
  ...COLUMNS,
  'DESCRIPTION',
  'AUTHOR',
  'RESPONSIBLE',
  'DATE',
  'DATE_LANG',
  'TIMEZONE',
  'DURATION',
  'DURATION_UNIT',
  'DEADLINE',
  'DEADLINE_LANG',
]);

/** Length of the time block of a task without a duration, in minutes. */
const BLOCK_MINUTES = 30;

/**
 * Returns the table of a CSV template or of a file in a backup. Returns undefined if the text isn't such a table.
 * @throws ImportFileError
 */
export const todoistTable = (text: string): Table | undefined => parseTable(text, COLUMNS);

/** One project: its file's name and its table. */
export interface TodoistProject {
  fileName: string;
  table: Table;
}

/** A task whose rows are still being read. The comments of a task are in the rows below the task. */
interface Pending {
  row: Row;
  section: string;
  parentId: number | null;
  comments: string[];
}

/**
 * Reads Todoist's CSV template, or all files of a backup. A project becomes a category, named with its section: "Garden
 * / Weekly". Tasks that are indented at any depth become steps of the top task.
 */
export function readTodoist(
  projects: readonly TodoistProject[],
  context: ImportContext,
): ReadImport {
  const draft = createImportDraft('Todoist', context);
  for (const { fileName, table } of projects) readProject(projectName(fileName), table);
  return draft.finish();

  function readProject(project: string, { columns, rows }: Table): void {
    const unknown = columns.filter((column) => column !== '' && !KNOWN.has(column));
    let section = '';
    let parent: { id: number; title: string } | undefined;
    let pending: Pending | undefined;
    const projectComments: string[] = [];

    const flush = () => {
      if (!pending) return;
      const id = addTask(project, pending, parent?.title ?? '');
      if (pending.parentId === null) parent = { id, title: pending.row('CONTENT') };
      pending = undefined;
    };

    for (const written of rows) {
      const row = withWholeText(written, columns);
      const type = row('TYPE').trim().toLowerCase();
      const content = row('CONTENT');
      if (row.cells.some((cell) => SWALLOWED.test(cell)))
        draft.leave('Rows after a stray quotation mark', 'part of the text above them', content);
      for (const column of unknown)
        if (row(column).trim()) draft.leave(`Column ${column}`, LEFT_OUT, row(column));
      switch (type) {
        case '':
          if (content.trim()) draft.leave('Rows without a type', LEFT_OUT, content);
          break;
        case 'task': {
          flush();
          const indent = Number(row('INDENT')) || 1;
          const isStep = indent > 1 && parent !== undefined;
          if (isStep && indent > 2)
            draft.leave('Deeper indentation', 'steps of the top task', content);
          pending = { row, section, parentId: isStep ? (parent?.id ?? null) : null, comments: [] };
          break;
        }
        case 'section':
          flush();
          parent = undefined;
          section = content.trim();
          draft.leave('Sections', 'part of the category’s name', content);
          break;
        case 'note':
          if (row('AUTHOR').trim()) draft.leave('Authors', LEFT_OUT, row('AUTHOR'));
          (pending?.comments ?? projectComments).push(commentOf(row));
          break;
        case 'meta':
          draft.leave('View settings', LEFT_OUT, content);
          break;
        default:
          draft.leave(`Rows of type “${type}”`, LEFT_OUT, content);
      }
    }
    flush();
    if (projectComments.length > 0)
      draft.addNote({
        key: `project ${project}`,
        title: project,
        content: projectComments.join('\n\n'),
      });
  }

  /**
   * Repairs a row whose text contains commas without quotation marks. The numbers after the text show where the text
   * ends. If a row with too many cells can't be repaired, it becomes a title as a whole.
   */
  function withWholeText(row: Row, columns: readonly string[]): Row {
    const { cells } = row;
    const type = row('TYPE').trim().toLowerCase();
    const hasTooMany = cells.length > columns.length;
    // Empty cells after the last column are ignored.
    const isBeyond = cells.slice(columns.length).some(Boolean);
    if (!isBeyond && (isPlausible(row) || !['task', 'note'].includes(type))) return row;
    const rowOf = rowsOf(columns);
    // First try only commas followed by a space, then all commas.
    for (const start of [' ', ''])
      for (const column of ['CONTENT', 'DESCRIPTION']) {
        const at = columns.indexOf(column);
        // A cell that contains a comma was quoted, so its text is whole.
        if (at < 0 || cells[at]?.includes(',')) continue;
        for (let end = at + 2; end <= Math.min(cells.length, at + COMMAS_MAX); end++) {
          if (!cells[end - 1]?.startsWith(start)) break;
          const joined = [...cells.slice(0, at), cells.slice(at, end).join(), ...cells.slice(end)];
          const candidate = rowOf(joined);
          if (isPlausible(candidate) && !joined.slice(columns.length).some(Boolean))
            return candidate;
        }
      }
    if (!hasTooMany) return row;
    const title = cells.slice(1).join().replace(/,+$/, '');
    draft.leave('Rows with too many commas', 'kept whole as a title', title);
    const places: Record<string, string> = { TYPE: type, CONTENT: title };
    return rowOf(columns.map((column) => places[column] ?? ''));
  }

  /** Returns a comment with its date above it. */
  function commentOf(row: Row): string {
    const written = row('DATE').trim();
    const ms = /^\d{4}-\d\d-\d\d[T ]/.test(written) ? Date.parse(written) : Number.NaN;
    const day = Number.isNaN(ms) ? written : draft.zone.dayAt(ms);
    return [day && `**${day}**`, withLinks(row('CONTENT'))].filter(Boolean).join('\n\n');
  }

  /** Converts the attachments of a comment to links to Todoist's server. */
  function withLinks(text: string): string {
    // A match doesn't run past the start of another attachment, so that each part of the text is looked at only once.
    return text.replaceAll(/\[\[file (\{(?:(?!\[\[file ).)*?\})\]\]/gs, (whole, json: string) => {
      try {
        const { file_name: name, file_url: url } = JSON.parse(json) as Record<string, unknown>;
        if (typeof name !== 'string' || typeof url !== 'string') return whole;
        draft.leave('Attachments', 'kept as links to Todoist in the task’s note', name);
        return `[${name.replaceAll(/[[\]]/g, '')}](${encodeURI(decodeURIComponentSafely(url))})`;
      } catch {
        return whole;
      }
    });
  }

  function addTask(
    project: string,
    { row, section, parentId, comments }: Pending,
    parent: string,
  ): number {
    const kept: string[] = [];
    const keep = (label: string, value: string) => void kept.push(`${label}: ${value}`);
    const content = row('CONTENT').trim();
    const isUncompletable = content.startsWith('* ');
    const title = isUncompletable ? content.slice(2) : content;
    if (isUncompletable) draft.leave('Tasks that can’t be completed', 'ordinary tasks', title);
    for (const [label] of title.matchAll(/(?<!\S)@[\p{L}\p{N}/_-]+/gu))
      draft.leave('Labels', 'kept in the task’s title', label);
    if (row('AUTHOR').trim()) draft.leave('Authors', LEFT_OUT, row('AUTHOR'));
    const responsible = row('RESPONSIBLE').trim();
    if (responsible) {
      keep('Responsible', responsible);
      draft.leave('Responsible people', IN_NOTE, responsible);
    }
    const priority = row('PRIORITY').trim();
    if (/^[123]$/.test(priority)) {
      keep('Priority', `p${priority}`);
      draft.leave('Priorities', IN_NOTE, `p${priority}`);
    } else if (priority && priority !== '4') {
      keep('Priority', priority);
      draft.leave('Priorities', IN_NOTE, priority);
    }

    const zone = draft.zoneOf(row('TIMEZONE').trim());
    const estimateMinutes = durationOf(row, keep);
    const date = row('DATE').trim();
    const when = date === '' ? undefined : dateOf(date, row('DATE_LANG'), zone);
    const due = row('DEADLINE').trim();
    const deadline = due === '' ? undefined : dateOf(due, row('DEADLINE_LANG'), zone);
    if (date && !when) {
      keep('Date', date);
      draft.leave('Dates and repeats that Daymark can’t express', IN_NOTE, date);
    }
    if (due && (!deadline || deadline.repeat)) {
      keep('Deadline', due);
      draft.leave('Deadlines that Daymark can’t express', IN_NOTE, due);
    }
    const isStep = parentId !== null;
    if (when?.repeat && isStep) {
      keep('Repeats', date);
      draft.leave('Repeats of steps', IN_NOTE, date);
    }
    const startMs =
      when?.minutes == null ? undefined : zone.momentOf(clockOfDay(when.day, when.minutes));
    const hasBlock = startMs !== undefined && startMs >= context.now.getTime();
    if (startMs !== undefined && !hasBlock) {
      keep('Time', `${when?.day} ${clockText(when?.minutes ?? 0)}`);
      draft.leave('Times that have passed', IN_NOTE, date);
    }
    if (when?.repeat && hasBlock && !isStep) {
      keep('Repeats', date);
      draft.leave('Times of repeating tasks', 'a block for the first one, and ' + IN_NOTE, date);
    }

    const id = draft.addTask({
      key: JSON.stringify([project, section, parent, content, row('DESCRIPTION'), date]),
      title,
      parentId,
      categoryId: draft.categoryOf(section ? `${project} / ${section}` : project),
      plannedDay: when?.day ?? null,
      deadline: deadline && !deadline.repeat ? deadline.day : null,
      estimateMinutes,
      repeat: when?.repeat ?? null,
      texts: [row('DESCRIPTION'), ...comments],
      kept,
    });
    if (hasBlock)
      draft.addBlock(
        id,
        title,
        startMs,
        startMs + (estimateMinutes ?? BLOCK_MINUTES) * 60_000,
        zone,
      );
    return id;
  }

  /**
   * Returns the estimate in minutes, or null if there is none. A duration in days is kept in the note, because an
   * estimate can't express it.
   */
  function durationOf(row: Row, keep: (label: string, value: string) => void): number | null {
    const amount = Number(row('DURATION'));
    const unit = row('DURATION_UNIT').trim().toLowerCase();
    if (!row('DURATION').trim() || row('DURATION').trim() === 'None') return null;
    if (unit === 'minute' && Number.isInteger(amount) && amount > 0) return amount;
    const text = `${row('DURATION')} ${unit}`;
    keep('Duration', text);
    draft.leave('Durations in days', IN_NOTE, text);
    return null;
  }

  function dateOf(text: string, language: string, zone: Zone) {
    const isEnglish = ['', 'en'].includes(language.trim().toLowerCase());
    const isPlain = /^\d{4}-\d\d-\d\d/.test(text);
    return isEnglish || isPlain ? readDateText(text, context.now, zone) : undefined;
  }
}

/** The start of a row inside a cell. A row gets into a cell if a quotation mark above the row isn't doubled. */
const SWALLOWED = /\n(?:task|note|section|meta)[,;\t]/i;

/** At most this many cells are joined to one text. */
const COMMAS_MAX = 50;

/** Whether a row's numbers are in their columns. A comment has no numbers and no description. */
function isPlausible(row: Row): boolean {
  const [priority, indent] = [row('PRIORITY').trim(), row('INDENT').trim()];
  if (row('TYPE').trim().toLowerCase() !== 'task')
    return priority + indent + row('DESCRIPTION').trim() === '';
  return /^[1-4]$/.test(priority) && /^\d+$/.test(indent);
}

/**
 * Returns the project's name from a file name. Backups append the project's number, and browsers a count of downloads.
 */
const projectName = (fileName: string): string =>
  fileName
    .replace(/^.*[/\\]/, '')
    .replace(/\.csv$/i, '')
    .trimEnd()
    .replace(/\(\d+\)$/, '')
    .trimEnd()
    .replace(/\[\d+\]$/, '')
    .trim() || 'Todoist';

function decodeURIComponentSafely(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
