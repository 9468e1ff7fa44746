import type { AccountExport } from '@daymark/contract/accountExport';
import type { Note } from '@daymark/contract/note';

/**
 * The export as a zip: the document itself, each note as Markdown, and the events as a calendar. What it takes to make
 * one is loaded when somebody asks for it.
 */
export async function archiveOf(document: AccountExport): Promise<Uint8Array> {
  const { strToU8, zipSync } = await import('fflate');
  const files = new Map([
    ['daymark.json', JSON.stringify(document, undefined, 2)],
    ['calendar.ics', await calendarOf(document)],
  ]);
  const names = new Map<string, number>();
  for (const note of document.notes)
    files.set(`notes/${uniqueName(note.title, names)}.md`, markdownOf(note));
  const mtime = document.exportedAt;
  return zipSync(
    Object.fromEntries([...files].map(([name, text]) => [name, [strToU8(text), { mtime }]])),
  );
}

/** A title between quotes is YAML as well as JSON, whatever is in it. */
function markdownOf({ title, content, createdAt, updatedAt }: Note): string {
  const frontMatter = [
    `title: ${JSON.stringify(title)}`,
    `created: ${createdAt}`,
    `updated: ${updatedAt}`,
  ];
  return ['---', ...frontMatter, '---', '', content].join('\n');
}

async function calendarOf({ events, user, exportedAt }: AccountExport): Promise<string> {
  const { default: ical } = await import('ical-generator');
  const calendar = ical({
    name: 'Daymark',
    prodId: { company: 'daymark.app', product: 'Daymark', language: 'EN' },
  });
  for (const { id, title, start, end } of events)
    calendar.createEvent({
      id: `${user.id}-${id}@daymark.app`,
      stamp: exportedAt,
      start,
      end: endsAfter(start, end) ? end : null,
      summary: title.replace(CONTROLS, ' '),
    });
  return calendar.toString();
}

/** iCalendar counts in seconds, and has no end that is not after its start. */
function endsAfter(start: string, end: string): boolean {
  const second = (moment: string) => Math.floor(Date.parse(moment) / 1000);
  return second(end) > second(start);
}

/** iCalendar's text has no control characters, but for the line breaks that are escaped. */
const CONTROLS = /(?!\n)\p{Cc}/gu;

/** What some file system refuses or takes for something else, and what is invisible; emoji need their joiner. */
const UNSAFE = /(?:(?!\u200D)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|])+/gu;

/** What Windows takes for a device. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Longest name in bytes, with room for a number and the ending: 255 is the most that file systems take. */
const NAME_MAX = 200;

/**
 * A file name that is safe everywhere, and none of `taken`, where it is noted with the last number its namesakes got.
 * Letter case alone makes no difference.
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

/** The start of a text, in at most `NAME_MAX` bytes, no character cut in two. */
function cut(text: string): string {
  let start = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > NAME_MAX) break;
    start += character;
  }
  return start;
}
