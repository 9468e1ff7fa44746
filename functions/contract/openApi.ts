import * as z from 'zod/mini';
import { bodyExamples, queryExamples } from './openApiExamples';
import { AccountExport, AccountImport, AccountImported } from './src/accountExport';
import { api, type Api } from './src/calls/api';
import { API_TOKEN_PREFIX, ApiToken, CreatedApiToken, NewApiToken } from './src/apiToken';
import {
  CalendarFeed,
  CalendarFeedAddress,
  CalendarFeedPatch,
  NewCalendarFeed,
} from './src/calendarFeed';
import { Category, CategoryPatch, NewCategory } from './src/category';
import { ChangesReply, LiveToken } from './src/changes';
import { Device } from './src/device';
import { isSignIn, type Endpoint } from './src/calls/endpoint';
import { Event, EventPatch, NewEvent } from './src/event';
import { Conflict, NewConflict } from './src/conflict';
import { CreatedFocusSession, FocusSession, FocusSessionPatch } from './src/focusSession';
import {
  CalendarCheck,
  CalendarEvents,
  CalendarSelection,
  CalendarSettings,
  CalendarError,
  GoogleCalendar,
  GoogleEvent,
} from './src/googleCalendar';
import { DayPlan, DayPlanPatch, NewDayPlan } from './src/dayPlan';
import { Goal, GoalPatch, NewGoal } from './src/goal';
import { NewNote, Note, NotePatch } from './src/note';
import { ById, Id } from './src/primitives';
import { NewReflection, Reflection } from './src/reflection';
import { Settings, SettingsPatch } from './src/settings';
import { NewTask, Task, TaskPatch } from './src/task';
import { GoogleSignIn, Login, Registration, SignInMethods, User, UserPatch } from './src/user';
import { NewWeekReview, WeekReview, WeekReviewPatch } from './src/weekReview';

type Schema = z.core.$ZodType;
type Json = Record<string, unknown>;

/** The schemas that get a name in the document. */
const NAMED: Record<string, Schema> = {
  User,
  UserPatch,
  Login,
  Registration,
  GoogleSignIn,
  SignInMethods,
  Device,
  Task,
  NewTask,
  TaskPatch,
  Category,
  NewCategory,
  CategoryPatch,
  Event,
  NewEvent,
  EventPatch,
  Goal,
  NewGoal,
  GoalPatch,
  Settings,
  SettingsPatch,
  Reflection,
  NewReflection,
  DayPlan,
  NewDayPlan,
  DayPlanPatch,
  WeekReview,
  NewWeekReview,
  WeekReviewPatch,
  Note,
  NewNote,
  NotePatch,
  Conflict,
  FocusSession,
  NewConflict,
  NewFocusSession: CreatedFocusSession,
  FocusSessionPatch,
  GoogleCalendar,
  GoogleEvent,
  CalendarError,
  CalendarSettings,
  CalendarSelection,
  CalendarEvents,
  CalendarCheck,
  CalendarFeed,
  NewCalendarFeed,
  CalendarFeedPatch,
  CalendarFeedAddress,
  ChangesReply,
  LiveToken,
  ApiToken,
  NewApiToken,
  CreatedApiToken,
  AccountExport,
  AccountImport,
  AccountImported,
};

