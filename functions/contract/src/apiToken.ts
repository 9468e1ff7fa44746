import * as z from 'zod/mini';
import { Id, Instant, Text } from './primitives';

const API_TOKEN_NAME_MAX = 60;

/** At most this many unexpired API tokens per account. */
export const API_TOKENS_MAX = 20;

/** The start of every token. Programs that search for leaked secrets recognize a token by this prefix. */
export const API_TOKEN_PREFIX = 'daymark_';

/**
 * How long a new token can be valid, in days. Every token expires, so that a forgotten token stops working by itself.
 */
export const API_TOKEN_DAYS = [30, 90, 365] as const;

/** The scope of an API token. `read` may read the account's data, and `write` may also change it. */
export const ApiTokenScope = z.enum(['read', 'write']);
export type ApiTokenScope = z.infer<typeof ApiTokenScope>;

/** An API token as the person sees it in Settings, without the secret. */
export const ApiToken = z.object({
  id: Id,
  name: Text(API_TOKEN_NAME_MAX).check(z.trim(), z.minLength(1, 'Please enter a name')),
  scope: ApiTokenScope,
  createdAt: Instant,
  expiresAt: Instant,
  /** Recorded at most once an hour. */
  lastUsedAt: z.nullable(Instant),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const NewApiToken = z.lazy(() =>
  z.object({
    name: ApiToken.shape.name,
    scope: ApiTokenScope,
    expiresInDays: z.literal(API_TOKEN_DAYS, 'Must be 30, 90 or 365'),
  }),
);
export type NewApiToken = z.infer<typeof NewApiToken>;

/** A new token. Only the reply that creates a token contains the token itself. */
export const CreatedApiToken = z.lazy(() => z.extend(ApiToken, { token: z.string() }));
export type CreatedApiToken = z.infer<typeof CreatedApiToken>;
