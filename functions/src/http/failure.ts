/**
 * An error that is sent to the client. `sentence` is the whole body of the reply: one plain sentence for people. If
 * there is a `body` and the call has an `errorBody` in the contract, `body` is sent instead. Throw a `Failure` anywhere
 * below a handler. Any other error becomes a 500 or 503 without details.
 */
export class Failure extends Error {
  constructor(
    readonly status: number,
    readonly sentence: string,
    readonly headers: Readonly<Record<string, string | string[]>> = {},
    readonly body?: object,
  ) {
    super(sentence);
    this.name = 'Failure';
  }
}

/**
 * Returns the failure for a record that doesn't exist or is another person's. The client can't tell the two cases
 * apart.
 */
export const notFound = () => new Failure(404, 'This no longer exists.');

/** Returns the failure for a create whose record has been deleted in the meantime, on any device. */
export const alreadyDeleted = () => new Failure(410, 'This was deleted in the meantime.');

/** Returns the failure for a request about a deleted record that has been restored. */
export const broughtBack = () => new Failure(409, 'This was restored in the meantime.');

/** Returns the failure for a delete of a record that was changed since the person saw it. */
export const changedSinceDeleted = () => new Failure(412, 'This was changed on another device.');

/**
 * Returns the failure for a correct request that can't be served at the moment, for example because Firestore does not
 * respond.
 */
export const unavailable = () =>
  new Failure(503, 'Daymark can’t be reached right now. Please try again in a moment.', {
    'Retry-After': '5',
  });

/** Returns the failure that the client gets for any error. The error itself goes only to the log. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return isUnavailable(error)
    ? unavailable()
    : new Failure(500, 'Something went wrong on our side. Please try again.');
}

/** gRPC's DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED (after the SDK's retries) and UNAVAILABLE. */
const GRPC_UNAVAILABLE = [4, 8, 10, 14];

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'number') return GRPC_UNAVAILABLE.includes(code);
  if (
    typeof code === 'string' &&
    /^(app\/network-|auth\/internal-error|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|UND_ERR_)/.test(code)
  )
    return true;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return true;
  // fetch hides the reason in `cause`.
  return isUnavailable(error.cause);
}
