import { AccountExport } from '@daymark/contract/accountExport';
import { dayOf } from '@daymark/contract/primitives';
import { SETTINGS_ID, withDefaultSettings } from '@daymark/contract/settings';
import { Streamed, type Handler } from '../handler';
import type { Owner, OwnerRef } from '../owner';
import type { Ports } from '../ports';
import { archiveOf } from './archive';
import { jsonOf, type ExportDocument } from './exportDocument';
import { usernameKey } from './username';
import { getUser } from './users';

/** A person's events as an iCalendar file; `timeZone` is theirs. */
export type CalendarFile = (
  owner: Owner,
  timeZone: string | null,
  ports: Ports,
) => AsyncIterable<string>;

/** Everything of a person, each collection in the order of its list, sent while it is read. */
export async function exportAccount(
  call: Parameters<Handler<'exportAccount'>>[0],
  ports: Ports,
  calendarFile: CalendarFile,
): Promise<Streamed> {
  const { owner, query } = call;
  const { stores, now } = ports;
  const browser = { session: undefined, host: undefined };
  const [user, stored] = await Promise.all([
    getUser({ owner, browser }, ports),
    stores.settings.get(owner, SETTINGS_ID),
  ]);
  const { shape } = AccountExport;
  const document: ExportDocument = {
    version: 1,
    exportedAt: now().toISOString(),
    user: shape.user.parse(user),
    settings: shape.settings.parse(withDefaultSettings(owner.userId, stored)),
    categories: () => allowed(shape.categories, stores.categories.pages(owner)),
    tasks: () => allowed(shape.tasks, stores.tasks.pages(owner)),
    events: () => allowed(shape.events, stores.events.pages(owner)),
    notes: () => allowed(shape.notes, stores.notes.pages(owner)),
    reflections: () => allowed(shape.reflections, stores.reflections.pages(owner)),
    focusSessions: () => allowed(shape.focusSessions, stores.focusSessions.pages(owner)),
    conflicts: () => allowed(shape.conflicts, stores.conflicts.pages(owner)),
  };
  if (query.format !== 'zip') return new Streamed(jsonOf(document));
  const calendar = () => calendarFile(owner, user.timeZone, ports);
  return new Streamed(archiveOf(document, calendar), `daymark-${dayOf(document.exportedAt)}.zip`);
}

/** The pages, without what must not leave the server. Other replies are parsed as a whole, in http/serve. */
async function* allowed<T>(
  schema: { parse: (page: unknown) => T },
  pages: AsyncIterable<unknown>,
): AsyncGenerator<T> {
  for await (const page of pages) yield schema.parse(page);
}

/**
 * Deletes everything, the Auth user last. Until then the session is valid, so a client that was cut off can call again,
 * and each step deletes what is left.
 */
export async function deleteAccount({ uid }: OwnerRef, { stores, identity }: Ports): Promise<void> {
  await stores.allRecords.clear(uid, { sessions: false });
  await stores.profiles.delete(uid, usernameKey);
  await identity.deleteAccount(uid);
  // Again, for what another device wrote in between, and with the sessions: those that ended stay invalid until now.
  await stores.allRecords.clear(uid, { sessions: true });
}
