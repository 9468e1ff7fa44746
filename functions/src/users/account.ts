import { HOUR_MS } from '@daymark/contract/time/units';
import {
  AccountExport,
  importedRecords,
  type ImportedCollection,
} from '@daymark/contract/accountExport';
import { dayOf, mapFields } from '@daymark/contract/primitives';
import { SETTINGS_ID, withDefaultSettings } from '@daymark/contract/settings';
import { Streamed, type Handler } from '../handler';
import type { Owner, OwnerRef } from '../owner';
import type { Ports } from '../ports';
import { archiveOf } from './archive';
import { jsonOf, type ExportDocument } from './exportDocument';
import { usernameKey } from './username';
import { getUser } from './users';

/** Returns a person's events as an iCalendar file. `timeZone` is the person's. */
export type CalendarFile = (
  owner: Owner,
  timeZone: string | null,
  ports: Ports,
) => AsyncIterable<string>;

/**
 * Returns a person's profile, settings and records. The records are sent while they are read. Each collection is in the
 * order of its list.
 */
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
    ...(mapFields(
      importedRecords,
      (_schema, name) => () => allowed<unknown>(shape[name], stores[name].pages(owner)),
    ) as unknown as Pick<ExportDocument, ImportedCollection>),
  };
  if (query.format !== 'zip') return new Streamed(jsonOf(document));
  const calendar = () => calendarFile(owner, user.timeZone, ports);
  return new Streamed(archiveOf(document, calendar), `daymark-${dayOf(document.exportedAt)}.zip`);
}

/**
 * Yields the pages without fields that must not leave the server. Other replies are parsed as a whole, in http/serve.
 */
async function* allowed<T>(
  schema: { parse: (page: unknown) => T },
  pages: AsyncIterable<unknown>,
): AsyncGenerator<T> {
  for await (const page of pages) yield schema.parse(page);
}

/**
 * Ends an account's grants in Daymark. Resolves to a function that ends the grants at other services, such as Google.
 * That function may take a while.
 */
type EndGrantsHere = (owner: OwnerRef, ports: Ports) => Promise<() => Promise<void>>;

/** Deletes an account. */
export type DeleteAccount = (owner: OwnerRef, ports: Ports) => Promise<void>;

/**
 * Records the deletion, then deletes everything: the records, the Auth user, and last the sessions. Once the deletion
 * is recorded, no record can be written. Until the Auth user is gone the session is valid, so a client that was cut off
 * can call again. Each step of such a call deletes what is left. If no call follows, `finishDeletions` finishes the
 * deletion.
 */
export async function deleteAccount(
  { uid }: OwnerRef,
  ports: Ports,
  endGrantsHere: EndGrantsHere = () => Promise.resolve(() => Promise.resolve()),
): Promise<void> {
  const { stores, identity, now, log } = ports;
  await stores.profiles.delete(uid, usernameKey, now().toISOString());
  const endElsewhere = await endGrantsHere({ uid }, ports);
  await Promise.all([endElsewhere(), deleteRecords()]);

  async function deleteRecords() {
    await stores.allRecords.clear(uid, { sessions: false });
    await identity.deleteAccount(uid);
    // Delete the sessions only now, so that ended sessions stay invalid while the account exists. The client can't
    // repeat this step, so a failure is only logged.
    await stores.allRecords
      .clear(uid, { sessions: true })
      .catch(() => log({ severity: 'WARNING', message: 'The end of a deletion was postponed.' }));
  }
}

/**
 * How long ago a deletion must have begun before it is finished and forgotten, in ms. By then no request of its account
 * is under way, and no token for live updates can be used.
 */
const SETTLED_MS = HOUR_MS;

const PAGE = 50;

/**
 * Repeats the deletions that began more than an hour ago, in case they were cut off or a request that was under way
 * wrote something. Starts no deletion after `until`, in ms since 1970. A deletion that fails is logged and left for the
 * next run.
 */
export async function finishDeletions(
  ports: Ports,
  until: number,
  deleteOne: DeleteAccount,
): Promise<void> {
  const { stores, now, log } = ports;
  const before = new Date(now().getTime() - SETTLED_MS).toISOString();
  let after = '';
  for (;;) {
    const begun = await stores.deletions.begun({ after, before }, PAGE);
    for (const { uid, begunAt } of begun) {
      if (Date.now() > until) return;
      after = begunAt;
      try {
        await deleteOne({ uid }, ports);
        await stores.deletions.forget(uid);
      } catch {
        log({ severity: 'ERROR', message: 'A deletion could not be finished.' });
      }
    }
    if (begun.length < PAGE) return;
  }
}

/**
 * Deletes the data of uids that have neither a profile nor a Firebase user, because nobody can sign in to reach this
 * data. A profile without a Firebase user stays, because accounts that were lost at Firebase can be restored. Starts no
 * deletion after `until`, in ms since 1970.
 */
export async function deleteOrphans(
  ports: Ports,
  until: number,
  deleteOne: DeleteAccount,
): Promise<void> {
  const { stores, identity, log } = ports;
  for (const uid of await identity.withoutAccount(await stores.allRecords.uids())) {
    if (Date.now() > until) return;
    if (await stores.profiles.get(uid)) continue;
    await deleteOne({ uid }, ports).catch(() =>
      log({ severity: 'ERROR', message: 'Records without an account could not be deleted.' }),
    );
  }
}