/** Returns the contract as an OpenAPI 3.1 document, for programs that other people write. */
export function openApi(): Json {
  const rows = Object.entries(api).map(([name, row]): [string, Endpoint] => [name, row]);
  const paths: Record<string, Json> = {};
  for (const [name, row] of rows) {
    const path = row.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[row.method.toLowerCase()] = operation(name, row);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Daymark',
      version: '1.0.0',
      description:
        'A day planner. A program uses an API token, which a person creates in Settings. Every refusal is one plain ' +
        'sentence as text/plain. Ids are chosen by the client (52 bits), so that a create can be repeated.',
    },
    servers: [{ url: 'https://daymark.app' }],
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(NAMED).map(([name, schema]) => [name, jsonSchema(schema, name)]),
      ),
      responses: Object.fromEntries(
        Object.entries(REFUSALS).map(([status, { description, sentence }]) => [
          `Refused${status}`,
          {
            description,
            ...(status === '429' && {
              headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } },
            }),
            content: { 'text/plain': { schema: { type: 'string' }, example: sentence } },
          },
        ]),
      ),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__session',
          description: 'The session of a person in a browser.',
        },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${API_TOKEN_PREFIX}…`,
          description:
            'An API token, created in Settings. One with the scope `read` may make the calls that need `read`, one with ' +
            '`write` also those that need `write`. Calls that name neither refuse tokens with 403. A session cookie ' +
            'beside a token is ignored. A token in the URL is not accepted.',
        },
        idToken: { type: 'http', scheme: 'bearer', description: 'A Firebase ID token.' },
      },
    },
  };
}

const REFUSALS: Record<number, { description: string; sentence: string }> = {
  400: {
    description: 'The request doesn’t match this document. The sentence says why.',
    sentence: 'title: Required',
  },
  401: {
    description:
      'There is no session, the API token is not valid, or the proof of a sign-in is not valid.',
    sentence: 'This API token is not valid. It may have expired or been revoked.',
  },
  403: {
    description:
      'The API token may not make this call, another website’s page sent it, it isn’t proven to come from the app, or this account may not make it.',
    sentence: 'This API token can read, but not change anything.',
  },
  404: { description: 'It doesn’t exist, or it isn’t yours.', sentence: 'This no longer exists.' },
  409: {
    description: 'It conflicts with existing data.',
    sentence: 'You already have a category with this name.',
  },
  410: {
    description:
      'It was deleted after this create was first sent. Send `restore` to bring it back.',
    sentence: 'This was deleted in the meantime.',
  },
  413: {
    description: 'The body is larger than 640 KB.',
    sentence: 'The request is too large. At most 640 KB are allowed.',
  },
  415: {
    description: 'The body is not JSON in UTF-8.',
    sentence: 'The request must be JSON in UTF-8 (Content-Type: application/json).',
  },
  429: {
    description: 'Too many attempts, or more than 1,200 requests in a minute.',
    sentence: 'Too many requests. Please try again in a minute.',
  },
  500: {
    description: 'Something went wrong on our side.',
    sentence: 'Something went wrong on our side. Please try again.',
  },
  503: {
    description: 'A dependency did not respond in time. Try again.',
    sentence: 'Daymark can’t be reached right now. Please try again in a moment.',
  },
};

const text = { type: 'string' };
const ETAG = {
  description: 'The revision of this list. Without the quotes, it is a revision for /api/changes.',
  schema: text,
};
const LINK = {
  description:
    'Where there are more: `<address>; rel="next"`. Take the revision from the first page, and ask for the changes ' +
    'since when the last one is read.',
  schema: text,
};
const APP_CHECK_TOKEN = {
  name: 'X-Firebase-AppCheck',
  in: 'header',
  required: false,
  schema: text,
  description:
    'A token of Firebase App Check. If App Check is enforced, a request without a token gets 403.',
};
const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  schema: text,
  description: 'The ETag of your copy.',
};
/** Descriptions of parameters whose names don't explain them. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  after: 'The value from the Link header of the previous page.',
  live: 'For browsers: the response also has a token for live updates. An API token gets 403.',
};

function operation(name: string, row: Endpoint): Json {
  const { method, path, session, status, paged, revisionOf, query, headers, body, reply, file } =
    row;
  const bodyExample = (bodyExamples as Record<string, object | undefined>)[name];
  const refusals = [
    400,
    ...(session === 'required' || session === 'starts' ? [401] : []),
    ...(session === 'required' || (method !== 'GET' && session !== 'none') ? [403] : []),
    ...(row.params && (method === 'PATCH' || session === 'none') ? [404] : []),
    ...(body ? [409] : []),
    ...(body && method === 'POST' && row.status === 201 ? [410] : []),
    ...(body ? [413, 415] : []),
    ...(session === 'required' || isSignIn(row) ? [429] : []),
    500,
    503,
  ];
  return {
    operationId: name,
    summary: summaryOf(name),
    description: accessOf(row),
    tags: [path.split('/')[2]],
    ...(session === 'required' && {
      security: [
        { session: [], ...(row.confirms && { idToken: [] }) },
        ...(row.token ? [{ apiToken: [row.token] }] : []),
      ],
    }),
    ...(session === 'starts' && { security: [{}, { idToken: [] }] }),
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, parameter]) => ({
        name: parameter,
        in: 'path',
        required: true,
        schema: pathSchema(row, parameter),
      })),
      ...parametersOf(query, 'query', queryExamples[name as keyof Api]),
      ...parametersOf(headers, 'header'),
      ...(revisionOf ? [IF_NONE_MATCH] : []),
      ...(isSignIn(row) ? [APP_CHECK_TOKEN] : []),
    ],
    ...(body && { requestBody: { required: true, content: asJson(body, bodyExample) } }),
    responses: {
      [status]: {
        description: status === 302 ? 'Redirects to a page of the app.' : 'Done.',
        ...(status === 302 && { headers: { Location: { schema: text } } }),
        ...((paged || revisionOf) && {
          headers: { ...(revisionOf && { ETag: ETAG }), ...(paged && { Link: LINK }) },
        }),
        ...((reply || file) && {
          content: { ...(reply && asJson(reply)), ...(file && { [file]: {} }) },
        }),
      },
      ...(revisionOf && {
        304: { description: 'Nothing has changed since.', headers: { ETag: ETAG } },
      }),
      ...(row.revalidates && { 304: { description: 'Nothing has changed since.' } }),
      ...(row.errorBody && {
        default: { description: 'What is wrong.', content: asJson(row.errorBody) },
      }),
      ...Object.fromEntries(
        refusals.map((refusal) => [refusal, { $ref: `#/components/responses/Refused${refusal}` }]),
      ),
    },
  };
}

