import type { CollectionName } from '@daymark/contract/changes';
import { CONTRACT_VERSION } from '@daymark/contract/version';
import { pause } from './api/pause';

/** Where each collection is fetched. The contract's own table would bring its schemas into the page's head. */
export const LIST_PATHS: Readonly<Record<CollectionName, string>> = {
  tasks: '/api/tasks',
  categories: '/api/categories',
  events: '/api/events',
  settings: '/api/settings',
  reflections: '/api/reflections/days',
  notes: '/api/notes',
  focusSessions: '/api/focus-sessions',
  conflicts: '/api/conflicts',
};

/** As long as a request of the app may take. */
const TIMEOUT_MS = 20_000;

/** The answers by path, undefined once they are taken, and whose lists they are. */
interface EarlyLists {
  userId: number;
  answers: Map<string, Promise<Response> | undefined>;
}

declare global {
  interface Window {
    /** The early requests: the script in the page's head, which makes them, is another program than the app. */
    daymarkLists?: Promise<EarlyLists | undefined> | undefined;
  }
}

/**
 * Requests the lists that a screen is drawn with before the app's code has arrived, where the user is requested early,
 * too: then this browser has no copy of them. They wait for that answer, because each request names its user.
 */
export function requestListsEarly(collections: readonly CollectionName[]): void {
  if (window.daymarkLists || !window.daymarkUser) return;
  const answers: EarlyLists['answers'] = new Map();
  const request = (userId: number, path: string) => {
    const answer = fetch(path, {
      credentials: 'same-origin',
      headers: { 'Daymark-Contract': String(CONTRACT_VERSION), 'Daymark-User': String(userId) },
      // The files of the app come first.
      priority: 'low',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    answers.set(path, answer);
    void answer
      .then(({ headers }) => {
        const next = nextPage(headers);
        if (next) request(userId, next);
      })
      .catch(() => undefined);
  };
  window.daymarkLists = window.daymarkUser
    .then(async (user) => {
      if (!user.ok) return undefined;
      const { id: userId } = (await user.clone().json()) as { id: number };
      for (const name of collections) {
        request(userId, LIST_PATHS[name]);
        // Each takes a slow phone some ms, and the page is being painted.
        await pause();
      }
      return { userId, answers };
    })
    .catch(() => undefined);
}

/** The path of the next page of a list; undefined on the last. */
export const nextPage = (headers: Headers): string | undefined =>
  /<([^>]*)>; *rel="next"/.exec(headers.get('Link') ?? '')?.[1];

/** The answer to an early request like this one; undefined if there is none, or at the second call. */
export async function takeEarlyList(
  path: string,
  { method, headers }: RequestInit,
): Promise<Response | undefined> {
  const lists = await window.daymarkLists;
  if (!lists || method !== 'GET') return undefined;
  const early = lists.answers.get(path);
  // The list is read again, after a failure. Its later pages must not be older than its first.
  if (!early && lists.answers.has(path)) delete window.daymarkLists;
  if (!early || new Headers(headers).get('Daymark-User') !== String(lists.userId)) return undefined;
  lists.answers.set(path, undefined);
  const { body, status, statusText, headers: given } = await early;
  const kept = new Headers(given);
  // The clock that learns from it (sync/editClock.ts) would take it for an answer to a request of this moment.
  kept.delete('Date');
  return new Response(body, { status, statusText, headers: kept });
}
