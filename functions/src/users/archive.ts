import { constants, deflateRawSync } from 'node:zlib';
import type { Note } from '@daymark/contract/note';
import { jsonOf, type ExportDocument } from './exportDocument';
import { taskTable } from './taskTable';

/** Loads the zip library, on first use. */
export const loadZip = () => import('fflate');

/**
 * Yields the export as a zip file: the document itself, each note as Markdown, the tasks as a table, and the events as
 * a calendar. Each file reads its records again, because the records of a large account may not fit into memory.
 */
export async function* archiveOf(
  document: ExportDocument,
  calendar: () => AsyncIterable<string>,
): AsyncGenerator<Uint8Array> {
  const { Zip, ZipPassThrough } = await loadZip();

  /** Compresses with Node's zlib, because fflate does not compress a full account within a request's time limit. */
  class DeflatedFile extends ZipPassThrough {
    override compression = DEFLATE;
    protected override process(piece: Uint8Array, isLast: boolean) {
      const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
      this.ondata(null, new Uint8Array(deflateRawSync(piece, { finishFlush })), isLast);
    }
  }

  const zipped: Uint8Array[] = [];
  const take = () => zipped.splice(0);
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    zipped.push(bytes);
  });
  for await (const [name, parts] of filesOf(document, calendar)) {
    const file = new DeflatedFile(name);
    file.mtime = document.exportedAt;
    zip.add(file);
    let piece = '';
    for await (const text of parts) {
      piece += text;
      if (piece.length < PIECE_LENGTH) continue;
      file.push(Buffer.from(piece));
      piece = '';
      yield* take();
    }
    file.push(Buffer.from(piece), true);
    yield* take();
  }
  zip.end();
  yield* take();
}

/** The number of the method Deflate in zip files. */
const DEFLATE = 8;

/** How much text is compressed at a time, in UTF-16 units. */
const PIECE_LENGTH = 64 * 1024;

type Texts = AsyncIterable<string> | Iterable<string>;

async function* filesOf(
  document: ExportDocument,
  calendar: () => AsyncIterable<string>,
): AsyncGenerator<[name: string, parts: Texts]> {
  yield ['daymark.json', jsonOf(document, '  ')];
  yield ['tasks.csv', taskTable(document)];
  yield ['calendar.ics', calendar()];
  const names = new Map<string, number>();
  for await (const notes of document.notes())
    for (const note of notes)
      yield [`notes/${uniqueName(note.title, names)}.md`, [markdownOf(note)]];
}

/** Returns a note as Markdown with front matter. A title as a JSON string is valid YAML as well. */
function markdownOf({ title, content, attachedTo, createdAt, updatedAt }: Note): string {
  const frontMatter = [
    `title: ${JSON.stringify(title)}`,
    `created: ${createdAt}`,
    `updated: ${updatedAt}`,
    // The id is the record's id in daymark.json.
    ...(attachedTo ? [`attached: ${attachedTo.type}/${attachedTo.id}`] : []),
  ];
  return ['---', ...frontMatter, '---', '', content].join('\n');
}

/**
 * Matches invisible characters, and characters that some file system refuses or interprets. The joiner in emoji is
 * allowed.
 */
const UNSAFE = /(?:(?!\u200D)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|])+/gu;

/** Matches the names of devices on Windows. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Longest name without number and extension, in bytes. File systems allow 255 bytes in all. */
const NAME_BYTES_MAX = 200;

/**
 * Returns a file name that is valid everywhere and not in `taken`. Adds the name to `taken`, which has the last number
 * given to each name. Names that differ only in letter case count as the same.
 */
function uniqueName(title: string, taken: Map<string, number>): string {
  const safe = cut(title.normalize('NFC').replace(UNSAFE, ' '))
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .replace(DEVICE, '_$&');
  const base = safe || 'Untitled';
  let number = taken.get(base.toLowerCase()) ?? 1;
  let name = base;
  while (taken.has(name.toLowerCase())) name = `${base} (${++number})`;
  taken.set(base.toLowerCase(), number).set(name.toLowerCase(), name === base ? number : 1);
  return name;
}

/** Returns the start of a text in at most `NAME_BYTES_MAX` bytes, without splitting a character. */
function cut(text: string): string {
  let start = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > NAME_BYTES_MAX) break;
    start += character;
  }
  return start;
}
