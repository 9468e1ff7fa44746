import type { CollectionName } from '@daymark/contract/changes';
import { textFields } from '@daymark/contract/texts';
import { modelServer, type Written } from '../modelServer';
import { textsOf, wordsIn } from './ledger';
import type { World } from './world';

/** The ways in which the server responds: normally, or with a failure. */
export const SERVER_MODES = [
  'well',
  'well',
  'unavailable',
  'failing',
  'busy',
  'refusing',
  'newer',
] as const;
type ServerMode = (typeof SERVER_MODES)[number];

const FAILURES: Readonly<Record<Exclude<ServerMode, 'well'>, [status: number, text: string]>> = {
  unavailable: [503, 'Please try again in a moment.'],
  failing: [500, 'Something went wrong.'],
  busy: [429, 'Too many requests.'],
  refusing: [400, 'This can’t be saved.'],
  newer: [426, 'This page is from an older version of Daymark. Please reload it.'],
};

/** A request as the network sees it. */
export interface Request {
  path: string;
  init: RequestInit;
}

export type SimulatedServer = ReturnType<typeof simulatedServer>;

/**
 * Simulates the server for several people. Each person has sessions and a model of modelServer.ts. Calls `onWritten`
 * for each write, with the key of the mutation if the request carried one.
 */
export function simulatedServer(
  world: World,
  onWritten: (key: string | undefined, userId: number, written: Written) => void,
) {
  const people = new Map<number, ReturnType<typeof modelServer>>();
  /** The user id of each session, until the session ends. */
  const sessions = new Map<number, number>();
  let sessionsStarted = 0;
  let mode: ServerMode = 'well';
  let mutation: string | undefined;

  function person(userId: number) {
    let model = people.get(userId);
    if (!model) {
      model = modelServer({
        now: () => new Date(world.now()),
        onWritten: (written) => onWritten(mutation, userId, written),
        respond,
      });
      people.set(userId, model);
    }
    return model;
  }

  return {
    set: (next: ServerMode) => void (mode = next),
    records: (userId: number, collection: string) => person(userId).records(collection),
    /** Returns the words in the records, in the conflicts, and in the deleted records that can be restored. */
    words: (userId: number): Set<string> =>
      wordsIn(
        ...(Object.keys(textFields) as CollectionName[]).flatMap((name) =>
          [...person(userId).records(name), ...person(userId).deleted(name)].flatMap((record) =>
            textsOf(name, record),
          ),
        ),
      ),
    counters: (userId: number) => person(userId).counters(),

    startSession(userId: number): number {
      sessions.set(++sessionsStarted, userId);
      return sessionsStarted;
    },
    endSession: (session: number | undefined): void => void sessions.delete(session ?? 0),
    /** Returns the user id of a session, or undefined once it has ended. */
    userOf: (session: number | undefined) => sessions.get(session ?? 0),

    /** Responds to a request that has arrived, with the session that its cookie named when it was sent. */
    respond({ path, init }: Request, session: number | undefined): Response {
      const headers = init.headers as Record<string, string>;
      const asked = Number(headers['Daymark-User']);
      // Don't clear the cookie. This response may arrive when the cookie already belongs to the next session.
      if (asked !== sessions.get(session ?? 0)) return respond('Please sign in.', { status: 401 });
      const method = init.method ?? 'GET';
      // A refusing server refuses only writes. Reads succeed.
      if (mode !== 'well' && !(mode === 'refusing' && method === 'GET')) {
        const [status, text] = FAILURES[mode];
        return respond(text, { status });
      }
      const body = JSON.parse((init.body as string | undefined) ?? '{}') as Record<string, unknown>;
      mutation = headers['Daymark-Mutation'];
      const reply = person(asked).handle(method, new URL(path, 'http://model'), body, mutation);
      return reply;
    },
  };
}

/** Returns a response whose body is ready at once. The real `Response` is slow. */
function respond(text = '', { status = 200, headers }: ResponseInit): Response {
  return {
    ok: status < 300,
    status,
    statusText: '',
    headers: new Headers(headers),
    text: () => Promise.resolve(text),
    json: () => Promise.resolve(JSON.parse(text) as unknown),
  } as Response;
}
