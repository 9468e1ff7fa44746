import { readFileSync } from 'node:fs';
import type { ImportContext, ReadImport } from '../src/features/imports/importDraft';
import { readImportFile } from '../src/features/imports/readers/readImportFile';

/** A Wednesday. */
export const NOW = new Date('2026-11-25T10:00:00Z');

const importContext = (more: Partial<ImportContext> = {}): ImportContext => ({
  now: NOW,
  timeZone: 'Europe/Berlin',
  categories: [],
  ...more,
});

/** Returns the bytes of a file in `importFiles`. */
export const fixtureBytes = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`importFiles/${name}`, import.meta.url)));

export const fixtureText = (name: string): string => new TextDecoder().decode(fixtureBytes(name));

/** Reads a file in `importFiles` as an import. */
export const readFixture = (name: string, more: Partial<ImportContext> = {}): ReadImport =>
  readImportFile(fixtureBytes(name), name, importContext(more));

export const readAsFile = (
  text: string | Uint8Array,
  name = 'file',
  more: Partial<ImportContext> = {},
): ReadImport =>
  readImportFile(
    typeof text === 'string' ? new TextEncoder().encode(text) : text,
    name,
    importContext(more),
  );

/** Returns the report, with one line for each field. */
export const reportOf = ({ notTakenOver }: ReadImport): string[] =>
  notTakenOver.map(
    ({ field, outcome, count, examples }) =>
      `${field}: ${count} ${outcome}${examples.length > 0 ? ` (${examples.join(', ')})` : ''}`,
  );
