import type { AccountExport } from '@daymark/contract/accountExport';
import { expect } from 'vitest';
import { newPerson, type Person } from './people';
import { sendUntilResponse } from './send';

type Session = Pick<Person, 'session'>;

/** Returns a person's export. */
export async function exportOf({ session }: Session): Promise<AccountExport> {
  const reply = await sendUntilResponse({ path: '/api/export', session });
  expect(reply.status, reply.text).toBe(200);
  return reply.json() as AccountExport;
}

/** Imports a document or a part of one. Returns how many records of each kind were created. */
export async function importInto({ session }: Session, body: object): Promise<object> {
  const reply = await sendUntilResponse({ method: 'POST', path: '/api/import', session, body });
  expect(reply.status, reply.text).toBe(200);
  return reply.json() as object;
}

/**
 * Returns the part of an export that doesn't depend on the account. The timer's state is left out, because it depends
 * on the moment.
 */
export function contentOf({ user, exportedAt: _, settings, ...lists }: AccountExport): unknown {
  const { timer: _timer, ...chosen } = settings;
  return JSON.parse(
    JSON.stringify({ timeZone: user.timeZone, settings: chosen, ...lists }, (key, value: unknown) =>
      key === 'userId' ? undefined : value,
    ),
  );
}

/** Expects that an export is equal field by field when it is imported into an empty account and exported again. */
export async function expectRoundTrip(exported: AccountExport): Promise<void> {
  const person = await newPerson();
  await importInto(person, exported);
  expect(contentOf(await exportOf(person))).toEqual(contentOf(exported));
}
