import type { AccountExport } from '@daymark/contract/accountExport';
import { expect } from 'vitest';
import { newPerson, type Person } from './people';
import { sendUntilAnswered } from './send';

type Session = Pick<Person, 'session'>;

/** A person's export. */
export async function exportOf({ session }: Session): Promise<AccountExport> {
  const reply = await sendUntilAnswered({ path: '/api/export', session });
  expect(reply.status, reply.text).toBe(200);
  return reply.json() as AccountExport;
}

/** Imports a document, or a part of one. Answers how many records were created of each kind. */
export async function importInto({ session }: Session, body: object): Promise<object> {
  const reply = await sendUntilAnswered({ method: 'POST', path: '/api/import', session, body });
  expect(reply.status, reply.text).toBe(200);
  return reply.json() as object;
}

/** The part of an export that does not depend on the account. The timer's state belongs to the moment. */
export function contentOf({ user, exportedAt: _, settings, ...lists }: AccountExport): unknown {
  const { timer: _timer, ...chosen } = settings;
  return JSON.parse(
    JSON.stringify({ timeZone: user.timeZone, settings: chosen, ...lists }, (key, value: unknown) =>
      key === 'userId' ? undefined : value,
    ),
  );
}

/** Expects that an export, imported into an empty account and exported again, is equal field by field. */
export async function expectRoundTrip(exported: AccountExport): Promise<void> {
  const person = await newPerson();
  await importInto(person, exported);
  expect(contentOf(await exportOf(person))).toEqual(contentOf(exported));
}
