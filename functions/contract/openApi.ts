import * as z from 'zod/mini';
import { AccountExport, AccountImport, AccountImported } from './src/accountExport';
import { api } from './src/api';
import { Category, CategoryPatch, NewCategory } from './src/category';
import { Changes, LiveToken } from './src/changes';
import { Device } from './src/device';
import { isSignIn, type Endpoint } from './src/endpoint';
import { Event, EventPatch, NewEvent } from './src/event';
import { FocusSession, NewFocusSession } from './src/focusSession';
import {
  CalendarCheck,
  CalendarEvents,
  CalendarSelection,
  CalendarSettings,
  CalendarError,
  GoogleCalendar,
  GoogleEvent,
} from './src/googleCalendar';
import { NewNote, Note, NotePatch } from './src/note';
import { ById, Id } from './src/primitives';
import { NewReflection, Reflection } from './src/reflection';
import { Settings, SettingsPatch } from './src/settings';
import { NewTask, Task, TaskPatch } from './src/task';
import { GoogleSignIn, Login, Registration, SignInMethods, User, UserPatch } from './src/user';

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
  Settings,
  SettingsPatch,
  Reflection,
  NewReflection,
  Note,
  NewNote,
  NotePatch,
  FocusSession,
  NewFocusSession,
  GoogleCalendar,
  GoogleEvent,
  CalendarError,
  CalendarSettings,
  CalendarSelection,
  CalendarEvents,
  CalendarCheck,
  Changes,
  LiveToken,
  AccountExport,
  AccountImport,
  AccountImported,
};

/** The contract as an OpenAPI 3.1 document, for clients that others write. */
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
        'A day planner. Every refusal is one plain sentence as text/plain. Ids are chosen by the ' +
        'client (52 bits), so that a create can be repeated.',
    },
    servers: [{ url: 'https://daymark.app' }],
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(NAMED).map(([name, schema]) => [name, jsonSchema(schema, name)]),
      ),
      responses: Object.fromEntries(
        Object.entries(REFUSALS).map(([status, description]) => [
          `Refused${status}`,
          {
            description,
            ...(status === '429' && {
              headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } },
            }),
            content: { 'text/plain': { schema: { type: 'string' } } },
          },
        ]),
      ),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__session' },
        idToken: { type: 'http', scheme: 'bearer', description: 'A Firebase ID token.' },
      },
    },
  };
}

const REFUSALS = {
  400: 'The request is not as this document says; the sentence says how.',
  401: 'There is no session, or the proof of a sign-in is not good.',
  403: 'Asked for by another website’s page, not proven to come from the app, or not allowed to this account.',
  404: 'It is not there, or not yours.',
  409: 'It conflicts with what is there.',
  410: 'It was deleted after this create was first sent; `restore` brings it back.',
  413: 'The body is larger than 640 KB.',
  415: 'The body is not JSON in UTF-8.',
  429: 'Too many tries.',
  500: 'Something went wrong on our side.',
  503: 'A dependency did not answer in time. Try again.',
} as const;

const text = { type: 'string' };
const ETAG = {
  description: 'How far this list has come. Without its quotes, a revision for /api/changes.',
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
  description: 'A token of Firebase App Check. Where it is enforced, 403 without one.',
};
const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  schema: text,
  description: 'The ETag of the copy that there is.',
};
const AFTER = 'From the Link header of the page before; means nothing else.';

function operation(name: string, row: Endpoint): Json {
  const { method, path, session, status, paged, revisionOf, query, headers, body, reply, file } =
    row;
  const refusals = [
    400,
    ...(session === 'required' || session === 'starts' ? [401] : []),
    ...(method !== 'GET' && session !== 'none' ? [403] : []),
    ...(row.params && method === 'PATCH' ? [404] : []),
    ...(body ? [409] : []),
    ...(body && method === 'POST' && row.status === 201 ? [410] : []),
    ...(body ? [413, 415] : []),
    ...(isSignIn(row) ? [429] : []),
    500,
    503,
  ];
  return {
    operationId: name,
    tags: [path.split('/')[2]],
    ...(session === 'required' && {
      security: [{ session: [], ...(row.confirms && { idToken: [] }) }],
    }),
    ...(session === 'starts' && { security: [{}, { idToken: [] }] }),
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, parameter]) => ({
        name: parameter,
        in: 'path',
        required: true,
        schema: pathSchema(row, parameter),
      })),
      ...parametersOf(query, 'query'),
      ...parametersOf(headers, 'header'),
      ...(revisionOf ? [IF_NONE_MATCH] : []),
      ...(isSignIn(row) ? [APP_CHECK_TOKEN] : []),
    ],
    ...(body && { requestBody: { required: true, content: asJson(body) } }),
    responses: {
      [status]: {
        description: status === 302 ? 'Leads on to a page of the app.' : 'Done.',
        ...(status === 302 && { headers: { Location: { schema: text } } }),
        ...((paged || revisionOf) && {
          headers: { ...(revisionOf && { ETag: ETAG }), ...(paged && { Link: LINK }) },
        }),
        ...(reply && { content: { ...asJson(reply), ...(file && { [file]: {} }) } }),
      },
      ...(revisionOf && {
        304: { description: 'Nothing has changed since.', headers: { ETag: ETAG } },
      }),
      ...(row.errorBody && {
        default: { description: 'What is wrong.', content: asJson(row.errorBody) },
      }),
      ...Object.fromEntries(
        refusals.map((refusal) => [refusal, { $ref: `#/components/responses/Refused${refusal}` }]),
      ),
    },
  };
}

/** Ids of records are numbers, which a path has as text. */
function pathSchema({ params }: Endpoint, parameter = ''): Json | undefined {
  if (!params || params === ById) return jsonSchema(Id);
  const { properties = {} } = jsonSchema(params) as { properties?: Record<string, Json> };
  return properties[parameter];
}

function parametersOf(schema: Schema | undefined, place: 'query' | 'header'): Json[] {
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
    ...(name === 'after' && { description: AFTER }),
  }));
}

const asJson = (schema: Schema) => ({ 'application/json': { schema: jsonSchema(schema) } });

/** The JSON schema of what is sent. Named schemas inside it become references, except `own`, which is being defined. */
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
      // The format is enough; the pattern is a page long.
      if (part.format) delete part.pattern;
    },
  }) as Json;
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}
