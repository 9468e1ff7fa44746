import { AccountExport } from '@daymark/contract/accountExport';
import { dayOf, inUtc } from '@daymark/contract/primitives';
import { reflectionIdOf } from '@daymark/contract/reflection';
import { SETTINGS_ID, withDefaultSettings } from '@daymark/contract/settings';
import { Attachment, type Handler } from '../handler';
import type { OwnerRef } from '../owner';
import type { Ports } from '../ports';
import { archiveOf } from './archive';
import { usernameKey } from './username';
import { getUser } from './users';

/** Everything of a person, each collection in the order of its list. */
export const exportAccount: Handler<'exportAccount'> = async (call, ports) => {
  const { owner, query } = call;
  const { stores, now } = ports;
  const [user, stored, categories, tasks, events, notes, reflections, focusSessions] =
    await Promise.all([
      getUser(call, ports),
      stores.settings.get(owner, SETTINGS_ID),
      stores.categories.list(owner),
      stores.tasks.list(owner),
      stores.events.list(owner),
      stores.notes.list(owner),
      stores.reflections.list(owner),
      stores.focusSessions.list(owner),
    ]);
  const settings = withDefaultSettings(owner.userId, stored);
  const collections = { categories, tasks, events, notes, reflections, focusSessions };
  const exportedAt = now().toISOString();
  const document = { version: 1 as const, exportedAt, user, settings, ...collections };
  if (query.format !== 'zip') return document;
  // The schema removes fields that must not leave the server. For a file that has to happen here.
  const bytes = await archiveOf(AccountExport.parse(document));
  return new Attachment(`daymark-${dayOf(exportedAt)}.zip`, bytes);
};

/** The limit of three priorities does not apply to imported tasks; it applies to later creates. */
export const importAccount: Handler<'importAccount'> = async ({ owner, body }, ports) => {
  const { stores } = ports;
  const moment = ports.now().toISOString();
  if (body.user?.timeZone)
    await stores.profiles.update(owner.uid, { timeZone: body.user.timeZone });
  if (body.settings && Object.keys(body.settings).length > 0)
    await stores.settings.merge(
      owner,
      SETTINGS_ID,
      { fields: body.settings, at: moment, isNow: true },
      {},
    );

  const tasks = (body.tasks ?? []).map(
    ({ createdAt, completedAt, restore: _restore, ...task }) => ({
      ...task,
      createdAt: inUtc(createdAt ?? moment),
      completedAt: task.completed ? inUtc(completedAt ?? moment) : null,
    }),
  );
  const notes = (body.notes ?? []).map(({ createdAt, updatedAt, restore: _restore, ...note }) => ({
    ...note,
    createdAt: inUtc(createdAt ?? moment),
    updatedAt: inUtc(updatedAt ?? createdAt ?? moment),
  }));
  const reflections = (body.reflections ?? []).map(({ editedAt: _editedAt, ...reflection }) => ({
    ...reflection,
    id: reflectionIdOf(reflection.date),
  }));
  const categories = (body.categories ?? []).map(({ restore: _restore, ...category }) => category);
  const events = (body.events ?? []).map(({ restore: _restore, ...event }) => event);
  return {
    categories: await stores.categories.createMissing(owner, categories),
    tasks: await stores.tasks.createMissing(owner, tasks),
    events: await stores.events.createMissing(owner, events),
    notes: await stores.notes.createMissing(owner, notes),
    reflections: await stores.reflections.createMissing(owner, reflections),
    focusSessions: await stores.focusSessions.createMissing(owner, body.focusSessions ?? []),
  };
};

/**
 * Deletes everything, the Auth user last. Until then the session is valid, so a client that was cut off can call again,
 * and each step deletes what is left.
 */
export async function deleteAccount({ uid }: OwnerRef, { stores, identity }: Ports): Promise<void> {
  await stores.allRecords.clear(uid, { endedSessions: false });
  await stores.profiles.delete(uid, usernameKey);
  await identity.deleteAccount(uid);
  // Again, for what another device wrote in between, and with the ended sessions: they stay invalid until now.
  await stores.allRecords.clear(uid, { endedSessions: true });
}
