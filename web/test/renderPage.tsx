import 'fake-indexeddb/auto';
import { DEFAULT_CATEGORIES } from '@daymark/contract/category';
import { NewDayPlan } from '@daymark/contract/dayPlan';
import { NewEvent } from '@daymark/contract/event';
import { NewFocusSession } from '@daymark/contract/focusSession';
import { NewGoal } from '@daymark/contract/goal';
import { NewReflection, reflectionIdOf } from '@daymark/contract/reflection';
import { SETTINGS_ID, withDefaultSettings } from '@daymark/contract/settings';
import { NewTask } from '@daymark/contract/task';
import { NewWeekReview } from '@daymark/contract/weekReview';
import type { User } from '@daymark/contract/user';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { BrowserRouter } from 'react-router-dom';
import { expect, onTestFinished, vi } from 'vitest';
import type { Seed } from '../e2e/fixtures';
import { AppTree, ToastArea } from '../src/app/AppTree';
import { Shell } from '../src/app/guards';
import { pageAt } from '../src/app/routePages';
import { personSync, startPersonSync } from '../src/app/shell/personSync';
import { browserTimeZone } from '../src/lib/time/dates';
import { PHONE_QUERY } from '../src/lib/browser/phoneQuery';
import { queryClient, SESSION } from '../src/lib/api/queryClient';
import { rememberedUser, USER_HEARD_KEY } from '../src/lib/person/rememberedUser';
import { definitions } from '../src/sync/definitions';
import { historyAtRest } from './historyAtRest';
import { modelServer } from './modelServer';

/** A request as a test sees it: "POST /api/tasks" and its body. */
interface SentRequest {
  line: string;
  body: Record<string, unknown>;
}
type Respond = (request: SentRequest) => Response | undefined | Promise<Response | undefined>;

/** Returns a response that refuses a request or reports a server error. */
export const refusal = (status: number, sentence: string) => new Response(sentence, { status });

/** Waits until an element contains this text. The element is the whole page by default. */
export const shows = (text: string, find = () => document.body) =>
  waitFor(() => expect(find().textContent).toContain(text));

/** Returns the text of the toast, or '' if there is none. */
export const toastText = () => document.querySelector('[data-toast]')?.textContent ?? '';

const COLLECTIONS = Object.keys(definitions) as (keyof typeof definitions)[];

let userIds = 0;

startPersonSync();

interface Options {
  seed?: Seed;
  /** Fields of the person that differ from the defaults. */
  about?: Partial<User>;
  /** Whether the screen is a phone's. */
  phone?: boolean;
  /** Pass `false` to return before the page has its records. `false` is the default unless the session is `known`. */
  wait?: boolean;
  /**
   * `known`: the browser remembers the person. `asked`: the app asks the server who is signed in. `none`: signed out.
   */
  session?: 'known' | 'asked' | 'none';
  /** Handles the requests whose line matches the pattern. See `respond` of the rendered page. */
  respond?: [pattern: RegExp, respond: Respond];
}

/**
 * Renders the app at an address, for a signed-in person who has the records of `seed`. The routes, shell, page and sync
 * are the real ones. The model server replaces `fetch`, and IndexedDB is in memory. Needs the DOM of the project `dom`
 * (vitest.config.ts). Waits until the page has its records, unless `wait` is false.
 *
 * Returns what a test works with: `user` clicks and types, `server` is the model server, `sent` are the requests,
 * `answer` makes the server fail, `reload` opens the page again with the data that this browser has stored.
 */
