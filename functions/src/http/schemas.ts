import type { Endpoint } from '@daymark/contract/calls/endpoint';
import { sentence } from '@daymark/contract/messages';
import { Failure } from './failure';

type Schema = NonNullable<Endpoint['body']>;

export function parse(schema: Schema, input: unknown): unknown {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new Failure(400, sentence(parsed.error));
  return parsed.data;
}

/** Returns a reply without the fields that are not in the contract, so that such fields never leave the server. */
export function parseReply(schema: Schema, reply: unknown): unknown {
  const parsed = schema.safeParse(reply);
  if (parsed.success) return parsed.data;
  // Only the path and the kind of the problem are logged, because the value is private.
  const [issue] = parsed.error.issues;
  const code = `${issue?.path.join('.')}: ${issue?.code}`;
  throw Object.assign(new Error('A response breaks the contract.'), { code });
}

/** Returns the parsed body. A call without a body accepts an empty object, because some clients always send one. */
export function parseBody({ body: schema }: Endpoint, json: unknown): unknown {
  if (schema) {
    if (json === undefined) throw new Failure(400, 'This call needs a JSON object as its body.');
    return parse(schema, json);
  }
  if (
    json === undefined ||
    (typeof json === 'object' && json && Object.keys(json).length === 0 && !Array.isArray(json))
  )
    return undefined;
  throw new Failure(400, 'This call takes no body.');
}
