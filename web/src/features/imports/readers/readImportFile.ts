import { importedCollections, importedRecords } from '@daymark/contract/accountExport';
import type * as z from 'zod/mini';
import { addTo } from '../addTo';
import { decodeCalendar, decodeText, isCalendar } from '../parsing/decodeText';
import { LEFT_OUT, type ImportContext, type ReadImport } from '../importDraft';
import { ImportFileError } from '../importFileError';
import { isZip, OWN_NAME, refuseLarge } from '../ownFile';
import { parseJson } from '../parsing/parseJson';
import { isDaymarkExport, readDaymark } from './readDaymark';
import { readICalendar } from './readICalendar';
import { readSuperProductivity, superProductivityData } from './readSuperProductivity';
import { readTickTick, tickTickTable } from './readTickTick';
import { readTodoist, todoistTable, type TodoistProject } from './readTodoist';
import { readVikunja, vikunjaProjects } from './readVikunja';
import { unzipTexts } from '../parsing/unzipTexts';

const UNKNOWN =
  'Daymark doesn’t know this kind of file. It reads files of Daymark, Todoist, TickTick, Super Productivity and Vikunja, and calendars (.ics).';

/**
 * Reads a file of another planner, or Daymark's own. The content of the file decides which kind of file it is. The file
 * name is used only as the name of a Todoist project. @throws ImportFileError if the file can't be read
 */
export function readImportFile(
  bytes: Uint8Array,
  fileName: string,
  context: ImportContext,
): ReadImport {
  refuseLarge(bytes.length, bytes);
  if (bytes.length === 0) throw new ImportFileError('This file is empty.');
  return withValidRecords(
    isZip(bytes) ? readZip(bytes, context) : readText(bytes, fileName, context),
  );
}

function readText(bytes: Uint8Array, fileName: string, context: ImportContext): ReadImport {
  if (isCalendar(bytes)) return readICalendar([decodeCalendar(bytes)], context);
  const text = decodeText(bytes);
  const start = text.slice(0, 1_000).trimStart();
  if (/^[[{]/.test(start)) return readJson(text, context);
  const tickTick = tickTickTable(text);
  if (tickTick) return readTickTick(tickTick, context);
  const todoist = todoistTable(text);
  if (todoist) return readTodoist([{ fileName, table: todoist }], context);
  throw new ImportFileError(UNKNOWN);
}

function readJson(text: string, context: ImportContext): ReadImport {
  const json = parseJson(text);
  if (isDaymarkExport(json)) return readDaymark(json, context);
  const superProductivity = superProductivityData(json);
  if (superProductivity) return readSuperProductivity(superProductivity, context);
  const vikunja = vikunjaProjects(json);
  if (vikunja) return readVikunja(vikunja, context);
  throw new ImportFileError(UNKNOWN);
}

/**
 * Reads a zip of Daymark, Vikunja or Todoist, a zip of calendars, or a zip with a single file that Daymark can read.
 */
function readZip(bytes: Uint8Array, context: ImportContext): ReadImport {
  const isText = (name: string) =>
    /\.(csv|json|ics|ical|icalendar)$/i.test(name) &&
    !/(^|\/)(__MACOSX\/|\.)/.test(name) &&
    !name.startsWith('notes/');
  const files = unzipTexts(bytes, isText);
  const main = [OWN_NAME, 'data.json'].find((name) => files.has(name));
  const file = main && files.get(main);
  // A file named like Daymark's own has no time limit, so it is read as JSON only.
  if (file)
    return main === OWN_NAME ? readJson(decodeText(file), context) : readText(file, main, context);
  const projects: TodoistProject[] = [];
  for (const [fileName, file] of files) {
    const table = /\.csv$/i.test(fileName) ? todoistTable(decodeText(file)) : undefined;
    if (table) projects.push({ fileName, table });
  }
  if (projects.length > 0) return readTodoist(projects, context);
  const calendars = [...files.values()].filter(isCalendar);
  if (calendars.length > 0) return readICalendar(calendars.map(decodeCalendar), context);
  const [only, another] = [...files];
  if (only && !another) return readText(only[1], only[0], context);
  throw new ImportFileError('There is nothing in this zip file that Daymark can read.');
}

/**
 * Removes and reports the records that the server would reject, because one such record would stop the import in the
 * middle.
 */
function withValidRecords(read: ReadImport): ReadImport {
  const records = { ...read.records };
  const refused = new Map<string, string[]>();
  for (const name of importedCollections) {
    const schema: z.ZodMiniType = importedRecords[name];
    records[name] = (records[name] as unknown[]).flatMap((record) => {
      const parsed = schema.safeParse(record);
      if (parsed.success) return [compact(parsed.data as object)];
      const title: unknown =
        Reflect.get(record as object, 'title') ?? Reflect.get(record as object, 'name');
      addTo(refused, name, typeof title === 'string' ? title : '');
      return [];
    }) as never;
  }
  const damaged = [...refused].map(([name, titles]) => ({
    field: `Unreadable ${name}`,
    outcome: LEFT_OUT,
    count: titles.length,
    examples: titles.slice(0, 3),
  }));
  return { ...read, records, notTakenOver: [...read.notTakenOver, ...damaged] };
}

/** Removes the fields that are null or undefined, because the server fills them in. */
const compact = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value != null));
