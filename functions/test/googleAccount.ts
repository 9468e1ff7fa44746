import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { newPerson, type Person } from './people';
import { send, type Received } from './send';

const AUTH = 'https://www.googleapis.com/auth/';
const SCOPES = [`${AUTH}calendar.calendarlist.readonly`, `${AUTH}calendar.events.readonly`];

interface Call {
  endpoint: string;
  params: string[];
  status?: number;
}

/** Calls the stand-in's own control endpoints. */
async function control<T>(method: string, path: string, body?: object): Promise<T> {
  const reply = await fetch(`${inject('google')}${path}`, {
    method,
    ...(body && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
  return (await reply.json()) as T;
}

/** Returns an account at Google that no other test uses, with functions that change it and inject faults. */
export function googleAccount() {
  const account = `ada.${randomUUID().slice(0, 8)}@example.com`;
  const state = <T>(action: string, what: object = {}) =>
    control<T>('POST', '/_state', { do: action, account, ...what });
  return {
    account,
    state,
    createCalendar: (id: string, summary = id) => state('createCalendar', { id, summary }),
    createEvent: (event: object, calendarId?: string) =>
      state<{ id: string }>('createEvent', { event, ...(calendarId && { calendarId }) }),
    fault: (kind: string, endpoint: string, more: object = {}, calendarId?: string) =>
      control('POST', '/_faults', {
        match: { account, endpoint, ...(calendarId && { calendarId }) },
        fault: { kind, ...more },
      }),
    clearFaults: () => control('DELETE', `/_faults?account=${encodeURIComponent(account)}`),
    async calls(endpoint?: string): Promise<Call[]> {
      const which = new URLSearchParams({ account, ...(endpoint && { endpoint }) });
      const { calls } = await control<{ calls: Call[] }>('GET', `/_calls?${which.toString()}`);
      return calls.filter((call) => !call.endpoint.startsWith('push.'));
    },
  };
}
type GoogleAccount = ReturnType<typeof googleAccount>;

/** Returns every token and code that the stand-in has issued. */
export const issuedTokens = () => control<Issued>('GET', '/_tokens');

interface Issued {
  accessTokens: string[];
  refreshTokens: string[];
  codes: string[];
}

/** A signed-in person and their account at Google. */
export interface Connecting {
  person: Person;
  google: GoogleAccount;
  /** The address of the function to call, if it is not the one that all tests share. */
  to?: string;
}

export const ask = (
  { person, to }: Pick<Connecting, 'person' | 'to'>,
  path: string,
  more: object = {},
): Promise<Received> =>
  send({ path: `/api/calendar/${path}`, session: person.session, ...(to && { to }), ...more });

export const post = (who: Pick<Connecting, 'person' | 'to'>, path: string, body?: object) =>
  ask(who, path, { method: 'POST', ...(body && { body }) });

interface Consent {
  decision?: 'allow' | 'deny';
  scopes?: string[];
}

/** Submits Google's consent page. Returns the address that Google redirects to. */
export async function consent(who: Connecting, how: Consent = {}): Promise<URL> {
  const reply = await ask(who, 'auth-url');
  if (reply.status !== 200) throw new Error(`auth-url: ${reply.status} ${reply.text}`);
  const { authUrl } = reply.json() as { authUrl: string };
  return respondToConsent(authUrl, who.google.account, how);
}

export async function respondToConsent(
  authUrl: string,
  account: string,
  { decision = 'allow', scopes = SCOPES }: Consent = {},
): Promise<URL> {
  const body = new URLSearchParams({ account, decision });
  for (const scope of scopes) body.append('scope', scope);
  const response = await fetch(authUrl, { method: 'POST', body, redirect: 'manual' });
  const location = response.headers.get('location');
  if (!location) throw new Error(`consent: ${response.status} ${await response.text()}`);
  return new URL(location);
}

/** Follows Google's redirect to our callback. Returns the page that the callback redirects to. */
export async function comeBack(who: Pick<Connecting, 'person' | 'to'>, back: URL): Promise<string> {
  const reply = await ask(who, `callback${back.search}`);
  if (reply.status !== 302) throw new Error(`callback: ${reply.status} ${reply.text}`);
  return String(reply.headers.location);
}

/** Returns a person who has connected their calendar through Google's page. */
export async function connectedPerson(to?: string): Promise<Connecting> {
  const who = { person: await newPerson(), google: googleAccount(), ...(to && { to }) };
  const page = await comeBack(who, await consent(who));
  if (page !== '/calendar?success=true') throw new Error(page);
  return who;
}

/** Returns the range of a day in UTC, as a browser requests it. */
export const dayOf = (date: string) => ({
  timeMin: `${date}T00:00:00Z`,
  timeMax: new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString(),
});

export const eventsOn = (who: Pick<Connecting, 'person' | 'to'>, date: string) =>
  ask(who, 'events', { query: dayOf(date) });

/** Returns an event of one hour in Google's format. */
export const anHour = (summary: string, start: string, more: object = {}) => ({
  summary,
  start: { dateTime: start },
  end: { dateTime: new Date(Date.parse(start) + 3_600_000).toISOString() },
  ...more,
});
