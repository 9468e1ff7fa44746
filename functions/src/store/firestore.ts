import { AsyncResource } from 'node:async_hooks';
import type * as Admin from 'firebase-admin/firestore';
import { currentDeadline } from '../deadlines';
import { adminApp } from './adminApp';

let opened: ReturnType<typeof open> | undefined;

/** Firestore, opened on first use. */
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
  // With an emulator there is no Google machine to ask for credentials, and without internet the
  // client's first call would wait seconds for the metadata server not to answer.
  if (process.env.FIRESTORE_EMULATOR_HOST) process.env.METADATA_SERVER_DETECTION ??= 'none';
  // gRPC, not `preferRest`: REST loads some 25 ms faster, but it wants Google credentials even for
  // the emulator, so what we test would not be what runs.
  const db = initializeFirestore(app);
  db.settings({
    ignoreUndefinedProperties: true,
    'grpc.callInvocationTransformer': withWriteDeadline,
  });
  return { db, FieldValue, FieldPath, AggregateField, Timestamp };
}

/**
 * Reads the definitions of Firestore's protocol, for which its first call would have to wait: all clients of a process
 * share them. Connects to nothing.
 */
export async function loadProtocol(): Promise<unknown> {
  const { v1 } = await import('firebase-admin/firestore');
  return new v1.FirestoreClient();
}

/** The parts of a gRPC call that are used here. Only a call with a single answer has a callback; every write is one. */
interface GrpcCall {
  callback?: Parameters<typeof AsyncResource.bind>[0];
  callOptions: { deadline?: Date | number };
}

/**
 * Gives every write the deadline of its request. The client would retry for ten minutes, and a write that lands so late
 * overwrites newer ones: 16 of 60 did, after the connection was cut for 8 s.
 */
function withWriteDeadline<Call extends GrpcCall>(call: Call): Call {
  const until = currentDeadline();
  if (until === undefined || !call.callback) return call;
  const deadline = Math.min(until, Number(call.callOptions.deadline ?? Infinity));
  // The client retries in the callback, which gRPC calls in the async context of the request that opened the connection.
  const callback = AsyncResource.bind(call.callback);
  return { ...call, callback, callOptions: { ...call.callOptions, deadline } };
}

/** A create whose document exists already (gRPC's ALREADY_EXISTS). */
export const isAlreadyExists = (error: unknown) => hasCode(error, 6);
/** A write whose document does not exist (NOT_FOUND). */
export const isNotFound = (error: unknown) => hasCode(error, 5);
/** A write whose condition doesn't hold (FAILED_PRECONDITION). */
export const isFailedPrecondition = (error: unknown) => hasCode(error, 9);
/** A write whose document was changed or deleted after it was read (FAILED_PRECONDITION, NOT_FOUND, ABORTED). */
export const isStaleWrite = (error: unknown) => hasCode(error, 9, 5, 10);

function hasCode(error: unknown, ...codes: number[]): boolean {
  return error instanceof Error && codes.includes(Reflect.get(error, 'code') as number);
}