export async function renderPage(
  path: string,
  {
    seed = {},
    about = {},
    phone = false,
    session = 'known',
    wait = session === 'known',
    respond,
  }: Options = {},
) {
  stubBrowser(phone);
  const person: User = {
    id: ++userIds,
    username: 'ada lovelace',
    email: 'ada@example.com',
    photoUrl: null,
    createdAt: '2026-01-01T00:00:00Z',
    timeZone: browserTimeZone(),
    emailVerified: true,
    startedUnconfirmed: false,
    joinedGoogle: false,
    expiresAt: null,
    ...about,
  };
  const server = modelServer();
  plant(server, seed);

  const sent: SentRequest[] = [];
  const responders = new Map<string, { pattern: RegExp; respond: Respond }>();
  const setResponder = (pattern: RegExp, own: Respond) =>
    void responders.set(pattern.source, { pattern, respond: own });
  if (respond) setResponder(...respond);
  let isOnline = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    if (init.signal?.aborted) throw new DOMException('The page was left.', 'AbortError');
    const { method = 'GET', body = '{}' } = init;
    const request = { line: `${method} ${input}`, body: JSON.parse(body as string) as object };
    sent.push(request as SentRequest);
    for (const one of responders.values())
      if (isOnline && one.pattern.test(request.line)) {
        const response = await one.respond(request as SentRequest);
        if (response) return response;
      }
    if (isOnline && input === '/api/user')
      return session === 'none' ? refusal(401, 'Please sign in.') : Response.json(person);
    return server.fetch(() => (isOnline ? 'both' : 'requestLost'))(input, init);
  });

  const start = async (address: string) => {
    history.replaceState(null, '', address);
    if (session === 'known') {
      rememberedUser.set(person);
      // Make the app ask the server again, as on a later day.
      localStorage.removeItem(USER_HEARD_KEY);
      queryClient.setQueryData<User | null>(SESSION, person);
    }
    await Promise.all([pageAt(location.pathname)?.load(), Shell.load(), ToastArea.load()]);
    render(<AppTree router={(routes) => <BrowserRouter>{routes}</BrowserRouter>} />);
    if (!wait) return;
    await screen.findByText('All changes saved');
    await waitFor(() => {
      for (const name of COLLECTIONS) expect(personSync.get()?.records(name).isPending).toBe(false);
      expect(document.querySelector('[aria-busy="true"]')).toBeNull();
    });
  };
  /** Unmounts the page and drops what is in memory. */
  const stop = () => {
    cleanup();
    queryClient.setQueryData<User | null>(SESSION, null);
    queryClient.clear();
  };
  onTestFinished(async () => {
    stop();
    // Wait while `fetch` is still stubbed. A page that is closing may still call `fetch`.
    await historyAtRest();
    localStorage.clear();
    sessionStorage.clear();
    vi.useRealTimers();
  });
  await start(path);
  return {
    user: userEvent.setup({ delay: null }),
    person,
    server,
    sent,
    sync: () => personSync.get()!,
    /**
     * Handles the requests whose line matches. If the handler returns undefined, the model server responds. A later
     * handler for the same pattern replaces the earlier one.
     */
    respond: setResponder,
    /** Disconnects or reconnects the network. */
    setOnline: (online: boolean) => {
      isOnline = online;
      dispatchEvent(new Event(online ? 'online' : 'offline'));
    },
    /** Opens the page again, at the current address or another one. */
    reload: async (address = location.pathname + location.search) => {
      stop();
      await start(address);
    },
  };
}
/** Gives the server the records of a seed, as POST /api/import would. */
function plant(server: ReturnType<typeof modelServer>, seed: Seed) {
  const firstAt = Date.now() - 3_600_000;
  const at = (index: number) => new Date(firstAt + index * 1000).toISOString();
  const put = (
    name: string,
    records: readonly object[] = [],
    times = (_: number): object => ({}),
  ) =>
    records.forEach((record, index) =>
      server.put(name, { id: 1001 + index, userId: 1, ...times(index), ...record }),
    );
  put('categories', seed.categories ?? DEFAULT_CATEGORIES);
  put(
    'tasks',
    seed.tasks?.map((task) => NewTask.parse(task)),
    (index) => ({ createdAt: at(index), completedAt: null }),
  );
  put(
    'events',
    seed.events?.map((event) => NewEvent.parse(event)),
  );
  put('notes', seed.notes, (index) => ({
    attachedTo: null,
    createdAt: at(index),
    updatedAt: at(index),
  }));
  put(
    'focusSessions',
    seed.focusSessions?.map((session) => NewFocusSession.parse(session)),
  );
  put(
    'reflections',
    seed.reflections?.map((reflection) => ({
      id: reflectionIdOf(reflection.date),
      ...NewReflection.parse(reflection),
    })),
  );
  put(
    'goals',
    seed.goals?.map((goal) => NewGoal.parse(goal)),
    (index) => ({ createdAt: at(index) }),
  );
  put(
    'dayPlans',
    seed.dayPlans?.map((plan) => NewDayPlan.parse(plan)),
  );
  put(
    'weekReviews',
    seed.weekReviews?.map((review) => NewWeekReview.parse(review)),
  );
  if (seed.settings)
    server.put('settings', { ...withDefaultSettings(1, seed.settings), id: SETTINGS_ID });
}

/** Stubs the browser functions that jsdom lacks, or in which it is slow or fails. */
function stubBrowser(phone: boolean) {
  indexedDB = new IDBFactory();
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Observer);
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: phone && media === PHONE_QUERY,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }));
  // There are no stylesheets, and jsdom's `getComputedStyle` is slow even without them.
  vi.stubGlobal('getComputedStyle', ({ style }: HTMLElement) => style);
  vi.stubGlobal('scrollTo', () => undefined);
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.scrollTo = () => undefined;
}
