import { AsyncResource } from 'node:async_hooks';
import type * as Admin from 'firebase-admin/firestore';
import { currentTimeLimit } from '../timeLimits';
import { adminApp } from './adminApp';

let opened: ReturnType<typeof open> | undefined;

/** Returns Firestore, opened on first use. */
export function firestore(): ReturnType<typeof open> {
  return (opened ??= open());
}

async function open(): Promise<{
  db: Admin.Firestore;
  FieldValue: typeof Admin.FieldValue;
  FieldPath: typeof Admin.FieldPath;
  AggregateField: typeof Admin.AggregateField;
  Timestamp: typeof Admin.Timestamp;
}> {
  const [app, admin] = await Promise.all([adminApp(), import('firebase-admin/firestore')]);
  const { initializeFirestore, FieldValue, FieldPath, AggregateField, Timestamp } = admin;
  // The emulator needs no Google credentials. Without this setting and without internet, the client's first call would
  // wait seconds for a metadata server that can't respond.
  if (process.env.FIRESTORE_EMULATOR_HOST) process.env.METADATA_SERVER_DETECTION ??= 'none';
  // Use gRPC, not `preferRest`. REST loads faster, but it needs Google credentials even for the emulator, so tests
  // couldn't run what production runs.
  const db = initializeFirestore(app);
  db.settings({
    ignoreUndefinedProperties: true,
    'grpc.callInvocationTransformer': withWriteTimeLimit,
  });
  return { db, FieldValue, FieldPath, AggregateField, Timestamp };
}

/**
 * Loads the definitions of Firestore's protocol, so that the first call doesn't have to wait for them. All clients of a
 * process share these definitions. Connects to nothing.
 */
export async function loadProtocol(): Promise<unknown> {
  const { v1 } = await import('firebase-admin/firestore');
  return new v1.FirestoreClient();
}

/**
 * The parts of a gRPC call that are used here. Only calls with a single response, such as all writes, have a callback.
 */
interface GrpcCall {
  callback?: Parameters<typeof AsyncResource.bind>[0];
  callOptions: { deadline?: Date | number };
}

/**
 * Gives every write the time limit of its request. Otherwise the client would retry for ten minutes, and a late write
 * could overwrite newer ones.
 */
function withWriteTimeLimit<Call extends GrpcCall>(call: Call): Call {
  const until = currentTimeLimit();
  if (until === undefined || !call.callback) return call;
  const deadline = Math.min(until, Number(call.callOptions.deadline ?? Infinity));
  // The client retries in this callback. gRPC would run the callback in the async context of the request that opened
  // the connection, so bind the callback to the current context.
  const callback = AsyncResource.bind(call.callback);
  return { ...call, callback, callOptions: { ...call.callOptions, deadline } };
}

/** Whether a create failed because the document exists (gRPC's ALREADY_EXISTS). */
export const isAlreadyExists = (error: unknown) => hasCode(error, 6);
/** Whether a write failed because the document doesn't exist (NOT_FOUND). */
export const isNotFound = (error: unknown) => hasCode(error, 5);
/** Whether a write failed because its condition doesn't hold (FAILED_PRECONDITION). */
export const isFailedPrecondition = (error: unknown) => hasCode(error, 9);
/**
 * Whether a write failed because the document was changed or deleted after it was read (FAILED_PRECONDITION, NOT_FOUND,
 * ABORTED).
 */
export const isStaleWrite = (error: unknown) => hasCode(error, 9, 5, 10);

function hasCode(error: unknown, ...codes: number[]): boolean {
  return error instanceof Error && codes.includes(Reflect.get(error, 'code') as number);
}
