import { AsyncResource } from 'node:async_hooks';
import type * as Admin from 'firebase-admin/firestore';
import { currentDeadline } from '../http/limits';
import { adminApp } from './adminApp';

let opened: ReturnType<typeof open> | undefined;

/** Firestore, opened on first use and kept. */
export function firestore(): ReturnType<typeof open> {
  return (opened ??= open());
}

async function open(): Promise<{
  db: Admin.Firestore;
  FieldValue: typeof Admin.FieldValue;
  FieldPath: typeof Admin.FieldPath;
}> {
  const [app, { initializeFirestore, FieldValue, FieldPath }] = await Promise.all([
    adminApp(),
    import('firebase-admin/firestore'),
  ]);
  // With an emulator there is no Google machine to ask for credentials, and without internet the
  // client's first call would wait seconds for the metadata server not to answer.
  if (process.env.FIRESTORE_EMULATOR_HOST) process.env.METADATA_SERVER_DETECTION ??= 'none';
  // gRPC, not `preferRest`: REST loads some 25 ms faster, but it wants Google credentials even for
  // the emulator, so what we test would not be what runs.
  const db = initializeFirestore(app);
  db.settings({
    ignoreUndefinedProperties: true,
    'grpc.callInvocationTransformer': endedByDeadline,
  });
  return { db, FieldValue, FieldPath };
}

/** The parts of a gRPC call that matter here; only one with a single answer, as every write is, has a callback. */
interface GrpcCall {
  callback?: Parameters<typeof AsyncResource.bind>[0];
  callOptions: { deadline?: Date | number };
}

/**
 * Has every write end with the request it is made for. The client goes on trying for ten minutes, and a write that
 * lands so late undoes those made since: 16 of 60 after a cut line of 8 s.
 */
function endedByDeadline<Call extends GrpcCall>(call: Call): Call {
  const until = currentDeadline();
  if (until === undefined || !call.callback) return call;
  const deadline = Math.min(until, Number(call.callOptions.deadline ?? Infinity));
  // The next try starts in the callback, which gRPC calls in the context of whoever opened the connection.
  const callback = AsyncResource.bind(call.callback);
  return { ...call, callback, callOptions: { ...call.callOptions, deadline } };
}

/** A create that found something there (gRPC's ALREADY_EXISTS). */
export const isAlreadyExists = (error: unknown) => hasCode(error, 6);
/** A write that needed something to be there (NOT_FOUND). */
export const isNotFound = (error: unknown) => hasCode(error, 5);
/** A write whose condition doesn't hold (FAILED_PRECONDITION). */
export const isRefused = (error: unknown) => hasCode(error, 9);
/** A write whose document has changed, or gone, since it was read (FAILED_PRECONDITION, NOT_FOUND, ABORTED). */
export const isOvertaken = (error: unknown) => hasCode(error, 9, 5, 10);

function hasCode(error: unknown, ...codes: number[]): boolean {
  return error instanceof Error && codes.includes(Reflect.get(error, 'code') as number);
}
