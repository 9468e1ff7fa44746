/**
 * A refusal a person may read: `sentence` is the whole reply body, one plain sentence; `body` takes its place where
 * the contract has one.
 * Throw it anywhere below a handler; anything else that is thrown becomes a 500 or 503 without detail.
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

/** Also for what is somebody else's: nobody learns which. */
export const gone = () => new Failure(404, 'This is not there any more.');

/** When Google, Firestore or Auth does not answer: nothing is wrong with the request. */
export const unavailable = () =>
  new Failure(503, 'Daymark cannot be reached just now. Please try again in a moment.', {
    'Retry-After': '5',
  });

/** What the caller is told about any error. The error itself goes to the log only. */
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