/** Returns the schema of a path parameter. Ids of records are numbers, although a path has them as text. */
function pathSchema({ params }: Endpoint, parameter = ''): Json | undefined {
  if (!params || params === ById) return jsonSchema(Id);
  const { properties = {} } = jsonSchema(params) as { properties?: Record<string, Json> };
  return properties[parameter];
}

function parametersOf(
  schema: Schema | undefined,
  place: 'query' | 'header',
  examples: Readonly<Record<string, string>> = {},
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema,
    ...(DESCRIPTIONS[name] !== undefined && { description: DESCRIPTIONS[name] }),
    ...(examples[name] !== undefined && { example: examples[name] }),
  }));
}

const asJson = (schema: Schema, example?: object) => ({
  'application/json': { schema: jsonSchema(schema), ...(example && { example }) },
});

/** Returns a call's name as words: "List tasks" for `listTasks`. */
function summaryOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return (
    (words[0] ?? '').toUpperCase() +
    words.slice(1).replace(/\b(api|url)\b/g, (word) => word.toUpperCase())
  );
}

/** Returns a sentence that says who may make the call. */
function accessOf({ token, session }: Endpoint): string {
  if (token === 'read') return 'For API tokens of both scopes.';
  if (token === 'write') return 'For API tokens with the scope `write`.';
  return session === 'required'
    ? 'For a person who is signed in. API tokens are refused.'
    : 'Not for API tokens.';
}

/**
 * Returns the JSON schema of a value as it is sent. Named schemas inside the value become references, except `own`, the
 * schema that is being defined.
 */
function jsonSchema(schema: Schema, own?: string): Json {
  const names = z.registry<{ id: string }>();
  for (const [id, named] of Object.entries(NAMED)) if (id !== own) names.add(named, { id });
  const reference = Object.entries(NAMED).find(([id, named]) => named === schema && id !== own);
  if (reference) return { $ref: `#/components/schemas/${reference[0]}` };
  const {
    $schema: _schema,
    $defs: _defs,
    ...json
  } = z.toJSONSchema(schema, {
    io: 'input',
    metadata: names,
    unrepresentable: 'any',
    override({ jsonSchema: part }) {
      // `format` says enough. The pattern would be a page long.
      if (part.format) delete part.pattern;
    },
  }) as Json;
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}
