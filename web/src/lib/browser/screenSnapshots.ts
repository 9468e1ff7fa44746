import { browserStorage } from './browserStorage';
import { partOfDay } from '../time/dates';
import { PHONE_QUERY } from './phoneQuery';

/*
 * A snapshot is the markup of a screen as the person last saw it in this browser. The next start shows it before the
 * app's code has run (app/beforeScreenPaint.ts). It is about as private as the replica, and goes with the person's
 * session (lib/rememberedUser.ts).
 */

/** What is known of a snapshot without reading its markup. */
interface SnapshotEntry {
  /** The screen's address, with its query. */
  address: string;
  /** What has to be the same for the markup to fit (`snapshotConditions`). */
  conditions: string;
  title: string;
  /** The addresses of the stylesheets that it needs. */
  styles: readonly string[];
}

export interface ScreenSnapshot extends SnapshotEntry {
  html: string;
}

const ENTRIES_KEY = 'daymark.screens';
const HTML_PREFIX = 'daymark.screen:';

/** Local storage has 5 MB in most browsers, and what the person types is more important. */
const SNAPSHOTS_MAX = 4;
const HTML_MAX = 150_000;

/**
 * What a snapshot depends on besides the records: the person, the version of the app, the day and the part of it, the
 * time zone, the language, and whether the window is a phone's.
 */
export function snapshotConditions(userId: number): string {
  return JSON.stringify([
    userId,
    document.querySelector<HTMLScriptElement>('script[type="module"]')?.src,
    partOfDay(new Date()),
    navigator.language,
    matchMedia(PHONE_QUERY).matches,
  ]);
}

/** The snapshot of a screen, if there is one under these conditions. */
export function snapshotOf(address: string, conditions: string): ScreenSnapshot | undefined {
  const entry = entries().find((one) => one.address === address);
  if (entry?.conditions !== conditions) return undefined;
  const html = browserStorage.get(HTML_PREFIX + address);
  return html === null ? undefined : { ...entry, html };
}

/**
 * Stores a snapshot in place of the one that its screen had. If there are too many, the one that was stored first goes; one
 * that is too long is not stored.
 */
export function storeSnapshot({ html, ...entry }: ScreenSnapshot): void {
  const others = entries().filter(({ address }) => address !== entry.address);
  const all = html.length > HTML_MAX ? others : [entry, ...others];
  // First, because a full storage would keep the one before, and it would be taken for this one.
  browserStorage.remove(HTML_PREFIX + entry.address);
  if (all !== others) browserStorage.set(HTML_PREFIX + entry.address, html);
  for (const { address } of all.splice(SNAPSHOTS_MAX)) browserStorage.remove(HTML_PREFIX + address);
  if (all.length > 0) browserStorage.set(ENTRIES_KEY, JSON.stringify(all));
  else browserStorage.remove(ENTRIES_KEY);
}

/** To be called when this browser's records are no longer those that the snapshots show. */
export function removeSnapshots(): void {
  browserStorage.remove(ENTRIES_KEY);
  browserStorage.removeAll(HTML_PREFIX);
}

function entries(): SnapshotEntry[] {
  try {
    const stored: unknown = JSON.parse(browserStorage.get(ENTRIES_KEY) ?? '[]');
    return Array.isArray(stored) ? (stored as SnapshotEntry[]) : [];
  } catch {
    return [];
  }
}
