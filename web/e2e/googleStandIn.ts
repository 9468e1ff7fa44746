import type { Page } from '@playwright/test';

const url = process.env.GOOGLE_STAND_IN_URL;

async function post(path: string, body: object): Promise<unknown> {
  if (!url)
    throw new Error('GOOGLE_STAND_IN_URL is not set: run these tests with `npm test -- e2e`.');
  const reply = await fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path}: ${text}`);
  return JSON.parse(text);
}

interface GoogleTime {
  date?: string;
  /** Local time in `timeZone` if that is given, otherwise a time with an offset. */
  dateTime?: string;
  timeZone?: string;
}

export interface EventAtGoogle {
  id?: string;
  summary: string;
  start: GoogleTime;
  end: GoogleTime;
  recurrence?: string[];
}

/** Returns an account at the stand-in, with functions for what its owner or Google can do. */
export const googleAccount = (account: string) => {
  const state = (action: string, what: object = {}) =>
    post('/_state', { do: action, account, ...what });
  return {
    account,
    /** Empties the account, except for an empty primary calendar. */
    empty: (timeZone: string) => state('emptyAccount', { timeZone }),
    createCalendar: async (summary: string, backgroundColor?: string) =>
      ((await state('createCalendar', { summary, backgroundColor })) as { id: string }).id,
    createEvent: async (event: EventAtGoogle, calendarId = account) =>
      ((await state('createEvent', { calendarId, event })) as { id: string }).id,
    deleteEvent: (eventId: string, calendarId = account) =>
      state('deleteEvent', { calendarId, eventId }),
    revokeGrant: () => state('revokeGrant'),
  };
};

/** Returns every token and code that the stand-in has issued. */
export async function issuedTokens(): Promise<string[]> {
  const issued: unknown = await (await fetch(`${url}/_tokens`)).json();
  return Object.values(issued as Record<string, unknown>)
    .flat(3)
    .flatMap((one) => (typeof one === 'string' ? [one] : Object.values(one as object)))
    .filter((one): one is string => typeof one === 'string' && one.length > 20);
}

/** Gives or refuses consent on the stand-in's page. */
export async function consent(
  tab: Page,
  account: string,
  { decision = 'Allow', without }: { decision?: 'Allow' | 'Cancel'; without?: string } = {},
): Promise<void> {
  await tab.getByRole('radio', { name: 'Another account' }).check();
  await tab.getByRole('textbox', { name: 'E-mail of the other account' }).fill(account);
  if (without) await tab.getByRole('checkbox', { name: without }).uncheck();
  await tab.getByRole('button', { name: decision }).click();
}
